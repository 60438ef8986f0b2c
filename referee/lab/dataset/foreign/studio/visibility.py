"""What the camera sees, asked of Blender itself: pixels of points, and shares of tops by rays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bpy
import numpy as np
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Matrix, Vector

from referee.lab.dataset.foreign.studio.shapes import UNIT

STEP_MM = 0.9
INSIDE_MM = 0.5


def pixels(points_mm: Sequence[Sequence[float]]) -> list[list[float]]:
    """Board points as pinhole pixels; (0, 0) is the middle of the upper left pixel."""
    scene = bpy.context.scene
    wide, high = scene.render.resolution_x, scene.render.resolution_y
    out = []
    for point in points_mm:
        seen = world_to_camera_view(scene, scene.camera, Vector([v * UNIT for v in point]))
        out.append([seen.x * wide - 0.5, (1.0 - seen.y) * high - 0.5])
    return out


def corners_of(matrix: Matrix, length: float, width: float, top: float) -> list[list[float]]:
    """Front-left, front-right, back-right, back-left of the top, in board millimetres."""
    a, b = length / 2, width / 2
    rows = ((a, b), (a, -b), (-a, -b), (-a, b))
    return [[v / UNIT for v in matrix @ Vector((x * UNIT, y * UNIT, top * UNIT))] for x, y in rows]


def shares_seen(
    name: str, matrix: Matrix, outline: Sequence[Sequence[float]], top: float
) -> tuple[float, float]:
    """The parts of a base's top, and of its outline, from which light reaches the camera."""
    shape = np.array(outline)
    return (
        _share(name, matrix, _inside(shape), top),
        _share(name, matrix, _along(shape), top),
    )


def _share(name: str, matrix: Matrix, points: np.ndarray, top: float) -> float:
    scene = bpy.context.scene
    graph = bpy.context.evaluated_depsgraph_get()
    eye = scene.camera.matrix_world.translation
    seen = 0
    for x, y in points:
        goal = matrix @ Vector((x * UNIT, y * UNIT, top * UNIT))
        hit, _, _, _, thing, _ = scene.ray_cast(graph, eye, (goal - eye).normalized())
        seen += bool(hit and thing.name.startswith(name))
    return seen / max(len(points), 1)


def _along(outline: np.ndarray) -> np.ndarray:
    """Points evenly along an outline, a little inside it."""
    ends = np.vstack([outline, outline[:1]]) * (1.0 - INSIDE_MM / np.abs(outline).max())
    far = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(ends, axis=0), axis=1))])
    at = np.arange(0.0, far[-1], STEP_MM)
    return np.stack([np.interp(at, far, ends[:, axis]) for axis in (0, 1)], axis=1)


def _inside(outline: np.ndarray) -> np.ndarray:
    """A grid of points in a convex outline, a little away from its edge."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    xs = np.arange(low[0] + STEP_MM / 2, high[0], STEP_MM)
    ys = np.arange(low[1] + STEP_MM / 2, high[1], STEP_MM)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    edge = np.roll(outline, -1, axis=0) - outline
    edge /= np.linalg.norm(edge, axis=1, keepdims=True)
    off = grid[:, None, :] - outline[None]
    left = edge[None, :, 0] * off[..., 1] - edge[None, :, 1] * off[..., 0]
    return np.asarray(grid[(left > 0.3).all(axis=1)])


def hidden(point_mm: Sequence[float], allowed: str) -> bool:
    """Whether something other than the named kind of thing stands before a point."""
    scene: Any = bpy.context.scene
    eye = scene.camera.matrix_world.translation
    goal = Vector([v * UNIT for v in point_mm])
    graph = bpy.context.evaluated_depsgraph_get()
    hit, _, _, _, thing, _ = scene.ray_cast(graph, eye, (goal - eye).normalized())
    return bool(hit and not thing.name.startswith(allowed))
