"""Formations of football made legal on bases: room between neighbours, nobody stacked, ends off."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from referee.calls.call_rules import CallRules
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape
from referee.sim.formations.formation import Formation, FormationSide, FormationSpot

CENTER = "C"
PASSER = "QB"
# All but the center stand a little off the line, as some books ask and all allow.
OFF_YD = 0.75
# Whoever is not on the line is clearly off it, and still no deep man.
CLEARLY_OFF_YD = 2.2
# Defenders up to this depth form the line of the defense.
DOWN_YD = 3.5
# Offensive players deeper than this are backs.
BACKS_YD = 3.0
SPARE_MM = 1.5


def legal_formation(
    formation: Formation,
    shapes: Sequence[BaseShape],
    field: FieldProfile,
    rules: CallRules,
    passer_deg: float = 0.0,
) -> Formation:
    """The same eleven where this rulebook lets them stand; the passer turned from ahead."""
    spots = list(formation.spots)
    if formation.side is FormationSide.OFFENCE:
        spots = [_off(spot) for spot in spots]
        spots = [
            replace(spot, facing_deg=passer_deg) if spot.role == PASSER else spot for spot in spots
        ]
        line = [k for k, spot in enumerate(spots) if spot.on_line]
        _spread(spots, line, shapes, field, rules.line_up.gap_base_widths.value)
        _back(spots, shapes, field, rules.line_up.backs_base_lengths.value)
    elif formation.side is FormationSide.DEFENCE:
        down = [k for k, spot in enumerate(spots) if spot.depth_yd <= DOWN_YD]
        _spread(spots, down, shapes, field, rules.alignment.gap_base_widths.value)
        _unstack(spots, shapes, field, rules.alignment.stack_base_lengths.value)
    return replace(formation, spots=tuple(spots))


def _off(spot: FormationSpot) -> FormationSpot:
    if spot.role == CENTER:
        return spot
    if spot.on_line:
        return replace(spot, depth_yd=max(spot.depth_yd, OFF_YD))
    return replace(spot, depth_yd=max(spot.depth_yd, CLEARLY_OFF_YD))


def _spread(
    spots: list[FormationSpot],
    line: Sequence[int],
    shapes: Sequence[BaseShape],
    field: FieldProfile,
    widths: float,
) -> None:
    """Neighbours so many base widths apart, from the ball outward to either side."""
    if widths <= 0.0:
        return
    order = sorted(line, key=lambda k: spots[k].across_yd)
    middle = min(range(len(order)), key=lambda i: abs(spots[order[i]].across_yd))
    for sign, outward in ((1.0, order[middle:]), (-1.0, order[middle::-1])):
        for near, far in pairwise(outward):
            one, other = shapes[near].width_mm, shapes[far].width_mm
            room_mm = (one + other) / 2 + widths * max(one, other) + SPARE_MM
            least = abs(spots[near].across_yd) + room_mm / field.width_mm_per_yd
            if outward[0] == near and math.copysign(1.0, spots[near].across_yd) != sign:
                least = room_mm / field.width_mm_per_yd - abs(spots[near].across_yd)
            across = sign * max(abs(spots[far].across_yd), least)
            spots[far] = replace(spots[far], across_yd=across)


def _back(
    spots: list[FormationSpot], shapes: Sequence[BaseShape], field: FieldProfile, lengths: float
) -> None:
    """Backs so many base lengths behind the linemen's bases."""
    if lengths <= 0.0:
        return
    longest = max(shape.length_mm for shape in shapes)
    least = OFF_YD + ((1.0 + lengths) * longest + SPARE_MM) / field.length_mm_per_yd
    for k, spot in enumerate(spots):
        if spot.role != PASSER and spot.depth_yd > BACKS_YD:
            spots[k] = replace(spot, depth_yd=max(spot.depth_yd, least))


def _unstack(
    spots: list[FormationSpot], shapes: Sequence[BaseShape], field: FieldProfile, lengths: float
) -> None:
    """Nobody near behind a team mate's back: who would be steps further back."""
    if lengths <= 0.0:
        return
    order = sorted(range(len(spots)), key=lambda k: spots[k].depth_yd)
    for i, behind in enumerate(order):
        for ahead in order[:i]:
            aside_mm = abs(spots[ahead].across_yd - spots[behind].across_yd) * field.width_mm_per_yd
            if aside_mm >= (shapes[ahead].width_mm + shapes[behind].width_mm) / 2:
                continue
            room_mm = shapes[ahead].length_mm + lengths * shapes[behind].length_mm + SPARE_MM
            least = spots[ahead].depth_yd + room_mm / field.length_mm_per_yd
            if spots[behind].depth_yd > spots[ahead].depth_yd + 1.0:
                spots[behind] = replace(spots[behind], depth_yd=max(spots[behind].depth_yd, least))
