"""How open each corner of a mesh is to light from above: folds, feet and undersides are darker."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from referee.sim.art.mesh import Mesh
from referee.sim.render.arrays import F32, F64, I32

DIRECTIONS = 26
CELL_MM = 0.8
BIAS_MM = 0.7
CLOSED = 0.25  # what is left where nothing of the sky is seen


def open_shares(mesh: Mesh) -> F32:
    """Per corner, from ``CLOSED`` to 1."""
    k = np.arange(DIRECTIONS)
    z = 0.12 + 0.88 * (k + 0.5) / DIRECTIONS
    angle = k * (math.pi * (3.0 - math.sqrt(5.0)))
    flat = np.sqrt(1.0 - z * z)
    sky = np.stack([flat * np.cos(angle), flat * np.sin(angle), z], axis=1)
    share = np.zeros(len(mesh.vertices_mm), dtype=np.float32)
    _gather(mesh.vertices_mm, mesh.normals, mesh.triangles, sky, share)
    return share


@njit(cache=True, nogil=True, fastmath=True)
def _gather(vertices: F32, normals: F32, triangles: I32, sky: F64, share: F32) -> None:
    """For each direction draw what is nearest to it, then see which corners are not hidden."""
    n = len(vertices)
    flat = np.empty((n, 3), dtype=np.float32)
    weights = np.full(n, 1e-6, dtype=np.float32)
    for k in range(len(sky)):
        dx, dy, dz = sky[k, 0], sky[k, 1], sky[k, 2]
        long = math.sqrt(dx * dx + dy * dy)
        ux, uy = -dy / long, dx / long
        vx, vy, vz = -dz * uy, dz * ux, dx * uy - dy * ux
        left, low, right, high = 1e9, 1e9, -1e9, -1e9
        for i in range(n):
            x, y, z = vertices[i, 0], vertices[i, 1], vertices[i, 2]
            a = (ux * x + uy * y) / CELL_MM
            b = (vx * x + vy * y + vz * z) / CELL_MM
            flat[i, 0], flat[i, 1], flat[i, 2] = a, b, dx * x + dy * y + dz * z
            left, right, low, high = min(left, a), max(right, a), min(low, b), max(high, b)
        columns, rows = int(right - left) + 3, int(high - low) + 3
        near = np.full((rows, columns), -1e9, dtype=np.float32)
        for t in range(len(triangles)):
            i, j, m = triangles[t, 0], triangles[t, 1], triangles[t, 2]
            x0, y0 = flat[i, 0] - left + 1.0, flat[i, 1] - low + 1.0
            x1, y1 = flat[j, 0] - left + 1.0, flat[j, 1] - low + 1.0
            x2, y2 = flat[m, 0] - left + 1.0, flat[m, 1] - low + 1.0
            area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0)
            if area < 1e-6:
                continue
            for r in range(math.ceil(min(y0, y1, y2)), math.floor(max(y0, y1, y2)) + 1):
                for c in range(math.ceil(min(x0, x1, x2)), math.floor(max(x0, x1, x2)) + 1):
                    w1 = ((c - x0) * (y2 - y0) - (x2 - x0) * (r - y0)) / area
                    w2 = ((x1 - x0) * (r - y0) - (c - x0) * (y1 - y0)) / area
                    if w1 >= 0.0 and w2 >= 0.0 and w1 + w2 <= 1.0:
                        d = flat[i, 2] + w1 * (flat[j, 2] - flat[i, 2])
                        d += w2 * (flat[m, 2] - flat[i, 2])
                        near[r, c] = max(near[r, c], d)
        for i in range(n):
            facing = normals[i, 0] * dx + normals[i, 1] * dy + normals[i, 2] * dz
            if facing <= 0.0:
                continue
            weights[i] += facing
            c, r = int(flat[i, 0] - left + 1.5), int(flat[i, 1] - low + 1.5)
            if near[r, c] <= flat[i, 2] + BIAS_MM:
                share[i] += facing
    for i in range(n):
        share[i] = CLOSED + (1.0 - CLOSED) * share[i] / weights[i]
