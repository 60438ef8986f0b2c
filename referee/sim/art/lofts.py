"""Skins over rings: what limbs, helmets, cups and balls are made of."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from referee.sim.art.mesh import Float32, FloatArray, Material, Mesh, Rgb, mesh_of


def loft(
    rings: Sequence[FloatArray],
    colour: Rgb | Sequence[Rgb] | Float32 = (0.5, 0.5, 0.5),
    material: Material = Material.SATIN,
    crease_deg: float = 50.0,
) -> Mesh:
    """A closed skin over rings (each (n, 3), the same n), with flat lids at both ends.

    ``colour`` is one colour or one for each band between two rings.
    """
    n = len(rings[0])
    points = np.concatenate([*rings, rings[0].mean(axis=0)[None], rings[-1].mean(axis=0)[None]])
    here = np.arange(n)
    after = (here + 1) % n
    faces = []
    for k in range(len(rings) - 1):
        low, high = k * n, (k + 1) * n
        faces.append(np.stack([low + here, low + after, high + after], axis=1))
        faces.append(np.stack([low + here, high + after, high + here], axis=1))
    first, last = len(rings) * n, len(rings) * n + 1
    top = (len(rings) - 1) * n
    faces.append(np.stack([np.full(n, first), after, here], axis=1))
    faces.append(np.stack([np.full(n, last), top + here, top + after], axis=1))
    triangles = np.concatenate(faces).astype(np.int64)
    if _volume(points, triangles) < 0.0:
        triangles = triangles[:, ::-1]
    bands = np.asarray(colour, dtype=np.float32).reshape(-1, 3)
    bands = np.broadcast_to(bands, (len(rings) - 1, 3))
    lids = np.repeat(bands[[0, -1]], n, axis=0)
    colours = np.concatenate([np.repeat(bands, 2 * n, axis=0), lids])
    return mesh_of(points, triangles, colours, material, crease_deg=crease_deg)


def oval(
    centre: npt.ArrayLike,
    u: npt.ArrayLike,
    v: npt.ArrayLike,
    sides: int,
    squareness: float = 2.0,
    turn: float = 0.0,
) -> FloatArray:
    """A ring: a superellipse with half axes ``u`` and ``v``; 2 is an ellipse, 4 nearly a box."""
    angles = 2.0 * math.pi * (np.arange(sides) + turn) / sides
    c, s = np.cos(angles), np.sin(angles)
    power = 2.0 / squareness
    c = np.sign(c) * np.abs(c) ** power
    s = np.sign(s) * np.abs(s) ** power
    return np.asarray(
        np.asarray(centre, dtype=float)
        + np.outer(c, np.asarray(u, dtype=float))
        + np.outer(s, np.asarray(v, dtype=float))
    )


def limb(
    path_mm: Sequence[npt.ArrayLike] | FloatArray,
    radii_mm: Sequence[float] | FloatArray,
    sides: int = 6,
    colour: Rgb | Sequence[Rgb] = (0.5, 0.5, 0.5),
    material: Material = Material.SATIN,
    flatten: float = 1.0,
    across: npt.ArrayLike = (0.0, 1.0, 0.0),
) -> Mesh:
    """A tube with a radius at every point and rounded ends: arms, legs, fingers, bars.

    ``flatten`` squeezes the section at right angles to ``across``; ``colour`` is one colour or one
    for each stretch between two points.
    """
    points = np.asarray(path_mm, dtype=float).reshape(-1, 3)
    step = np.diff(points, axis=0)
    step /= np.maximum(np.linalg.norm(step, axis=1, keepdims=True), 1e-9)
    along = np.concatenate([step[:1], step[:-1] + step[1:], step[-1:]])
    along /= np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-9)
    hint = np.asarray(across, dtype=float)
    rings = []
    last = len(points) - 1
    for k, (p, d, r) in enumerate(zip(points, along, radii_mm, strict=True)):
        side = hint - d * float(hint @ d)
        if np.linalg.norm(side) < 0.2:
            side = np.array([1.0, 0.0, 0.0]) - d * d[0]
        side = side / np.linalg.norm(side)
        other = np.cross(d, side) * flatten
        if k == 0:
            rings.append(oval(p - d * r * 0.55, side * r * 0.62, other * r * 0.62, sides))
        rings.append(oval(p, side * r, other * r, sides))
        if k == last:
            rings.append(oval(p + d * r * 0.55, side * r * 0.62, other * r * 0.62, sides))
    bands = np.asarray(colour, dtype=np.float32).reshape(-1, 3)
    if len(bands) > 1:
        bands = np.concatenate([bands[:1], bands, bands[-1:]])
    return loft(rings, bands, material, crease_deg=75.0)


def rounded_path(
    path_mm: Sequence[npt.ArrayLike], radii_mm: Sequence[float], steps: int
) -> tuple[FloatArray, FloatArray]:
    """More points on a smooth curve through a path, with radii to match (Catmull-Rom)."""
    known = np.column_stack([np.asarray(path_mm, dtype=float), np.asarray(radii_mm, dtype=float)])
    padded = np.concatenate([2 * known[:1] - known[1:2], known, 2 * known[-1:] - known[-2:-1]])
    rows = []
    for k in range(1, len(padded) - 2):
        p0, p1, p2, p3 = padded[k - 1 : k + 3]
        t = (np.arange(steps) / steps)[:, None]
        rows.append(
            p1
            + 0.5 * t * (p2 - p0)
            + t**2 * (p0 - 2.5 * p1 + 2.0 * p2 - 0.5 * p3)
            + t**3 * (1.5 * (p1 - p2) + 0.5 * (p3 - p0))
        )
    smooth = np.concatenate([*rows, padded[-2:-1]])
    return smooth[:, :3], np.maximum(smooth[:, 3], 0.05)


def _volume(points: FloatArray, triangles: npt.NDArray[np.int64]) -> float:
    a, b, c = (points[triangles[:, k]] for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum())
