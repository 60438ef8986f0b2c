"""Downs and distance of recorded plays: enough to have a next play, and not the referee's.

Spots are yards from the left goal line; home always plays to the right, away to the left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from referee.core.roster import Team

DIRECTION: Mapping[Team, int] = {Team.HOME: 1, Team.AWAY: -1}
KICKOFF_YD = 35.0
TOUCHBACK_YD = 20.0
TO_GAIN_YD = 10.0
FIELD_GOAL_FROM_YD = 30.0
DOWNS = 4


class SeriesPlayKind(StrEnum):
    """What is lined up for."""

    SCRIMMAGE = "scrimmage"
    KICKOFF = "kickoff"
    PUNT = "punt"
    FIELD_GOAL = "field goal"


class ScriptedEnding(StrEnum):
    """Why a recorded play ended."""

    TACKLED = "a defender's front met the carrier"
    OUT = "the carrier reached a sideline"
    SCORED = "the carrier reached the goal line"
    FELL = "the carrier fell"
    TIME = "nothing happened for long enough"
    CUT = "somebody else cut the power"


@dataclass(frozen=True, slots=True)
class SeriesState:
    """Who has the ball where. The offence of a kickoff is the kicking team."""

    offence: Team
    kind: SeriesPlayKind
    spot_yd: float
    down: int = 1
    gain_yd: float = 0.0

    @property
    def direction(self) -> int:
        """1 when the offence plays to the right."""
        return DIRECTION[self.offence]

    @property
    def to_goal_yd(self) -> float:
        """Yards to the goal line the offence plays to."""
        return 100.0 - self.spot_yd if self.direction == 1 else self.spot_yd


def kickoff(by: Team) -> SeriesState:
    """A kickoff by a team, from its own 35."""
    return SeriesState(by, SeriesPlayKind.KICKOFF, own_yd(by, KICKOFF_YD))


def own_yd(team: Team, yards: float) -> float:
    """A team's own yard line as yards from the left goal line."""
    return yards if DIRECTION[team] == 1 else 100.0 - yards


def series_after_play(now: SeriesState, ending: ScriptedEnding, dead_yd: float) -> SeriesState:
    """The series after a play that ended with the ball at ``dead_yd``."""
    if now.kind is SeriesPlayKind.FIELD_GOAL:
        return kickoff(now.offence)
    carrying = now.offence if now.kind is SeriesPlayKind.SCRIMMAGE else now.offence.other
    if ending is ScriptedEnding.SCORED:
        return kickoff(carrying)
    gained = now.direction * (dead_yd - now.gain_yd) >= 0.0
    if carrying is not now.offence or gained:
        return first_down(carrying, dead_yd)
    if now.down == DOWNS:
        return first_down(now.offence.other, dead_yd)
    return _fourth(replace(now, spot_yd=_in_field(dead_yd), down=now.down + 1))


def first_down(team: Team, spot_yd: float) -> SeriesState:
    """A fresh series; a ball in the end zone comes out to the 20."""
    spot_yd = _in_field(spot_yd) if 0.0 < spot_yd < 100.0 else own_yd(team, TOUCHBACK_YD)
    gain = spot_yd + DIRECTION[team] * TO_GAIN_YD
    return SeriesState(team, SeriesPlayKind.SCRIMMAGE, spot_yd, 1, min(max(gain, 0.0), 100.0))


def _fourth(now: SeriesState) -> SeriesState:
    if now.down < DOWNS:
        return now
    kick = (
        SeriesPlayKind.FIELD_GOAL if now.to_goal_yd <= FIELD_GOAL_FROM_YD else SeriesPlayKind.PUNT
    )
    return replace(now, kind=kick)


def _in_field(spot_yd: float) -> float:
    return min(max(spot_yd, 1.0), 99.0)
