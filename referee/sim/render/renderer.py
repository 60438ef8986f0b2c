"""The fast renderer: a webcam's picture of a board, and the truth about it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.core.field import FieldProfile
from referee.sim.art.board_print import paint_board
from referee.sim.art.clutter import clutter_ground_mm, clutter_mesh
from referee.sim.art.figures import piece_mesh
from referee.sim.art.stadium import stadium_meshes
from referee.sim.look import Look
from referee.sim.render.actors import Samples
from referee.sim.render.arrays import F64
from referee.sim.render.background import Print, build_background
from referee.sim.render.compose import resolve
from referee.sim.render.develop import Developer
from referee.sim.render.lamps import lamps_at
from referee.sim.render.optics import millimetres_per_pixel, pack_camera
from referee.sim.render.quality import LIVE, Compression, Quality
from referee.sim.render.sensor import decode_jpeg, encode_jpeg
from referee.sim.render.shadows import shadow_maps
from referee.sim.render.stage import Cast, PieceMaker, Stage
from referee.sim.render.tiles import TILE, mark_shadows, tile_reach
from referee.sim.render.truth import FrameTruth
from referee.sim.render.truth_of import (
    close_pairs,
    hand_truth,
    marker_truth,
    outlines_seen,
    piece_truth,
)
from referee.sim.render.visible import seen_share
from referee.sim.scene import BoardState

PRINT_PX_PER_MM = 4.0
SMALLEST_CELL_MM = 0.25


@dataclass(frozen=True, slots=True)
class RenderedFrame:
    """A picture (BGR) and what is true of it; ``jpeg`` holds the camera's bytes where asked for."""

    image: npt.NDArray[np.uint8]
    truth: FrameTruth
    jpeg: bytes | None = None


class Renderer:
    """Pictures of one look. The empty scene is rendered at the start, pieces in every frame."""

    def __init__(
        self,
        profile: FieldProfile,
        look: Look,
        quality: Quality = LIVE,
        make_piece: PieceMaker = piece_mesh,
    ) -> None:
        self.profile, self.look, self.quality = profile, look, quality
        camera = look.camera
        cell_mm = max(SMALLEST_CELL_MM, quality.shadow_texel_px * millimetres_per_pixel(camera))
        lamps = max(1, len(look.lamps))
        self._cam = pack_camera(camera)
        self._maps = shadow_maps(profile, lamps, cell_mm)
        self._scene = build_background(
            profile,
            look,
            quality,
            self._maps,
            Print(*paint_board(profile, look.field, PRINT_PX_PER_MM), PRINT_PX_PER_MM),
            [
                *stadium_meshes(profile, look.field),
                *(clutter_mesh(c, clutter_ground_mm(c, profile)) for c in look.clutter),
            ],
        )
        self._stage = Stage(look, lamps, make_piece)
        self._samples = Samples(camera.height_px, camera.width_px)
        shape = (-(-camera.height_px // TILE), -(-camera.width_px // TILE))
        self._tiles = np.zeros(shape, dtype=np.uint8)
        self._reach = np.zeros((*shape, 4), dtype=np.int32)
        tile_reach(self._scene.lamps, self._maps.grid, self._scene.position, *shape, self._reach)
        self._developer = Developer(look, self._scene.empty, self._tiles)

    def render(self, state: BoardState) -> RenderedFrame:
        """The picture whose middle row is half exposed at ``state.t_ns``."""
        cast = self._stage.set(state)
        exposure_s = self.look.sensor.exposure_ms * 1e-3
        self._tiles[:] = 0
        for group in cast.groups:
            group.place(self._cam, exposure_s, self._tiles)
        visible = np.zeros(len(cast.pieces))
        points = self.quality.lamp_points()
        for i, samples in enumerate(self.quality.samples()):
            visible += self._pass(cast, samples, points[i], i)
        image = self._developer.picture(self._tiles, state.power_gain, state.t_ns)
        truth = self._truth(state, cast, visible / self.quality.passes)
        return self._compressed(image, truth)

    def _truth(self, state: BoardState, cast: Cast, visible: F64) -> FrameTruth:
        camera, t_ns = self.look.camera, state.t_ns
        boxes = cast.hand_group.boxes if cast.hand_group is not None else ()
        return FrameTruth(
            t_ns=t_ns,
            power_gain=state.power_gain,
            pieces=tuple(
                piece_truth(s, v, t_ns, camera) for s, v in zip(cast.pieces, visible, strict=True)
            ),
            markers=tuple(marker_truth(m, d, t_ns, camera) for m, d in cast.markers),
            hands=tuple(hand_truth(h, b, camera) for h, b in zip(cast.hands, boxes, strict=True)),
            gaps=close_pairs(cast.pieces),
        )

    def _pass(self, cast: Cast, samples: F64, point: F64, number: int) -> F64:
        """Add one pass to the light; returns how much of each base's top it saw."""
        scene, maps, buffers = self._scene, self._maps, self._samples
        passes = self.quality.passes
        lamps = lamps_at(scene.lamps, point)
        moment_s = float(samples[:, 2].mean()) * self.look.sensor.exposure_ms * 1e-3
        for group in cast.groups:
            group.cast(lamps, maps, moment_s)
        maps.soften(lamps, passes)
        before = self._tiles.copy()
        mark_shadows(maps.touched, self._reach, self._tiles)
        if number > 0:
            self._developer.empty_tiles(self._tiles, before, number / passes)
        for group in cast.groups:
            group.shade(self._cam, lamps, maps, scene.around)
            group.draw(samples, lamps, maps, scene.around, buffers, passes)
        seen = self._seen(cast, samples)
        resolve(
            lamps,
            maps.grid,
            maps.height,
            maps.above,
            maps.dark,
            maps.touched,
            self._reach,
            scene.empty,
            scene.layers,
            scene.position,
            self._tiles,
            1.0 / passes,
            number == 0,
            buffers.near,
            buffers.ink,
            buffers.owners,
            self._developer.light,
        )
        maps.forget()
        return seen

    def _seen(self, cast: Cast, samples: F64) -> F64:
        near, owner = self._samples.near, self._samples.owner
        outlines = outlines_seen(cast.pieces, self.look.camera)
        return np.array(
            [
                seen_share(samples, outline, shown.owner, slack, near, owner)
                for shown, (outline, slack) in zip(cast.pieces, outlines, strict=True)
            ]
        )

    def _compressed(self, image: npt.NDArray[np.uint8], truth: FrameTruth) -> RenderedFrame:
        if self.quality.compression is Compression.NONE:
            return RenderedFrame(image, truth)
        data = encode_jpeg(image, self.look.sensor.jpeg_quality)
        if self.quality.compression is Compression.ENCODE:
            return RenderedFrame(image, truth, data)
        return RenderedFrame(decode_jpeg(data), truth, data)
