"""What a call may have been instead: a table of outcomes, and the event each of them comes to.

Once the power was cut nobody knows how the play would have gone on. So a verdict names another
outcome, or has the down played again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from referee.calls.call import Kind
from referee.core.roster import Team
from referee.game.events import (
    DownRepeated,
    Event,
    PlayEnded,
    Score,
    Scored,
    SeriesBegan,
    Told,
    TryFailed,
)
from referee.game.state import Stage
from referee.review.case import Case, Place
from referee.review.queue import unflagged

NOT_CAUGHT = (Kind.INCOMPLETE, Kind.BATTED_DOWN, Kind.ILLEGAL_TOUCHING)
_RETURNS = frozenset({Stage.KICKOFF, Stage.FREE_KICK})
_TELLS = (PlayEnded, Scored, SeriesBegan, TryFailed)
_Makes = Callable[[Case, Place | None, str | None], Event]


@dataclass(frozen=True, slots=True)
class Outcome:
    """A line of the table: when it is one, and the event it comes to at a place."""

    title: str
    fits: Callable[[Case], bool]
    event: _Makes
    needs_place: bool = False
    needs_player: bool = False


def _down(how: str) -> _Makes:
    """The ball dead at a place, in the hands of whoever ran."""

    def event(case: Case, place: Place | None, _player: str | None) -> Event:
        x_mm, y_mm = place or (case.state.x_mm, case.state.y_mm)
        told = _told(case)
        if case.state.stage is not Stage.SCRIMMAGE:
            return SeriesBegan(case.runs, x_mm, y_mm, told)
        taken = case.runs is not case.state.team
        return PlayEnded(how, case.runs, x_mm, y_mm, case.rule, changed_hands=taken, told=told)

    return event


def _told(case: Case) -> Told | None:
    """How the play went; a touch beside the one that ended it names who stopped whom."""
    told = case.stands.told if isinstance(case.stands, _TELLS) else None
    call = case.item.call
    if call is None or case.item.number == case.item.play or len(call.players) < 2:
        return told
    return replace(told or Told(), carrier=call.players[-1], by=call.players[:-1])


def _lost(case: Case, place: Place | None, player: str | None) -> Event:
    runs = case.stands.team if isinstance(case.stands, PlayEnded | SeriesBegan) else case.runs
    return _down("turnover")(replace(case, runs=runs.other), place, player)


def _elsewhere(case: Case, place: Place | None, _player: str | None) -> Event:
    stands = unflagged(case.stands)
    if place is None or not isinstance(stands, PlayEnded | SeriesBegan):
        return stands
    return replace(stands, x_mm=place[0], y_mm=place[1], told=_told(case))


def _somebody_else(case: Case, _place: Place | None, player: str | None) -> Event:
    stands = unflagged(case.stands)
    if player is None or not isinstance(stands, _TELLS):
        return stands
    return replace(stands, told=replace(stands.told or Told(), by=(player,)))


def _scrimmage(case: Case) -> bool:
    return case.state.stage is Stage.SCRIMMAGE


def _runs_free(case: Case) -> bool:
    return _scrimmage(case) or case.state.stage in _RETURNS


def _tries(case: Case) -> bool:
    return case.state.stage is Stage.TRY


def _is(case: Case, how: str) -> bool:
    """Whether that is what stands; of a return that is over only the call says how it ended."""
    stands, call = case.stands, case.item.call
    if isinstance(stands, PlayEnded | Scored):
        return stands.how == how
    own = case.item.number == case.item.play and isinstance(stands, SeriesBegan)
    return own and call is not None and call.kind.value == how


def _may_be(case: Case, how: str) -> bool:
    """Whether it may have been that instead: beside the play's end also the same, but there."""
    return case.item.number != case.item.play or not _is(case, how)


def _not_caught(case: Case) -> bool:
    """Whether a pass was called not to be caught, or may have been touched before."""
    call = case.item.call
    unclear = call is not None and call.kind is Kind.UNCLEAR_TOUCH
    return _scrimmage(case) and (unclear or any(_is(case, kind.value) for kind in NOT_CAUGHT))


def _team(case: Case) -> Team:
    return case.state.team or case.runs


def _has_place(case: Case) -> bool:
    return isinstance(case.stands, PlayEnded | SeriesBegan) and case.stands.x_mm is not None


def _names_two(case: Case) -> bool:
    call = case.item.call
    named = call is not None and len(call.players) > 1 and bool(case.others)
    return named and case.item.number == case.item.play


OUTCOMES: Mapping[str, Outcome] = {
    "spot": Outcome("The same call, another spot", _has_place, _elsewhere, needs_place=True),
    "player": Outcome(
        "The same call by another player",
        _names_two,
        _somebody_else,
        needs_player=True,
    ),
    "tackle": Outcome(
        "Tackled", lambda c: _runs_free(c) and _may_be(c, "tackle"), _down("tackle"), True
    ),
    "out": Outcome(
        "Out of bounds",
        lambda c: _runs_free(c) and _may_be(c, "out of bounds"),
        _down("out of bounds"),
        needs_place=True,
    ),
    "catch": Outcome("Complete, and down there", _not_caught, _down("catch"), needs_place=True),
    "incomplete": Outcome(
        "Incomplete, or no gain",
        lambda c: _scrimmage(c) and not _is(c, "incomplete"),
        lambda c, *_: PlayEnded("incomplete", _team(c), rule=c.rule),
    ),
    "turnover": Outcome("The other team's ball", _runs_free, _lost, needs_place=True),
    "touchdown": Outcome(
        "Touchdown",
        lambda c: _runs_free(c) and not _is(c, Score.TOUCHDOWN),
        lambda c, *_: Scored(Score.TOUCHDOWN, c.runs, c.rule),
    ),
    "safety": Outcome(
        "Safety",
        lambda c: _runs_free(c) and not _is(c, Score.SAFETY),
        lambda c, *_: Scored(Score.SAFETY, c.runs.other, c.rule),
    ),
    "good": Outcome(
        "The try is good",
        lambda c: _tries(c) and not _is(c, Score.PLAYED_TRY),
        lambda c, *_: Scored(Score.PLAYED_TRY, _team(c), c.rule),
    ),
    "failed": Outcome(
        "The try failed",
        lambda c: _tries(c) and not isinstance(c.stands, TryFailed),
        lambda c, *_: TryFailed(_team(c)),
    ),
    "again": Outcome("Play the down again", _scrimmage, lambda *_: DownRepeated()),
}
