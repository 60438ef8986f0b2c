"""Light on the corners of meshes: Lambert, a highlight, light from all around, shadows."""

from __future__ import annotations

import math

from numba import njit

from referee.sim.render.arrays import F32, F64, U8, CornerArrays, ShadowArrays
from referee.sim.render.faces.mesh_batch import MeshBatch
from referee.sim.render.light.lamps import BLUE, REFERENCE2, X, Y, Z
from referee.sim.render.light.shadow_lookup import blocked_at, on_board, smooth_at

BOUNCE = 0.35  # share of the light on the board that comes back up
AROUND_LOW = 0.45  # light from the side, against light from above


@njit(cache=True, nogil=True, fastmath=True)
def shade_vertices(
    cam: F64,
    lamps: F64,
    shadows: ShadowArrays,
    ambient: F64,
    bounce: F64,
    shine: F32,
    batch: MeshBatch,
    active: U8,
    corners: CornerArrays,
) -> None:
    """Fill the light of every corner that may be seen. ``ambient``, ``bounce``: linear BGR."""
    grid, height, above, panes = shadows
    vertex_range, material, occlusion = batch.vertex_range, batch.vertex_material, batch.occlusion
    place, normal, _, _, out_ambient, out_diffuse, out_mirror, out_light, out_highlight = corners
    count = len(lamps)
    for part in range(len(active)):
        if active[part] == 0:
            continue
        for i in range(vertex_range[part], vertex_range[part + 1]):
            x, y, z = place[i, 0], place[i, 1], place[i, 2]
            nx, ny, nz = normal[i, 0], normal[i, 1], normal[i, 2]
            ex, ey, ez = cam[21] - x, cam[22] - y, cam[23] - z
            far = 1.0 / math.sqrt(ex * ex + ey * ey + ez * ez)
            ex, ey, ez = ex * far, ey * far, ez * far
            open_share = occlusion[i]
            up = 0.5 + 0.5 * nz
            for c in range(3):
                sky = ambient[c] * (AROUND_LOW + (1.0 - AROUND_LOW) * up)
                value = open_share * (sky + bounce[c] * (1.0 - up))
                out_ambient[i, c] = value
                out_light[i, c] = value
                out_highlight[i, c] = 0.0
            if ex * nx + ey * ny + ez * nz < -0.4:  # no face that is seen has such a corner
                for k in range(count):
                    out_diffuse[i, k] = out_mirror[i, k] = 0.0
                continue
            strength, power = shine[material[i], 0], shine[material[i], 1]
            for k in range(count):
                lx, ly, lz = lamps[k, X] - x, lamps[k, Y] - y, lamps[k, Z] - z
                d2 = lx * lx + ly * ly + lz * lz
                inv = 1.0 / math.sqrt(d2)
                lx, ly, lz = lx * inv, ly * inv, lz * inv
                facing = lx * nx + ly * ny + lz * nz
                if facing <= 0.0:
                    out_diffuse[i, k] = 0.0
                    out_mirror[i, k] = 0.0
                    continue
                reach = lamps[k, REFERENCE2] / d2
                diffuse = facing * reach
                hx, hy, hz = lx + ex, ly + ey, lz + ez
                h = (hx * nx + hy * ny + hz * nz) / math.sqrt(hx * hx + hy * hy + hz * hz)
                gleam = 0.0
                if h > 0.6:
                    gleam = (
                        strength * (power + 8.0) * 0.125 * math.exp(power * math.log(h)) * diffuse
                    )
                out_diffuse[i, k] = diffuse
                out_mirror[i, k] = gleam
                qx, qy = on_board(lamps[k], x, y, z)
                gx, gy = (qx - grid[0]) / grid[2], (qy - grid[1]) / grid[2]
                seen = 1.0 - blocked_at(height, above, k, gx, gy, z)
                if seen > 0.0:
                    seen *= smooth_at(panes, k, gx, gy)
                    soft = 0.4 + 0.6 * open_share
                    for c in range(3):
                        colour = lamps[k, BLUE + c] * seen
                        out_light[i, c] += colour * diffuse * soft
                        out_highlight[i, c] += colour * gleam * open_share
