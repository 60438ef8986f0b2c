"""What a call may have been instead: a table of outcomes, and the event each of them comes to.

After the power was cut the play cannot go on as it would have. So a ruling names another outcome,
or has the down played again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from referee.calls.call import CallKind
from referee.core.roster import Team
from referee.game.events import (
    DownRepeated,
    Event,
    PlayAccount,
    PlayEnded,
    Score,
    Scored,
    SeriesBegan,
    TryFailed,
)
from referee.game.state import GamePhase
from referee.review.queue import unflagged
from referee.review.rulings.flagged_call import BoardPlace, FlaggedCall

NOT_CAUGHT = (CallKind.INCOMPLETE, CallKind.BATTED_DOWN, CallKind.ILLEGAL_TOUCHING)
_RETURNS = frozenset({GamePhase.KICKOFF, GamePhase.FREE_KICK})
_TELLS = (PlayEnded, Scored, SeriesBegan, TryFailed)
_Makes = Callable[[FlaggedCall, BoardPlace | None, str | None], Event]


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """A line of the table: when it is one, and the event it comes to at a place."""

    title: str
    fits: Callable[[FlaggedCall], bool]
    event: _Makes
    needs_place: bool = False
    needs_player: bool = False


def _down(how: str) -> _Makes:
    """The ball dead at a place, with the team whose player ran."""

    def event(case: FlaggedCall, place: BoardPlace | None, _player: str | None) -> Event:
        x_mm, y_mm = place or (case.state.x_mm, case.state.y_mm)
        told = _told(case)
        if case.state.phase is not GamePhase.SCRIMMAGE or case.kick is not None:
            return SeriesBegan(case.runs, x_mm, y_mm, told, case.kick)
        taken = case.runs is not case.state.team
        return PlayEnded(how, case.runs, x_mm, y_mm, case.rule, changed_hands=taken, told=told)

    return event


def _told(case: FlaggedCall) -> PlayAccount | None:
    """How the play went; a touch beside the one that ended it names who stopped whom."""
    told = case.stands.told if isinstance(case.stands, _TELLS) else None
    call = case.item.call
    if call is None or case.item.number == case.item.play or len(call.players) < 2:
        return told
    return replace(told or PlayAccount(), carrier=call.players[-1], by=call.players[:-1])


def _lost(case: FlaggedCall, place: BoardPlace | None, player: str | None) -> Event:
    runs = case.stands.team if isinstance(case.stands, PlayEnded | SeriesBegan) else case.runs
    return _down("turnover")(replace(case, runs=runs.other), place, player)


def _elsewhere(case: FlaggedCall, place: BoardPlace | None, _player: str | None) -> Event:
    stands = unflagged(case.stands)
    if place is None or not isinstance(stands, PlayEnded | SeriesBegan):
        return stands
    return replace(stands, x_mm=place[0], y_mm=place[1], told=_told(case))


def _somebody_else(case: FlaggedCall, _place: BoardPlace | None, player: str | None) -> Event:
    stands = unflagged(case.stands)
    if player is None or not isinstance(stands, _TELLS):
        return stands
    return replace(stands, told=replace(stands.told or PlayAccount(), by=(player,)))


def _scrimmage(case: FlaggedCall) -> bool:
    """Whether it was a run or a pass; of the down of a kick that was run back nothing is left."""
    return case.state.phase is GamePhase.SCRIMMAGE and case.kick is None


def _runs_free(case: FlaggedCall) -> bool:
    return case.state.phase is GamePhase.SCRIMMAGE or case.state.phase in _RETURNS


def _tries(case: FlaggedCall) -> bool:
    return case.state.phase is GamePhase.TRY


def _is(case: FlaggedCall, how: str) -> bool:
    """Whether that is what stands; of a return that is over only the call says how it ended."""
    stands, call = case.stands, case.item.call
    if isinstance(stands, PlayEnded | Scored):
        return stands.how == how
    own = case.item.number == case.item.play and isinstance(stands, SeriesBegan)
    return own and call is not None and call.kind.value == how


def _may_be(case: FlaggedCall, how: str) -> bool:
    """Whether it may have been that instead: beside the play's end also the same, but there."""
    return case.item.number != case.item.play or not _is(case, how)


def _not_caught(case: FlaggedCall) -> bool:
    """Whether a pass was called not to be caught, or may have been touched before."""
    call = case.item.call
    unclear = call is not None and call.kind is CallKind.UNCLEAR_TOUCH
    return _scrimmage(case) and (unclear or any(_is(case, kind.value) for kind in NOT_CAUGHT))


def _team(case: FlaggedCall) -> Team:
    return case.state.team or case.runs


def _has_place(case: FlaggedCall) -> bool:
    return isinstance(case.stands, PlayEnded | SeriesBegan) and case.stands.x_mm is not None


def _names_two(case: FlaggedCall) -> bool:
    call = case.item.call
    named = call is not None and len(call.players) > 1 and bool(case.others)
    return named and case.item.number == case.item.play


OUTCOMES: Mapping[str, CallOutcome] = {
    "spot": CallOutcome("The same call, another spot", _has_place, _elsewhere, needs_place=True),
    "player": CallOutcome(
        "The same call by another player",
        _names_two,
        _somebody_else,
        needs_player=True,
    ),
    "tackle": CallOutcome(
        "Tackled", lambda c: _runs_free(c) and _may_be(c, "tackle"), _down("tackle"), True
    ),
    "out": CallOutcome(
        "Out of bounds",
        lambda c: _runs_free(c) and _may_be(c, "out of bounds"),
        _down("out of bounds"),
        needs_place=True,
    ),
    "catch": CallOutcome("Complete, and down there", _not_caught, _down("catch"), needs_place=True),
    "incomplete": CallOutcome(
        "Incomplete, or no gain",
        lambda c: _scrimmage(c) and not _is(c, "incomplete"),
        lambda c, *_: PlayEnded("incomplete", _team(c), rule=c.rule),
    ),
    "turnover": CallOutcome("The other team's ball", _runs_free, _lost, needs_place=True),
    "touchdown": CallOutcome(
        "Touchdown",
        lambda c: _runs_free(c) and not _is(c, Score.TOUCHDOWN),
        lambda c, *_: Scored(Score.TOUCHDOWN, c.runs, c.rule, kick=c.kick),
    ),
    "safety": CallOutcome(
        "Safety",
        lambda c: _runs_free(c) and not _is(c, Score.SAFETY),
        lambda c, *_: Scored(Score.SAFETY, c.runs.other, c.rule, kick=c.kick),
    ),
    "good": CallOutcome(
        "The try is good",
        lambda c: _tries(c) and not _is(c, Score.PLAYED_TRY),
        lambda c, *_: Scored(Score.PLAYED_TRY, _team(c), c.rule),
    ),
    "failed": CallOutcome(
        "The try failed",
        lambda c: _tries(c) and not isinstance(c.stands, TryFailed),
        lambda c, *_: TryFailed(_team(c)),
    ),
    "again": CallOutcome(
        "Play the down again",
        lambda c: c.state.phase is GamePhase.SCRIMMAGE,
        lambda *_: DownRepeated(),
    ),
}
