"""The measured length behind a call over time: the gap of two bases, or how far past a line.

It is measured by what the calls measure with, frame by frame, so the plot shows what they saw.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.calls.ball import BALL
from referee.calls.board import Board
from referee.calls.call import Call, Kind
from referee.calls.levels import Levels
from referee.calls.reaching import LineWatch
from referee.calls.touch_watch import TouchWatch
from referee.core.crossing import HalfPlane, above_x, above_y, below_x, below_y
from referee.core.field import FieldProfile
from referee.core.reach import reach_beyond
from referee.core.roster import Player, Roster
from referee.review.balled import Balled, with_ball
from referee.rulebooks.rulebook import Rulebook

# 95 of 100 measurements of a bell lie within so many sigmas.
BAND_SIGMAS = 1.96
_TOUCHED = frozenset(
    {
        Kind.TACKLE,
        Kind.BROKEN_TACKLE,
        Kind.SACK,
        Kind.FUMBLE,
        Kind.UNCLEAR_TACKLE,
        Kind.ENGAGED,
    }
)
# Touches of the marker of a pass.
_CAUGHT = frozenset(
    {Kind.CATCH, Kind.INTERCEPTION, Kind.UNCLEAR_TOUCH, Kind.RECOVERED, Kind.BATTED_DOWN}
)
TOUCHES = _TOUCHED | _CAUGHT
_CROSSED = frozenset({Kind.OUT_OF_BOUNDS, Kind.TOUCHDOWN, Kind.UNCLEAR_LINE, Kind.LOOSE_OUT})


@dataclass(frozen=True, slots=True)
class Point:
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
class Curve:
    """A length over time; ``sure`` is the chance from which a call needs no flag.

    ``touch``: a gap that closes at 0, else a way that is beyond a line above 0.
    """

    title: str
    players: tuple[str, ...]
    touch: bool
    sure: float
    points: tuple[Point, ...]


def curves(
    call: Call,
    boards: Sequence[Board],
    rulebook: Rulebook,
    field: FieldProfile,
    roster: Roster,
    levels: Levels | None = None,
) -> tuple[Curve, ...]:
    """What there is to plot of a call: a gap for each of those who met, or the way past a line."""
    levels = levels or Levels()
    players = {player.id: player for player in roster}
    known = [players[name] for name in call.players if name in players]
    if call.kind in _TOUCHED and len(known) > 1:
        corner = rulebook.calls.touch.corner_base_lengths.value
        return tuple(_gap(known[-1], each, boards, levels, corner) for each in known[:-1])
    if call.kind in _CAUGHT and known and call.gap_mm is not None:
        balled = with_ball(call.t_ns, boards, known, levels)
        return (
            ()
            if balled is None
            else tuple(_reach(each, balled, rulebook, levels) for each in known)
        )
    if call.kind in _CROSSED and known and call.gap_mm is not None:
        return (_way(known[-1], call, boards, levels, field),)
    return ()


def _gap(
    carrier: Player, other: Player, boards: Iterable[Board], levels: Levels, corner: float
) -> Curve:
    watch = TouchWatch(carrier.base, other.base, levels, corner * other.base.length_mm)
    points = _watched(watch, boards, carrier.id, other.id)
    title = f"Gap between {other.id} and {carrier.id}"
    return Curve(title, (other.id, carrier.id), touch=True, sure=levels.sure, points=points)


def _reach(player: Player, balled: Balled, rulebook: Rulebook, levels: Levels) -> Curve:
    corner_mm = rulebook.calls.touch.corner_base_lengths.value * player.base.length_mm
    watch = TouchWatch(balled.shape, player.base, levels, corner_mm, uneven_mm=balled.uneven_mm)
    points = _watched(watch, balled.boards, BALL, player.id)
    title = f"Gap between {player.id} and {BALL}"
    return Curve(title, (player.id, BALL), touch=True, sure=levels.sure, points=points)


def _watched(
    watch: TouchWatch, boards: Iterable[Board], first: str, second: str
) -> tuple[Point, ...]:
    points = []
    for board in boards:
        look = watch.see(board, first, second)
        if look is None or not look.near:
            continue
        chance = max((touch.probability for touch in watch.touches()), default=0.0)
        points.append(Point(look.t_ns, look.gap_mm, look.sigma_mm, chance))
    return tuple(points)


def _way(
    carrier: Player, call: Call, boards: Sequence[Board], levels: Levels, field: FieldProfile
) -> Curve:
    name, side = _line(carrier, call, boards, field)
    watch = LineWatch(carrier.base, side, levels)
    points = []
    for board in boards:
        seen = board.find(carrier.id)
        beyond = watch.see(board.t_ns, None if seen is None else seen.measured)
        if seen is None or beyond is None:
            continue
        reach = reach_beyond(carrier.base, seen.measured, side)
        points.append(Point(board.t_ns, reach.beyond_mm, reach.sigma_mm, beyond.probability))
    title = f"How far {carrier.id} is beyond the {name}"
    return Curve(title, (carrier.id,), touch=False, sure=levels.line_sure, points=tuple(points))


def _line(
    carrier: Player, call: Call, boards: Sequence[Board], field: FieldProfile
) -> tuple[str, HalfPlane]:
    """The line a call is about: the one it names, else the one whose measure is nearest to it."""
    sides = _sides(field)
    topic = call.episode.split(":")
    named = next((name for name in sides if name in topic), None)
    if named is not None:
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
