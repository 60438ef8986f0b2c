"""The measured length behind a call over time: the gap of two bases, or how far past a line.

It is measured by what the calls measure with, frame by frame, so the plot shows what they saw.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.calls.call import Call, CallKind
from referee.calls.contact.pair_tracker import PairTracker
from referee.calls.frame import BoardFrame
from referee.calls.lines.line_tracker import LineTracker
from referee.calls.passing.marker_tracker import BALL
from referee.calls.thresholds import Thresholds
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.crossing import HalfPlane, above_x, above_y, below_x, below_y
from referee.core.geometry.reach import reach_beyond
from referee.core.roster import Player, Roster
from referee.review.replay.ball_track import BallTrack, ball_track_of
from referee.rulebooks.rulebook import Rulebook

# 95 of 100 measurements of a bell lie within so many sigmas.
BAND_SIGMAS = 1.96
_TOUCHED = frozenset(
    {
        CallKind.TACKLE,
        CallKind.BROKEN_TACKLE,
        CallKind.SACK,
        CallKind.FUMBLE,
        CallKind.UNCLEAR_TACKLE,
        CallKind.ENGAGED,
    }
)
# Touches of the marker of a pass.
_CAUGHT = frozenset(
    {
        CallKind.CATCH,
        CallKind.INTERCEPTION,
        CallKind.UNCLEAR_TOUCH,
        CallKind.RECOVERED,
        CallKind.BATTED_DOWN,
    }
)
TOUCHES = _TOUCHED | _CAUGHT
_CROSSED = frozenset(
    {CallKind.OUT_OF_BOUNDS, CallKind.TOUCHDOWN, CallKind.UNCLEAR_LINE, CallKind.LOOSE_OUT}
)


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """One frame: the length with its sigma, and how likely the thing has happened by then."""

    t_ns: int
    mm: float
    sigma_mm: float
    chance: float | None

    @property
    def band_mm(self) -> tuple[float, float]:
        """Where the length is with 95 of 100."""
        return self.mm - BAND_SIGMAS * self.sigma_mm, self.mm + BAND_SIGMAS * self.sigma_mm


@dataclass(frozen=True, slots=True)
class LengthCurve:
    """A length over time; ``sure`` is the chance from which a call needs no flag.

    ``touch``: a gap that closes at 0, else a way that is beyond a line above 0.
    """

    title: str
    players: tuple[str, ...]
    touch: bool
    sure: float
    points: tuple[CurvePoint, ...]


def curves_of(
    call: Call,
    boards: Sequence[BoardFrame],
    rulebook: Rulebook,
    field: FieldProfile,
    roster: Roster,
    levels: Thresholds | None = None,
) -> tuple[LengthCurve, ...]:
    """What there is to plot of a call: a gap for each of those who met, or the way past a line."""
    levels = levels or Thresholds()
    players = {player.id: player for player in roster}
    known = [players[name] for name in call.players if name in players]
    if call.kind in _TOUCHED and len(known) > 1:
        corner = rulebook.calls.touch.corner_base_lengths.value
        return tuple(_gap(known[-1], each, boards, levels, corner) for each in known[:-1])
    if call.kind in _CAUGHT and known and call.gap_mm is not None:
        balled = ball_track_of(call.t_ns, boards, known, levels)
        return (
            ()
            if balled is None
            else tuple(_reach(each, balled, rulebook, levels) for each in known)
        )
    if call.kind in _CROSSED and known and call.gap_mm is not None:
        return (_way(known[-1], call, boards, levels, field),)
    return ()


def _gap(
    carrier: Player, other: Player, boards: Iterable[BoardFrame], levels: Thresholds, corner: float
) -> LengthCurve:
    watch = PairTracker(carrier.base, other.base, levels, corner * other.base.length_mm)
    points = _watched(watch, boards, carrier.id, other.id)
    title = f"Gap between {other.id} and {carrier.id}"
    return LengthCurve(title, (other.id, carrier.id), touch=True, sure=levels.sure, points=points)


def _reach(
    player: Player, balled: BallTrack, rulebook: Rulebook, levels: Thresholds
) -> LengthCurve:
    corner_mm = rulebook.calls.touch.corner_base_lengths.value * player.base.length_mm
    watch = PairTracker(balled.shape, player.base, levels, corner_mm, uneven_mm=balled.uneven_mm)
    points = _watched(watch, balled.boards, BALL, player.id)
    title = f"Gap between {player.id} and {BALL}"
    return LengthCurve(title, (player.id, BALL), touch=True, sure=levels.sure, points=points)


def _watched(
    watch: PairTracker, boards: Iterable[BoardFrame], first: str, second: str
) -> tuple[CurvePoint, ...]:
    points = []
    for board in boards:
        look = watch.update(board, first, second)
        if look is None or not look.near:
            continue
        chance = max((touch.probability for touch in watch.touches()), default=0.0)
        points.append(CurvePoint(look.t_ns, look.gap_mm, look.sigma_mm, chance))
    return tuple(points)


def _way(
    carrier: Player,
    call: Call,
    boards: Sequence[BoardFrame],
    levels: Thresholds,
    field: FieldProfile,
) -> LengthCurve:
    name, side = _line(carrier, call, boards, field)
    watch = LineTracker(carrier.base, side, levels)
    points = []
    for board in boards:
        seen = board.find(carrier.id)
        beyond = watch.update(board.t_ns, None if seen is None else seen.measured)
        if seen is None or beyond is None:
            continue
        reach = reach_beyond(carrier.base, seen.measured, side)
        points.append(CurvePoint(board.t_ns, reach.beyond_mm, reach.sigma_mm, beyond.probability))
    title = f"How far {carrier.id} is beyond the {name}"
    return LengthCurve(
        title, (carrier.id,), touch=False, sure=levels.line_sure, points=tuple(points)
    )


def _line(
    carrier: Player, call: Call, boards: Sequence[BoardFrame], field: FieldProfile
) -> tuple[str, HalfPlane]:
    """The line a call is about: the one it names, else the one whose measure is nearest to it."""
    sides = _sides(field)
    named = call.episode.name
    if named in sides:
        return named, sides[named]
    at = min(boards, key=lambda board: abs(board.t_ns - call.t_ns), default=None)
    seen = None if at is None else at.find(carrier.id)

    def off_mm(side: HalfPlane) -> float:
        if seen is None:
            return math.inf
        return abs(reach_beyond(carrier.base, seen.measured, side).beyond_mm - (call.gap_mm or 0.0))

    nearest = min(sides, key=lambda name: off_mm(sides[name]))
    return nearest, sides[nearest]


def _sides(field: FieldProfile) -> dict[str, HalfPlane]:
    return {
        "near sideline": below_y(0.0),
        "far sideline": above_y(field.width_mm),
        "left end line": below_x(field.left_end_line_x_mm),
        "right end line": above_x(field.right_end_line_x_mm),
        "left goal line": below_x(0.0),
        "right goal line": above_x(field.goal_to_goal_mm),
    }
