"""What a frame has in common with the one before, so that only the rest is made anew.

A part is anew where its matrix, motion or presence is; its neighbours are where its shadow came or
went; tiles are where any of these are seen. All that is kept is what would come out again.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.sim.render.actors import CASTER_MM, Actors
from referee.sim.render.arrays import F64, U8
from referee.sim.render.light.shadow_blocks import mark_concerned_parts, wipe_shadows
from referee.sim.render.light.shadow_lookup import BLOCK
from referee.sim.render.light.shadow_maps import ShadowMaps
from referee.sim.render.tiles import under_boxes


@dataclass(frozen=True)
class ShownGroup:
    """A group as the last frame showed it."""

    group: Actors
    active: U8
    matrices: F64
    motion: F64


@dataclass(frozen=True)
class GroupChange:
    """What became of one group's parts since the last frame."""

    group: Actors
    active: U8  # parts that are there
    gone: U8  # parts that are no longer there, or elsewhere
    come: U8  # parts that are there now, or elsewhere


class FrameMemory:
    """The last frame's groups."""

    def __init__(self) -> None:
        self._shown: list[ShownGroup] = []

    def changes(self, groups: Sequence[Actors]) -> list[GroupChange]:
        """Against the last call; groups of that one that are no longer there come last."""
        known = {id(s.group): s for s in self._shown}
        rows = [_change(g, g.active, known.pop(id(g), None)) for g in groups]
        rows += [_change(s.group, np.zeros_like(s.active), s) for s in known.values()]
        self._shown = [
            ShownGroup(g, g.active.copy(), g.matrices.copy(), g.motion.copy()) for g in groups
        ]
        return rows


def _change(group: Actors, active: U8, shown: ShownGroup | None) -> GroupChange:
    if shown is None:
        return GroupChange(group, active, np.zeros_like(active), active)
    other = (shown.matrices != group.matrices).any(axis=(1, 2))
    other |= (shown.motion != group.motion).any(axis=1)
    other |= shown.active != active
    return GroupChange(group, active, shown.active * other, active * other)


def cast_again(changes: Sequence[GroupChange], lamps: F64, maps: ShadowMaps) -> list[U8]:
    """Bring the maps up to date; returns for each group the parts that look different by it."""
    for c in changes:
        wipe_shadows(c.group.shadows, c.gone, maps.height, maps.met)
    for c in changes:
        if c.active.any():
            parts = np.zeros_like(c.active)
            mark_concerned_parts(c.group.shadows, c.active - c.come, maps.met, 0, parts)
            c.group.cast(lamps, maps, 0.0, parts | c.come)
    maps.soften(lamps, 1)
    beside = 1 + math.ceil(CASTER_MM / (BLOCK * maps.cell_mm))
    relit = []
    for c in changes:
        parts = np.zeros_like(c.active)
        mark_concerned_parts(c.group.shadows, c.active, maps.changed, beside, parts)
        relit.append(parts | c.come)
    return relit


def parts_in_tiles(change: GroupChange, tiles: U8) -> U8:
    """The parts of a group that marked tiles may show."""
    parts = np.zeros_like(change.active)
    under_boxes(change.group.boxes, change.active, tiles, parts)
    return parts
