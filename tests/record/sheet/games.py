"""Games for score sheets: one that has not begun, a short one, and a long one of 130 plays."""

from __future__ import annotations

import numpy as np

from referee.core.field.direction import Direction
from referee.core.roster import Team
from referee.game.events import (
    Event,
    PlayAccount,
    PlayEnded,
    QuarterEnded,
    Score,
    Scored,
    SeriesBegan,
    Started,
)
from referee.game.fold import Fold
from referee.game.journal import Journal
from referee.game.state import GamePhase, State
from referee.loaders.rulebooks import load_rulebook
from referee.record.sheet.played_game import PlayedGame
from tests.core.fields import EASY
from tests.game.nights import AWAY, HOME, NAMES, ROSTER, S, journal

RULES = load_rulebook("hefl")
PLAYS_OF_A_QUARTER = 32


def played(of: Journal) -> PlayedGame:
    return PlayedGame("Wolves at Bears", "2026-01-31", RULES, EASY, NAMES, ROSTER, of)


def empty() -> PlayedGame:
    return played(Journal())


def short() -> PlayedGame:
    return played(journal())


def long(seed: int = 3) -> PlayedGame:
    """Four quarters: runs, passes, punts and scores as a die has them."""
    keeper, rng = Fold(RULES.game, EASY), np.random.default_rng(seed)
    written, state, t_ns = Journal(), State(), 0
    while state.phase is not GamePhase.OVER:
        event = _next(state, rng)
        t_ns += 30 * S
        written = written.append(t_ns, "referee", event)
        state = keeper.after(state, event)
    return played(written)


def _next(state: State, rng: np.random.Generator) -> Event:
    team = state.team or HOME
    if state.phase is GamePhase.BEFORE:
        return Started("hefl", AWAY, Direction.RIGHT)
    if state.phase is GamePhase.TRY:
        return Scored(Score.KICKED_TRY, team, told=PlayAccount("kick"))
    if state.plays >= PLAYS_OF_A_QUARTER:
        return QuarterEnded()
    if state.phase is not GamePhase.SCRIMMAGE:
        sign = state.plays_toward(team.other).sign
        own_goal = 0.0 if sign > 0 else 800.0
        caught, dead = own_goal + sign * 40.0, own_goal + sign * 200.0
        back = PlayAccount("kickoff", _number(team.other, rng), gained_x_mm=caught)
        return SeriesBegan(team.other, dead, 160.0, back)
    return _from_scrimmage(state, team, rng)


def _from_scrimmage(state: State, team: Team, rng: np.random.Generator) -> Event:
    sign = state.plays_toward(team).sign
    goal = 800.0 if sign > 0 else 0.0
    if state.down == 4:
        x_mm = min(max(state.x_mm + sign * 300.0, 80.0), 720.0)
        return SeriesBegan(team.other, x_mm, 160.0, PlayAccount("punt", gained_x_mm=x_mm))
    tackler = (_number(team.other, rng),)
    passer, runner = ROSTER.players[0 if team is HOME else 3].id, _number(team, rng)
    if rng.random() < 0.25:
        return PlayEnded("incomplete", team, told=PlayAccount("pass", passer=passer, target=runner))
    x_mm = state.x_mm + sign * 8.0 * float(rng.normal(5.5, 6.0))
    thrown = rng.random() < 0.4
    told = PlayAccount("pass" if thrown else "run", runner, passer if thrown else None, by=tackler)
    if sign * (x_mm - goal) >= 0.0:
        return Scored(Score.TOUCHDOWN, team, told=told)
    return PlayEnded("tackle", team, min(max(x_mm, 8.0), 792.0), 160.0, told=told)


def _number(team: Team, rng: np.random.Generator) -> str:
    return str(rng.choice([player.id for player in ROSTER if player.team is team]))
