"""What a proof gives: figures with their bars, or an error that says which rule was broken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hardware.sim.chip import Chip

SESSION_MS = 500
BOOT_MS = 200

MakeChip = Callable[[], Chip]


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value; at most ``bar`` is allowed."""

    label: str
    value: float
    unit: str
    bar: float
    count: int = 1


class Broken(AssertionError):  # noqa: N818 - a rule of the protocol is broken
    """The board did what it must not, or did not do what it must."""


def must(truth: object, what: str) -> None:
    """Raises Broken unless it is so."""
    if not truth:
        raise Broken(what)


def within(label: str, values: Sequence[float], bar: float, unit: str = "ms") -> Figure:
    """The worst of several values, which must keep the bar."""
    figure = Figure(label, max(values), unit, bar, len(values))
    must(figure.value <= bar, f"{label}: {figure.value:.4f} {unit}, allowed {bar} {unit}")
    return figure


def booted(make: MakeChip, lease_ms: int = SESSION_MS) -> Chip:
    """A board that has booted and has a session."""
    chip = make()
    chip.run_ms(BOOT_MS)
    accepted(chip, f"HELLO 1 {lease_ms}")
    return chip


def accepted(chip: Chip, words: str) -> None:
    """The board must answer OK."""
    answer = chip.ask(words)
    must(answer.words[1] == "OK", f"{words} was answered {answer.text!r}")


def refused(chip: Chip, words: str, code: str) -> None:
    """The board must refuse with that code."""
    answer = chip.ask(words)
    must(answer.words[1:3] == ["ERR", code], f"{words}: {code} expected, got {answer.text!r}")


def closed(chip: Chip, lease_ms: int = SESSION_MS) -> None:
    """Whatever was before: the relay is closed now."""
    chip.send(b"\n")
    accepted(chip, f"HELLO 1 {lease_ms}")
    accepted(chip, "CLR")
    accepted(chip, "ON 120000")
    must(chip.relay, "ON did not close the relay")


def opened_after(chip: Chip, start_us: float, within_ms: float) -> float:
    """Milliseconds from ``start_us`` until the pin was low; it must not stay high."""
    end_us = start_us + within_ms * 1000
    while chip.relay and chip.now_us < end_us:
        chip.run_until(min(chip.now_us + 500, end_us))
    must(not chip.relay, f"the relay was still closed after {within_ms} ms")
    falls = [e.us for e in chip.edges if e.what == "relay" and e.value == 0 and e.us >= start_us]
    must(falls, "the relay was open before")
    return (falls[0] - start_us) / 1000


def closings(chip: Chip) -> int:
    """How often the relay's pin has gone high so far."""
    return sum(e.what == "relay" and e.value == 1 for e in chip.edges)


def tripped(chip: Chip, cause: str) -> None:
    """A trip with that cause is latched, and nothing can be switched on."""
    accepted(chip, f"HELLO 1 {SESSION_MS}")
    answer = chip.ask("STAT")
    must(answer.value("trip") == cause, f"trip={cause} expected: {answer.text!r}")
    before = closings(chip)
    refused(chip, "ON 1000", "tripped")
    refused(chip, "PULSE 100", "tripped")
    must(closings(chip) == before, "the relay closed in spite of a trip")
