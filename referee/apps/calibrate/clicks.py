"""Everything `referee calibrate clicks` does once its options are read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import typer

from referee.apps.sight.picture_files import read_picture
from referee.apps.terminal.page_options import PageOptions
from referee.apps.terminal.shown_page import ShownPage
from referee.camera.charuco.lens import read_lens
from referee.camera.frame_source import Image
from referee.core.errors import BadValue
from referee.loaders.fields import load_field
from referee.web.calibrate.clicks_page import ClicksOutcome, ClickTable, SolveCorners, clicks_app
from referee.web.calibrate.corner_solver import CornerSolver
from referee.web.server.page_files import jpeg_of

WHY = "Show where the field is: its outer corners, as accurately as you can see them."


@dataclass(frozen=True, slots=True)
class ClicksOptions:
    """The options of `referee calibrate clicks`."""

    pictures: tuple[Path, ...]
    field: str
    out: Path
    lens: Path | None
    page: PageOptions


def run_clicks(wanted: ClicksOptions) -> None:
    """Show, take clicks, calibrate and write, until the coach is content."""
    if not wanted.out.name.lower().endswith(".calib.json"):
        raise BadValue("--out", str(wanted.out), "a name that ends in .calib.json")
    profile = load_field(wanted.field)
    lens = None if wanted.lens is None else read_lens(wanted.lens)
    pictures = [read_picture(path) for path in wanted.pictures]
    solver = CornerSolver(pictures, profile, lens, wanted.out)
    outcome = take_clicks(pictures[0], solver, wanted.page)
    if outcome is None or not outcome.good:
        typer.echo("Nothing was calibrated and nothing written.", err=True)
        raise typer.Exit(1)


def take_clicks(picture: Image, solve: SolveCorners, options: PageOptions) -> ClicksOutcome | None:
    """Show a picture on the page until the coach is content; None when nobody clicked."""
    page = ShownPage.claim(options)
    height, width = picture.shape[:2]
    table = ClickTable(jpeg_of(picture), (width, height), WHY, solve)
    page.show(clicks_app(table, page.access), "Click the corners here")
    return table.outcome
