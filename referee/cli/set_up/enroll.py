"""`referee enroll`: teams, players, bases and colours from a picture of the line-up."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.apps.terminal.page_options import PageOptions
from referee.cli.options import (
    BoardOption,
    CalibrationOption,
    DetectorOption,
    JsonOption,
    NoBrowserOption,
    PagePortOption,
    TrustOption,
)

enroll_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")


@enroll_app.command(no_args_is_help=True)
def enroll(
    sources: Annotated[
        list[Path],
        typer.Argument(help="Pictures of the line-up, or a video, from the calibrated camera."),
    ],
    calibration: CalibrationOption,
    out: Annotated[Path, typer.Option("--out", help="The team file to write, NAME.teams.toml.")],
    home: Annotated[str, typer.Option("--home", help="What the home team is called.")] = "HOME",
    away: Annotated[str, typer.Option("--away", help="What the other team is called.")] = "AWAY",
    base: Annotated[
        str | None,
        typer.Option("--base", help="All stand on this one (`referee base list`): measure none."),
    ] = None,
    field: BoardOption = None,
    model: DetectorOption = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Forget a team file that is there.")
    ] = False,
    keep_edits: Annotated[
        bool,
        typer.Option(
            "--keep-edits",
            help="Keep ids, numbers, bases and notes of the file; learn the colours again.",
        ),
    ] = False,
    as_json: JsonOption = False,
    page: Annotated[
        bool, typer.Option("--page", help="Show the outcome in a page on this machine.")
    ] = False,
    port: PagePortOption = 8621,
    no_browser: NoBrowserOption = False,
    draw: Annotated[
        Path | None, typer.Option("--draw", help="A picture (.png) with outlines and ids.")
    ] = None,
    trust: TrustOption = False,
) -> None:
    """Learn teams and players from a picture of both teams, home on the left of a yard line.

    Players are numbered 1, 2, 3 ... from the near sideline to the far one; edit numbers, ids and
    notes in the file afterwards. With --keep-edits they must stand in the order of the file.

    Example: [bold]referee enroll us.png --calibration camera.calib.json --out my.teams.toml[/bold]
    """
    from referee.apps.sight.enroll import EnrollOptions, run_enroll  # noqa: PLC0415 - the help must not wait

    run_enroll(
        EnrollOptions(
            tuple(sources),
            calibration,
            out,
            (home, away),
            base,
            field,
            model,
            overwrite,
            keep_edits,
            as_json,
            draw,
            PageOptions(port, not no_browser) if page else None,
            trust,
        )
    )
