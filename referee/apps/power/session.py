"""What the power commands share: opening the chosen board, a pulse, and watching."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.console import Console

from referee.apps.terminal.print_json import print_json
from referee.core.clock import MS_NS, S_NS
from referee.core.errors import BadValue, PlainWord
from referee.power.capabilities import Shortcoming
from referee.power.events import PowerEvent, PowerEventKind
from referee.power.link import PowerLink
from referee.power.relay_choice import RelayChoice, read_choice, relay_choice_file
from referee.power.switch import PowerCause, PowerLost, PowerRefused, fault_words
from referee.system_clock import clock_s

LEAST_MS, MOST_MS = 20, 5000  # of a pulse by hand
READY_S = 8.0
EVENT_S = 3.0
PATIENCE_MS = 500
STEP_S = 0.1


@dataclass(frozen=True, slots=True)
class MeasuredPulse:
    """A pulse: the length asked for, and the length measured."""

    asked_ms: int
    lasted_ms: float
    exact: bool
    load_ms: float | None

    @property
    def how(self) -> str:
        """By which clock the length was measured."""
        return "by the board's own clock" if self.exact else "as commanded from here: about"

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return {
            "asked_ms": self.asked_ms,
            "lasted_ms": round(self.lasted_ms, 3),
            "exact": self.exact,
            "load_ms": None if self.load_ms is None else round(self.load_ms, 3),
        }


@contextmanager
def opened_board(
    path: Path | None, log: Path | None, just_plugged_in: bool, must_answer: bool = True
) -> Iterator[PowerLink]:
    """The chosen board behind its guard; it is off at the end whatever happens."""
    choice = read_choice(path or relay_choice_file())
    with _opened(choice, log, just_plugged_in, must_answer) as link:
        yield link


def tried_switch(choice: RelayChoice, ms: int) -> str:
    """One short pulse of a board, and in a sentence what came back."""
    with _opened(choice, None, just_plugged_in=False) as link:
        done = pulse_once(link, ms)
    return pulse_words(choice, done)


def pulse_words(choice: RelayChoice, done: MeasuredPulse) -> str:
    """A pulse in a sentence."""
    load = "" if done.load_ms is None else f"; the board had power for {done.load_ms:.0f} ms"
    on = f"{choice.kind.title} switched on and off again"
    return f"{on}: asked {done.asked_ms} ms, was {done.lasted_ms:.1f} ms ({done.how}){load}."


@contextmanager
def _opened(
    choice: RelayChoice, log: Path | None, just_plugged_in: bool, must_answer: bool = True
) -> Iterator[PowerLink]:
    """A board behind its guard; it is off at the end whatever happens."""
    if log is not None:
        _check_log(log)
    try:
        with PowerLink(choice, log, just_plugged_in=just_plugged_in) as link:
            if must_answer:
                with Console(stderr=True).status(f"Waiting for {choice.model} ..."):
                    standing = link.wait_ready(READY_S)
                if standing.fault:
                    # A person has just asked for this: what is latched from before may be cleared.
                    link.clear()
                    check_no_fault(link)
            yield link
    except (PowerLost, PowerRefused) as error:
        what, allowed = PlainWord(str(error)), "a board that is plugged in and answers"
        raise BadValue("the power switch", what, allowed) from None


def _check_log(log: Path) -> None:
    """Say before the board gets power that its log cannot be written."""
    if log.is_dir():
        raise BadValue("--log", str(log), "a file, not a folder")
    if not log.parent.is_dir():
        raise BadValue("--log", str(log), "a file in a folder that is there")
    if not os.access(log if log.exists() else log.parent, os.W_OK):
        raise BadValue("--log", str(log), "a file that you may write")


def check_no_fault(link: PowerLink) -> None:
    """Say what is wrong and what to do, if something is."""
    standing = link.wait_ready(EVENT_S)
    if standing.fault:
        advice = fault_words(standing.cause)
        raise BadValue("the power switch", PlainWord(f"off: {standing.fault}"), advice)


def run_pulse(
    ms: int, path: Path | None, log: Path | None, just_plugged_in: bool, *, as_json: bool
) -> None:
    """One pulse, and how long it really was."""
    if not LEAST_MS <= ms <= MOST_MS:
        raise BadValue("ms", ms, f"a whole number from {LEAST_MS} to {MOST_MS}")
    with opened_board(path, log, just_plugged_in) as link:
        done = pulse_once(link, ms)
    if as_json:
        print_json(done.to_json())
    else:
        typer.echo(f"asked {ms} ms, was {done.lasted_ms:.1f} ms ({done.how})")


def run_watch(
    seconds: float | None,
    path: Path | None,
    log: Path | None,
    just_plugged_in: bool,
    *,
    as_json: bool,
) -> None:
    """Hold the board, switched off, and tell what it says."""
    with opened_board(path, log, just_plugged_in, must_answer=False) as link:
        watch_board(link, seconds, as_json)


def pulse_once(link: PowerLink, ms: int) -> MeasuredPulse:
    """One pulse, and its length as the board tells it."""
    before = last_number(link)
    link.pulse(ms * MS_NS)
    events = wait_events(link, before, PowerEventKind.OPENED, ms / 1000 + EVENT_S)
    closed = first_event(events, PowerEventKind.CLOSED)
    opened_at = first_event(events, PowerEventKind.OPENED)
    if closed is None or opened_at is None:
        refused = first_event(events, PowerEventKind.REFUSED) or first_event(
            events, PowerEventKind.FAULT
        )
        raise PowerRefused(refused.what.detail if refused else "the board did not switch")
    if opened_at.what.cause is not PowerCause.PULSE_OVER:
        raise PowerRefused(f"cut short: {opened_at.what.cause}")
    edges = closed.what, opened_at.what
    exact = edges[0].board_us is not None
    lasted_ms = (edges[1].t_ns - edges[0].t_ns) / MS_NS
    if exact and (told := _told_ms(edges[1].detail)) is not None:
        lasted_ms = told
    load = None
    if Shortcoming.LOAD_FEEDBACK not in link.lacks:
        rest = wait_events(link, before, PowerEventKind.LOAD_OFF, PATIENCE_MS / 1000)
        on = first_event(rest, PowerEventKind.LOAD_ON)
        off = first_event(rest, PowerEventKind.LOAD_OFF)
        load = (off.what.t_ns - on.what.t_ns) / MS_NS if on and off else None
    return MeasuredPulse(ms, lasted_ms, exact, load)


def watch_board(link: PowerLink, seconds: float | None, as_json: bool) -> None:
    """Tell events as they come, until Ctrl-C or for so long."""
    end_s = float("inf") if seconds is None else clock_s() + seconds
    number, said = 0, ""
    while clock_s() < end_s:
        for event in link.events_after(number):
            number = event.number
            typer.echo(_event_line(event, as_json))
        standing = link.wait_until(lambda _: True, STEP_S)
        trouble = standing.trouble if standing else ""
        if trouble and trouble != said and not as_json:
            typer.echo(f"waiting: {trouble}", err=True)
        said = trouble
        time.sleep(STEP_S)


def last_number(link: PowerLink) -> int:
    """The number of the newest event."""
    events = link.events_after(0)
    return events[-1].number if events else 0


def wait_events(
    link: PowerLink, after: int, kind: PowerEventKind, timeout_s: float
) -> list[PowerEvent]:
    """The events after a number, up to and with the first of a kind, a refusal or a fault."""
    ends = {kind, PowerEventKind.REFUSED, PowerEventKind.FAULT}
    link.wait_until(lambda _: any(e.what.kind in ends for e in link.events_after(after)), timeout_s)
    return link.events_after(after)


def wait_event(
    link: PowerLink, after: int, kind: PowerEventKind, timeout_s: float
) -> PowerEvent | None:
    """The first event of a kind after a number; None when it does not come in time."""
    return first_event(wait_events(link, after, kind, timeout_s), kind)


def first_event(events: list[PowerEvent], kind: PowerEventKind) -> PowerEvent | None:
    """The first event of a kind; None when there is none."""
    return next((event for event in events if event.what.kind is kind), None)


def _told_ms(detail: str) -> float | None:
    """The length in "after 250.009 ms", which the board measured itself."""
    words = detail.split()
    return float(words[1]) if len(words) == 3 and words[0] == "after" else None


def _event_line(event: PowerEvent, as_json: bool) -> str:
    if as_json:
        return json.dumps(event.to_json(), ensure_ascii=False, allow_nan=False)
    what = event.what
    rest = ", ".join(str(word) for word in (what.cause, what.detail) if word)
    return f"{what.t_ns / S_NS:14.4f} s  {what.kind.value}{': ' if rest else ''}{rest}"
