"""What bases show at their rear: the slot of a dial, paint, a notch.

Without them a network learns that every mark near an edge is at the front. Many makers put the slot
of the dial, with a coloured knob, at the rear, and it was read as a front with great certainty.
"""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

import numpy as np

from referee.core.geometry.base_shape import BaseShape
from referee.sim.art.figures.bases import front_mark
from referee.sim.art.mesh import Mesh, Rgb, rotation_about
from referee.sim.art.primitives import relief
from referee.sim.look import FrontMark, TeamLook


class RearMark(StrEnum):
    """What there is."""

    NONE = "none"
    SLOT = "slot"
    KNOB = "slot with a knob"
    PAINT = "paint, as others have it in front"


# How often each is drawn: half of the bases have a slot.
SHARES = {RearMark.NONE: 0.3, RearMark.SLOT: 0.15, RearMark.KNOB: 0.35, RearMark.PAINT: 0.2}
PAINTS = (FrontMark.EDGE, FrontMark.BAR, FrontMark.DOT, FrontMark.NOTCH)
LIFTED_MM = 0.04


def choose_rear_mark(rng: np.random.Generator) -> RearMark:
    """One at random."""
    kinds = list(SHARES)
    return kinds[int(rng.choice(len(kinds), p=list(SHARES.values())))]


def rear_mark(
    shape: BaseShape, team: TeamLook, mark: RearMark, colour: Rgb, rng: np.random.Generator
) -> list[Mesh]:
    """The parts of a mark at the rear of a base, front toward +x."""
    if mark is RearMark.NONE:
        return []
    if mark is RearMark.PAINT:
        kind = PAINTS[int(rng.integers(len(PAINTS)))]
        parts = front_mark(shape, replace(team, front_mark=kind, mark=colour))
        return [part.transformed(rotation_about((0.0, 0.0, 1.0), 180.0)) for part in parts]
    rear, deep = -shape.length_mm / 2.0, float(rng.uniform(1.6, 3.4))
    from_mm, half = float(rng.uniform(0.6, 1.8)), shape.width_mm * float(rng.uniform(0.09, 0.2))
    dark = float(rng.uniform(0.02, 0.12))
    top = shape.height_mm + LIFTED_MM
    parts = [_patch(rear + from_mm, deep, 0.0, half, top, (dark, dark, dark))]
    if mark is RearMark.KNOB:
        aside, small = half * float(rng.uniform(-0.5, 0.5)), half * float(rng.uniform(0.2, 0.5))
        inner = deep * float(rng.uniform(0.1, 0.25))
        parts.append(
            _patch(rear + from_mm + inner, deep - 2 * inner, aside, small, top + LIFTED_MM, colour)
        )
    return parts


def _patch(
    x_mm: float, deep_mm: float, y_mm: float, half_mm: float, top_mm: float, colour: Rgb
) -> Mesh:
    """A flat rectangle from ``x_mm`` on, about ``y_mm``."""
    low, high = y_mm - half_mm, y_mm + half_mm
    ring = np.array([[x_mm, low], [x_mm + deep_mm, low], [x_mm + deep_mm, high], [x_mm, high]])
    return relief(ring, top_mm - LIFTED_MM, top_mm, colour)
