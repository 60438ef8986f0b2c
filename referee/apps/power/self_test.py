"""`referee power test`: a guided self-test, one step after the other, each with its figure."""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer
from rich.console import Console
from rich.table import Table

from referee.apps.power.session import (
    EVENT_S,
    check_no_fault,
    first_event,
    last_number,
    pulse_once,
    wait_event,
    wait_events,
)
from referee.apps.terminal.print_json import print_json
from referee.apps.terminal.progress import progress_bar
from referee.core.clock import MS_NS, S_NS
from referee.power.capabilities import Shortcoming
from referee.power.coast import Coast
from referee.power.events import PowerEventKind
from referee.power.link import PowerLink
from referee.power.switch import PowerRefused
from referee.system_clock import clock_ns

LENGTHS_MS = (50, 250, 1000)
LATENCY_TRIES = 10
ON_NS = 250 * MS_NS
SILENCE_NS = 200 * MS_NS
HAND_S = 20.0
STILL_S = 2.0


@dataclass(frozen=True, slots=True)
class SelfTestOptions:
    """The options of `referee power test`."""

    pulses: int
    may_ask: bool
    camera: str | None
    calibration: Path | None
    stops: int
    as_json: bool


@dataclass(frozen=True, slots=True)
class SelfTestStep:
    """One step's outcome; ``good`` is None where nothing is judged."""

    name: str
    found: str
    good: bool | None
    figures: dict[str, Any]


def run_test(link: PowerLink, wanted: SelfTestOptions) -> None:
    """Every step the board allows; leaves with exit code 1 if one failed."""
    if wanted.may_ask:
        typer.confirm("The board will get power several times. Are hands off it?", abort=True)
    steps: list[SelfTestStep] = [_link(link)]
    with progress_bar() as bar:
        task = bar.add_task("testing", total=5.0, note="")
        for name, step in (
            ("latency", lambda: [_latency(link)]),
            ("pulses", lambda: [_pulses(link, ms, wanted.pulses) for ms in LENGTHS_MS]),
            ("silence", lambda: [_silence(link)]),
        ):
            bar.update(task, description=f"testing: {name}", advance=1.0)
            steps += step()
            check_no_fault(link)
    if wanted.may_ask:
        steps += _asked(link)
    if wanted.camera is not None and wanted.calibration is not None:
        from referee.apps.power.coast_films import film_stops  # noqa: PLC0415 - loads the eyes

        steps.append(_coasting(film_stops(link, wanted.camera, wanted.calibration, wanted.stops)))
    _say(link, steps, wanted.as_json)
    if any(step.good is False for step in steps):
        raise typer.Exit(1)


def _link(link: PowerLink) -> SelfTestStep:
    standing = link.standing()
    figures: dict[str, Any] = {"about": standing.about}
    if standing.offset_ns is not None:
        figures |= {
            "round_trip_ms": standing.round_trip_ns / MS_NS,
            "clock_within_ms": standing.within_ns / MS_NS,
            "clock_drift_ppm": round(standing.drift_ppm, 1),
        }
    return SelfTestStep("link", standing.about or "open", True, figures)


def _latency(link: PowerLink) -> SelfTestStep:
    """From the call of off to the relay, on the computer's clock."""
    relay_ms, load_ms, still_ms = [], [], []
    for _ in range(LATENCY_TRIES):
        before = last_number(link)
        link.on(ON_NS)
        if wait_event(link, before, PowerEventKind.CLOSED, EVENT_S) is None:
            raise PowerRefused("the relay did not close")
        asked_ns = clock_ns()
        link.off()
        opened = wait_event(link, before, PowerEventKind.OPENED, EVENT_S)
        if opened is None:
            raise PowerRefused("the relay did not open")
        relay_ms.append((opened.what.t_ns - asked_ns) / MS_NS)
        load = wait_event(link, before, PowerEventKind.LOAD_OFF, ON_NS / S_NS)
        if load is not None:
            load_ms.append((load.what.t_ns - asked_ns) / MS_NS)
        if link.choice.sense_level:
            told = wait_events(link, opened.number, PowerEventKind.SENSE, STILL_S)
            still_ms += [(e.what.t_ns - asked_ns) / MS_NS for e in told if e.what.detail == "still"]
    figures: dict[str, Any] = {"off_to_relay_ms": round(statistics.median(relay_ms), 2)}
    figures["off_to_relay_worst_ms"] = round(max(relay_ms), 2)
    words = f"off to relay {figures['off_to_relay_ms']} ms, worst {max(relay_ms):.2f} ms"
    if load_ms:
        figures["off_to_load_ms"] = round(statistics.median(load_ms), 2)
        words += f"; to no load {figures['off_to_load_ms']} ms"
    if still_ms:
        figures["off_to_still_ms"] = round(statistics.median(still_ms), 1)
        words += f"; to no shaking {figures['off_to_still_ms']} ms"
    return SelfTestStep("latency", words, True, figures)


