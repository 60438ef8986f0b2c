"""What people or a coin decide between plays: each act's question, and its answers as offers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from referee.core.field.direction import Direction
from referee.core.roster import Team
from referee.game.events import Event, Score, Scored, TryFailed
from referee.game.frame_events import (
    ChallengeDecided,
    CoinSide,
    EndsChosen,
    KickChoice,
    KickChosen,
    OvertimeSettled,
)
from referee.game.game_rules import GameRules
from referee.game.order.opening import CALLED, may_defer, toss_rule
from referee.game.state import WORDS_ONLY, GamePhase, State
from referee.night.commands import Command, EnterEvent, RollForChallenge, TossCoin

_NOT_ASKED = frozenset({GamePhase.BEFORE, GamePhase.OVER})


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer, in words for a button, and what it does. ``team`` gives it, if only one may."""

    words: str
    command: Command
    team: Team | None = None


def decision_due(state: State) -> bool:
    """Whether somebody has to decide something before anything else happens."""
    waits = state.phase in WORDS_ONLY and state.phase not in _NOT_ASKED
    return waits or state.challenged_by is not None


def decision_question(state: State, rules: GameRules, names: Mapping[Team, str]) -> str:
    """What has to be decided now, as a sentence."""
    team = state.challenged_by or state.team or Team.HOME
    who = names.get(team, team.value)
    if state.challenged_by is not None:
        return f"{who} challenge the ruling: look at the review page, then say what becomes of it."
    called = toss_rule(rules, state) in CALLED
    yards = rules.pregame.home_field_goal_yd.value
    words = {
        GamePhase.TOSS: f"The coin is tossed: {who} call it." if called else "The coin is tossed.",
        GamePhase.CHOICE: f"{who} choose: kick or receive.",
        GamePhase.ENDS: f"{who} name the goal that they defend.",
        GamePhase.HOME_KICK: f"{who} try a field goal of {yards:g} yards before the game.",
    }
    return words.get(state.phase, "The game is tied: play an overtime, or leave it at a tie.")


def answers_of(state: State, rules: GameRules) -> tuple[Answer, ...]:
    """All answers to what has to be decided now; none: nothing has to be."""
    if not decision_due(state):
        return ()
    make = _challenge if state.challenged_by is not None else _ANSWERS[state.phase]
    return tuple(make(state, rules))


def _toss(state: State, rules: GameRules) -> Iterator[Answer]:
    if toss_rule(rules, state) not in CALLED:
        yield Answer("Toss the coin", TossCoin(None))
        return
    for side in CoinSide:
        yield Answer(side.value.capitalize(), TossCoin(side), Team.AWAY)


def _choice(state: State, rules: GameRules) -> Iterator[Answer]:
    team = state.team or Team.HOME
    words = {KickChoice.KICK: "Kick", KickChoice.RECEIVE: "Receive"}
    if may_defer(rules, state):
        words[KickChoice.DEFER] = "Leave the choice to the others"
    for what, said in words.items():
        yield Answer(said, EnterEvent(KickChosen(team, what)), team)


def _ends(state: State, _rules: GameRules) -> Iterator[Answer]:
    team = state.team or Team.HOME
    for plays in Direction:
        words = f"Defend the {plays.other.value} goal"
        yield Answer(words, EnterEvent(EndsChosen(team, plays)), team)


def _home_kick(state: State, _rules: GameRules) -> Iterator[Answer]:
    team = state.team or Team.HOME
    results: tuple[tuple[str, Event], ...] = (
        ("The kick is good", Scored(Score.FIELD_GOAL, team)),
        ("The kick is missed, or not tried", TryFailed(team)),
    )
    for words, event in results:
        yield Answer(words, EnterEvent(event), team)


def _overtime(_state: State, _rules: GameRules) -> Iterator[Answer]:
    yield Answer("Play an overtime", EnterEvent(OvertimeSettled(played=True)))
    yield Answer("Leave it at a tie", EnterEvent(OvertimeSettled(played=False)))


def _challenge(_state: State, _rules: GameRules) -> Iterator[Answer]:
    yield Answer("The ruling stands", EnterEvent(ChallengeDecided(won=False)))
    yield Answer("The ruling is reversed", EnterEvent(ChallengeDecided(won=True)))
    yield Answer("No replay: roll the die", RollForChallenge())


_ANSWERS: Mapping[GamePhase, Callable[[State, GameRules], Iterator[Answer]]] = {
    GamePhase.TOSS: _toss,
    GamePhase.CHOICE: _choice,
    GamePhase.ENDS: _ends,
    GamePhase.HOME_KICK: _home_kick,
    GamePhase.OVERTIME: _overtime,
}
