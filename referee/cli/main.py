"""The `referee` command: a table of commands, each loaded when it is asked for."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from referee import __version__
from referee.apps.terminal.error_sentences import spoken_errors
from referee.apps.terminal.page_options import PageOptions
from referee.cli.command_table import CommandEntry, CommandTable, TableGroup, load_command

# The groups of the help, in the order in which people need them.
PLAY, SET_UP, LOOK_AGAIN, BUILD = "Play", "Set up", "Look again", "For builders"

COMMANDS: CommandTable = {
    "play": CommandEntry(
        "referee.cli.play.play:play_app",
        "Play a game: the referee watches, calls, and keeps the score.",
        PLAY,
    ),
    "demo": CommandEntry(
        "referee.cli.play.demo:demo_app", "Watch a whole officiated game, in a page.", PLAY
    ),
    "setup": CommandEntry(
        "referee.cli.set_up.setup:setup_app", "Put a game night together, on a page.", PLAY
    ),
    "sim": CommandEntry(
        "referee.cli.play.sim:sim_app", "The simulated board: live, recorded, or a picture.", PLAY
    ),
    "doctor": CommandEntry(
        "referee.cli.set_up.doctor:doctor_app",
        "What is ready for a game here, and what to change.",
        SET_UP,
    ),
    "calibrate": CommandEntry(
        "referee.cli.set_up.calibrate:calibrate_app",
        "Where the camera hangs, and how exactly, in mm.",
        SET_UP,
    ),
    "enroll": CommandEntry(
        "referee.cli.set_up.enroll:enroll_app", "Learn teams and players, from a line-up.", SET_UP
    ),
    "power": CommandEntry(
        "referee.cli.set_up.power:power_app",
        "The switch in the power lead: choose, test, watch.",
        SET_UP,
    ),
    "keys": CommandEntry(
        "referee.cli.set_up.keys:keys_app", "What keys and a foot pedal ask for: try them.", SET_UP
    ),
    "voice": CommandEntry(
        "referee.cli.set_up.voice:voice_app", "Try the whistle and the spoken sentences.", SET_UP
    ),
    "field": CommandEntry(
        "referee.cli.set_up.field:field_app", "Boards: what is printed where.", SET_UP
    ),
    "base": CommandEntry(
        "referee.cli.set_up.base:base_app", "Bases: outlines with a front.", SET_UP
    ),
    "review": CommandEntry(
        "referee.cli.look_again.review:review_app",
        "Look at flagged calls again: clip, gap, rule, ruling.",
        LOOK_AGAIN,
    ),
    "game": CommandEntry(
        "referee.cli.look_again.game:game_app",
        "Games that were kept: list, show, check, export, score sheet.",
        LOOK_AGAIN,
    ),
    "rules": CommandEntry(
        "referee.cli.look_again.rules:rules_app",
        "Every rule of every rulebook, and its numbers.",
        LOOK_AGAIN,
    ),
    "judge": CommandEntry(
        "referee.cli.look_again.judge:judge_app",
        "Judge recorded tracks: calls with error bars.",
        LOOK_AGAIN,
    ),
    "rejudge": CommandEntry(
        "referee.cli.look_again.judge:rejudge_app",
        "The same tracks by other rules: which calls change.",
        LOOK_AGAIN,
    ),
    "locate": CommandEntry(
        "referee.cli.look_again.locate:locate_app",
        "Say where every base in a picture stands.",
        LOOK_AGAIN,
    ),
    "track": CommandEntry(
        "referee.cli.look_again.track:track_app", "Follow every player through a video.", LOOK_AGAIN
    ),
    "case": CommandEntry(
        "referee.cli.build.case:case_app", "Plays written down by hand, and their calls.", BUILD
    ),
    "bench": CommandEntry(
        "referee.cli.build.bench:bench_app", "Measure how fast and how exact the parts are.", BUILD
    ),
    "dataset": CommandEntry(
        "referee.cli.build.dataset:dataset_app", "Training pictures from the simulator.", BUILD
    ),
    "train": CommandEntry(
        "referee.cli.build.train:train_app", "Train the detector (needs the train extra).", BUILD
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
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"referee {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def referee(
    context: typer.Context,
    _version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version and leave.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """The referee for electric football: sees every base, knows the rules, holds the switch.

    Alone, without a command, it opens the page: games, a new one, the set-up.

    Example: [bold]referee play --sim[/bold]
    """
    if context.invoked_subcommand is None:
        from referee.apps.home.home import run_home  # noqa: PLC0415 - the help must not wait

        run_home(PageOptions(8620, browser=True, lan=False))


def main() -> None:
    """Run the command line."""
    app(prog_name="referee")
