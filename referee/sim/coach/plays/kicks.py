"""Kicks, which nobody officiates: plausible results are rolled, and entered between plays."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import spot_x_mm, spot_yd
from referee.core.roster import Team
from referee.game.events import (
    Event,
    PlayAccount,
    Score,
    Scored,
    ScrimmageKick,
    SeriesBegan,
    TryFailed,
)
from referee.game.state import GamePhase, State

# After a touchback the ball is at the own 20.
TOUCHBACK_YD = 20.0
# The goal posts are at the end line, so far behind the goal line.
POSTS_YD = 10.0
# A field goal is kicked so far behind the line of scrimmage.
SNAPPED_BACK_YD = 7.0
# From farther than this no field goal is tried.
LONGEST_YD = 52.0
# A punt that comes down nearer to the goal line than this is a touchback.
DEEPEST_YD = 2.0
# The share of kickoffs that are touchbacks.
TOUCHBACKS = 0.35
_PUNT = ScrimmageKick.PUNT


@dataclass(frozen=True, slots=True)
class KickReturn:
    """A kick that is returned: by which team, and from where."""

    team: Team
    x_mm: float
    y_mm: float


KickResult = Event | KickReturn


def kickoff_result(field: FieldProfile, state: State, rng: np.random.Generator) -> KickResult:
    """A kickoff or a free kick: through the end zone, or caught in front of it."""
    kicks = state.team or Team.HOME
    receives = kicks.other
    plays = state.plays_toward(receives)
    middle = field.width_mm / 2
    if rng.random() < TOUCHBACKS:
        told = PlayAccount(state.phase.value)
        return SeriesBegan(receives, spot_x_mm(field, TOUCHBACK_YD, plays), middle, told)
    free = state.phase is GamePhase.FREE_KICK
    yards = float(rng.uniform(20.0, 35.0) if free else rng.uniform(3.0, 18.0))
    return KickReturn(receives, spot_x_mm(field, yards, plays), _aside(field, middle, rng))


def punt_result(field: FieldProfile, state: State, rng: np.random.Generator) -> KickResult:
    """A punt on the last down: dead where it rolls, fair caught, or through the end zone."""
    kicks = state.team or Team.HOME
    toward = state.plays_toward(kicks)
    lands_yd = spot_yd(field, state.x_mm, toward) + float(rng.normal(41.0, 6.0))
    own_yd = 100.0 - lands_yd  # of those who receive it
    if own_yd < DEEPEST_YD:
        own_yd = TOUCHBACK_YD
    x_mm = spot_x_mm(field, own_yd, toward.other)
    return SeriesBegan(
        kicks.other, x_mm, _aside(field, state.y_mm, rng), PlayAccount("punt"), _PUNT
    )


def field_goal(field: FieldProfile, state: State, rng: np.random.Generator) -> Event:
    """A field goal, good or not; missed, the others have the ball where it was snapped."""
    team, told = state.team or Team.HOME, PlayAccount("field goal")
    if rng.random() < field_goal_chance(kick_yd(field, state)):
        return Scored(Score.FIELD_GOAL, team, told=told)
    plays = state.plays_toward(team.other)
    own_yd = max(spot_yd(field, state.x_mm, plays), TOUCHBACK_YD)
    x_mm = spot_x_mm(field, own_yd, plays)
    return SeriesBegan(team.other, x_mm, state.y_mm, told, ScrimmageKick.FIELD_GOAL)


def extra_point(state: State, rng: np.random.Generator) -> Event:
    """The kick after a touchdown."""
    team, told = state.team or Team.HOME, PlayAccount("kick")
    good = rng.random() < 0.94
    return Scored(Score.KICKED_TRY, team, told=told) if good else TryFailed(team, told)


def kick_yd(field: FieldProfile, state: State) -> float:
    """How far a field goal from here would have to go."""
    plays = Direction.RIGHT if state.team is None else state.plays_toward(state.team)
    return 100.0 - spot_yd(field, state.x_mm, plays) + POSTS_YD + SNAPPED_BACK_YD


def field_goal_chance(yards: float) -> float:
    """How likely a field goal of a length is good."""
    return float(np.clip(1.05 - 0.012 * max(yards - 20.0, 0.0), 0.35, 0.98))


def _aside(field: FieldProfile, y_mm: float, rng: np.random.Generator) -> float:
    edge = 0.15 * field.width_mm
    return float(
        np.clip(y_mm + rng.normal(0.0, 0.12) * field.width_mm, edge, field.width_mm - edge)
    )
