"""Which board hangs in the power lead: the boards that are known, the choice, the firmware."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import typer
from rich.console import Console
from rich.table import Table

from referee.apps.terminal.print_json import print_json
from referee.core.errors import BadValue, PlainWord
from referee.power.ports import check_port, identity_of, serial_ports
from referee.power.relay_choice import RelayChoice, read_choice, relay_choice_file, write_choice
from referee.power.relay_models import MODELS, find_model, models_with


@dataclass(frozen=True, slots=True)
class ChoiceOptions:
    """The options of `referee power choose`."""

    model: str | None
    port: str | None
    relay: int
    relays: int | None
    sense_level: int
    to: Path | None


def print_boards(to: Path | None, *, as_json: bool) -> None:
    """The boards that are known, the serial ports there are, and what was chosen."""
    found = serial_ports()
    path = to or relay_choice_file()
    chosen = read_choice(path) if path.exists() else None
    if as_json:
        print_json(
            {
                "models": [_model_json(name) for name in MODELS],
                "ports": [
                    {"path": p.path, "title": p.title, "usb": p.usb, "known_as": _known_as(p.path)}
                    for p in found
                ],
                "chosen": _choice_json(chosen),
            }
        )
        return
    console = Console()
    table = Table(box=None, pad_edge=False)
    for heading in ("model", "fails off", "answers", "exact"):
        table.add_column(heading, no_wrap=True)
    table.add_column("board")
    for model in MODELS.values():
        marks = (model.caps.fails_off, model.caps.reads_back, model.caps.exact_pulses)
        notes = f": {model.notes}" if model.notes else ""
        table.add_row(model.name, *("yes" if m else "no" for m in marks), model.title + notes)
    console.print(table)
    typer.echo("fails off: opens by itself when the computer falls silent; exact: times pulses.\n")
    for port in found:
        likely = ", ".join(m.name for m in models_with(port.usb)) if port.usb else ""
        hint = f"; this USB chip is sold with: {likely}" if likely else ""
        typer.echo(f"port {port.path}: {port.title or 'no name'} ({_known_as(port.path)}){hint}")
    if not found:
        typer.echo("No serial port is there: plug the board in.")
    words = f"{chosen.model} on {chosen.port}" if chosen else "nothing yet: referee power choose"
    typer.echo(f"chosen: {words}")


def kept_choice(wanted: ChoiceOptions) -> tuple[RelayChoice, Path]:
    """Check the choice and keep it; where it is kept."""
    if wanted.model is None:
        raise BadValue(
            "--model", PlainWord("missing"), f"one of {', '.join(MODELS)}; see referee power list"
        )
    find_model(wanted.model)
    if wanted.port is None:
        known = ", ".join(p.path for p in serial_ports()) or "none is plugged in"
        raise BadValue("--port", PlainWord("missing"), f"a serial port ({known})")
    check_port(wanted.port)
    choice = RelayChoice(
        wanted.model,
        identity_of(wanted.port),
        wanted.relay,
        wanted.relays or wanted.relay,
        wanted.sense_level,
    )
    choice.device()
    path = wanted.to or relay_choice_file()
    write_choice(path, choice)
    return choice, path


def choose_board(wanted: ChoiceOptions, *, as_json: bool) -> None:
    """Keep the choice, and say what the board cannot do and what comes next."""
    choice, path = kept_choice(wanted)
    kind = choice.kind
    if as_json:
        print_json({"written": str(path), **(_choice_json(choice) or {})})
        return
    typer.echo(f"{kind.title}, relay {wanted.relay}, on {choice.port}: written to {path}")
    for words in kind.caps.shortcomings():
        typer.echo(f"* {words}")
    if kind.must_wake:
        typer.echo("* After every plug-in it must be woken: referee power test --just-plugged-in")
    typer.echo("Now: referee power test")


def _known_as(path: str) -> str:
    return f"known again as {identity_of(path)}"


def _model_json(name: str) -> dict[str, object]:
    model = MODELS[name]
    return {
        "name": name,
        "title": model.title,
        "usb": list(model.usb),
        "notes": model.notes,
        **model.caps.to_json(),
    }


def _choice_json(choice: RelayChoice | None) -> dict[str, object] | None:
    if choice is None:
        return None
    return {
        "model": choice.model,
        "port": str(choice.port),
        "relay": choice.relay,
        "capabilities": choice.kind.caps.to_json(),
    }
