"""The `referee` command: a table of commands, each loaded when it is asked for."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from referee import __version__
from referee.apps.terminal.error_sentences import spoken_errors
from referee.cli.command_table import CommandEntry, CommandTable, TableGroup, load_command

COMMANDS: CommandTable = {
    "demo": CommandEntry(
        "referee.cli.play.demo:demo_app", "Watch a whole officiated game, in a page."
    ),
    "setup": CommandEntry(
        "referee.cli.set_up.setup:setup_app", "Put a game night together, on a page."
    ),
    "play": CommandEntry(
        "referee.cli.play.play:play_app", "Officiate a game, on a real or simulated board."
    ),
    "sim": CommandEntry(
        "referee.cli.play.sim:sim_app", "The simulated board: live, recorded, or a picture."
    ),
    "calibrate": CommandEntry(
        "referee.cli.set_up.calibrate:calibrate_app",
        "Where the camera hangs, and how exactly, in mm.",
    ),
    "locate": CommandEntry(
        "referee.cli.look_again.locate:locate_app", "Say where every base in a picture stands."
    ),
    "track": CommandEntry(
        "referee.cli.look_again.track:track_app", "Follow every player through a video."
    ),
    "judge": CommandEntry(
        "referee.cli.look_again.judge:judge_app", "Judge recorded tracks: calls with error bars."
    ),
    "rejudge": CommandEntry(
        "referee.cli.look_again.judge:rejudge_app",
        "The same tracks by other rules: which calls change.",
    ),
    "game": CommandEntry(
        "referee.cli.look_again.game:game_app", "Games that were kept: show, check, export, print."
    ),
    "review": CommandEntry(
        "referee.cli.look_again.review:review_app",
        "Look at flagged calls again: clip, gap, rule, ruling.",
    ),
    "field": CommandEntry("referee.cli.set_up.field:field_app", "Boards: what is printed where."),
    "base": CommandEntry("referee.cli.set_up.base:base_app", "Bases: outlines with a front."),
    "doctor": CommandEntry(
        "referee.cli.set_up.doctor:doctor_app", "Check camera, serial device and disk."
    ),
    "rules": CommandEntry(
        "referee.cli.look_again.rules:rules_app", "Every rule of every rulebook, and its numbers."
    ),
    "case": CommandEntry(
        "referee.cli.build.case:case_app", "Plays written down by hand, and their calls."
    ),
    "enroll": CommandEntry(
        "referee.cli.set_up.enroll:enroll_app", "Learn teams and players, from a line-up."
    ),
    "dataset": CommandEntry(
        "referee.cli.build.dataset:dataset_app", "Training pictures from the simulator."
    ),
    "train": CommandEntry(
        "referee.cli.build.train:train_app", "Train the detector (needs the train extra)."
    ),
    "power": CommandEntry(
        "referee.cli.set_up.power:power_app", "The switch in the power lead: choose, test, watch."
    ),
    "voice": CommandEntry(
        "referee.cli.set_up.voice:voice_app", "Try the whistle and the spoken sentences."
    ),
    "keys": CommandEntry(
        "referee.cli.set_up.keys:keys_app", "What keys and a foot pedal ask for: try them."
    ),
    "bench": CommandEntry(
        "referee.cli.build.bench:bench_app", "Measure how fast and how exact the parts are."
    ),
}


class _CommandGroup(TableGroup):
    """Every command; what goes wrong in one is said in one sentence."""

    table = COMMANDS

    def invoke(self, ctx: Any) -> Any:
        with spoken_errors():
            return super().invoke(ctx)


def command_of(name: str) -> Any:
    """The command behind a name of the table."""
    return load_command(COMMANDS, name)


app = typer.Typer(
    cls=_CommandGroup,
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"referee {__version__}")
        raise typer.Exit


@app.callback()
def referee(
    _version: Annotated[
        bool,
        typer.Option("--version", help="Say the version.", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    """The referee for electric football: sees every base, knows the rules, holds the switch.

    Example: [bold]referee bench list[/bold]
    """


def main() -> None:
    """Run the command line."""
    app(prog_name="referee")
