"""The light of a frame: all of it in several passes, or in one pass what has changed."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from referee.sim.look import SceneLook
from referee.sim.render.actors import SampleBuffers
from referee.sim.render.arrays import F64, I32, U8
from referee.sim.render.compose import clear_samples, resolve_samples
from referee.sim.render.empty_scene import EmptyScene
from referee.sim.render.frame_changes import FrameMemory, GroupChange, cast_again, parts_in_tiles
from referee.sim.render.light.lamps import lamps_at
from referee.sim.render.light.shadow_blocks import changed_blocks, shadowed_blocks
from referee.sim.render.light.shadow_maps import ShadowMaps
from referee.sim.render.moving_pieces import FIRST_PIECE, FrameCast
from referee.sim.render.quality import RenderQuality
from referee.sim.render.sensor.developer import Developer
from referee.sim.render.tiles import TILE, mark_seeing, tile_reach
from referee.sim.render.truth.piece_answers import DrawnPiece, visible_outlines
from referee.sim.render.truth.visible_share import visible_share


@dataclass(frozen=True)
class FrameLight:
    """Where a frame differs from the empty scene, and how much of each base is seen."""

    tiles: U8  # where there is anything but the empty scene
    new: U8  # those of them that are not as in the frame before
    visible: F64  # share of each base's top that is seen


@dataclass
class FrameLighter:
    """Adds moving things and their shadows to the light of the empty scene."""

    look: SceneLook
    quality: RenderQuality
    scene: EmptyScene
    maps: ShadowMaps
    developer: Developer
    memory: FrameMemory = field(default_factory=FrameMemory)

    def __post_init__(self) -> None:
        camera = self.look.camera
        self._cam = camera.packed
        self._samples = SampleBuffers(camera.height_px, camera.width_px)
        shape = tile_shape(self.look)
        self._reach: I32 = np.zeros((*shape, 4), dtype=np.int32)
        tile_reach(self.scene.lamps, self.maps.grid, self.scene.position, *shape, self._reach)
        self._blocks: U8 = np.zeros(self.maps.peaks.shape[1:], dtype=np.uint8)
        self._visible: F64 = np.zeros(len(self.look.roster))

    def light(self, cast: FrameCast) -> FrameLight:
        """The light of one frame, in the developer's ``light``."""
        return self._changes(cast) if self.quality.passes == 1 else self._passes(cast)

    @property
    def _exposure_s(self) -> float:
        return self.look.sensor.exposure_ms * 1e-3

    def _tiles(self) -> U8:
        return np.zeros(self._reach.shape[:2], dtype=np.uint8)

    def _changes(self, cast: FrameCast) -> FrameLight:
        """One pass over what is not as in the frame before."""
        samples, lamps = self.quality.samples()[0], self.scene.lamps
        maps, around, buffers = self.maps, self.scene.around, self._samples
        changes = self.memory.changes(cast.groups)
        new = self._tiles()
        for c in changes:
            c.group.mark(c.gone, new)
            c.group.place(self._cam, self._exposure_s, c.come)
            c.group.mark(c.come, new)
        for c, relit in zip(changes, cast_again(changes, lamps, maps), strict=True):
            c.group.shade(self._cam, lamps, maps, around, relit)
            c.group.mark(relit, new)
        changed_blocks(maps.changed, maps.dimmed, self._blocks)
        mark_seeing(self._blocks, self._reach, new)
        look_again = self._seen_in(cast, changes, new)
        drawn, covered = [], self._tiles()
        for c in changes:
            drawn.append(parts_in_tiles(c, new))
            c.group.mark(drawn[-1], covered)
            c.group.draw(samples, lamps, maps, around, buffers, 1, drawn[-1])
        pieces = [cast.pieces[i] for i in look_again]
        owners = [p.owner - FIRST_PIECE for p in pieces]
        self._visible[owners] = self._seen(pieces, samples)
        clear_samples(covered, new, buffers.arrays)
        tiles = self._shadowed_tiles()
        for c in changes:
            c.group.mark(c.active, tiles)
        new &= tiles
        self._resolve(lamps, new, 0)
        visible = self._visible[[p.owner - FIRST_PIECE for p in cast.pieces]]
        return FrameLight(tiles, new, visible)

    def _passes(self, cast: FrameCast) -> FrameLight:
        """Everything, several times, each with its own moments and its own point of the lamps."""
        maps, scene, passes = self.maps, self.scene, self.quality.passes
        covered = self._tiles()
        for group in cast.groups:
            group.place(self._cam, self._exposure_s, group.active)
            group.mark(group.active, covered)
        tiles, visible = covered.copy(), np.zeros(len(cast.pieces))
        points = self.quality.lamp_points()
        for i, samples in enumerate(self.quality.samples()):
            lamps = lamps_at(scene.lamps, points[i])
            moment_s = float(samples[:, 2].mean()) * self._exposure_s
            for group in cast.groups:
                group.cast(lamps, maps, moment_s, group.active)
            maps.soften(lamps, passes)
            before = tiles.copy()
            tiles |= self._shadowed_tiles()
            if i > 0:
                self.developer.empty_tiles(tiles, before, i / passes)
            for group in cast.groups:
                group.shade(self._cam, lamps, maps, scene.around, group.active)
                group.draw(samples, lamps, maps, scene.around, self._samples, passes, group.active)
            visible += self._seen(cast.pieces, samples)
            self._resolve(lamps, tiles, i)
            maps.forget()
        return FrameLight(tiles, tiles, visible / passes)

    def _seen_in(self, cast: FrameCast, changes: list[GroupChange], new: U8) -> list[int]:
        """Pieces of which something else may be seen; all the tiles they are on join ``new``."""
        for c in changes:
            if c.group.first_id == FIRST_PIECE:
                parts = parts_in_tiles(c, new) | c.come
                c.group.mark(parts, new)
                return [i for i, p in enumerate(cast.pieces) if parts[p.owner - FIRST_PIECE]]
        return []

    def _shadowed_tiles(self) -> U8:
        tiles = self._tiles()
        shadowed_blocks(self.maps.block_top, self._blocks)
        mark_seeing(self._blocks, self._reach, tiles)
        return tiles

    def _seen(self, pieces: list[DrawnPiece], samples: F64) -> F64:
        near, owner = self._samples.near, self._samples.owner
        outlines = visible_outlines(pieces, self.look.camera)
        return np.array(
            [
                visible_share(samples, outline, shown.owner, slack, near, owner)
                for shown, (outline, slack) in zip(pieces, outlines, strict=True)
            ]
        )

    def _resolve(self, lamps: F64, tiles: U8, number: int) -> None:
        scene, maps, buffers = self.scene, self.maps, self._samples
        resolve_samples(
            lamps,
            maps.grid,
            maps.height,
            maps.above,
            maps.dark,
            maps.block_top,
            self._reach,
            scene.empty,
            scene.layers,
            scene.position,
            tiles,
            1.0 / self.quality.passes,
            number == 0,
            buffers.arrays,
            self.developer.light,
        )


def tile_shape(look: SceneLook) -> tuple[int, int]:
    """Rows and columns of tiles."""
    return -(-look.camera.height_px // TILE), -(-look.camera.width_px // TILE)
