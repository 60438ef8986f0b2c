"""The fast renderer: a webcam's picture of a board, and the truth about it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.core.field.field_profile import FieldProfile
from referee.sim.art.figures.figures import piece_mesh
from referee.sim.art.print.board_print import paint_board
from referee.sim.art.props.clutter import clutter_ground_mm, clutter_mesh
from referee.sim.art.props.stadium import stadium_meshes
from referee.sim.board_state import BoardState
from referee.sim.look import SceneLook
from referee.sim.render.arrays import F64
from referee.sim.render.empty_scene import PrintedSheet, build_empty_scene
from referee.sim.render.frame_lighter import FrameLighter, tile_shape
from referee.sim.render.light.shadow_maps import shadow_maps
from referee.sim.render.moving_pieces import FrameCast, MovingPieces, PieceMaker
from referee.sim.render.optics import millimetres_per_pixel
from referee.sim.render.quality import LIVE, JpegCompression, RenderQuality
from referee.sim.render.sensor.developer import Developer
from referee.sim.render.sensor.sensor import decode_jpeg, encode_jpeg
from referee.sim.render.truth.frame_truth import FrameTruth
from referee.sim.render.truth.piece_answers import (
    close_pairs,
    hand_truth,
    marker_truth,
    pieces_truth,
)

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
        look: SceneLook,
        quality: RenderQuality = LIVE,
        make_piece: PieceMaker = piece_mesh,
    ) -> None:
        self.profile, self.look, self.quality = profile, look, quality
        camera = look.camera
        cell_mm = max(SMALLEST_CELL_MM, quality.shadow_texel_px * millimetres_per_pixel(camera))
        lamps = max(1, len(look.lamps))
        maps = shadow_maps(profile, lamps, cell_mm)
        scene = build_empty_scene(
            profile,
            look,
            quality,
            maps,
            PrintedSheet(*paint_board(profile, look.field, PRINT_PX_PER_MM), PRINT_PX_PER_MM),
            [
                *stadium_meshes(profile, look.field),
                *(clutter_mesh(c, clutter_ground_mm(c, profile)) for c in look.clutter),
            ],
        )
        self._moving = MovingPieces(look, lamps, make_piece)
        tiles = np.zeros(tile_shape(look), dtype=np.uint8)
        self._developer = Developer(look, scene.empty, tiles)
        self._lighter = FrameLighter(look, quality, scene, maps, self._developer)

    def render(self, state: BoardState) -> RenderedFrame:
        """The picture whose middle row is half exposed at ``state.t_ns``."""
        cast = self._moving.set(state)
        lighted = self._lighter.light(cast)
        image = self._developer.picture(lighted.tiles, lighted.new, state.power_gain, state.t_ns)
        return self._compressed(image, self._truth(state, cast, lighted.visible))

    def _truth(self, state: BoardState, cast: FrameCast, visible: F64) -> FrameTruth:
        camera, t_ns = self.look.camera, state.t_ns
        boxes = cast.hand_group.boxes if cast.hand_group is not None else ()
        return FrameTruth(
            t_ns=t_ns,
            power_gain=state.power_gain,
            pieces=pieces_truth(cast.pieces, visible.tolist(), t_ns, camera),
            markers=tuple(marker_truth(m, d, t_ns, camera) for m, d in cast.markers),
            hands=tuple(hand_truth(h, b, camera) for h, b in zip(cast.hands, boxes, strict=True)),
            gaps=close_pairs(cast.pieces),
        )

    def _compressed(self, image: npt.NDArray[np.uint8], truth: FrameTruth) -> RenderedFrame:
        if self.quality.compression is JpegCompression.NONE:
            return RenderedFrame(image, truth)
        data = encode_jpeg(image, self.look.sensor.jpeg_quality)
        if self.quality.compression is JpegCompression.ENCODE:
            return RenderedFrame(image, truth, data)
        return RenderedFrame(decode_jpeg(data), truth, data)
