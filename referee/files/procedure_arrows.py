"""The arrows of a procedure: what leads from one period to the next, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from referee.calls.call import Kind
from referee.calls.stops import Made, made_of
from referee.rulebooks.period import Period
from referee.rulebooks.procedure import Stop
from referee.rulebooks.rulebook import Rulebook


class Why(StrEnum):
    """What an arrow stands for."""

    TIME = "time is over, or power comes"
    ALWAYS = "the referee stops the board"
    ASKED = "a stop that the holder may ask for"
    GOES_ON = "under power"
    NAMED = "a play that is named at the stop"
    CALLED = "a call"


@dataclass(frozen=True, slots=True)
class Arrow:
    """``slip_mm``: how far it lies beside others between the same two periods."""

    start: Period
    end: Period
    why: Why
    label: str
    slip_mm: float = 0.0


def arrows_of(rulebook: Rulebook) -> list[Arrow]:
    """Everything a procedure leads to, as arrows between its periods."""
    return _joined(_arrows(rulebook))


def _arrows(rulebook: Rulebook) -> Iterator[Arrow]:
    """Everything the table says, the end of the play apart, which may come anywhere."""
    procedure = rulebook.procedure
    for row in procedure.rows:
        if row.then is not None and row.then is not row.period:
            yield Arrow(row.period, row.then, Why.TIME, "")
        for stop in row.stops:
            why = _why(rulebook, stop)
            if why is not None:
                yield Arrow(row.period, stop.then, why, _said(stop))
        for play, period in (row.plays or {}).items():
            if period is not Period.DEAD and period is not row.period:
                yield Arrow(row.period, period, Why.NAMED, play.value)
    thrown = Period.IN_THE_AIR if Period.IN_THE_AIR in procedure else Period.POCKET
    ways = (
        (thrown, Kind.CATCH),
        (thrown, Kind.INTERCEPTION),
        (Period.RECOVERY, Kind.RECOVERED),
    )
    for start, kind in ways:
        end = procedure.calls.get(kind, Period.DEAD)
        if start in procedure and end is not Period.DEAD:
            yield Arrow(start, end, Why.CALLED, kind.value)


def _why(rulebook: Rulebook, stop: Stop) -> Why | None:
    made = made_of(rulebook.calls.stops, stop.at)
    if made is None:
        return Why.ASKED
    return {
        Made.ALWAYS: Why.ALWAYS,
        Made.ON_REQUEST: Why.ASKED,
        Made.GOES_ON: Why.GOES_ON,
        Made.NEVER: None,
    }[made.value]


def _said(stop: Stop) -> str:
    often = "" if stop.times == 1 else " (any number)" if stop.times == 0 else f" ({stop.times})"
    behind = ", caught behind" if stop.behind else ""
    return f"{stop.at.value}{often}{behind}"


def _joined(arrows: Iterator[Arrow]) -> list[Arrow]:
    """One arrow for each pair of periods and reason, with all its labels, side by side.

    The plays that lead to a period are said once, not at each of the stops that know them.
    """
    words: dict[tuple[Period, Period, Why], list[str]] = {}
    for arrow in arrows:
        words.setdefault((arrow.start, arrow.end, arrow.why), []).append(arrow.label)
    pairs = [(start, end) for start, end, _ in words]
    said: set[Period] = set()
    found = []
    for k, ((start, end, why), labels) in enumerate(words.items()):
        again = why is Why.NAMED and end in said
        said |= {end} if why is Why.NAMED else set()
        place, many = pairs[:k].count((start, end)), pairs.count((start, end))
        label = "" if again else ", ".join(dict.fromkeys(filter(None, labels)))
        found.append(Arrow(start, end, why, label, (place - (many - 1) / 2) * -8.0))
    return found
