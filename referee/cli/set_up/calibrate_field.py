"""`referee calibrate field`: a board that is not in the list, measured from a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.apps.terminal.page_options import PageOptions
from referee.cli.options import BoardPicturesArgument, LensOption, NoBrowserOption, PagePortOption


def field(
    pictures: BoardPicturesArgument,
    name: Annotated[str, typer.Option("--name", help="The board's name, one word.")],
    goal_to_goal: Annotated[
        str | None,
        typer.Option(
            "--goal-to-goal", help="Left goal line to right goal line: 749.3, or 29.5in; asked for."
        ),
    ] = None,
    width: Annotated[
        str | None,
        typer.Option("--width", help="Sideline to sideline, if you measured that too."),
    ] = None,
    lens: LensOption = None,
    corners: Annotated[
        str | None,
        typer.Option(
            "--corners",
            help="Where the field is not found by itself: its outer corners in pixels, 'x,y x,y "
            "x,y x,y', left near, right near, right far, left far.",
        ),
    ] = None,
    clicks: Annotated[
        bool, typer.Option("--clicks", help="Show these corners with four clicks in a page.")
    ] = False,
    window: Annotated[bool, typer.Option("--window", help="The same as --clicks.")] = False,
    port: PagePortOption = 8623,
    no_browser: NoBrowserOption = False,
    to: Annotated[
        Path | None, typer.Option("--out", "--to", help="The field file.", show_default="NAME.toml")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="Also write the calibration, NAME.calib.json.")
    ] = None,
) -> None:
    """Measure a field from a picture and one length, and write its profile.

    Lay a steel ruler from the middle of one goal line to the middle of the other. The program reads
    everything else from the print, says how sure each measure is and what it had to guess. A camera
    that leans knows the width less well than your ruler: give it with --width.

    Example: [bold]referee calibrate field board.png --name attic --goal-to-goal 749.3[/bold]
    """
    from referee.apps.calibrate.field import FieldOptions, run_field  # noqa: PLC0415 - help must not wait

    run_field(
        FieldOptions(
            pictures=tuple(pictures),
            name=name,
            goal_to_goal=goal_to_goal,
            width=width,
            lens=lens,
            corners=corners,
            clicks=clicks or window,
            page=PageOptions(port, not no_browser),
            to=to or Path(f"{name}.toml"),
            out=out,
        )
    )
