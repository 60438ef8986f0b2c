"""`referee calibrate clicks`: a field that is not found by itself, with four clicks."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.apps.terminal.page_options import PageOptions
from referee.cli.options import BoardPicturesArgument, LensOption, NoBrowserOption, PagePortOption


def clicks(
    pictures: BoardPicturesArgument,
    field: Annotated[str, typer.Option("--field", help="The board: a name, or a .toml file.")],
    out: Annotated[Path, typer.Option("--out", help="The calibration, NAME.calib.json.")],
    lens: LensOption = None,
    _window: Annotated[
        bool, typer.Option("--window", help="The page as well: there is no window any more.")
    ] = False,
    port: PagePortOption = 8623,
    no_browser: NoBrowserOption = False,
) -> None:
    """Show the picture, take four clicks on the field's outer corners, and calibrate.

    The corners are where a sideline meets the end line behind an end zone: left near, right near,
    right far, left far. A few pixels off is good enough; the printed lines do the rest.

    Example: [bold]referee calibrate clicks board.png --field 620 --out board.calib.json[/bold]
    """
    from referee.apps.calibrate.clicks import ClicksOptions, run_clicks  # noqa: PLC0415 - the help must not wait

    page = PageOptions(port, not no_browser)
    run_clicks(ClicksOptions(tuple(pictures), field, out, lens, page))
