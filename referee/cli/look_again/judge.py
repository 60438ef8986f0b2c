"""`referee judge` and `referee rejudge`: recorded tracks in, calls out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.options import JsonLinesOption, TeamsOption

judge_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")
rejudge_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")

TracksArgument = Annotated[Path, typer.Argument(help="A tracks file (.jsonl).")]
JudgeRulesOption = Annotated[
    str, typer.Option("--rules", help="A rulebook by name, or a house's .toml file.")
]
StateOption = Annotated[
    Path | None,
    typer.Option("--state", help="A .yaml file: where the play begins, and what was said."),
]
JudgeFieldOption = Annotated[
    str | None, typer.Option("--field", help="The board, if it is not the one the tracks name.")
]


@judge_app.command(no_args_is_help=True)
def judge(
    tracks: TracksArgument,
    rules: JudgeRulesOption,
    state: StateOption = None,
    roster: TeamsOption = None,
    field: JudgeFieldOption = None,
    as_json: JsonLinesOption = False,
    out: Annotated[
        Path | None, typer.Option("--out", help="A calls file (.jsonl) to write.")
    ] = None,
) -> None:
    """Judge recorded tracks: every call with its time, place, rule and error bar.

    Without --state no carrier was declared, and that is called then.

    Example: [bold]referee judge game.jsonl --rules hefl --state play.yaml[/bold]
    """
    from referee.apps.games.judge import JudgeOptions, run_judge  # noqa: PLC0415 - the help must not wait

    run_judge(JudgeOptions(tracks, rules, state, roster, field, as_json), out)


@rejudge_app.command(no_args_is_help=True)
def rejudge(
    tracks: TracksArgument,
    rules: JudgeRulesOption,
    against: Annotated[
        str | None, typer.Option("--against", help="The other rulebook; without it, the same.")
    ] = None,
    sure: Annotated[
        float | None, typer.Option("--sure", help="How sure a touch has to be the second time.")
    ] = None,
    line_sure: Annotated[
        float | None,
        typer.Option("--line-sure", help="How sure a crossed line has to be the second time."),
    ] = None,
    doubt: Annotated[
        float | None, typer.Option("--doubt", help="How sure a touch has to be to be flagged.")
    ] = None,
    state: StateOption = None,
    roster: TeamsOption = None,
    field: JudgeFieldOption = None,
    as_json: JsonLinesOption = False,
) -> None:
    """Judge the same tracks twice, and say which calls change.

    Example: [bold]referee rejudge game.jsonl --rules hefl --against garage.toml[/bold]
    """
    from referee.apps.games.judge import JudgeOptions, run_rejudge  # noqa: PLC0415 - the help must not wait

    wanted = JudgeOptions(tracks, rules, state, roster, field, as_json)
    run_rejudge(wanted, against or rules, sure=sure, line_sure=line_sure, doubt=doubt)
