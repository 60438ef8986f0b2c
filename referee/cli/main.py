"""The `referee` command: a table of commands, each loaded when it is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from referee import __version__
from referee.cli.errors import spoken_errors


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a command lives (``module:attribute``, a Typer app) and its line in the help."""

    app: str
    help: str


COMMANDS: Mapping[str, Entry] = {
    "demo": Entry("referee.cli.demo:demo_app", "Watch a whole officiated game, in a page."),
    "setup": Entry("referee.cli.setup:setup_app", "Put a game night together, on a page."),
    "play": Entry("referee.cli.play:play_app", "Officiate a game, on a real or simulated board."),
    "sim": Entry("referee.cli.sim:sim_app", "The simulated board: live, recorded, or a picture."),
    "calibrate": Entry(
        "referee.cli.calibrate:calibrate_app", "Where the camera hangs, and how exactly, in mm."
    ),
    "locate": Entry("referee.cli.locate:locate_app", "Say where every base in a picture stands."),
    "track": Entry("referee.cli.track:track_app", "Follow every player through a video."),
    "judge": Entry("referee.cli.judge:judge_app", "Judge recorded tracks: calls with error bars."),
    "rejudge": Entry(
        "referee.cli.judge:rejudge_app", "The same tracks by other rules: which calls change."
    ),
    "game": Entry("referee.cli.game:game_app", "Games that were kept: show, check, export, print."),
    "review": Entry(
        "referee.cli.review:review_app", "Look at flagged calls again: clip, gap, rule, verdict."
    ),
    "field": Entry("referee.cli.fields:field_app", "Boards: what is printed where."),
    "base": Entry("referee.cli.fields:base_app", "Bases: outlines with a front."),
    "doctor": Entry("referee.cli.doctor:doctor_app", "Check camera, serial device and disk."),
    "rules": Entry("referee.cli.rules:rules_app", "Every rule of every rulebook, and its numbers."),
    "case": Entry("referee.cli.cases:case_app", "Plays written down by hand, and their calls."),
    "enroll": Entry("referee.cli.enroll:enroll_app", "Learn who plays, from a line-up."),
    "dataset": Entry("referee.cli.dataset:dataset_app", "Training pictures from the simulator."),
    "train": Entry("referee.cli.train:train_app", "Train the detector (needs the train extra)."),
    "power": Entry(
        "referee.cli.power:power_app", "The switch in the power lead: choose, test, watch."
    ),
    "voice": Entry("referee.cli.voice:voice_app", "Try the whistle and the spoken sentences."),
    "keys": Entry("referee.cli.keys:keys_app", "What keys and a foot pedal ask for: try them."),
    "bench": Entry("referee.cli.bench:bench_app", "Measure how fast and how exact the parts are."),
}


class _Commands(TyperGroup):
    """The table as a command group: listing the commands imports none of them."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        for name, entry in COMMANDS.items():
            self.add_command(TyperCommand(name, help=entry.help))

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        return name, command and command_of(str(name)), rest

    def invoke(self, ctx: Any) -> Any:
        with spoken_errors():
            return super().invoke(ctx)


def command_of(name: str) -> Any:
    """The command behind a name of the table."""
    module, _, attribute = COMMANDS[name].app.partition(":")
    command = typer.main.get_command(getattr(importlib.import_module(module), attribute))
    command.name = name
    return command


app = typer.Typer(
    cls=_Commands,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"referee {__version__}")
        raise typer.Exit


@app.callback()
def referee(
    _version: Annotated[
        bool,
        typer.Option("--version", help="Say the version.", callback=_say_version, is_eager=True),
    ] = False,
) -> None:
    """The referee for electric football: sees every base, knows the rules, holds the switch.

    Example: [bold]referee bench list[/bold]
    """


def main() -> None:
    """Run the command line."""
    app(prog_name="referee")
