"""Edges of a base as a picture shows them: light along normals, lines through the crossings."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
REACH_PX = 9.0
STEP_PX = 0.1
OFFSETS = np.arange(-REACH_PX, REACH_PX + STEP_PX / 2, STEP_PX)
ENDS = 15  # samples at either end that tell the levels
ALONG = np.linspace(0.17, 0.83, 31)  # clear of the round corners


def measured_corners(
    image: npt.NDArray[np.uint8], near_px: FloatArray, blurred: bool = False
) -> FloatArray:
    """Where the four edges cross, found around the guessed quad ``near_px`` (4, 2).

    An edge is where the light is half way; ``blurred`` takes its middle by the area below instead.
    """
    grey, middle = light(image), near_px.mean(axis=0)
    find = _by_area if blurred else _by_crossing
    lines = [edge_line(grey, near_px[i], near_px[(i + 1) % 4], middle, find) for i in range(4)]
    return np.array([_meet(lines[i - 1], lines[i]) for i in range(4)])


def light(image: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """Green as linear light by the sRGB curve: blur mixes light, not picture values."""
    v = image[..., 1].astype(np.float32) / 255.0
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4).astype(np.float32)


def edge_line(
    grey: npt.NDArray[np.float32],
    a: FloatArray,
    b: FloatArray,
    inside: FloatArray,
    find: Callable[[FloatArray], float],
) -> tuple[FloatArray, FloatArray]:
    """A point and a direction of the line through an edge's places along its normals."""
    along = (b - a) / np.linalg.norm(b - a)
    normal = np.array([-along[1], along[0]])
    if (inside - a) @ normal > 0:
        normal = -normal
    base = a + ALONG[:, None] * (b - a)
    spots = (base[:, None, :] + OFFSETS[None, :, None] * normal).astype(np.float32)
    values = cv2.remap(grey, spots[..., 0], spots[..., 1], cv2.INTER_LINEAR).astype(float)
    places = np.array([find(row) for row in values])
    cloud = base + places[:, None] * normal
    middle = cloud.mean(axis=0)
    return middle, np.linalg.svd(cloud - middle)[2][0]


def _levels(row: FloatArray) -> tuple[float, float]:
    """Light well inside and well outside."""
    return float(np.median(row[:ENDS])), float(np.median(row[-ENDS:]))


def _by_crossing(row: FloatArray) -> float:
    high, low = _levels(row)
    half = 0.5 * (high + low)
    lit = row > half
    change = int(np.flatnonzero(lit[:-1] != lit[1:])[-1])
    share = (half - row[change]) / (row[change + 1] - row[change])
    return float(OFFSETS[change] + share * STEP_PX)


def _by_area(row: FloatArray) -> float:
    high, low = _levels(row)
    return float(((row - low) / (high - low)).sum() * STEP_PX - REACH_PX - STEP_PX / 2)


def _meet(
    first: tuple[FloatArray, FloatArray], second: tuple[FloatArray, FloatArray]
) -> FloatArray:
    (p, u), (q, v) = first, second
    s = np.linalg.solve(np.stack([u, -v], axis=1), q - p)[0]
    return np.asarray(p + s * u)
