"""A group of moving things that is placed, lit, drawn and casts shadows together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.sim.art.mesh import Mesh
from referee.sim.render.arrays import F32, F64, I32, U8, SampleArrays
from referee.sim.render.faces.blue_noise import BLUE_NOISE
from referee.sim.render.faces.large_faces import draw_large
from referee.sim.render.faces.mesh_batch import SHINE, coarse_faces, every_face, make_batch
from referee.sim.render.faces.raster import SMOOTH
from referee.sim.render.faces.small_faces import draw_small
from referee.sim.render.faces.smooth_faces import draw_smooth
from referee.sim.render.faces.top_faces import draw_tops
from referee.sim.render.faces.top_outlines import find_top_outlines
from referee.sim.render.faces.vertices import place_vertices
from referee.sim.render.light.shading import shade_vertices
from referee.sim.render.light.shadow_casting import cast_shadows
from referee.sim.render.light.shadow_maps import ShadowMaps
from referee.sim.render.quality import SAMPLES
from referee.sim.render.tiles import mark_boxes, mark_faces

CASTER_MM = 2.0


@dataclass(frozen=True)
class StillSurroundings:
    """What still things do to moving ones."""

    ambient: F64  # light from all around, linear BGR
    bounce: F64  # light from the board below, linear BGR
    panes: F32  # (lamps, map rows, map columns): light past windows and still things
    near: F32  # (rows, columns): 1 / depth of still things that may hide moving ones


class SampleBuffers:
    """Sample buffers of a whole picture; pages that are never drawn on cost no memory."""

    def __init__(self, rows: int, columns: int) -> None:
        self.near: F32 = np.zeros((rows, columns, SAMPLES), dtype=np.float32)
        self.ink: F32 = np.zeros((rows, columns, SAMPLES, 4), dtype=np.float32)
        self.owner: U8 = np.zeros((rows, columns, SAMPLES), dtype=np.uint8)

    @property
    def arrays(self) -> SampleArrays:
        """As compiled code takes them; never kept, since in a copy ``owners`` would not follow."""
        return SampleArrays(self.near, self.ink, self.owner, self.owner.view(np.uint32)[..., 0])


class Actors:
    """Meshes with a matrix, a motion and a switch each. ``first_id`` names their samples.

    ``wide``: few long faces, as arms have, made anew when they change: lit from their corners.
    """

    def __init__(
        self,
        meshes: Sequence[Mesh],
        lamps: int,
        first_id: int,
        open_shares: Sequence[F32] | None = None,
        wide: bool = False,
    ) -> None:
        batch = make_batch(meshes, open_shares)
        self.batch = batch._replace(kind=np.full_like(batch.kind, SMOOTH)) if wide else batch
        self.casters = every_face(batch) if wide else coarse_faces(batch, CASTER_MM)
        self.wide = wide
        self.tops = find_top_outlines(
            batch.vertices,
            batch.triangles,
            self.batch.kind,
            batch.triangle_part,
            batch.colours,
        )
        self.work = self.batch.work(lamps)
        self.first_id = first_id
        parts = self.batch.parts
        self.active: U8 = np.zeros(parts, dtype=np.uint8)
        self.matrices: F64 = np.tile(np.eye(4), (parts, 1, 1))
        self.motion: F64 = np.zeros((parts, 5))
        self.boxes: F32 = np.zeros((parts, 4), dtype=np.float32)
        self.shadows: I32 = np.full((parts, lamps + 1, 4), -1, dtype=np.int32)  # blocks of the maps
        self.shadows[..., :2] = 0

    def place(self, cam: F64, exposure_s: float, parts: U8) -> None:
        """Move parts to their matrices."""
        place_vertices(
            cam,
            self.batch,
            self.matrices,
            self.motion,
            parts,
            exposure_s,
            self.work,
            self.boxes,
        )

    def mark(self, parts: U8, tiles: U8) -> None:
        """Mark the tiles that parts fall on, where they were placed last."""
        b = self.batch
        if self.wide:
            mark_faces(self.work.screen, b.triangles, b.triangle_part, parts, tiles)
        else:
            mark_boxes(self.boxes, parts, tiles)

    def cast(self, lamps: F64, maps: ShadowMaps, seconds: float, parts: U8) -> None:
        """Throw the shadows of parts as they stand ``seconds`` after the middle of the exposure."""
        c = self.casters
        drift = np.ascontiguousarray(self.motion[:, :2] * seconds)
        cast_shadows(
            lamps,
            maps.grid,
            c.vertices,
            c.vertex_range,
            c.triangles,
            c.triangle_range,
            parts,
            self.matrices,
            drift,
            maps.height,
            maps.met,
            self.shadows,
        )

    def shade(
        self, cam: F64, lamps: F64, maps: ShadowMaps, around: StillSurroundings, parts: U8
    ) -> None:
        """Light on every corner of parts."""
        shade_vertices(
            cam,
            lamps,
            maps.looked_up(around.panes),
            around.ambient,
            around.bounce,
            SHINE,
            self.batch,
            parts,
            self.work,
        )

    def draw(
        self,
        samples: F64,
        lamps: F64,
        maps: ShadowMaps,
        around: StillSurroundings,
        buffers: SampleBuffers,
        passes: int,
        parts: U8,
    ) -> None:
        """Parts into the sample buffers: what is solid first, then what one can see through."""
        batch, corners, first_id = self.batch, self.work, self.first_id
        shadows, samples_of = maps.looked_up(around.panes), buffers.arrays
        slice_ = 0.5 / (SAMPLES * passes)
        if self.wide:
            draw_smooth(samples, batch, parts, first_id, corners, around.near, samples_of)
            return
        draw_tops(
            samples,
            slice_,
            BLUE_NOISE,
            lamps,
            shadows,
            self.tops,
            self.tops.longest,
            parts,
            first_id,
            corners,
            around.near,
            samples_of,
        )
        for translucent in (False, True):
            if translucent and not batch.has_translucent:
                continue
            draw_large(
                samples,
                slice_,
                BLUE_NOISE,
                lamps,
                shadows,
                batch,
                parts,
                translucent,
                first_id,
                corners,
                around.near,
                samples_of,
            )
            draw_small(
                samples,
                slice_,
                batch,
                parts,
                translucent,
                first_id,
                corners,
                around.near,
                samples_of,
            )
