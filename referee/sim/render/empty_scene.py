"""The empty scene, rendered once per look: print, table, rim and clutter, light by light."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numba import njit

from referee.core.field.field_profile import FieldProfile
from referee.sim.art.mesh import Mesh, linear
from referee.sim.art.props.clutter import TABLE_Z_MM
from referee.sim.look import SceneLook
from referee.sim.render.actors import Actors, SampleBuffers, StillSurroundings
from referee.sim.render.arrays import F32, F64, U8, U16, linear_bgr
from referee.sim.render.compose import LAYER_UNIT
from referee.sim.render.light.lamps import BLUE, RED, lamps_at, pack_lamps
from referee.sim.render.light.shading import BOUNCE
from referee.sim.render.light.shadow_maps import ShadowMaps
from referee.sim.render.light.static_light import (
    light_planes,
    pane_shares,
    positions_of_depth,
    print_colours,
)
from referee.sim.render.optics import board_seen
from referee.sim.render.quality import JpegCompression, RenderQuality
from referee.sim.render.table import rim_mesh, table_colours

STILL = RenderQuality("still", 4, 1.0, 1, JpegCompression.NONE)
SKY_BGR = np.array([1.04, 1.0, 0.97])


@dataclass(frozen=True)
class EmptyScene:
    """The empty scene in linear light, ready for moving things and their shadows."""

    layers: U16  # (rows, columns, lamps + 1, 3); the last one is light from all around
    empty: F32  # (3, rows, columns): the sum of all layers
    position: F32  # (rows, columns, 3): the point each pixel sees
    lamps: F64
    around: StillSurroundings


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """The printed sheet: BGR bytes, row 0 at the far edge."""

    image: U8
    left_x_mm: float
    near_y_mm: float
    px_per_mm: float


@dataclass(frozen=True, slots=True)
class AmbientLight:
    """Light without a place: from all around, and from the board below."""

    ambient: F64
    bounce: F64


def metal_edges(profile: FieldProfile) -> tuple[float, float, float, float]:
    """Left, near, right and far edge of the metal."""
    return (
        profile.metal_left_x_mm,
        profile.metal_near_y_mm,
        profile.metal_right_x_mm,
        profile.metal_far_y_mm,
    )


def build_empty_scene(
    profile: FieldProfile,
    look: SceneLook,
    quality: RenderQuality,
    maps: ShadowMaps,
    sheet: PrintedSheet,
    clutter: list[Mesh],
) -> EmptyScene:
    """Render everything that stands still. ``maps`` are used and left empty."""
    camera = look.camera
    cam, lamps = camera.packed, pack_lamps(look, profile)
    ambient = look.ambient * SKY_BGR
    bounce = BOUNCE * linear_bgr(look.field.turf).astype(np.float64) * (look.ambient + 0.6)
    near, far = board_seen(camera, 0.0), board_seen(camera, TABLE_Z_MM)
    colour, position = print_colours(
        near,
        far,
        np.array(metal_edges(profile)),
        quality.background_grid,
        linear(np.arange(256) / 255.0)[sheet.image],
        sheet.left_x_mm,
        sheet.near_y_mm + sheet.image.shape[0] / sheet.px_per_mm,
        sheet.px_per_mm,
        table_colours(look, far),
        TABLE_Z_MM,
    )
    still = Actors([rim_mesh(profile, look), *clutter], len(lamps), 1)
    still.active[:] = 1
    still.place(cam, 0.0, still.active)
    layers = np.zeros((len(lamps) + 1, camera.height_px, camera.width_px, 3), dtype=np.float32)
    panes = np.zeros((len(lamps), *maps.dark.shape[1:]), dtype=np.float32)
    share = 1.0 / len(STILL.lamp_points())
    for point in STILL.lamp_points():
        moved = lamps_at(lamps, point)
        still.cast(moved, maps, 0.0, still.active)
        maps.soften(moved, STILL.passes)
        light_planes(
            cam,
            moved,
            share,
            maps.grid,
            maps.height,
            maps.above,
            maps.dark,
            ambient,
            look.field.gloss,
            colour,
            position,
            layers,
        )
        pane_shares(moved, maps.grid, maps.dark, share, panes)
        maps.forget()
    depth = _draw_still(cam, lamps, maps, AmbientLight(ambient, bounce), still, layers)
    positions_of_depth(cam, near, depth, position)
    whole = np.clip(np.rint(layers.transpose(1, 2, 0, 3) * LAYER_UNIT), 0, 65535)
    packed = np.ascontiguousarray(whole.astype(np.uint16))
    empty = packed.sum(axis=2, dtype=np.float32).transpose(2, 0, 1) / np.float32(LAYER_UNIT)
    return EmptyScene(
        packed,
        np.ascontiguousarray(empty),
        position,
        lamps,
        StillSurroundings(ambient, bounce, panes, depth),
    )


def _draw_still(
    cam: F64, lamps: F64, maps: ShadowMaps, light: AmbientLight, still: Actors, layers: F32
) -> F32:
    """Draw rim and clutter into every layer; returns their 1 / depth."""
    rows, columns = layers.shape[1], layers.shape[2]
    buffers = SampleBuffers(rows, columns)
    depth = np.zeros((rows, columns), dtype=np.float32)
    nothing = np.zeros((rows, columns), dtype=np.float32)
    open_panes = np.ones((len(lamps), 2, 2), dtype=np.float32)
    still.cast(lamps, maps, 0.0, still.active)
    maps.soften(lamps, 1)
    for k in range(len(lamps) + 1):
        only = lamps.copy()
        only[np.arange(len(lamps)) != k, BLUE : RED + 1] = 0.0
        on = float(k == len(lamps))
        around = StillSurroundings(on * light.ambient, on * light.bounce, open_panes, nothing)
        still.shade(cam, only, maps, around, still.active)
        total = np.zeros((rows, columns, 4), dtype=np.float32)
        for samples in STILL.samples():
            still.draw(samples, only, maps, around, buffers, STILL.passes, still.active)
            _collect(buffers.near, buffers.ink, buffers.owner, 0.25 / STILL.passes, total, depth)
        layers[k] *= 1.0 - total[..., 3:]
        layers[k] += total[..., :3]
    maps.forget()
    return depth


@njit(cache=True, nogil=True)
def _collect(near: F32, ink: F32, owner: U8, share: float, total: F32, depth: F32) -> None:
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
                for b in range(4):
                    total[r, c, b] += share * ink[r, c, s, b]
                    ink[r, c, s, b] = 0.0
                near[r, c, s] = 0.0
                owner[r, c, s] = 0
            if 2 * met >= near.shape[2]:
                depth[r, c] = nearest
