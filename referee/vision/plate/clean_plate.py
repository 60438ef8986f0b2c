"""The picture of a board with nothing on it, and how well each place of it is known."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.arrays import U8
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile

# Votes for what a place looks like. A picture of an empty board alone is enough to know it.
MOST_VOTES = 32
EMPTY_VOTES = 24
KNOWN_VOTES = 12


@dataclass(frozen=True, eq=False, slots=True)
class CleanPlate:
    """``picture`` (BGR) is the empty board; ``votes`` (rows, columns) say how sure each pixel is.

    0: that place was never seen. Below `KNOWN_VOTES` a place is not known.
    """

    picture: Image
    votes: U8

    def __post_init__(self) -> None:
        if self.picture.ndim != 3 or self.votes.shape != self.picture.shape[:2]:
            shapes = f"{self.picture.shape} and {self.votes.shape}"
            raise BadValue("the clean plate", shapes, "a BGR picture, and a vote for each pixel")

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.picture.shape[1], self.picture.shape[0]

    @property
    def known_share(self) -> float:
        """The share of the picture that is known."""
        return float((self.votes >= KNOWN_VOTES).mean())


def empty_board(picture: Image) -> CleanPlate:
    """The plate that one picture of an empty board is."""
    return CleanPlate(picture, np.full(picture.shape[:2], EMPTY_VOTES, dtype=np.uint8))


def moved_plate(
    plate: CleanPlate, before: CameraModel, now: CameraModel, board: FieldProfile
) -> CleanPlate:
    """The same board as another camera sees it; what was outside the picture is not known."""
    low_x, high_x = board.metal_left_x_mm, board.metal_right_x_mm
    low_y, high_y = board.metal_near_y_mm, board.metal_far_y_mm
    rim = np.array([(low_x, low_y), (high_x, low_y), (high_x, high_y), (low_x, high_y)])
    was, is_ = (each.project_flat(rim).astype(np.float32) for each in (before, now))
    way = cv2.getPerspectiveTransform(was, is_)
    size = now.width_px, now.height_px
    picture = cv2.warpPerspective(plate.picture, way, size)
    votes = cv2.warpPerspective(plate.votes, way, size, flags=cv2.INTER_NEAREST)
    return CleanPlate(np.asarray(picture, np.uint8), np.asarray(votes, np.uint8))
