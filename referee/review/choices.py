"""What may stand instead of a call: one table of outcomes, and the event each of them comes to.

Once the power was cut nobody knows how the play would have gone on. So a verdict names another
outcome, or has the down played again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from referee.core.errors import BadValue
from referee.core.field import FieldProfile
from referee.core.roster import Roster, Team
from referee.game.events import (
    DownRepeated,
    Event,
    PlayEnded,
    Score,
    Scored,
    SeriesBegan,
    TryFailed,
)
from referee.game.state import Stage, State
from referee.review.queue import Flagged, unflagged

Place = tuple[float, float]
_RETURNS = frozenset({Stage.KICKOFF, Stage.FREE_KICK})


@dataclass(frozen=True, slots=True)
class Case:
    """A flagged call with everything its outcomes depend on.

    ``stands`` is what the play came to as the journal stands, ``state`` the game just before it,
    ``runs`` whose player had the ball.
    """

    item: Flagged
    stands: Event
    state: State
    runs: Team

    @property
    def rule(self) -> str | None:
        """The rule of the call that is looked at."""
        return None if self.item.call is None else self.item.call.rule or None


@dataclass(frozen=True, slots=True)
class Choice:
    """An outcome. ``place`` is where the ball would be if nobody says another."""

    key: str
    title: str
    needs_place: bool
    needs_player: bool
    place: Place | None


def case_of(item: Flagged, stands: Event, state: State, roster: Roster) -> Case:
    """The case of a flagged call."""
    return Case(item, stands, state, _runs(item, stands, state, roster))


def choices(case: Case) -> tuple[Choice, ...]:
    """Every outcome that may stand instead of the one that stands."""
    return tuple(
        Choice(key, each.title, each.needs_place, each.needs_player, _place(case, each))
        for key, each in _CHOICES.items()
        if each.fits(case)
    )


def outcome(
    case: Case, key: str, place: Place | None, player: str | None, field: FieldProfile
) -> tuple[Event, str]:
    """The event of a choice, and what it is in words."""
    known = {each.key: each for each in choices(case)}
    if key not in known:
        raise BadValue("instead", key, f"one of {', '.join(known)}")
    chosen = known[key]
    place = (place or chosen.place) if chosen.needs_place else None
    if chosen.needs_place:
        _check_place(place, field)
    words = chosen.title
    if chosen.needs_player:
        if not player:
            raise BadValue("player", player, "who it was instead")
        words = f"{words}: {player}"
    return _CHOICES[key].event(case, place), words


def _check_place(place: Place | None, field: FieldProfile) -> None:
    if place is None:
        raise BadValue("place", None, "where the ball is instead")
    for key, value, most in (
        ("x_mm", place[0], field.goal_to_goal_mm),
        ("y_mm", place[1], field.width_mm),
    ):
        if not 0.0 <= value <= most:
            raise BadValue(key, value, f"a place between the goal lines, 0 to {most:g} mm")


def _runs(item: Flagged, stands: Event, state: State, roster: Roster) -> Team:
    call = item.call
    if call is not None and call.players:
        known = {player.id: player.team for player in roster}
        if (team := known.get(call.players[-1])) is not None:
            return team
    if isinstance(stands, Scored) and stands.how is Score.SAFETY:
        return stands.team.other
    if isinstance(stands, PlayEnded | Scored | SeriesBegan):
        return stands.team
    return state.team or Team.HOME


def _place(case: Case, kind: _Kind) -> Place | None:
    if not kind.needs_place:
        return None
    call, stands = case.item.call, case.stands
    if call is not None and call.spot is not None:
        return call.spot.x_mm, call.spot.y_mm
    if isinstance(stands, PlayEnded | SeriesBegan) and stands.x_mm is not None:
        return stands.x_mm, stands.y_mm if stands.y_mm is not None else case.state.y_mm
    return None


def _down(how: str) -> Callable[[Case, Place | None], Event]:
    """The ball dead at a place, in the hands of whoever ran."""

    def event(case: Case, place: Place | None) -> Event:
        x_mm, y_mm = place or (case.state.x_mm, case.state.y_mm)
        if case.state.stage is not Stage.SCRIMMAGE:
            return SeriesBegan(case.runs, x_mm, y_mm)
        taken = case.runs is not case.state.team
        return PlayEnded(how, case.runs, x_mm, y_mm, case.rule, changed_hands=taken)

    return event


def _lost(case: Case, place: Place | None) -> Event:
    runs = case.stands.team if isinstance(case.stands, PlayEnded | SeriesBegan) else case.runs
    return _down("turnover")(replace(case, runs=runs.other), place)


def _elsewhere(case: Case, place: Place | None) -> Event:
    stands = unflagged(case.stands)
    if place is None or not isinstance(stands, PlayEnded | SeriesBegan):
        return stands
    return replace(stands, x_mm=place[0], y_mm=place[1])


def _scrimmage(case: Case) -> bool:
    return case.state.stage is Stage.SCRIMMAGE


def _runs_free(case: Case) -> bool:
    return _scrimmage(case) or case.state.stage in _RETURNS


def _tries(case: Case) -> bool:
    return case.state.stage is Stage.TRY


def _is(case: Case, *how: str) -> bool:
    return isinstance(case.stands, PlayEnded | Scored) and case.stands.how in how


def _team(case: Case) -> Team:
    return case.state.team or case.runs


@dataclass(frozen=True, slots=True)
class _Kind:
    title: str
    fits: Callable[[Case], bool]
    event: Callable[[Case, Place | None], Event]
    needs_place: bool = False
    needs_player: bool = False


def _has_place(case: Case) -> bool:
    return isinstance(case.stands, PlayEnded | SeriesBegan) and case.stands.x_mm is not None


def _names_two(case: Case) -> bool:
    call = case.item.call
    return call is not None and len(call.players) > 1 and case.item.number == case.item.play


_CHOICES: Mapping[str, _Kind] = {
    "spot": _Kind("The same call, another spot", _has_place, _elsewhere, needs_place=True),
    "player": _Kind(
        "The same call by another player",
        _names_two,
        lambda case, _: unflagged(case.stands),
        needs_player=True,
    ),
    "tackle": _Kind(
        "Tackled", lambda c: _runs_free(c) and not _is(c, "tackle"), _down("tackle"), True
    ),
    "out": _Kind(
        "Out of bounds",
        lambda c: _runs_free(c) and not _is(c, "out of bounds"),
        _down("out of bounds"),
        needs_place=True,
    ),
    "incomplete": _Kind(
        "Incomplete, or no gain",
        lambda c: _scrimmage(c) and not _is(c, "incomplete"),
        lambda c, _: PlayEnded("incomplete", _team(c), rule=c.rule),
    ),
    "turnover": _Kind("The other team's ball", _runs_free, _lost, needs_place=True),
    "touchdown": _Kind(
        "Touchdown",
        lambda c: _runs_free(c) and not _is(c, Score.TOUCHDOWN),
        lambda c, _: Scored(Score.TOUCHDOWN, c.runs, c.rule),
    ),
    "safety": _Kind(
        "Safety",
        lambda c: _runs_free(c) and not _is(c, Score.SAFETY),
        lambda c, _: Scored(Score.SAFETY, c.runs.other, c.rule),
    ),
    "good": _Kind(
        "The try is good",
        lambda c: _tries(c) and not _is(c, Score.PLAYED_TRY),
        lambda c, _: Scored(Score.PLAYED_TRY, _team(c), c.rule),
    ),
    "failed": _Kind(
        "The try failed",
        lambda c: _tries(c) and not isinstance(c.stands, TryFailed),
        lambda c, _: TryFailed(_team(c)),
    ),
    "again": _Kind("Play the down again", _scrimmage, lambda _c, _p: DownRepeated()),
}
