"""The empty scene, rendered once per look: print, table, rim and clutter, light by light."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numba import njit

from referee.core.field import FieldProfile
from referee.sim.art.mesh import Material, Mesh, join, mesh_of
from referee.sim.look import Look
from referee.sim.render.arrays import F32, F64, U8, linear, linear_bgr
from referee.sim.render.batch import SHINE, Batch, Work, make_batch
from referee.sim.render.lamps import SIZE, pack_lamps
from referee.sim.render.optics import board_seen, pack_camera
from referee.sim.render.quality import SAMPLES, Compression, Quality
from referee.sim.render.raster import draw
from referee.sim.render.shading import BOUNCE, shade_vertices
from referee.sim.render.shadows import DISC, ShadowMaps, cast, forget, soften
from referee.sim.render.static_light import (
    light_planes,
    pane_shares,
    positions_of_depth,
    print_colours,
)
from referee.sim.render.vertices import place_vertices

TABLE_Z_MM = -45.0
STILL_PASSES = 4
SKY_BGR = np.array([1.04, 1.0, 0.97])


@dataclass(frozen=True)
class Background:
    """The empty scene in linear light, ready for moving things and their shadows."""

    layers: F32  # (lamps + 1, rows, columns, 3); the last one is light from all around
    position: F32  # (rows, columns, 3): the point each pixel sees
    near: F32  # (rows, columns): 1 / depth of rim and clutter, 0 where there is only a plane
    panes: F32  # (lamps, map rows, map columns): light past windows and still things
    lamps: F64
    ambient: F64
    bounce: F64


def build_background(
    profile: FieldProfile,
    look: Look,
    quality: Quality,
    maps: ShadowMaps,
    print_bgr: tuple[U8, float, float],
    px_per_mm: float,
    clutter: list[Mesh],
) -> Background:
    """Render everything that stands still. ``maps`` are used and left empty."""
    camera = look.camera
    cam, lamps = pack_camera(camera), pack_lamps(look, profile)
    ambient = look.ambient * SKY_BGR
    bounce = BOUNCE * linear_bgr(look.field.turf).astype(np.float64) * (look.ambient + 0.6)
    near, far = board_seen(camera, 0.0), board_seen(camera, TABLE_Z_MM)
    image, x0_mm, y0_mm = print_bgr
    art = linear(np.arange(256) / 255.0)[image]
    metal = np.array(
        [
            profile.metal_left_x_mm,
            profile.metal_near_y_mm,
            profile.metal_right_x_mm,
            profile.metal_far_y_mm,
        ]
    )
    colour, position = print_colours(
        near,
        far,
        metal,
        quality.background_grid,
        art,
        x0_mm,
        y0_mm,
        px_per_mm,
        table_colours(look, far),
        np.array([TABLE_Z_MM], dtype=np.float32),
    )
    still = make_batch([rim_mesh(profile, look), *clutter])
    work = still.work(len(lamps))
    active = np.ones(still.parts, dtype=np.uint8)
    _place(cam, still, work, active)
    layers = np.zeros((len(lamps) + 1, camera.height_px, camera.width_px, 3), dtype=np.float32)
    panes = np.zeros((len(lamps), *maps.lit.shape[1:]), dtype=np.float32)
    offsets = Quality("still", STILL_PASSES, 1.0, 1, Compression.NONE).lamp_points()
    no_drift = np.zeros((still.parts, 2))
    for dx, dy in offsets:
        moved = lamps.copy()
        moved[:, 0] += 0.5 * lamps[:, SIZE] * dx
        moved[:, 1] += 0.5 * lamps[:, SIZE] * dy
        cast(
            moved,
            maps.grid,
            work.place,
            still.vertex_range,
            still.triangles,
            still.triangle_part,
            still.alpha,
            active,
            no_drift,
            maps.height,
            maps.touched,
            maps.block_top,
        )
        soften(moved, maps.cell_mm, 0.5, DISC, maps.height, maps.touched, maps.block_top, maps.lit)
        shares = np.full(len(lamps), 1.0 / STILL_PASSES)
        light_planes(
            cam,
            moved,
            shares,
            maps.grid,
            maps.height,
            maps.lit,
            panes,
            ambient,
            look.field.gloss,
            colour,
            position,
            layers,
        )
        pane_shares(moved, maps.grid, maps.lit, 1.0 / STILL_PASSES, panes)
        forget(maps.height, maps.touched, maps.block_top, maps.lit)
    depth = _draw_still(cam, lamps, maps, ambient, bounce, still, work, active, layers)
    positions_of_depth(cam, near, depth, position)
    return Background(layers, position, depth, panes, lamps, ambient, bounce)


def _place(cam: F64, batch: Batch, work: Work, active: U8) -> None:
    place_vertices(
        cam,
        batch.vertices,
        batch.normals,
        batch.vertex_range,
        np.tile(np.eye(4), (batch.parts, 1, 1)),
        np.zeros((batch.parts, 5)),
        active,
        0.0,
        work.place,
        work.normal,
        work.screen,
        work.motion,
        np.zeros((batch.parts, 4), dtype=np.float32),
    )


def _draw_still(
    cam: F64,
    lamps: F64,
    maps: ShadowMaps,
    ambient: F64,
    bounce: F64,
    still: Batch,
    work: Work,
    active: U8,
    layers: F32,
) -> F32:
    """Draw rim and clutter into every layer; returns their 1 / depth."""
    rows, columns = layers.shape[1], layers.shape[2]
    near = np.zeros((rows, columns, SAMPLES), dtype=np.float32)
    colour = np.zeros((rows, columns, SAMPLES, 3), dtype=np.float32)
    cover = np.zeros((rows, columns, SAMPLES), dtype=np.float32)
    owner = np.zeros((rows, columns, SAMPLES), dtype=np.uint8)
    depth = np.zeros((rows, columns), dtype=np.float32)
    nothing = np.zeros((rows, columns), dtype=np.float32)
    panes = np.ones((len(lamps), 2, 2), dtype=np.float32)
    cast(
        lamps,
        maps.grid,
        work.place,
        still.vertex_range,
        still.triangles,
        still.triangle_part,
        still.alpha,
        active,
        np.zeros((still.parts, 2)),
        maps.height,
        maps.touched,
        maps.block_top,
    )
    passes = Quality("still", STILL_PASSES, 1.0, 1, Compression.NONE).samples()
    for k in range(len(lamps) + 1):
        only = lamps.copy()
        only[np.arange(len(lamps)) != k, 4:7] = 0.0
        around = ambient if k == len(lamps) else 0.0 * ambient
        back = bounce if k == len(lamps) else 0.0 * bounce
        shade_vertices(
            cam,
            only,
            maps.grid,
            around,
            back,
            SHINE,
            maps.height,
            panes,
            still.vertex_range,
            still.vertex_material,
            still.occlusion,
            active,
            work.place,
            work.normal,
            work.ambient,
            work.diffuse,
            work.mirror,
            work.light,
            work.highlight,
        )
        total = np.zeros((rows, columns, 4), dtype=np.float32)
        for samples in passes:
            draw(
                samples,
                only,
                maps.grid,
                maps.height,
                panes,
                still.triangles,
                still.triangle_part,
                still.colours,
                still.alpha,
                still.flat,
                active,
                1,
                work.place,
                work.screen,
                work.motion,
                work.ambient,
                work.diffuse,
                work.mirror,
                work.light,
                work.highlight,
                nothing,
                near,
                colour,
                cover,
                owner,
            )
            _collect(near, colour, cover, owner, 1.0 / (SAMPLES * len(passes)), total, depth)
        layers[k] *= 1.0 - total[..., 3:]
        layers[k] += total[..., :3]
    forget(maps.height, maps.touched, maps.block_top, maps.lit)
    return depth


@njit(cache=True, nogil=True)
def _collect(
    near: F32, colour: F32, cover: F32, owner: U8, share: float, total: F32, depth: F32
) -> None:
    """Sum samples and empty them; depth is kept where half of a pixel's samples were met."""
    for r in range(near.shape[0]):
        for c in range(near.shape[1]):
            met = 0
            nearest = np.float32(0.0)
            for s in range(near.shape[2]):
                if near[r, c, s] <= 0.0:
                    continue
                met += 1
                nearest = max(nearest, near[r, c, s])
                for b in range(3):
                    total[r, c, b] += share * colour[r, c, s, b]
                    colour[r, c, s, b] = 0.0
                total[r, c, 3] += share * cover[r, c, s]
                near[r, c, s] = 0.0
                cover[r, c, s] = 0.0
                owner[r, c, s] = 0
            if 2 * met >= near.shape[2]:
                depth[r, c] = nearest


