"""The arrows of a procedure: what leads from one step to the next, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from referee.calls.call import CallKind
from referee.calls.stops.place_stop import StopTrigger, stop_trigger_of
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import ProcedureStop
from referee.rulebooks.rulebook import Rulebook


class ArrowReason(StrEnum):
    """What an arrow stands for."""

    TIME = "time is over, or power comes"
    ALWAYS = "the referee stops the board"
    ASKED = "a stop that the holder may ask for"
    GOES_ON = "under power"
    NAMED = "a play that is named at the stop"
    CALLED = "a call"


@dataclass(frozen=True, slots=True)
class ProcedureArrow:
    """``slip_mm``: how far it lies beside others between the same two steps."""

    start: PlayStep
    end: PlayStep
    why: ArrowReason
    label: str
    slip_mm: float = 0.0


def arrows_of(rulebook: Rulebook) -> list[ProcedureArrow]:
    """Everything a procedure leads to, as arrows between its steps."""
    return _joined(_arrows(rulebook))


def _arrows(rulebook: Rulebook) -> Iterator[ProcedureArrow]:
    """Everything the table says, the end of the play apart, which may come anywhere."""
    procedure = rulebook.procedure
    for row in procedure.rows:
        if row.then is not None and row.then is not row.step:
            yield ProcedureArrow(row.step, row.then, ArrowReason.TIME, "")
        for stop in row.stops:
            why = _why(rulebook, stop)
            if why is not None:
                yield ProcedureArrow(row.step, stop.then, why, _said(stop))
        for play, step in (row.plays or {}).items():
            if step is not PlayStep.DEAD and step is not row.step:
                yield ProcedureArrow(row.step, step, ArrowReason.NAMED, play.value)
    yield from _kick_arrows(rulebook)
    thrown = PlayStep.IN_THE_AIR if PlayStep.IN_THE_AIR in procedure else PlayStep.POCKET
    ways = (
        (thrown, CallKind.CATCH),
        (thrown, CallKind.INTERCEPTION),
        (PlayStep.RECOVERY, CallKind.RECOVERED),
    )
    for start, kind in ways:
        end = procedure.calls.get(kind, PlayStep.DEAD)
        if start in procedure and end is not PlayStep.DEAD:
            yield ProcedureArrow(start, end, ArrowReason.CALLED, kind.value)


def _kick_arrows(rulebook: Rulebook) -> Iterator[ProcedureArrow]:
    """From one power run of a kick to the next, and to the return: each way once."""
    ways: dict[tuple[PlayStep, PlayStep], None] = {}
    for kick in rulebook.kicks.kicks.values():
        runs = [stage.run for stage in kick.stages if stage.run is not None]
        lands = any(stage.land is not None for stage in kick.stages)
        ends = [PlayStep.RETURN] if lands else []
        ways |= dict.fromkeys(pairwise([*runs, *ends]))
        if kick.rules.recovers is not None and runs:
            ways[runs[-1], PlayStep.KICKED_BALL] = None
        if kick.rules.returns is not None and kick.rules.returns.value:
            ways[PlayStep.KICKED_BALL, PlayStep.RETURN] = None
    for start, end in ways:
        yield ProcedureArrow(start, end, ArrowReason.TIME, "")


def _why(rulebook: Rulebook, stop: ProcedureStop) -> ArrowReason | None:
    made = stop_trigger_of(rulebook.calls.stops, stop.at)
    if made is None:
        return ArrowReason.ASKED
    return {
        StopTrigger.ALWAYS: ArrowReason.ALWAYS,
        StopTrigger.ON_REQUEST: ArrowReason.ASKED,
        StopTrigger.GOES_ON: ArrowReason.GOES_ON,
        StopTrigger.NEVER: None,
    }[made.value]


def _said(stop: ProcedureStop) -> str:
    often = "" if stop.times == 1 else " (any number)" if stop.times == 0 else f" ({stop.times})"
    behind = ", caught behind" if stop.behind else ""
    return f"{stop.at.value}{often}{behind}"


def _joined(arrows: Iterator[ProcedureArrow]) -> list[ProcedureArrow]:
    """One arrow for each pair of steps and reason, with all its labels, side by side.

    The plays that lead to a step are said once, not at each of the stops that know them.
    """
    words: dict[tuple[PlayStep, PlayStep, ArrowReason], list[str]] = {}
    for arrow in arrows:
        words.setdefault((arrow.start, arrow.end, arrow.why), []).append(arrow.label)
    pairs = [(start, end) for start, end, _ in words]
    said: set[PlayStep] = set()
    found = []
    for k, ((start, end, why), labels) in enumerate(words.items()):
        again = why is ArrowReason.NAMED and end in said
        said |= {end} if why is ArrowReason.NAMED else set()
        place, many = pairs[:k].count((start, end)), pairs.count((start, end))
        label = "" if again else ", ".join(dict.fromkeys(filter(None, labels)))
        found.append(ProcedureArrow(start, end, why, label, (place - (many - 1) / 2) * -8.0))
    return found
