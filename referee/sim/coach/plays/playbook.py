"""What the coach calls in the huddle: two formations, who gets the ball, and how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from referee.calls.play_name import PlayName
from referee.core.field.field_profile import FieldProfile
from referee.core.field.yards import gained_yd, spot_yd
from referee.game.state import State
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.rulebook import Rulebook
from referee.sim.formations.formation import Formation, load_formation

# Up to this a gain is short.
SHORT_YD = 3.0
# From this on a gain is long.
LONG_YD = 7.0
# Within this distance of the goal line the goal-line plays are called.
NEAR_GOAL_YD = 5.0
# With no more to gain the passer may sneak, in rulebooks that hold the passer back.
SNEAK_YD = 2.0
PASSES = frozenset({PlayName.FORWARD})
PASSER = "QB"


@dataclass(frozen=True, slots=True)
class PlaybookPlay:
    """One play as it is drawn in a book; ``runner`` is the role that is to run with the ball."""

    play: PlayName
    offence: str
    defence: str
    runner: str = PASSER


@dataclass(frozen=True, slots=True)
class CalledPlay:
    """One play as it is called: formations, what it is, who is to have the ball."""

    play: PlayName
    offence: Formation
    defence: Formation
    runner: str

    @property
    def passes(self) -> bool:
        """Whether the ball is to be thrown."""
        return self.play in PASSES


_RUNS = (
    PlaybookPlay(PlayName.RUN, "i-formation", "4-3", "RB"),
    PlaybookPlay(PlayName.RUN, "i-formation", "3-4", "FB"),
    PlaybookPlay(PlayName.RUN, "pro-set", "4-3", "RB"),
    PlaybookPlay(PlayName.RUN, "single-back", "4-3", "RB"),
    PlaybookPlay(PlayName.SWEEP, "pro-set", "3-4", "FB"),
    PlaybookPlay(PlayName.DRAW, "single-back", "nickel", "RB"),
    PlaybookPlay(PlayName.READ_OPTION, "pro-set", "4-3", "RB"),
)
_SHORT = (
    PlaybookPlay(PlayName.RUN, "i-formation", "4-3", "FB"),
    PlaybookPlay(PlayName.RUN, "i-formation", "3-4", "RB"),
    PlaybookPlay(PlayName.SNEAK, "i-formation", "4-3"),
    PlaybookPlay(PlayName.SWEEP, "pro-set", "3-4", "FB"),
)
_PASSES = (
    PlaybookPlay(PlayName.FORWARD, "shotgun-spread", "nickel"),
    PlaybookPlay(PlayName.FORWARD, "pro-set", "4-3"),
    PlaybookPlay(PlayName.FORWARD, "single-back", "nickel"),
    PlaybookPlay(PlayName.FORWARD, "shotgun-spread", "prevent"),
)
_GOAL_LINE = (
    PlaybookPlay(PlayName.RUN, "goal-line-offence", "goal-line-defence", "FB"),
    PlaybookPlay(PlayName.RUN, "goal-line-offence", "goal-line-defence", "RB"),
    PlaybookPlay(PlayName.SNEAK, "goal-line-offence", "goal-line-defence"),
)
# How often a pass is called, by what is still to be gained.
_PASS_SHARE: Mapping[str, float] = {"short": 0.2, "usual": 0.4, "long": 0.65}


def choose_play(
    rulebook: Rulebook, field: FieldProfile, state: State, rng: np.random.Generator
) -> CalledPlay:
    """A play for the down, such as this rulebook has."""
    known = _known(rulebook)
    ideas = [idea for idea in _choices(field, state, rng) if idea.play in known]
    idea = ideas[int(rng.integers(len(ideas)))]
    return CalledPlay(
        idea.play, load_formation(idea.offence), load_formation(idea.defence), idea.runner
    )


def _known(rulebook: Rulebook) -> frozenset[PlayName]:
    """The plays that can be named from the line-up to the first stops."""
    rows = rulebook.procedure.rows
    first = {PlayStep.SET, PlayStep.SNAP, PlayStep.READ, PlayStep.POCKET}
    return frozenset(play for row in rows if row.step in first for play in row.plays or {})


def _choices(
    field: FieldProfile, state: State, rng: np.random.Generator
) -> tuple[PlaybookPlay, ...]:
    team = state.team
    if team is None:
        return _RUNS
    plays = state.plays_toward(team)
    if 100.0 - spot_yd(field, state.x_mm, plays) <= NEAR_GOAL_YD:
        return _GOAL_LINE
    togo = LONG_YD
    if state.to_gain_x_mm is not None:
        togo = gained_yd(field, state.x_mm, state.to_gain_x_mm, plays)
    need = "short" if togo <= SHORT_YD else "usual" if togo <= LONG_YD else "long"
    runs = _SHORT if togo <= SNEAK_YD else _RUNS
    return _PASSES if rng.random() < _PASS_SHARE[need] else runs
