"""An empty board with print, and the same board in other light with things on it."""

from __future__ import annotations

import cv2
import numpy as np

from referee.core.geometry.pose import Pose
from tests.vision import painted
from tests.vision.painted import CAMERA, SHAPE, TURF, WHITE, fill

LETTER = Pose(120.0, 200.0, 0.0)  # printed as large as a base
PLAIN = Pose(300.0, 120.0, 0.0)  # nothing is printed there
NO_LIGHT = np.ones((CAMERA.height_px, CAMERA.width_px))


def empty(noise: int = 1, light: np.ndarray = NO_LIGHT) -> np.ndarray:
    """The empty board: white lines, and a letter as large as a base."""
    return lit(_print(), noise, light)


def with_base(pose: Pose, colour: tuple[int, int, int], noise: int = 2, light=NO_LIGHT):
    """The board with one base, and no figure on it."""
    image = _print()
    fill(image, np.c_[pose.to_board(SHAPE.corners_mm), np.full(4, SHAPE.height_mm)], colour)
    return lit(image, noise, light)


def lit(image, noise: int, light) -> np.ndarray:
    """In this light, with the camera's own noise."""
    grain = np.random.default_rng(noise).normal(0.0, 2.0, image.shape)
    return np.clip(np.rint(image * light[..., None] + grain), 0, 255).astype(np.uint8)


def soft_shadow(share: float = 0.6) -> np.ndarray:
    """A shadow with a soft edge over the right half of the picture."""
    x = np.linspace(-1.0, 1.0, CAMERA.width_px)
    return np.broadcast_to(1.0 - (1.0 - share) / (1.0 + np.exp(-8.0 * x)), NO_LIGHT.shape)


def _print() -> np.ndarray:
    image = painted.board([], TURF)
    for x_mm in np.arange(0.0, 600.0, 46.0):
        px = CAMERA.project([[x_mm, 20.0, 0.0], [x_mm, 340.0, 0.0]])
        cv2.line(image, *(tuple(map(int, p)) for p in px), WHITE, 2, cv2.LINE_AA)
    fill(image, np.c_[LETTER.to_board(SHAPE.corners_mm), np.zeros(4)], WHITE)
    return image