def _pulses(link: PowerLink, ms: int, count: int) -> SelfTestStep:
    lengths = [pulse_once(link, ms) for _ in range(count)]
    lasted = [pulse.lasted_ms for pulse in lengths]
    worst = max(abs(length - ms) for length in lasted)
    allowed_ms = 0.1 + 0.005 * ms if lengths[0].exact else 40.0
    words = f"{min(lasted):.2f} to {max(lasted):.2f} ms ({lengths[0].how})"
    figures = {"asked_ms": ms, "lasted_ms": [round(length, 3) for length in lasted]}
    loads = [pulse.load_ms for pulse in lengths if pulse.load_ms is not None]
    if loads:
        figures["load_ms"] = [round(length, 2) for length in loads]
        words += f"; the load had power for {min(loads):.1f} to {max(loads):.1f} ms"
    return SelfTestStep(f"pulse {ms} ms", words, worst <= allowed_ms, figures)


def _silence(link: PowerLink) -> SelfTestStep:
    """An order that is not renewed has to end by itself, and the board has to stay off."""
    before = last_number(link)
    asked_ns = clock_ns()
    link.on(SILENCE_NS)
    link.wait_until(lambda s: bool(s.fault) and not s.closed, EVENT_S)
    opened = first_event(link.events_after(before), PowerEventKind.OPENED)
    refused = False
    try:
        link.on(SILENCE_NS)
    except PowerRefused:
        refused = True
    link.clear()
    lasted_ms = (opened.what.t_ns - asked_ns) / MS_NS if opened else float("inf")
    good = refused and lasted_ms < SILENCE_NS / MS_NS + 100
    words = f"off {lasted_ms:.0f} ms after an order for {SILENCE_NS // MS_NS} ms"
    stays = "and stays off" if refused else "but could be switched on again"
    figures = {"off_after_ms": round(lasted_ms, 1), "stays_off": refused}
    return SelfTestStep("silence", f"{words}, {stays}", good, figures)


def _asked(link: PowerLink) -> list[SelfTestStep]:
    """What only a person at the board can see or do."""
    link.pulse(1000 * MS_NS)
    shook = typer.confirm("The board had power for a second. Did it shake?", default=True)
    steps = [SelfTestStep("shaking", "seen" if shook else "not seen", shook, {"shook": shook})]
    if Shortcoming.EMERGENCY_STOP in link.lacks:
        return steps
    typer.echo(f"Now press the emergency stop, within {HAND_S:.0f} s ...")
    before = last_number(link)
    pressed = wait_event(link, before, PowerEventKind.STOP_PRESSED, HAND_S)
    words = "works" if pressed else "nothing came: is the loop wired?"
    steps.append(
        SelfTestStep("emergency stop", words, pressed is not None, {"seen": pressed is not None})
    )
    if pressed:
        typer.echo("... and release it.")
        wait_events(link, pressed.number, PowerEventKind.STOP_RELEASED, HAND_S)
        link.clear()
    return steps


def _coasting(coasts: list[Coast]) -> SelfTestStep:
    times = [coast.last_motion_ms for coast in coasts]
    farthest = max(coast.farthest_mm for coast in coasts)
    words = (
        f"last motion {statistics.median(times):.0f} ms after off (worst {max(times):.0f}, "
        f"± {coasts[0].within_ms:.0f}); figures go {farthest:.1f} mm at most"
    )
    figures = {
        "last_motion_ms": [round(t, 1) for t in times],
        "median_mm": [round(coast.median_mm, 2) for coast in coasts],
        "farthest_mm": round(farthest, 2),
    }
    return SelfTestStep("coast", words, None, figures)


def _say(link: PowerLink, steps: list[SelfTestStep], as_json: bool) -> None:
    lacks = link.lacks
    if as_json:
        content = {
            "model": link.choice.model,
            "port": str(link.choice.port),
            "steps": [{"name": s.name, "good": s.good, **s.figures} for s in steps],
            "shortcomings": list(lacks),
        }
        print_json(content)
        return
    marks = {True: "[green]good[/]", False: "[bold red]FAILED[/]", None: ""}
    table = Table("step", "found", "", title=f"{link.choice.model} on {link.choice.port}")
    for step in steps:
        table.add_row(step.name, step.found, marks[step.good])
    console = Console()
    console.print(table)
    for words in lacks:
        console.print(f"* {words}", highlight=False)
