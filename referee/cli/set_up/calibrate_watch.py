"""`referee calibrate watch`: is the camera still where it was calibrated?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.cli.options import (
    CameraFpsOption,
    CameraOption,
    ExposureOption,
    FocusOption,
    JsonLinesOption,
)


def watch(
    calibration: Annotated[Path, typer.Argument(help="The .calib.json with its .calib.png.")],
    camera: CameraOption = None,
    video: Annotated[
        Path | None, typer.Option("--video", help="Watch a video instead of a camera.")
    ] = None,
    fps: CameraFpsOption = 30.0,
    exposure: ExposureOption = None,
    focus: FocusOption = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", help="Stop after so long; else Ctrl-C stops.")
    ] = None,
    as_json: JsonLinesOption = False,
) -> None:
    """Say when the camera moves, loses focus or light, is blocked, late or frozen.

    A small shift is corrected in memory and said; a large one means: calibrate again. Leaves with
    exit code 1 if the last look could not have been followed by a snap.

    Example: [bold]referee calibrate watch board.calib.json --camera C920[/bold]
    """
    from referee.apps.calibrate.watch import WatchOptions, run_watch  # noqa: PLC0415 - the help must not wait

    run_watch(WatchOptions(calibration, camera, video, fps, exposure, focus, seconds, as_json))
