"""The simple solids everything is put together from."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from referee.sim.art.lofts import loft
from referee.sim.art.mesh import FloatArray, Material, Mesh, Rgb, mesh_of


def sphere_grid(sides: int, rows: int) -> tuple[FloatArray, npt.NDArray[np.int64]]:
    """A unit sphere: the south pole, rings upward, the north pole; column 0 lies on +x."""
    polar = np.pi * np.arange(1, rows) / rows
    around = 2.0 * np.pi * np.arange(sides) / sides
    rings = [
        np.stack(
            [np.sin(t) * np.cos(around), np.sin(t) * np.sin(around), np.full(sides, -np.cos(t))],
            axis=1,
        )
        for t in polar
    ]
    points = np.concatenate([[[0.0, 0.0, -1.0]], *rings, [[0.0, 0.0, 1.0]]])
    here = np.arange(sides)
    after = (here + 1) % sides
    top = len(points) - 1
    faces = [np.stack([np.zeros(sides, dtype=np.int64), 1 + after, 1 + here], axis=1)]
    for k in range(rows - 2):
        low, high = 1 + k * sides, 1 + (k + 1) * sides
        faces.append(np.stack([low + here, low + after, high + after], axis=1))
        faces.append(np.stack([low + here, high + after, high + here], axis=1))
    low = 1 + (rows - 2) * sides
    faces.append(np.stack([low + here, low + after, np.full(sides, top)], axis=1))
    return points, np.concatenate(faces).astype(np.int64)


def box(
    low_mm: npt.ArrayLike,
    high_mm: npt.ArrayLike,
    colour: Rgb = (0.5, 0.5, 0.5),
    material: Material = Material.SATIN,
) -> Mesh:
    """An upright box between two corners."""
    low = np.asarray(low_mm, dtype=float)
    high = np.asarray(high_mm, dtype=float)
    square = np.array([[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]])
    return prism(square, low[2], high[2], colour, material)


def prism(
    outline_mm: FloatArray,
    low_mm: float,
    high_mm: float,
    colour: Rgb = (0.5, 0.5, 0.5),
    material: Material = Material.SATIN,
    bevel_mm: float = 0.0,
    crease_deg: float = 30.0,
) -> Mesh:
    """An extruded convex outline (n, 2), optionally with a bevelled upper edge."""
    points = outline_mm
    rings = [_at(points, low_mm), _at(points, high_mm - bevel_mm)]
    if bevel_mm > 0.0:
        rings.append(_at(inset(points, bevel_mm), high_mm))
    return loft(rings, colour, material, crease_deg)


def relief(
    outline_mm: FloatArray,
    low_mm: float,
    high_mm: float,
    colour: Rgb,
    material: Material = Material.SATIN,
) -> Mesh:
    """A convex patch that stands on another surface: a lid and a skirt, nothing underneath."""
    n = len(outline_mm)
    points = np.concatenate([_at(outline_mm, low_mm), _at(outline_mm, high_mm)])
    here = np.arange(n)
    after = (here + 1) % n
    lid = np.stack([np.full(n - 2, n), n + here[1:-1], n + here[2:]], axis=1)
    skirt = [
        np.stack([here, after, n + after], axis=1),
        np.stack([here, n + after, n + here], axis=1),
    ]
    return mesh_of(points, np.concatenate([lid, *skirt]), colour, material)


def half_plate(
    rings: Sequence[FloatArray], top: bool, colour: Rgb, material: Material, crease_deg: float
) -> Mesh:
    """A skin over convex rings (each (n, 3)) with one lid, cut so that no face is a sliver."""
    n = len(rings[0])
    here = np.arange(n)
    after = (here + 1) % n
    faces = []
    for low in range(0, (len(rings) - 1) * n, n):
        faces.append(np.stack([low + here, low + after, low + n + after], axis=1))
        faces.append(np.stack([low + here, low + n + after, low + n + here], axis=1))
    faces.append((len(rings) - 1) * n + _lid(n) if top else _lid(n)[:, ::-1])
    points = np.concatenate(rings)
    return mesh_of(points, np.concatenate(faces), colour, material, crease_deg=crease_deg)


def _lid(n: int) -> npt.NDArray[np.int64]:
    """Faces over n corners: every second corner is cut off until none is left."""
    left, faces = list(range(n)), []
    while len(left) >= 3:
        ring = [*left, left[0]] if len(left) > 3 else left
        faces += [ring[k : k + 3] for k in range(0, len(ring) - 2, 2)]
        left = left[::2] if len(left) > 3 else []
    return np.array(faces, dtype=np.int64)


def inset(outline_mm: FloatArray, by_mm: float) -> FloatArray:
    """A convex counter-clockwise outline (n, 2) drawn in by ``by_mm``."""
    edge = np.roll(outline_mm, -1, axis=0) - outline_mm
    edge /= np.maximum(np.linalg.norm(edge, axis=1, keepdims=True), 1e-9)
    inward = np.stack([-edge[:, 1], edge[:, 0]], axis=1)
    before = np.roll(inward, 1, axis=0)
    half = inward + before
    half /= np.maximum((half * half).sum(axis=1, keepdims=True) / 2.0, 1e-9)
    return np.asarray(outline_mm + half * by_mm)


def _at(points: FloatArray, z_mm: float) -> FloatArray:
    return np.column_stack([points, np.full(len(points), z_mm)])