def rim_mesh(profile: FieldProfile, look: Look) -> Mesh:
    """The frame around the metal: four bars with a rounded top edge, in short pieces."""
    x0, x1 = profile.metal_left_x_mm, profile.metal_right_x_mm
    y0, y1 = profile.metal_near_y_mm, profile.metal_far_y_mm
    w, h = look.field.rim_width_mm, look.field.rim_height_mm
    soft = min(1.5, 0.3 * w, 0.5 * h)
    inner = [(0.0, 0.0), (0.0, h - soft), (soft * 0.4, h - soft * 0.35), (soft, h)]
    outer = [(w - soft, h), (w - soft * 0.4, h - soft * 0.35), (w, h - soft), (w, TABLE_Z_MM)]
    profile_line = inner + outer
    bars = []
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    for i in range(4):
        (ax, ay), (bx, by) = corners[i], corners[(i + 1) % 4]
        along = np.array([np.sign(bx - ax), np.sign(by - ay)])
        out = np.array([along[1], -along[0]])
        long = abs(bx - ax) + abs(by - ay)
        count = max(2, int(long // 15))
        rows = []
        for k in range(count + 1):
            t = k / count
            for off, z in profile_line:
                mitre = (2.0 * t - 1.0) * off
                p = np.array([ax, ay]) + along * (t * long + mitre) + out * off
                rows.append((p[0], p[1], z))
        n = len(profile_line)
        faces = []
        for k in range(count):
            for j in range(n - 1):
                a, b = k * n + j, k * n + j + 1
                c, d = a + n, b + n
                faces += [(a, b, c), (b, d, c)]
        bars.append(mesh_of(np.array(rows), np.array(faces), look.field.rim, Material.METAL))
    return join(bars)


def table_colours(look: Look, far: F32) -> F32:
    """Linear BGR of the table at every pixel: plain, wood or cloth."""
    rng = np.random.default_rng([look.seed, 23])
    tint = linear_bgr(look.table)
    x, y = far[..., 0], far[..., 1]
    if look.table_texture == 1:
        grain = _noise(rng, x, y, 160.0, 3.0) * 0.5 + _noise(rng, x, y, 60.0, 1.6) * 0.3
        rings = np.sin(0.11 * y + 5.0 * _noise(rng, x, y, 420.0, 60.0))
        plank = np.floor((y + 900.0) / 118.0)
        shade = 0.18 * np.sin(plank * 12.9898) + 0.10 * rings + 0.35 * grain
        seam = np.abs((y + 900.0) / 118.0 - plank - 0.5) > 0.492
        value = np.clip(1.0 + shade, 0.4, 1.8) * np.where(seam, 0.45, 1.0)
    elif look.table_texture == 2:
        weave = 0.5 + 0.25 * (np.sin(x * 2.1) * np.sin(y * 2.1))
        value = 0.75 + 0.3 * weave + 0.18 * _noise(rng, x, y, 90.0, 90.0)
    else:
        value = 1.0 + 0.06 * _noise(rng, x, y, 200.0, 200.0) + 0.03 * _noise(rng, x, y, 8.0, 8.0)
    return np.ascontiguousarray((tint * value[..., None]).astype(np.float32))


def _noise(rng: np.random.Generator, x: F32, y: F32, long_mm: float, wide_mm: float) -> F32:
    """Smooth noise, about -1 to 1, with the given grain along x and y; repeats after 256 grains."""
    tile = rng.standard_normal((256, 256)).astype(np.float32)
    u = np.mod(x / long_mm, 255.0).astype(np.float32)
    v = np.mod(y / wide_mm, 255.0).astype(np.float32)
    return np.asarray(cv2.remap(tile, u, v, cv2.INTER_CUBIC), dtype=np.float32)
