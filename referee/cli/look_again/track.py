"""`referee track`: every player of a video, frame by frame."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.options import (
    BoardOption,
    CalibrationOption,
    DetectorOption,
    JsonLinesOption,
    PlateOption,
    TeamsOption,
    TrustOption,
)

track_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")


@track_app.command(no_args_is_help=True)
def track(
    video: Annotated[Path, typer.Argument(help="A video from the calibrated camera.")],
    calibration: CalibrationOption,
    roster: TeamsOption = None,
    field: BoardOption = None,
    model: DetectorOption = None,
    as_json: JsonLinesOption = False,
    draw: Annotated[
        Path | None, typer.Option("--draw", help="An .mp4 to write, with what was seen drawn in.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="A tracks file (.jsonl) to write.")
    ] = None,
    power_log: Annotated[
        Path | None,
        typer.Option(
            "--power-log", help="A tracks file of this video that knows when the power was on."
        ),
    ] = None,
    trust: TrustOption = False,
    plate: PlateOption = None,
) -> None:
    """Follow every player through a video: place, front, identity, and how sure each is.

    Ctrl-C ends early and keeps what was written until then.

    Example: [bold]referee track game.mp4 --calibration camera.calib.json --out game.jsonl[/bold]
    """
    from referee.apps.sight.track import TrackOptions, run_track  # noqa: PLC0415 - the help must not wait

    run_track(
        TrackOptions(
            video,
            calibration,
            roster,
            field,
            model,
            as_json,
            draw,
            out,
            power_log,
            trust,
            plate,
        )
    )
