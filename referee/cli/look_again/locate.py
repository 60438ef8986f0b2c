"""`referee locate`: every base in pictures of a calibrated camera."""

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

locate_app = typer.Typer(add_completion=False, no_args_is_help=True, rich_markup_mode="rich")


@locate_app.command(no_args_is_help=True)
def locate(
    images: Annotated[list[Path], typer.Argument(help="Pictures from the calibrated camera.")],
    calibration: CalibrationOption,
    roster: TeamsOption = None,
    field: BoardOption = None,
    model: DetectorOption = None,
    as_json: JsonLinesOption = False,
    draw: Annotated[
        Path | None, typer.Option("--draw", help="A folder for the pictures with what was seen.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", help="A locations file (.jsonl) to write.")
    ] = None,
    scale: Annotated[
        bool,
        typer.Option("--scale", help="Pictures of another size are the camera's, made smaller."),
    ] = False,
    trust: TrustOption = False,
    plate: PlateOption = None,
) -> None:
    """Say where every base stands: its place, its front, its outline, and how sure that is.

    A picture that cannot be used gives one sentence and no result; the others are still read.

    Example: [bold]referee locate board.png --calibration camera.calib.json --draw out[/bold]
    """
    from referee.apps.sight.locate import LocateOptions, run_locate  # noqa: PLC0415 - the help must not wait

    run_locate(
        LocateOptions(
            tuple(images),
            calibration,
            roster,
            field,
            model,
            as_json,
            draw,
            out,
            scale,
            trust,
            plate,
        )
    )
