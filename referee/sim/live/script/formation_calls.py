"""Which formations a recorded play has, and who runs with the ball."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from referee.core.errors import BadValue
from referee.sim.formations.formation import (
    Formation,
    FormationSide,
    formation_names,
    load_formation,
)
from referee.sim.live.script.series import SeriesPlayKind, SeriesState

NEAR_GOAL_YD = 5.0
LONG_YD = 12.0


@dataclass(frozen=True, slots=True)
class FormationCall:
    """Both teams' formations; ``carried_by_offence`` tells which of them runs with the ball."""

    offence: Formation
    defence: Formation
    carrier: str
    carried_by_offence: bool


# Offence, defence, and the role that carries the ball.
FormationChoice: TypeAlias = tuple[str, str, str]
OPEN_FIELD: tuple[FormationChoice, ...] = (
    ("i-formation", "4-3", "RB"),
    ("i-formation", "3-4", "FB"),
    ("pro-set", "4-3", "RB"),
    ("pro-set", "3-4", "FB"),
    ("single-back", "4-3", "RB"),
    ("shotgun-spread", "nickel", "QB"),
)
LONG_WAY: tuple[FormationChoice, ...] = (
    ("shotgun-spread", "prevent", "RB"),
    ("shotgun-spread", "nickel", "QB"),
)
GOAL_LINE: tuple[FormationChoice, ...] = (
    ("goal-line-offence", "goal-line-defence", "RB"),
    ("goal-line-offence", "goal-line-defence", "FB"),
)
KICKS: Mapping[SeriesPlayKind, FormationChoice] = {
    SeriesPlayKind.KICKOFF: ("kickoff", "kick-return", "KR"),
    SeriesPlayKind.PUNT: ("punt", "punt-return", "PR"),
    SeriesPlayKind.FIELD_GOAL: ("field-goal", "field-goal-block", "K"),
}


@dataclass(frozen=True, slots=True)
class FormationWishes:
    """Formations somebody asked for; None leaves the choice to the script."""

    offence: str | None = None
    defence: str | None = None

    def __post_init__(self) -> None:
        for key, side in (("offence", FormationSide.OFFENCE), ("defence", FormationSide.DEFENCE)):
            name = getattr(self, key)
            if name is not None and load_formation(name).side is not side:
                raise BadValue(key, name, f"one of {', '.join(formation_names(side))}")


def call_formations(
    now: SeriesState, rng: np.random.Generator, wishes: FormationWishes
) -> FormationCall:
    """The formations for the state of a series; wishes count when nobody kicks."""
    if now.kind in KICKS:
        offence, defence, carrier = KICKS[now.kind]
        return _call(offence, defence, carrier)
    choices = OPEN_FIELD
    if now.to_goal_yd <= NEAR_GOAL_YD:
        choices = GOAL_LINE
    elif now.direction * (now.gain_yd - now.spot_yd) >= LONG_YD:
        choices = LONG_WAY
    offence, defence, carrier = choices[int(rng.integers(len(choices)))]
    if wishes.offence is not None:
        offence, carrier = wishes.offence, load_formation(wishes.offence).ball
    return _call(offence, wishes.defence or defence, carrier)


def _call(offence: str, defence: str, carrier: str) -> FormationCall:
    ours, theirs = load_formation(offence), load_formation(defence)
    by_offence = carrier in [spot.role for spot in ours.spots]
    return FormationCall(ours, theirs, carrier, by_offence)
