"""How much light falls where on the board: a smooth surface through what most of it shows."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.arrays import F64

GRID = (44, 24)  # points that are looked at along x and y
ROUNDS = 10
DARKEST = 0.004  # of full light: what a webcam tells from black
SPREAD = 0.15  # natural logarithms: paint differs by so much from paint
ROW = 4096  # points that are looked up side by side: OpenCV takes fewer than 32768
# How much a lamp's light may change over the box, as a slope and as a bend.
SLOPE = 0.6
BEND = 0.3

_LINEAR = ((np.arange(256) / 255.0 + 0.055) / 1.055) ** 2.4
_LINEAR[:11] = np.arange(11) / 255.0 / 12.92


@dataclass(frozen=True)
class BoardLight:
    """Natural logarithm of the light over a box of the board, as a polynomial of second order."""

    middle_mm: F64
    half_mm: F64
    parts: F64

    def at(self, place_mm: F64) -> float:
        """Light at a board point: linear, 1 is the brightest that the camera shows."""
        return float(np.exp(_terms((place_mm - self.middle_mm) / self.half_mm)[0] @ self.parts))


def board_light(
    image: Image, camera: CameraModel, box_mm: tuple[float, float, float, float]
) -> BoardLight:
    """The light in a box (left, near, right, far) of the board.

    Fitted so that most of the print agrees; lines, numerals, end zones and figures stand apart.
    """
    low, high = np.array(box_mm[:2]), np.array(box_mm[2:])
    middle, half = (low + high) / 2.0, (high - low) / 2.0
    x, y = np.meshgrid(np.linspace(-1.0, 1.0, GRID[0]), np.linspace(-1.0, 1.0, GRID[1]))
    places = np.stack([x.ravel(), y.ravel()], axis=1)
    points = np.c_[middle + places * half, np.zeros(len(places))]
    seen = light_at(image, camera, points).mean(axis=1)
    inside = np.isfinite(seen)
    if inside.sum() < 20:
        return BoardLight(middle, half, np.array([np.log(0.2), 0.0, 0.0, 0.0, 0.0, 0.0]))
    terms, wanted = _terms(places[inside]), np.log(np.maximum(seen[inside], DARKEST))
    start = np.median(wanted)
    held = 1.0 / np.array([10.0, SLOPE, SLOPE, BEND, BEND, BEND]) ** 2
    parts = np.array([start, 0.0, 0.0, 0.0, 0.0, 0.0])
    aim = held * parts
    for _ in range(ROUNDS):
        far = np.abs(wanted - terms @ parts)
        weight = 1.0 / (SPREAD * np.maximum(far, SPREAD / 2.0))
        normal = (terms * weight[:, None]).T @ terms + np.diag(held)
        parts = np.linalg.solve(normal, (terms * weight[:, None]).T @ wanted + aim)
    return BoardLight(middle, half, parts)


def _terms(places: F64) -> F64:
    x, y = np.atleast_2d(places).T
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)


def linear(colours: Image) -> F64:
    """Linear light of sRGB bytes, 1 is the brightest."""
    return np.asarray(_LINEAR[colours])


def shown_light(light: F64) -> F64:
    """Linear light as sRGB shows it, 0 to 1."""
    return np.where(light <= 0.0031308, 12.92 * light, 1.055 * light ** (1.0 / 2.4) - 0.055)


def light_at(image: Image, camera: CameraModel, points_mm: F64) -> F64:
    """Linear light (blue, green, red) at board points; not a number outside the picture."""
    px = camera.project(points_mm).astype(np.float32)
    rows = np.resize(px, (-(-len(px) // ROW), ROW, 2))
    shown = cv2.remap(
        image, rows[..., 0], rows[..., 1], cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE
    ).reshape(-1, 3)[: len(px)]
    light = linear(np.asarray(shown, dtype=np.uint8))
    height, width = image.shape[:2]
    outside = (px < -0.5).any(axis=1) | (px[:, 0] > width - 0.5) | (px[:, 1] > height - 0.5)
    light[outside] = np.nan
    return np.asarray(light)
