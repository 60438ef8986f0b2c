"""Jersey numbers: strokes laid onto a figure's back, chest and shoulders."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.sim.art.mesh import FloatArray, Material, Mesh, Rgb, mesh_of
from referee.sim.art.print.letters import GRID_HEIGHT, segments_of

ABOVE_MM = 0.24  # strokes bridge the facets they lie on: nearer ones would cut into them


@dataclass(frozen=True, slots=True)
class NumberPatch:
    """Where a number goes: the middle of the cloth, reading direction, upward, out of the cloth."""

    middle_mm: FloatArray
    right: FloatArray
    up: FloatArray
    out: FloatArray
    height_mm: float
    stroke_mm: float
    cuts: int = 3


def number_mesh(number: int, patch: NumberPatch, surface: FloatArray, colour: Rgb) -> Mesh | None:
    """The digits as thin quads that follow ``surface`` (triangle corners, (n, 3, 3))."""
    segments, width = segments_of(str(number), gap=2.2)
    scale = patch.height_mm / GRID_HEIGHT
    half = patch.stroke_mm / 2
    corners: list[FloatArray] = []
    for start, end in (segments - (width / 2, GRID_HEIGHT / 2)) * scale:
        along = end - start
        length = float(np.linalg.norm(along))
        along = along / length
        side = np.array([-along[1], along[0]]) * half
        cuts = patch.cuts if length > 1.4 else 1
        for t0, t1 in zip(np.arange(cuts) / cuts, (np.arange(cuts) + 1) / cuts, strict=True):
            a = start + along * (length * t0 - (half if t0 == 0.0 else 0.0))
            b = start + along * (length * t1 + (half if t1 == 1.0 else 0.0))
            corners.append(np.stack([a - side, b - side, b + side, a + side]))
    flat = np.concatenate(corners)
    origin = patch.middle_mm + flat[:, :1] * patch.right + flat[:, 1:] * patch.up + patch.out * 8.0
    depth = _first_hit(origin, -patch.out, surface)
    whole = np.isfinite(depth).reshape(-1, 4).all(axis=1)
    if not whole.any():
        return None
    placed = origin - patch.out * (np.where(np.isfinite(depth), depth, 0.0) - ABOVE_MM)[:, None]
    first = 4 * np.flatnonzero(whole)[:, None]
    faces = np.concatenate([first + np.array([0, 1, 2]), first + np.array([0, 2, 3])])
    return mesh_of(placed, faces, colour, Material.SATIN, crease_deg=60.0)


def _first_hit(origins: FloatArray, direction: FloatArray, surface: FloatArray) -> FloatArray:
    """Distance along ``direction`` to the nearest triangle, infinite where nothing is hit."""
    a = surface[:, 0]
    u, v = surface[:, 1] - a, surface[:, 2] - a
    p = np.cross(direction, v)
    det = np.einsum("ij,ij->i", u, p)
    safe = np.where(np.abs(det) < 1e-9, 1.0, det)
    t = origins[:, None, :] - a
    b1 = np.einsum("nij,ij->ni", t, p) / safe
    q = np.cross(t, u)
    b2 = (q @ direction) / safe
    distance = np.einsum("nij,ij->ni", q, v) / safe
    hit = (np.abs(det) > 1e-9) & (b1 >= -1e-6) & (b2 >= -1e-6) & (b1 + b2 <= 1.000001)
    return np.asarray(np.where(hit, distance, np.inf).min(axis=1))
