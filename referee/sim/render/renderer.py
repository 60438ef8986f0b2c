"""The fast renderer: a webcam's picture of a board, and the truth about it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from referee.core.field import FieldProfile
from referee.sim.art.board_print import paint_board
from referee.sim.art.figures import piece_mesh
from referee.sim.look import Look
from referee.sim.render.actors import Actors, Samples
from referee.sim.render.arrays import F64
from referee.sim.render.background import build_background
from referee.sim.render.compose import TILE, mark_shadows, resolve, tile_reach
from referee.sim.render.develop import Developer
from referee.sim.render.lamps import SIZE, X, Y
from referee.sim.render.motion import exposed_piece, motion_row
from referee.sim.render.optics import millimetres_per_pixel, pack_camera
from referee.sim.render.quality import LIVE, SAMPLES, Compression, Quality
from referee.sim.render.raster import seen_share
from referee.sim.render.sensor import encode_jpeg
from referee.sim.render.shadows import DISC, forget, shadow_maps, soften
from referee.sim.render.truth import FrameTruth
from referee.sim.render.truth_of import ShownPiece, close_pairs, outline_seen, piece_truth
from referee.sim.render.vertices import upright
from referee.sim.scene import BoardState

PRINT_PX_PER_MM = 4.0
SMALLEST_CELL_MM = 0.25
FIRST_PIECE = 1


@dataclass(frozen=True, slots=True)
class RenderedFrame:
    """A picture (BGR) and what is true of it; ``jpeg`` holds the camera's bytes where asked for."""

    image: npt.NDArray[np.uint8]
    truth: FrameTruth
    jpeg: bytes | None = None


class Renderer:
    """Pictures of one look. The empty scene is rendered at the start, pieces in every frame."""

    def __init__(self, profile: FieldProfile, look: Look, quality: Quality = LIVE) -> None:
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
            paint_board(profile, look.field, PRINT_PX_PER_MM),
            PRINT_PX_PER_MM,
            [],
        )
        self._pieces = Actors([piece_mesh(p, look) for p in look.roster], lamps, FIRST_PIECE, None)
        self._samples = Samples(camera.height_px, camera.width_px, SAMPLES)
        shape = (-(-camera.height_px // TILE), -(-camera.width_px // TILE))
        self._tiles = np.zeros(shape, dtype=np.uint8)
        self._reach = np.zeros((*shape, 4), dtype=np.int32)
        tile_reach(self._scene.lamps, self._maps.grid, self._scene.position, *shape, self._reach)
        empty = np.ascontiguousarray(self._scene.layers.sum(axis=0).transpose(2, 0, 1))
        self._developer = Developer(look, empty, self._tiles)

    def render(self, state: BoardState) -> RenderedFrame:
        """The picture whose middle row is half exposed at ``state.t_ns``."""
        shown = self._stage(state)
        groups = [self._pieces]
        exposure_s = self.look.sensor.exposure_ms * 1e-3
        self._tiles[:] = 0
        for group in groups:
            group.place(self._cam, exposure_s, self._tiles)
        visible = np.zeros(len(shown))
        points = self.quality.lamp_points()
        for i, samples in enumerate(self.quality.samples()):
            visible += self._pass(groups, shown, samples, points[i], i)
        image = self._developer.picture(self._tiles, state.power_gain, state.t_ns)
        truth = FrameTruth(
            t_ns=state.t_ns,
            power_gain=state.power_gain,
            pieces=tuple(
                piece_truth(s, v / self.quality.passes, state.t_ns, self.look.camera)
                for s, v in zip(shown, visible, strict=True)
            ),
            markers=(),
            hands=(),
            gaps=close_pairs(shown),
        )
        return self._compressed(image, truth)

    def _stage(self, state: BoardState) -> list[ShownPiece]:
        """Put every piece where it is when its row is read."""
        camera, sensor, roster = self.look.camera, self.look.sensor, self.look.roster
        self._pieces.active[:] = 0
        shown = []
        for piece in state.pieces:
            index = roster.index(piece.player_id)
            player = roster.players[index]
            top_mm = piece.lift_mm + player.base.height_mm
            now, delay_s = exposed_piece(piece, top_mm, camera, sensor)
            matrix = upright(now.pose.x_mm, now.pose.y_mm, now.pose.heading_deg, now.lift_mm)
            self._pieces.active[index] = 1
            self._pieces.matrices[index] = matrix
            self._pieces.motion[index] = motion_row(
                now.vx_mm_s, now.vy_mm_s, now.spin_deg_s, now.pose
            )
            shown.append(ShownPiece(player, now, matrix, delay_s))
        return shown

    def _pass(
        self, groups: list[Actors], shown: list[ShownPiece], samples: F64, point: F64, number: int
    ) -> F64:
        """Add one pass to the light; returns how much of each base's top it saw."""
        scene, maps, buffers = self._scene, self._maps, self._samples
        passes = self.quality.passes
        lamps = scene.lamps.copy()
        lamps[:, X] += 0.5 * lamps[:, SIZE] * point[0]
        lamps[:, Y] += 0.5 * lamps[:, SIZE] * point[1]
        moment_s = float(samples[:, 2].mean()) * self.look.sensor.exposure_ms * 1e-3
        for group in groups:
            group.cast(lamps, maps, moment_s)
        soften(
            lamps,
            maps.cell_mm,
            passes**-0.5,
            DISC,
            maps.height,
            maps.touched,
            maps.block_top,
            maps.lit,
        )
        before = np.zeros_like(self._tiles) if number == 0 else self._tiles.copy()
        mark_shadows(maps.touched, self._reach, self._tiles)
        self._developer.empty_tiles(self._tiles, before, number / passes)
        for group in groups:
            group.shade(self._cam, lamps, maps, scene)
            group.draw(samples, lamps, maps, scene, buffers)
        seen = np.array([self._seen(s, samples) for s in shown])
        resolve(
            lamps,
            maps.grid,
            maps.height,
            maps.lit,
            scene.layers,
            scene.position,
            self._tiles,
            1.0 / passes,
            buffers.near,
            buffers.colour,
            buffers.cover,
            buffers.owner,
            self._developer.light,
        )
        forget(maps.height, maps.touched, maps.block_top, maps.lit)
        return seen

    def _seen(self, shown: ShownPiece, samples: F64) -> float:
        outline, slack = outline_seen(shown, self.look.camera)
        part = self.look.roster.index(shown.player.id)
        near, owner = self._samples.near, self._samples.owner
        return seen_share(samples, outline, FIRST_PIECE, part, slack, near, owner)

    def _compressed(self, image: npt.NDArray[np.uint8], truth: FrameTruth) -> RenderedFrame:
        if self.quality.compression is Compression.NONE:
            return RenderedFrame(image, truth)
        data = encode_jpeg(image, self.look.sensor.jpeg_quality)
        if self.quality.compression is Compression.DECODE:
            image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
        return RenderedFrame(image, truth, data)
