"""What the picture shows along the normals of each outline: the strips that edges are read from."""

from __future__ import annotations

import math

import numpy as np

from referee.camera.compiled_camera import project
from referee.core.arrays import F32, F64, I64, U8
from referee.core.compiler import compiled

FIRST_MM = -4.6  # where a strip begins: inside the outline
STEP_MM = 0.4  # from sample to sample
SAMPLES = 26  # of a strip
INNER = (4, 10)  # samples from -3 to -1 mm: the base's own plastic, mostly
OUTER = (17, 26)  # samples from 2.2 mm outward: what the base stands on, mostly
SIDE, PIXEL, NEIGHBOUR, NEIGHBOUR_OUT = range(4)
EXTRAS = 4  # columns: the four above
NEAR_MM = 6.0  # further neighbours are no neighbours
OUT_MM = 1.5  # outside the edge, where neighbours are looked for once more


@compiled
def read_strips(
    image: U8,
    cam: F64,
    poses: F64,
    rings: F64,
    heights_mm: F64,
    strips: F32,
    extras: F32,
    seen: U8,
) -> None:
    """Fill ``strips`` (bases, points, 3, samples) with picture values 0 to 255.

    ``extras`` gets how far the lower edge of the side face shows outside the top's edge, and the
    size of a pixel along the normal, both in mm, and no neighbours; ``seen`` which strips lie in
    the picture.
    """
    rows, columns = image.shape[0], image.shape[1]
    last = FIRST_MM + STEP_MM * (SAMPLES - 1)
    for b in range(poses.shape[0]):
        c, s = math.cos(poses[b, 2]), math.sin(poses[b, 2])
        z = heights_mm[b]
        shrink = (cam[23] - z) / cam[23]
        for k in range(rings.shape[1]):
            ux, uy = rings[b, k, 0], rings[b, k, 1]
            nx = c * rings[b, k, 2] - s * rings[b, k, 3]
            ny = s * rings[b, k, 2] + c * rings[b, k, 3]
            x = poses[b, 0] + c * ux - s * uy
            y = poses[b, 1] + s * ux + c * uy
            low_x = cam[21] + (x - cam[21]) * shrink
            low_y = cam[22] + (y - cam[22]) * shrink
            extras[b, k, SIDE] = nx * (low_x - x) + ny * (low_y - y)
            extras[b, k, NEIGHBOUR] = extras[b, k, NEIGHBOUR_OUT] = NEAR_MM
            u0, v0, _ = project(cam, x + FIRST_MM * nx, y + FIRST_MM * ny, z)
            u1, v1, _ = project(cam, x + last * nx, y + last * ny, z)
            du, dv = (u1 - u0) / (SAMPLES - 1), (v1 - v0) / (SAMPLES - 1)
            length_px = math.sqrt(du * du + dv * dv)
            extras[b, k, PIXEL] = STEP_MM / max(length_px, 1e-9)
            seen[b, k] = 0
            if not (
                min(u0, u1) >= 0.0
                and min(v0, v1) >= 0.0
                and max(u0, u1) < columns - 1.001
                and max(v0, v1) < rows - 1.001
            ):
                for j in range(SAMPLES):
                    for channel in range(3):
                        strips[b, k, channel, j] = 0.0
                continue
            seen[b, k] = 1
            for j in range(SAMPLES):
                u, v = u0 + du * j, v0 + dv * j
                left, top = int(u), int(v)
                p, q = np.float32(u - left), np.float32(v - top)
                one = np.float32(1.0)
                w00, w01, w10, w11 = (
                    (one - q) * (one - p),
                    (one - q) * p,
                    q * (one - p),
                    q * p,
                )
                for channel in range(3):
                    strips[b, k, channel, j] = (
                        w00 * image[top, left, channel]
                        + w01 * image[top, left + 1, channel]
                        + w10 * image[top + 1, left, channel]
                        + w11 * image[top + 1, left + 1, channel]
                    )


@compiled
def outside_mm(edges: F64, radius_mm: float, x: float, y: float) -> float:
    """How far a point of the base frame lies outside an outline; negative inside.

    ``edges`` is the skeleton's edge table (start x, y, direction x, y, length).
    """
    deepest = -1e9
    nearest2 = 1e18
    for i in range(edges.shape[0]):
        dx, dy = x - edges[i, 0], y - edges[i, 1]
        above = dx * edges[i, 3] - dy * edges[i, 2]
        along = dx * edges[i, 2] + dy * edges[i, 3]
        over = min(along, 0.0) + max(along - edges[i, 4], 0.0)
        deepest = max(deepest, above)
        nearest2 = min(nearest2, above * above + over * over)
    if deepest <= 0.0:
        return deepest - radius_mm
    return math.sqrt(nearest2) - radius_mm


@compiled
def read_neighbours(
    who: I64,
    poses: F64,
    rings: F64,
    reaches_mm: F64,
    edges: F64,
    firsts: I64,
    radii_mm: F64,
    extras: F32,
) -> None:
    """How far the nearest other outline is, at the edge and outside it.

    ``poses`` and ``rings`` are of all bases; the rows of ``extras`` are those of ``who``.
    """
    bases = poses.shape[0]
    for row in range(who.shape[0]):
        b = who[row]
        cb, sb = math.cos(poses[b, 2]), math.sin(poses[b, 2])
        for o in range(bases):
            dx, dy = poses[b, 0] - poses[o, 0], poses[b, 1] - poses[o, 1]
            reach = reaches_mm[b] + reaches_mm[o] + NEAR_MM
            if o == b or dx * dx + dy * dy > reach * reach:
                continue
            c, s = math.cos(poses[o, 2]), math.sin(poses[o, 2])
            table = edges[firsts[o] : firsts[o + 1]]
            for k in range(rings.shape[1]):
                for column, out in ((NEIGHBOUR, 0.0), (NEIGHBOUR_OUT, OUT_MM)):
                    px = rings[b, k, 0] + out * rings[b, k, 2]
                    py = rings[b, k, 1] + out * rings[b, k, 3]
                    x = dx + cb * px - sb * py
                    y = dy + sb * px + cb * py
                    far = outside_mm(table, radii_mm[o], c * x + s * y, c * y - s * x)
                    extras[row, k, column] = min(extras[row, k, column], far)
