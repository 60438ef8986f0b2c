"""What the solitaire coach calls: formations for each kind of play, and who runs with the ball."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from referee.sim.coach_series import PlayKind, Situation
from referee.sim.physics.formations import Formation, load_formation

NEAR_GOAL_YD = 5.0
LONG_YD = 12.0


@dataclass(frozen=True, slots=True)
class Call:
    """Both teams' formations; ``carried_by_offence`` tells which of them runs with the ball."""

    offence: Formation
    defence: Formation
    carrier: str
    carried_by_offence: bool


# Offence, defence, and the role that carries the ball.
Choice: TypeAlias = tuple[str, str, str]
OPEN_FIELD: tuple[Choice, ...] = (
    ("i-formation", "4-3", "RB"),
    ("i-formation", "3-4", "FB"),
    ("pro-set", "4-3", "RB"),
    ("pro-set", "3-4", "FB"),
    ("single-back", "4-3", "RB"),
    ("shotgun-spread", "nickel", "QB"),
)
LONG_WAY: tuple[Choice, ...] = (
    ("shotgun-spread", "prevent", "RB"),
    ("shotgun-spread", "nickel", "QB"),
)
GOAL_LINE: tuple[Choice, ...] = (
    ("goal-line-offence", "goal-line-defence", "RB"),
    ("goal-line-offence", "goal-line-defence", "FB"),
)
KICKS: Mapping[PlayKind, Choice] = {
    PlayKind.KICKOFF: ("kickoff", "kick-return", "KR"),
    PlayKind.PUNT: ("punt", "punt-return", "PR"),
    PlayKind.FIELD_GOAL: ("field-goal", "field-goal-block", "K"),
}


def call_play(now: Situation, rng: np.random.Generator) -> Call:
    """The formations for a situation."""
    if now.kind in KICKS:
        offence, defence, carrier = KICKS[now.kind]
        return _call(offence, defence, carrier)
    choices = OPEN_FIELD
    if now.to_goal_yd <= NEAR_GOAL_YD:
        choices = GOAL_LINE
    elif now.direction * (now.gain_yd - now.spot_yd) >= LONG_YD:
        choices = LONG_WAY
    return _call(*choices[int(rng.integers(len(choices)))])


def _call(offence: str, defence: str, carrier: str) -> Call:
    ours, theirs = load_formation(offence), load_formation(defence)
    by_offence = carrier in [spot.role for spot in ours.spots]
    return Call(ours, theirs, carrier, by_offence)
