"""Move the corners of all meshes to where they are, and see where they fall in the picture."""

from __future__ import annotations

import math

import numpy as np
from numba import njit

from referee.sim.render.arrays import F32, F64, U8, CornerArrays
from referee.sim.render.faces.mesh_batch import MeshBatch
from referee.sim.render.optics import project


@njit(cache=True, nogil=True, fastmath=True)
def place_vertices(
    cam: F64,
    batch: MeshBatch,
    matrices: F64,
    motion: F64,
    active: U8,
    exposure_s: float,
    corners: CornerArrays,
    boxes: F32,
) -> None:
    """Fill place, normal, screen and motion; ``boxes`` gets each part's box in the picture.

    ``motion`` (parts, 5): velocity in mm/s, spin in rad/s, and the point it spins about.
    """
    vertices, normals, vertex_range = batch.vertices, batch.normals, batch.vertex_range
    place, normal, screen, smear = corners.place, corners.normal, corners.screen, corners.motion
    for part in range(len(active)):
        if active[part] == 0:
            continue
        m = matrices[part]
        vx, vy, spin, about_x, about_y = motion[part]
        u0, v0, _ = project(cam, about_x, about_y, 0.0)
        ux, vx_row, _ = project(cam, about_x + 1.0, about_y, 0.0)
        uy, vy_row, _ = project(cam, about_x, about_y + 1.0, 0.0)
        left, top, right, bottom = 1e9, 1e9, -1e9, -1e9
        for i in range(vertex_range[part], vertex_range[part + 1]):
            a, b, c = vertices[i, 0], vertices[i, 1], vertices[i, 2]
            x = m[0, 0] * a + m[0, 1] * b + m[0, 2] * c + m[0, 3]
            y = m[1, 0] * a + m[1, 1] * b + m[1, 2] * c + m[1, 3]
            z = m[2, 0] * a + m[2, 1] * b + m[2, 2] * c + m[2, 3]
            place[i, 0], place[i, 1], place[i, 2] = x, y, z
            a, b, c = normals[i, 0], normals[i, 1], normals[i, 2]
            normal[i, 0] = m[0, 0] * a + m[0, 1] * b + m[0, 2] * c
            normal[i, 1] = m[1, 0] * a + m[1, 1] * b + m[1, 2] * c
            normal[i, 2] = m[2, 0] * a + m[2, 1] * b + m[2, 2] * c
            u, v, depth = project(cam, x, y, z)
            screen[i, 0], screen[i, 1], screen[i, 2] = u, v, 1.0 / depth
            wx = (vx - spin * (y - about_y)) * exposure_s
            wy = (vy + spin * (x - about_x)) * exposure_s
            du = (ux - u0) * wx + (uy - u0) * wy
            dv = (vx_row - v0) * wx + (vy_row - v0) * wy
            smear[i, 0], smear[i, 1] = du, dv
            left = min(left, u - 0.5 * abs(du))
            right = max(right, u + 0.5 * abs(du))
            top = min(top, v - 0.5 * abs(dv))
            bottom = max(bottom, v + 0.5 * abs(dv))
        boxes[part, 0], boxes[part, 1] = left, top
        boxes[part, 2], boxes[part, 3] = right, bottom


def upright(x_mm: float, y_mm: float, heading_deg: float, z_mm: float = 0.0) -> F64:
    """The 4 x 4 matrix that stands a thing on the board."""
    a = math.radians(heading_deg)
    c, s = math.cos(a), math.sin(a)
    return np.array(
        [[c, -s, 0.0, x_mm], [s, c, 0.0, y_mm], [0.0, 0.0, 1.0, z_mm], [0.0, 0.0, 0.0, 1.0]]
    )
