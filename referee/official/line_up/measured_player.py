"""The players of a side as their own team sees them: behind the line, across from the ball."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.calls.call_rules import CallRules
from referee.calls.frame import BoardFrame, SeenBase
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import stick_mm
from referee.core.geometry.crossing import HalfPlane, support_mm
from referee.core.geometry.reach import BasePoint, reach_beyond
from referee.core.roster import Player, Roster, Team
from referee.core.turns import turn_deg
from referee.game.state import State
from referee.rulebooks.kicks.kick_rules import Kick


@dataclass(frozen=True, slots=True)
class Scrimmage:
    """Where the next play begins: whose ball, which way, by which rules.

    ``kick`` is the one that is lined up for, None: a play, or one that nobody has named yet.
    """

    offense: Team
    state: State
    field: FieldProfile
    rules: CallRules
    kick: Kick | None = None

    @property
    def x_mm(self) -> float:
        """The line of scrimmage."""
        return self.state.x_mm

    @property
    def ball_y_mm(self) -> float:
        """Where the ball lies across the field."""
        return self.state.y_mm

    def plays(self, team: Team) -> Direction:
        """Which way a side looks."""
        return self.state.plays_toward(team)

    def mm(self, yards: float) -> float:
        """Yards along the field."""
        return stick_mm(self.field, yards)

    def yards(self, length_mm: float) -> float:
        """Along the field."""
        return length_mm / self.field.length_mm_per_yd


@dataclass(frozen=True, slots=True)
class MeasuredPlayer:
    """One player, measured. Depths grow away from the line, ``across`` to the team's left.

    ``front_mm`` is the depth of the foremost part of the base, ``rear_mm`` that of the hindmost.
    """

    player: Player
    seen: SeenBase
    front_mm: float
    rear_mm: float
    sigma_mm: float
    low_mm: float
    high_mm: float
    turned_deg: float

    @property
    def id(self) -> str:
        """The id of the player."""
        return self.player.id

    @property
    def across_mm(self) -> float:
        """The middle of the base, across."""
        return (self.low_mm + self.high_mm) / 2.0

    @property
    def width_mm(self) -> float:
        """How much of the line the base takes up."""
        return self.high_mm - self.low_mm

    @property
    def fallen(self) -> bool:
        """Whether the figure lies."""
        return self.seen.lies

    def overlap_mm(self, other: MeasuredPlayer) -> float:
        """By how much two widths overlap across the field; negative: the gap between them."""
        return min(self.high_mm, other.high_mm) - max(self.low_mm, other.low_mm)


def measured_players(
    board: BoardFrame, roster: Roster, team: Team, at: Scrimmage
) -> tuple[MeasuredPlayer, ...]:
    """Everybody of a side who is seen, from its left to its right."""
    sign = float(at.plays(team).sign)
    men = (
        _man(board.find(player.id), player, at, sign) for player in roster if player.team is team
    )
    return tuple(sorted((man for man in men if man), key=lambda man: (-man.across_mm, man.id)))


def _man(
    seen: SeenBase | None, player: Player, at: Scrimmage, sign: float
) -> MeasuredPlayer | None:
    if seen is None:
        return None
    ahead = HalfPlane((sign, 0.0), sign * at.x_mm)
    front = reach_beyond(player.base, seen.measured, ahead)
    rear = reach_beyond(player.base, seen.measured, ahead, BasePoint.HINDMOST)
    pose, middle = seen.measured.pose, sign * at.ball_y_mm
    return MeasuredPlayer(
        player=player,
        seen=seen,
        front_mm=-front.beyond_mm,
        rear_mm=-rear.beyond_mm,
        sigma_mm=front.sigma_mm,
        low_mm=-support_mm(player.base, pose, (0.0, -sign)) - middle,
        high_mm=support_mm(player.base, pose, (0.0, sign)) - middle,
        turned_deg=turn_deg(0.0 if sign > 0 else 180.0, pose.heading_deg),
    )


def players_outward(
    men: Iterable[MeasuredPlayer], center: MeasuredPlayer, side: int
) -> list[MeasuredPlayer]:
    """Everybody to one side of the center (1: the left), the nearest first."""
    return sorted(
        (man for man in men if side * (man.across_mm - center.across_mm) > 0.0),
        key=lambda man: (abs(man.across_mm - center.across_mm), man.id),
    )


def measured_mm(men: Sequence[MeasuredPlayer]) -> tuple[float | None, float | None]:
    """What a fault of these bases shows: of one its front's depth, of two the gap across."""
    if len(men) == 1:
        return men[0].front_mm, None
    return None, gap_across_mm(men[0], men[1]) if len(men) == 2 else None


def gap_across_mm(one: MeasuredPlayer, other: MeasuredPlayer) -> float:
    """How far two stand apart across the field."""
    return -one.overlap_mm(other)
