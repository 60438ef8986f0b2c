"""`referee power`: the board in the power lead: pick it, test it, watch it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.apps.power import board_choice, session
from referee.cli.options import JsonLinesOption, JsonOption
from referee.core.errors import BadValue, PlainWord

power_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")

ChoiceOption = Annotated[
    Path | None,
    typer.Option("--choice", help="Where the choice is kept.", show_default="of this user"),
]
LogOption = Annotated[
    Path | None, typer.Option("--log", help="Also write every event to this file.")
]
PluggedInOption = Annotated[
    bool,
    typer.Option("--just-plugged-in", help="Wake an ICStation board: only right after plug-in."),
]
SerialPortOption = Annotated[
    str | None, typer.Option("--port", help="A serial port from the list.")
]


@power_app.callback()
def power() -> None:
    """The switch in the board's power lead: which one it is, what it can do, and whether it works.

    Example: [bold]referee power list[/bold]
    """


@power_app.command("list")
def list_power(as_json: JsonOption = False, to: ChoiceOption = None) -> None:
    """Name the boards that are known, the serial ports there are, and what was chosen.

    Nothing is written to any port to find out what it is.

    Example: [bold]referee power list[/bold]
    """
    board_choice.print_boards(to, as_json=as_json)


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
    as_json: JsonOption = False,
) -> None:
    """Say once which board hangs in the power lead; it is never guessed.

    Example: [bold]referee power choose --model lcus --port /dev/ttyUSB0[/bold]
    """
    wanted = board_choice.ChoiceOptions(model, port, relay, relays, sense_level, to)
    board_choice.choose_board(wanted, as_json=as_json)


@power_app.command("pulse")
def pulse(
    ms: Annotated[int, typer.Argument(help="How long, in ms, 20 to 5000.")],
    to: ChoiceOption = None,
    log: LogOption = None,
    just_plugged_in: PluggedInOption = False,
    as_json: JsonOption = False,
) -> None:
    """Give the board power for one short time, and say how long it really was.

    Example: [bold]referee power pulse 250[/bold]
    """
    session.run_pulse(ms, to, log, just_plugged_in, as_json=as_json)


@power_app.command("watch")
def watch(
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", help="Stop by itself.", min=0.1, show_default="until Ctrl-C"),
    ] = None,
    to: ChoiceOption = None,
    log: LogOption = None,
    just_plugged_in: PluggedInOption = False,
    as_json: JsonLinesOption = False,
) -> None:
    """Hold the board, switched off, and tell everything it says: stops pressed, load, link.

    Example: [bold]referee power watch --seconds 60[/bold]
    """
    session.run_watch(seconds, to, log, just_plugged_in, as_json=as_json)


@power_app.command("test")
def check_power(
    pulses: Annotated[
        int, typer.Option("--pulses", help="Number of pulses of each length.", min=1, max=50)
    ] = 5,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask first: the board may run.")
    ] = False,
    camera: Annotated[
        str | None, typer.Option("--camera", help="Also film how the figures coast.")
    ] = None,
    calibration: Annotated[
        Path | None, typer.Option("--calibration", help="The camera's .calib.json, to measure mm.")
    ] = None,
    stops: Annotated[
        int, typer.Option("--stops", help="Number of stops to film.", min=1, max=50)
    ] = 5,
    to: ChoiceOption = None,
    log: LogOption = None,
    just_plugged_in: PluggedInOption = False,
    as_json: JsonOption = False,
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
    with session.opened_board(to, log, just_plugged_in) as link:
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
    from referee.apps.power.firmware_flash import flash_board as flash  # noqa: PLC0415 - rarely wanted

    flash(port, hex_file, old_bootloader=old_bootloader, dry_run=dry_run)
