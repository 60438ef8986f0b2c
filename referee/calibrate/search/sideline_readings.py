"""What the sidelines may be: every line, and every pair of edges, that is printed near them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from referee.calibrate.fit.registration import RegisteredCamera
from referee.calibrate.lines.line_samples import measure_lines
from referee.calibrate.lines.printed_line import PrintedLine, PrintedLineKind, printed_lines
from referee.calibrate.search.side_pairs import BAND_MM, SidePair, moved_line, side_pairs
from referee.core.arrays import F32
from referee.core.field.field_profile import BoundaryPrint, FieldProfile

ASIDE_MM = 15.0  # beside its place, that a sideline is looked for
SHIFT_MM = 0.8  # by which a pair may lie to one side
REACH_PX = 2.5  # beside its place, that an edge is measured
STEP_MM = 8.0  # between places along it
SEEN = 0.3  # of both sidelines
THIN_MM = 2.5  # lines up to this width usually count by their middle
# A border whose width was measured with a ruler.
RULER_MM = 0.4  # that it may be off
RULER_SHARE = 0.12  # of the width, that it may be off besides
OTHER_WIDTH = 6.0  # cost, at most, of another width

# Costs where the profile does not say what a sideline is: half a sum of squares in sigmas.
USUAL = {
    True: {
        BoundaryPrint.LINE: 0.0,
        BoundaryPrint.INNER: 1.5,
        BoundaryPrint.OUTER: 4.0,
    },  # a thin line is seen
    # In football all of a sideline is out of bounds: a broad one counts by its inner edge.
    False: {BoundaryPrint.LINE: 2.0, BoundaryPrint.INNER: 0.0, BoundaryPrint.OUTER: 4.0},
}


@dataclass(frozen=True, slots=True)
class SidelineReading:
    """What the sidelines may be: an edge's step at the near and far one, and how far outside.

    ``wide_mm`` is the width of the line or band, 0 where it has no end.
    """

    role: BoundaryPrint
    steps: tuple[int, int]
    excess_mm: float
    cost: float
    wide_mm: float


def sideline_readings(
    lit: F32, grey: F32, loose: RegisteredCamera, profile: FieldProfile
) -> Iterator[SidelineReading]:
    """Edges in pairs, and lines, that may be the sidelines by what the profile says of them."""
    pairs = side_pairs(grey, loose.camera, profile, ASIDE_MM)
    # The free sidelines left the field midway between edges of one kind.
    pairs = [p for p in pairs if abs(p.shift_mm) < SHIFT_MM]
    excess = {pair: _excess_mm(lit, loose, pair) for pair in pairs}
    seen = [(pair, mm) for pair, mm in excess.items() if mm is not None]
    banded = set()
    for inner, inside in seen:
        outer, outside = _band_around(inner, seen)
        if outer is None:
            continue
        banded |= {inner, outer}
        wide = outside - inside
        yield from _allowed(profile, BoundaryPrint.LINE, (0, 0), (inside + outside) / 2, wide)
        yield from _allowed(profile, BoundaryPrint.INNER, inner.steps, inside, wide)
        yield from _allowed(profile, BoundaryPrint.OUTER, outer.steps, outside, wide)
    wide = 0.0
    if not banded:
        # A line beside a border may be too thin for edges of its own.
        thin_line = _bars_excess_mm(lit, loose, profile)
        if thin_line is not None:
            wide = profile.line_width_mm
            yield from _allowed(profile, BoundaryPrint.LINE, (0, 0), thin_line, wide)
    for pair, mm in seen:
        if pair not in banded:
            # What begins and is not seen to end is a border, unless it is said to be a band.
            ends = profile.sideline_is is BoundaryPrint.OUTER or (wide and pair.near.step == 1)
            role = BoundaryPrint.OUTER if ends else BoundaryPrint.INNER
            yield from _allowed(profile, role, pair.steps, mm, wide)


def _band_around(
    inner: SidePair, seen: Sequence[tuple[SidePair, float]]
) -> tuple[SidePair | None, float]:
    """The outer edges of a bright line or band that begins at these; None if it has none."""
    if inner.near.step != -1:
        return None, 0.0
    outside = [
        (pair, mm)
        for pair, mm in seen
        if pair.near.step == 1 and 0.0 < pair.excess_mm - inner.excess_mm < BAND_MM
    ]
    return min(outside, key=lambda o: o[1]) if outside else (None, 0.0)


def _allowed(
    profile: FieldProfile,
    role: BoundaryPrint,
    steps: tuple[int, int],
    excess_mm: float,
    wide_mm: float,
) -> Iterator[SidelineReading]:
    """The reading, if it is one that the profile allows; with its cost if the profile is silent."""
    if profile.sideline_is is BoundaryPrint.UNKNOWN:
        cost = USUAL[0.0 < wide_mm < THIN_MM][role] + width_cost(profile, wide_mm)
        yield SidelineReading(role, steps, excess_mm, cost, wide_mm)
    elif profile.sideline_is is role:
        yield SidelineReading(role, steps, excess_mm, 0.0, wide_mm)


def width_cost(profile: FieldProfile, wide_mm: float) -> float:
    """The cost of a line, band or border of this width, if the profile has a measured one."""
    measured = profile.border_width_mm
    if measured == 0.0:
        return 0.0
    if wide_mm == 0.0:  # no end was seen, so it is at least as wide as can be seen
        wide_mm = max(measured, BAND_MM)
    sigma = math.hypot(RULER_MM, RULER_SHARE * measured)
    return min(OTHER_WIDTH, 0.5 * ((wide_mm - measured) / sigma) ** 2)


def _excess_mm(lit: F32, loose: RegisteredCamera, pair: SidePair) -> float | None:
    """How far outside their places the edges lie, exactly; None if they are hardly seen."""
    edges = zip(_sidelines(loose.lines), (pair.near, pair.far), strict=True)
    sides = [moved_line(line, edge.place_mm, edge.step) for line, edge in edges]
    found = _outside_mm(lit, loose, sides, REACH_PX)
    return None if found is None else pair.excess_mm + found


def _bars_excess_mm(lit: F32, loose: RegisteredCamera, profile: FieldProfile) -> float | None:
    """The same of bright lines near the sidelines' places, as clear as yard lines are."""
    lines = printed_lines(profile)
    yard = [line for line in lines if line.kind is PrintedLineKind.YARD]
    return _outside_mm(lit, loose, [*_sidelines(lines), *yard], 2.0 * REACH_PX)


def _outside_mm(
    lit: F32, loose: RegisteredCamera, lines: Sequence[PrintedLine], reach_px: float
) -> float | None:
    camera, out = loose.camera, 0.0
    looked = measure_lines(lit, camera, lines, loose.stroke, reach_px=reach_px, step_mm=STEP_MM)
    misses = looked.sights.misses_px(camera)
    for k, line in enumerate(_sidelines(lines)):
        mine = looked.sights.line == k
        if mine.sum() < SEEN * (looked.line == k).sum() or not mine.any():
            return None
        out += line.outward * float(np.median(misses[mine])) * camera.mm_per_px / 2
    return out


def _sidelines(lines: Sequence[PrintedLine]) -> list[PrintedLine]:
    return [line for line in lines if line.kind is PrintedLineKind.SIDE]
