"""`referee power`: the board in the power lead: pick it, test it, watch it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from referee.apps.power.session import ChoiceOption, LogOption, PluggedInOption, opened_board
from referee.apps.terminal.print_json import print_json
from referee.core.errors import BadValue, PlainWord
from referee.power.ports import check_port, identity_of, serial_ports
from referee.power.relay_choice import RelayChoice, read_choice, relay_choice_file, write_choice
from referee.power.relay_models import MODELS, find_model, models_with

power_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")

PowerAsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")]
SerialPortOption = Annotated[
    str | None, typer.Option("--port", help="A serial port from the list.")
]
MAX_MS = 5000


@power_app.callback()
def power() -> None:
    """The switch in the board's power lead: which one it is, what it can do, and whether it works.

    Example: [bold]referee power list[/bold]
    """


@power_app.command("list")
def list_power(as_json: PowerAsJson = False, to: ChoiceOption = None) -> None:
    """Name the boards that are known, the serial ports there are, and what was chosen.

    Nothing is written to any port to find out what it is.

    Example: [bold]referee power list[/bold]
    """
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


@power_app.command("choose")
def choose(
    model: Annotated[str | None, typer.Option("--model", help="A model from the list.")] = None,
    port: SerialPortOption = None,
    relay: Annotated[int, typer.Option("--relay", help="Which of its relays, from 1.")] = 1,
    relays: Annotated[
        int | None,
        typer.Option("--relays", help="How many it has (KMTronic).", show_default="as --relay"),
    ] = None,
    sense_level: Annotated[
        int,
        typer.Option("--sense-level", help="Our board with a piezo disc: counts that are shaking."),
    ] = 0,
    to: ChoiceOption = None,
    as_json: PowerAsJson = False,
) -> None:
    """Say once which board hangs in the power lead; it is never guessed.

    Example: [bold]referee power choose --model lcus --port /dev/ttyUSB0[/bold]
    """
    if model is None:
        raise BadValue(
            "--model", PlainWord("missing"), f"one of {', '.join(MODELS)}; see referee power list"
        )
    kind = find_model(model)
    if port is None:
        known = ", ".join(p.path for p in serial_ports()) or "none is plugged in"
        raise BadValue("--port", PlainWord("missing"), f"a serial port ({known})")
    check_port(port)
    choice = RelayChoice(model, identity_of(port), relay, relays or relay, sense_level)
    choice.device()
    path = to or relay_choice_file()
    write_choice(path, choice)
    if as_json:
        print_json({"written": str(path), **(_choice_json(choice) or {})})
        return
    typer.echo(f"{kind.title}, relay {relay}, on {choice.port}: written to {path}")
    for words in kind.caps.shortcomings():
        typer.echo(f"* {words}")
    if kind.must_wake:
        typer.echo("* After every plug-in it must be woken: referee power test --just-plugged-in")
    typer.echo("Now: referee power test")


@power_app.command("pulse")
def pulse(
    ms: Annotated[int, typer.Argument(help="How long, in ms, 20 to 5000.")],
    to: ChoiceOption = None,
    log: LogOption = None,
    just_plugged_in: PluggedInOption = False,
    as_json: PowerAsJson = False,
) -> None:
    """Give the board power for one short time, and say how long it really was.

    Example: [bold]referee power pulse 250[/bold]
    """
    if not 20 <= ms <= MAX_MS:
        raise BadValue("ms", ms, f"a whole number from 20 to {MAX_MS}")
    from referee.apps.power.session import pulse_once  # noqa: PLC0415 - beside its fellows

    with opened_board(to, log, just_plugged_in) as link:
        done = pulse_once(link, ms)
    if as_json:
        print_json(done.to_json())
        return
    typer.echo(f"asked {ms} ms, was {done.lasted_ms:.1f} ms ({done.how})")


@power_app.command("watch")
def watch(
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", help="Stop by itself.", min=0.1, show_default="until Ctrl-C"),
    ] = None,
    to: ChoiceOption = None,
    log: LogOption = None,
    just_plugged_in: PluggedInOption = False,
    as_json: Annotated[bool, typer.Option("--json", help="A line of JSON for each event.")] = False,
) -> None:
    """Hold the board, switched off, and tell everything it says: stops pressed, load, link.

    Example: [bold]referee power watch --seconds 60[/bold]
    """
    from referee.apps.power.session import watch_board  # noqa: PLC0415 - beside its fellows

    with opened_board(to, log, just_plugged_in, must_answer=False) as link:
        watch_board(link, seconds, as_json)


@power_app.command("test")
def check_power(
    pulses: Annotated[int, typer.Option("--pulses", help="Of each length.", min=1, max=50)] = 5,
    yes: Annotated[
        bool, typer.Option("--yes", help="Ask nothing: nobody is at the board.")
    ] = False,
    camera: Annotated[
        str | None, typer.Option("--camera", help="Also film how the figures coast.")
    ] = None,
    calibration: Annotated[
        Path | None, typer.Option("--calibration", help="The camera's .calib.json, to measure mm.")
    ] = None,
    stops: Annotated[int, typer.Option("--stops", help="Filmed stops.", min=1, max=50)] = 5,
    to: ChoiceOption = None,
    log: LogOption = None,
    just_plugged_in: PluggedInOption = False,
    as_json: PowerAsJson = False,
) -> None:
    """Test the switch step by step: link, latency, pulses, opening by itself, emergency stop.

    With a calibrated camera and figures on the board it also measures how long and how far they
    coast after the power is cut.

    Example: [bold]referee power test --camera 0 --calibration my.calib.json[/bold]
    """
    from referee.apps.power.self_test import SelfTestOptions, run_test  # noqa: PLC0415 - the help must not wait

    if (camera is None) is not (calibration is None):
        raise BadValue("--camera", PlainWord("alone"), "together with --calibration, or neither")
    wanted = SelfTestOptions(pulses, not yes and not as_json, camera, calibration, stops, as_json)
    with opened_board(to, log, just_plugged_in) as link:
        run_test(link, wanted)


@power_app.command("flash")
def flash_board(
    port: SerialPortOption = None,
    hex_file: Annotated[
        Path | None, typer.Option("--hex", help="Another firmware.", show_default="the shipped one")
    ] = None,
    old_bootloader: Annotated[
        bool, typer.Option("--old-bootloader", help="For Nanos made before 2018.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be done.")
    ] = False,
) -> None:
    """Put the referee's firmware onto an Arduino Uno or Nano, with avrdude.

    Example: [bold]referee power flash --port /dev/ttyACM0[/bold]
    """
    from referee.power.flash import avrdude_words, firmware, flash  # noqa: PLC0415 - rarely wanted

    if port is None:
        raise BadValue("--port", PlainWord("missing"), "the serial port of the Uno or Nano")
    check_port(port)
    if hex_file is not None and not hex_file.is_file():
        raise BadValue("--hex", str(hex_file), "an Intel hex file")
    source = hex_file or firmware()
    if dry_run:
        typer.echo(" ".join(avrdude_words(port, source, old_bootloader)))
        return
    with Console(stderr=True).status(f"Writing {source.name} to {port} ..."):
        flash(port, source, old_bootloader)
    typer.echo(f"{source.name} is on the board. Now: referee power choose --model referee")


def _known_as(path: str) -> str:
    return f"known again as {identity_of(path)}"


def _model_json(name: str) -> dict[str, Any]:
    model = MODELS[name]
    return {
        "name": name,
        "title": model.title,
        "usb": list(model.usb),
        "notes": model.notes,
        **model.caps.to_json(),
    }


def _choice_json(choice: RelayChoice | None) -> dict[str, Any] | None:
    if choice is None:
        return None
    return {
        "model": choice.model,
        "port": str(choice.port),
        "relay": choice.relay,
        "capabilities": choice.kind.caps.to_json(),
    }
