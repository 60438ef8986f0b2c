"""Entries of the journal as people read them, with those that no longer stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from referee.core.errors import BadValue
from referee.core.field import FieldProfile
from referee.core.roster import Team
from referee.core.yards import spot_name
from referee.game.events import (
    BallMoved,
    DownRepeated,
    Event,
    Noted,
    PlayEnded,
    QuarterEnded,
    Score,
    Scored,
    SeriesBegan,
    Started,
    TryFailed,
)
from referee.game.journal import Entry, Verdict
from referee.game.state import State

Names = Mapping[Team, str]
_SCORES = {
    Score.TOUCHDOWN: "Touchdown",
    Score.FIELD_GOAL: "Field goal",
    Score.SAFETY: "Safety",
    Score.KICKED_TRY: "Extra point",
    Score.PLAYED_TRY: "Two-point try",
}


class Reader:
    """Puts entries into words; places are said from the side of the team that has the ball."""

    def __init__(self, names: Names, field: FieldProfile) -> None:
        self._names, self._field = names, field

    def words(self, entry: Entry, state: State) -> str:
        """One entry; ``state`` says which way the teams play."""
        what = entry.what
        if isinstance(what, Verdict):
            instead = "" if what.instead is None else f" Now: {self._event(what.instead, state)}"
            return f"Entry {what.entry} does not stand: {what.why}.{instead}"
        return self._event(what, state)

    def name(self, team: Team) -> str:
        """What people call a team."""
        return self._names.get(team, team.value)

    def place(self, x_mm: float | None, team: Team, state: State) -> str:
        """ " at the own 34", or nothing where the place is not known."""
        if x_mm is None:
            return ""
        try:
            return f" at the {spot_name(self._field, x_mm, state.plays_toward(team), 0)}"
        except BadValue:
            return ""

    def _event(self, event: Event, state: State) -> str:
        return _WORDS[type(event)](self, event, state)


def _started(reader: Reader, event: Started, _state: State) -> str:
    return f"The game begins: {reader.name(event.kicks)} kicks off."


def _series(reader: Reader, event: SeriesBegan, state: State) -> str:
    return f"{reader.name(event.team)} ball{reader.place(event.x_mm, event.team, state)}."


def _play(reader: Reader, event: PlayEnded, state: State) -> str:
    taken = f" {reader.name(event.team)} ball." if event.changed_hands else ""
    return f"{event.how.capitalize()}{reader.place(event.x_mm, event.team, state)}.{taken}"


def _again(reader: Reader, event: DownRepeated, state: State) -> str:
    place = "" if state.team is None else reader.place(event.x_mm, state.team, state)
    return f"The down is played again{place}."


_Words = Callable[[Reader, Any, State], str]
_WORDS: Mapping[type[Event], _Words] = {
    Started: _started,
    SeriesBegan: _series,
    PlayEnded: _play,
    Scored: lambda reader, event, _: f"{_SCORES[event.how]}, {reader.name(event.team)}.",
    TryFailed: lambda reader, event, _: f"No good: the try of {reader.name(event.team)}.",
    DownRepeated: _again,
    BallMoved: lambda _, event, __: f"The ball goes to the {event.to.value}.",
    QuarterEnded: lambda _, __, ___: "The quarter is over.",
    Noted: lambda _, event, __: event.words,
}


def struck(entries: tuple[Entry, ...]) -> tuple[int, ...]:
    """The numbers of entries that a standing verdict has taken back."""
    gone: set[int] = set()
    for entry in reversed(entries):
        if isinstance(entry.what, Verdict) and entry.number not in gone:
            gone.add(entry.what.entry)
    return tuple(sorted(gone))
