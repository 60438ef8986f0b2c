"""Complete alternatives: what the game would be with each answer to a foul, in a sentence each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.core.roster import Team
from referee.game.events import FoulAnswer, FoulsSettled
from referee.game.fold import Fold
from referee.game.penalties.open_fouls import fouls_to_settle, offset
from referee.game.state import GamePhase, OpenFoul, State


@dataclass(frozen=True, slots=True)
class PenaltyChoice:
    """An answer: ``by`` is who may give it, None: nobody is asked. ``state`` is the game then."""

    event: FoulsSettled
    by: Team | None
    foul: OpenFoul
    state: State
    sentence: str


def penalty_choices(
    fold: Fold, state: State, names: Mapping[Team, str]
) -> tuple[PenaltyChoice, ...]:
    """Every answer to the fouls that come up next; empty: there is nothing to settle.

    Of fouls that come to the same, one may be taken.
    """
    to_settle = fouls_to_settle(fold.rules.fouls, fold.rules.penalties, state)
    if not to_settle:
        return ()
    if offset(to_settle):
        event = FoulsSettled(FoulAnswer.OFFSET)
        after = fold.after(state, event)
        sentence = f"Both sides fouled: {_outcome(fold, state, after, names)}"
        return (PenaltyChoice(event, None, to_settle[0], after, sentence),)
    found = {choice.state: choice for choice in _taken(fold, state, to_settle, names)}
    choices = tuple(found.values())
    first = to_settle[0]
    if not any(fold.rules.fouls.row(foul.called.foul).may_decline for foul in to_settle):
        return choices
    event = FoulsSettled(FoulAnswer.DECLINE)
    after = fold.after(state, event)
    said = f"Decline it: {_outcome(fold, state, after, names)}"
    return (*choices, PenaltyChoice(event, first.called.team.other, first, after, said))


def _taken(
    fold: Fold, state: State, to_settle: tuple[OpenFoul, ...], names: Mapping[Team, str]
) -> Iterator[PenaltyChoice]:
    for foul in to_settle:
        event = FoulsSettled(FoulAnswer.TAKE, foul.number)
        after = fold.after(state, event)
        lead = f"Take it, {foul_words(foul, names)}"
        sentence = f"{lead}: {_outcome(fold, state, after, names)}"
        yield PenaltyChoice(event, foul.called.team.other, foul, after, sentence)


def foul_words(foul: OpenFoul, names: Mapping[Team, str]) -> str:
    """A foul as people say it: what it is, by whom, and what was seen."""
    called = foul.called
    seen = f" ({called.words.rstrip('.')})" if called.words else ""
    return f"{called.foul} by {names.get(called.team, called.team.value)}{seen}"


def _outcome(fold: Fold, state: State, after: State, names: Mapping[Team, str]) -> str:
    """What the game is then: whose ball, down and place, and the score if the answer changes it."""
    words = after.words(fold.field)
    if after.phase is GamePhase.SCRIMMAGE and after.team is not state.team:
        words = f"ball of {names.get(after.team, '') if after.team else ''}, {words}"
    scores = {each: (each.score(Team.HOME), each.score(Team.AWAY)) for each in (state, after)}
    if scores[state] != scores[after] or after.phase is not GamePhase.SCRIMMAGE:
        said = ", ".join(f"{names.get(team, team.value)} {after.score(team)}" for team in Team)
        words = f"{words}, {said}"
    return f"{words}."
