"""Rectified crops: each base seen from straight above with its front up, at two heights.

A camera sees what stands high shifted away from its foot point. So each crop is taken twice: at the
height of the base's top, where the base is true, and at the middle of a figure, where the figure
stands over its base as it would be seen from above. What shift is left goes the way of the lean.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.compiled_camera import project
from referee.core.arrays import F32, F64, U8
from referee.core.compiler import compiled
from referee.core.geometry.pose import Pose

CELL_PX = 8  # exact projection at the corners of these cells, linear between them
PLANES = 2
COARSE = 1.3  # from so many picture pixels per crop pixel on, two samples are averaged


@dataclass(frozen=True, slots=True)
class CropPlan:
    """Size and scale of the crops, and how far above the base's top the second plane lies."""

    size_px: int = 64
    px_per_mm: float = 1.25
    figure_mm: float = 18.0


def crop_bases(
    image: U8, camera: CameraModel, poses: Sequence[Pose], tops_mm: Sequence[float], plan: CropPlan
) -> tuple[U8, F32]:
    """Crops (n, 6, size, size), blue green red of each plane, and leans (n, 2).

    Row 0 is the front, column 0 the left side. The lean says how far something one millimetre
    higher is seen further toward the front and toward the left.
    """
    count = len(poses)
    crops = np.empty((count, 3 * PLANES, plan.size_px, plan.size_px), dtype=np.uint8)
    leans = np.empty((count, 2), dtype=np.float32)
    rows = np.array(
        [(p.x_mm, p.y_mm, math.radians(p.heading_deg)) for p in poses], dtype=float
    ).reshape(-1, 3)
    tops = np.asarray(tops_mm, dtype=float)
    heights = np.stack([tops, tops + plan.figure_mm], axis=1)
    rectify(np.ascontiguousarray(image), camera.packed, rows, heights, plan.px_per_mm, crops)
    lean_of(camera.position_mm, rows, tops, leans)
    return crops, leans


@compiled
def lean_of(eye_mm: F64, poses: F64, tops_mm: F64, out: F32) -> None:
    """How points above a base move away from the camera's foot point, in the base's own frame."""
    for i in range(poses.shape[0]):
        high = eye_mm[2] - tops_mm[i]
        x, y = (poses[i, 0] - eye_mm[0]) / high, (poses[i, 1] - eye_mm[1]) / high
        c, s = math.cos(poses[i, 2]), math.sin(poses[i, 2])
        out[i, 0] = c * x + s * y
        out[i, 1] = c * y - s * x


@compiled
def rectify(
    image: U8,
    cam: F64,
    poses: F64,
    heights_mm: F64,
    px_per_mm: float,
    out: U8,
) -> None:
    """Fill ``out`` (n, 3 x planes, size, size). Beyond the picture its edge is repeated."""
    size = out.shape[2]
    cells = size // CELL_PX
    nodes = np.empty((cells + 1, cells + 1, 2), dtype=np.float32)
    row = np.empty((cells + 1, 2), dtype=np.float32)
    total = np.empty((size, 3), dtype=np.float32)
    for i in range(poses.shape[0]):
        c, s = math.cos(poses[i, 2]), math.sin(poses[i, 2])
        for plane in range(heights_mm.shape[1]):
            for a in range(cells + 1):
                ahead = (0.5 * size - a * CELL_PX) / px_per_mm
                for b in range(cells + 1):
                    left = (0.5 * size - b * CELL_PX) / px_per_mm
                    x = poses[i, 0] + c * ahead - s * left
                    y = poses[i, 1] + s * ahead + c * left
                    u, v, _ = project(cam, x, y, heights_mm[i, plane])
                    nodes[a, b, 0] = u
                    nodes[a, b, 1] = v
            parts = 2 if _step_px(nodes) > COARSE else 1
            for r in range(size):
                total[:] = 0.0
                for k in range(parts):
                    share = (k + 0.5) / parts  # the samples of a pixel lie on its diagonal
                    at = (r + share) / CELL_PX
                    a = min(int(at), cells - 1)
                    t = np.float32(at - a)
                    for b in range(cells + 1):
                        row[b, 0] = nodes[a, b, 0] + t * (nodes[a + 1, b, 0] - nodes[a, b, 0])
                        row[b, 1] = nodes[a, b, 1] + t * (nodes[a + 1, b, 1] - nodes[a, b, 1])
                    _add_row(image, row, share, total)
                weight = np.float32(1.0 / parts)
                for col in range(size):
                    for channel in range(3):
                        value = total[col, channel] * weight + np.float32(0.5)
                        out[i, 3 * plane + channel, r, col] = np.uint8(value)


@compiled
def _step_px(nodes: F32) -> float:
    """Picture pixels per crop pixel, in the middle."""
    m = nodes.shape[0] // 2
    du = float(nodes[m, m, 0] - nodes[m - 1, m, 0])
    dv = float(nodes[m, m, 1] - nodes[m - 1, m, 1])
    return math.sqrt(du * du + dv * dv) / CELL_PX


@compiled
def _add_row(image: U8, row: F32, share: float, total: F32) -> None:
    """Add a bilinear sample for every pixel of a row whose nodes are given, ``share`` into it."""
    width, height = image.shape[1], image.shape[0]
    right, bottom = np.float32(width - 1), np.float32(height - 1)
    step, start = np.float32(1.0 / CELL_PX), np.float32(share)
    for b in range(row.shape[0] - 1):
        du = (row[b + 1, 0] - row[b, 0]) * step
        dv = (row[b + 1, 1] - row[b, 1]) * step
        u0, v0 = row[b, 0] + start * du, row[b, 1] + start * dv
        for j in range(CELL_PX):
            u = min(max(u0 + np.float32(j) * du, np.float32(0.0)), right)
            v = min(max(v0 + np.float32(j) * dv, np.float32(0.0)), bottom)
            x, y = int(u), int(v)
            x1, y1 = min(x + 1, width - 1), min(y + 1, height - 1)
            fx, fy = u - np.float32(x), v - np.float32(y)
            w11 = fx * fy
            w01 = fx - w11
            w10 = fy - w11
            w00 = np.float32(1.0) - fx - w10
            col = b * CELL_PX + j
            for channel in range(3):
                total[col, channel] += (
                    w00 * image[y, x, channel]
                    + w01 * image[y, x1, channel]
                    + w10 * image[y1, x, channel]
                    + w11 * image[y1, x1, channel]
                )
