"""Anchors: places of the print, spread over the field, whose pictures show any shift."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.watch.patches import REACH, SIDE, Patches, cut_patches
from referee.camera.watch.small_motion import pixel_slopes
from referee.core.arrays import F64, U8
from referee.core.errors import BadValue, PlainWord
from referee.core.field.field_profile import FieldProfile

ACROSS = 10  # columns of cells: each that shows the field has one anchor
DOWN = 6  # rows of cells
LEAST = 8  # anchors, for a motion to be told
PLAIN = 2.0  # grey values per pixel, both ways, below which a place is not worth watching
EDGE = SIDE // 2 + REACH + 2


@dataclass(frozen=True)
class Anchors:
    """Patches of the calibration's picture and the board places they show.

    ``half`` is that picture in grey at half its size; ``slopes`` say what motions do to each.
    """

    patches: Patches
    board_mm: F64
    camera: CameraModel
    half: U8
    slopes: F64

    @property
    def centres_px(self) -> F64:
        """Where they are in the calibration's picture."""
        return self.patches.centres_px


def choose_anchors(reference: U8, camera: CameraModel, board: FieldProfile) -> Anchors:
    """The best place of every cell, on the field only; raises `BadValue` if there are too few."""
    if reference.shape[:2] != (camera.height_px, camera.width_px):
        seen = PlainWord(f"{reference.shape[1]} x {reference.shape[0]}")
        allowed = f"{camera.width_px} x {camera.height_px}, as in the calibration"
        raise BadValue("the calibration's picture", seen, allowed)
    grey = cv2.GaussianBlur(cv2.cvtColor(reference, cv2.COLOR_BGR2GRAY), (0, 0), 0.8)
    # The slope in its weaker direction: OpenCV gives four times its square, of values up to 1.
    shown = np.sqrt(np.maximum(cv2.cornerMinEigenVal(grey, SIDE), 0.0)) * 255.0 / 2.0
    shown[_beside(camera, board) > 0] = 0.0
    corners = []
    for rows in np.array_split(np.arange(camera.height_px), DOWN):
        for columns in np.array_split(np.arange(camera.width_px), ACROSS):
            cell = shown[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
            row, column = np.unravel_index(int(cell.argmax()), cell.shape)
            if cell[row, column] > PLAIN:
                corners.append((columns[0] + column - SIDE // 2, rows[0] + row - SIDE // 2))
    if len(corners) < LEAST:
        few = PlainWord(f"almost without print ({len(corners)} places to hold on to)")
        raise BadValue("the calibration's picture", few, "a sharp picture of the printed field")
    patches = cut_patches(reference, np.array(corners, dtype=np.int64))
    half = cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    board_mm = np.c_[camera.to_plane(patches.centres_px, 0.0), np.zeros(len(corners))]
    slopes = pixel_slopes(camera, board_mm)
    return Anchors(patches, board_mm, camera, np.asarray(half, dtype=np.uint8), slopes)


def _beside(camera: CameraModel, board: FieldProfile) -> U8:
    """A mask: 255 beside the field and at the picture's edge, 0 on the field."""
    mask = np.full((camera.height_px, camera.width_px), 255, dtype=np.uint8)
    xs = np.linspace(board.left_end_line_x_mm, board.right_end_line_x_mm, 30)
    ys = np.linspace(0.0, board.width_mm, 20)
    ring = [*((x, ys[0]) for x in xs), *((xs[-1], y) for y in ys)]
    ring += [*((x, ys[-1]) for x in xs[::-1]), *((xs[0], y) for y in ys[::-1])]
    px = camera.project(np.c_[np.array(ring), np.zeros(len(ring))])
    cv2.fillPoly(mask, [np.round(px).astype(np.int32)], 0)
    for side in (mask[:EDGE], mask[-EDGE:], mask[:, :EDGE], mask[:, -EDGE:]):
        side[:] = 255
    return mask
