"""What the coach calls in the huddle: two formations, who gets the ball, and how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from referee.calls.plays import Play
from referee.core.field import FieldProfile
from referee.core.yards import gained_yd, spot_yd
from referee.game.state import State
from referee.rulebooks.period import Period
from referee.rulebooks.rulebook import Rulebook
from referee.sim.physics.formations import Formation, load_formation

SHORT_YD, LONG_YD, NEAR_GOAL_YD = 3.0, 7.0, 5.0
# With no more to gain the passer may go ahead himself, in books that hold him back.
SNEAK_YD = 2.0
PASSES = frozenset({Play.FORWARD})
PASSER = "QB"


@dataclass(frozen=True, slots=True)
class Idea:
    """One play as it is drawn in a book; ``runner`` is the role that is to run with the ball."""

    play: Play
    offence: str
    defence: str
    runner: str = PASSER


@dataclass(frozen=True, slots=True)
class Intent:
    """One play as it is called: formations, what it is, who is to have the ball."""

    play: Play
    offence: Formation
    defence: Formation
    runner: str

    @property
    def passes(self) -> bool:
        """Whether the ball is to be thrown."""
        return self.play in PASSES


_RUNS = (
    Idea(Play.RUN, "i-formation", "4-3", "RB"),
    Idea(Play.RUN, "i-formation", "3-4", "FB"),
    Idea(Play.RUN, "pro-set", "4-3", "RB"),
    Idea(Play.RUN, "single-back", "4-3", "RB"),
    Idea(Play.SWEEP, "pro-set", "3-4", "FB"),
    Idea(Play.DRAW, "single-back", "nickel", "RB"),
    Idea(Play.READ_OPTION, "pro-set", "4-3", "RB"),
)
_SHORT = (
    Idea(Play.RUN, "i-formation", "4-3", "FB"),
    Idea(Play.RUN, "i-formation", "3-4", "RB"),
    Idea(Play.SNEAK, "i-formation", "4-3"),
    Idea(Play.SWEEP, "pro-set", "3-4", "FB"),
)
_PASSES = (
    Idea(Play.FORWARD, "shotgun-spread", "nickel"),
    Idea(Play.FORWARD, "pro-set", "4-3"),
    Idea(Play.FORWARD, "single-back", "nickel"),
    Idea(Play.FORWARD, "shotgun-spread", "prevent"),
)
_GOAL_LINE = (
    Idea(Play.RUN, "goal-line-offence", "goal-line-defence", "FB"),
    Idea(Play.RUN, "goal-line-offence", "goal-line-defence", "RB"),
    Idea(Play.SNEAK, "goal-line-offence", "goal-line-defence"),
)
# How often a pass is called, by what is still to be gained.
_PASS_SHARE: Mapping[str, float] = {"short": 0.2, "usual": 0.4, "long": 0.65}


def called(
    rulebook: Rulebook, field: FieldProfile, state: State, rng: np.random.Generator
) -> Intent:
    """A play for the down, such as this rulebook has."""
    known = _known(rulebook)
    ideas = [idea for idea in _choices(field, state, rng) if idea.play in known]
    idea = ideas[int(rng.integers(len(ideas)))]
    return Intent(
        idea.play, load_formation(idea.offence), load_formation(idea.defence), idea.runner
    )


def _known(rulebook: Rulebook) -> frozenset[Play]:
    """The plays that can be named from the line-up to the first stops."""
    rows = rulebook.procedure.rows
    first = {Period.SET, Period.SNAP, Period.READ, Period.POCKET}
    return frozenset(play for row in rows if row.period in first for play in row.plays or {})


def _choices(field: FieldProfile, state: State, rng: np.random.Generator) -> tuple[Idea, ...]:
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
