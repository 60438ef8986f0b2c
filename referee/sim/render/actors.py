"""A group of moving things that is placed, lit, drawn and casts shadows together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.sim.art.mesh import Mesh
from referee.sim.render.arrays import F32, F64, U8
from referee.sim.render.background import Background
from referee.sim.render.batch import SHINE, make_batch
from referee.sim.render.compose import mark_boxes
from referee.sim.render.raster import draw
from referee.sim.render.shading import shade_vertices
from referee.sim.render.shadows import ShadowMaps, cast
from referee.sim.render.vertices import place_vertices


class Actors:
    """Meshes with a matrix, a motion and a switch each. ``first_id`` names their samples."""

    def __init__(
        self, meshes: Sequence[Mesh], lamps: int, first_id: int, open_shares: Sequence[F32] | None
    ) -> None:
        self.batch = make_batch(meshes, open_shares)
        self.work = self.batch.work(lamps)
        self.first_id = first_id
        parts = self.batch.parts
        self.active: U8 = np.zeros(parts, dtype=np.uint8)
        self.matrices: F64 = np.tile(np.eye(4), (parts, 1, 1))
        self.motion: F64 = np.zeros((parts, 5))
        self.boxes: F32 = np.zeros((parts, 4), dtype=np.float32)

    def place(self, cam: F64, exposure_s: float, tiles: U8) -> None:
        """Move everything to its matrix and mark the tiles it falls on."""
        b, w = self.batch, self.work
        place_vertices(
            cam,
            b.vertices,
            b.normals,
            b.vertex_range,
            self.matrices,
            self.motion,
            self.active,
            exposure_s,
            w.place,
            w.normal,
            w.screen,
            w.motion,
            self.boxes,
        )
        mark_boxes(self.boxes, self.active, tiles)

    def cast(self, lamps: F64, maps: ShadowMaps, seconds: float) -> None:
        """Throw shadows as everything stands ``seconds`` after the middle of the exposure."""
        b = self.batch
        cast(
            lamps,
            maps.grid,
            self.work.place,
            b.vertex_range,
            b.triangles,
            b.triangle_part,
            b.alpha,
            self.active,
            np.ascontiguousarray(self.motion[:, :2] * seconds),
            maps.height,
            maps.touched,
            maps.block_top,
        )

    def shade(self, cam: F64, lamps: F64, maps: ShadowMaps, scene: Background) -> None:
        """Light on every corner."""
        b, w = self.batch, self.work
        shade_vertices(
            cam,
            lamps,
            maps.grid,
            scene.ambient,
            scene.bounce,
            SHINE,
            maps.height,
            scene.panes,
            b.vertex_range,
            b.vertex_material,
            b.occlusion,
            self.active,
            w.place,
            w.normal,
            w.ambient,
            w.diffuse,
            w.mirror,
            w.light,
            w.highlight,
        )

    def draw(
        self, samples: F64, lamps: F64, maps: ShadowMaps, scene: Background, buffers: Samples
    ) -> None:
        """Into the sample buffers."""
        b, w = self.batch, self.work
        draw(
            samples,
            lamps,
            maps.grid,
            maps.height,
            scene.panes,
            b.triangles,
            b.triangle_part,
            b.colours,
            b.alpha,
            b.flat,
            self.active,
            self.first_id,
            w.place,
            w.screen,
            w.motion,
            w.ambient,
            w.diffuse,
            w.mirror,
            w.light,
            w.highlight,
            scene.near,
            buffers.near,
            buffers.colour,
            buffers.cover,
            buffers.owner,
        )


class Samples:
    """Sample buffers of a whole picture; pages that are never drawn on cost no memory."""

    def __init__(self, rows: int, columns: int, per_pixel: int) -> None:
        self.near: F32 = np.zeros((rows, columns, per_pixel), dtype=np.float32)
        self.colour: F32 = np.zeros((rows, columns, per_pixel, 3), dtype=np.float32)
        self.cover: F32 = np.zeros((rows, columns, per_pixel), dtype=np.float32)
        self.owner: U8 = np.zeros((rows, columns, per_pixel), dtype=np.uint8)
