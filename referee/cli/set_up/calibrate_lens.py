"""`referee calibrate lens`: the lens from pictures, a video or a camera that sees the sheet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.apps.sim.setup_options import USUAL_SIZE
from referee.apps.terminal.page_options import PageOptions
from referee.cli.options import (
    CameraFpsOption,
    CameraOption,
    CameraSizeOption,
    ExposureOption,
    FocusOption,
    NoBrowserOption,
    PagePortOption,
)


def lens(
    out: Annotated[Path, typer.Option("--out", help="The lens file to write, NAME.lens.json.")],
    sources: Annotated[
        list[Path] | None,
        typer.Argument(help="Pictures or videos of the sheet; leave out for a camera."),
    ] = None,
    camera: CameraOption = None,
    size: CameraSizeOption = USUAL_SIZE,
    fps: CameraFpsOption = 30.0,
    exposure: ExposureOption = None,
    focus: FocusOption = None,
    page: Annotated[
        bool, typer.Option("--page", help="Show camera and coverage in a page on this machine.")
    ] = False,
    port: PagePortOption = 8622,
    no_browser: NoBrowserOption = False,
) -> None:
    """Learn the lens from a printed sheet that is waved in front of the camera.

    It says where to hold the sheet next and how to tilt it, until it has enough. Focus and
    resolution must be those of the games: the lens file is worth nothing for others.

    Example: [bold]referee calibrate lens --camera C920 --out C920.lens.json[/bold]
    """
    from referee.apps.calibrate.lens import (  # noqa: PLC0415 - help must not wait
        lens_from_camera,
        lens_from_files,
    )
    from referee.apps.terminal.camera_choice import request_of  # noqa: PLC0415 - the help must not wait

    if sources:
        lens_from_files(sources, out)
        return
    shown = PageOptions(port, not no_browser) if page else None
    lens_from_camera(camera, request_of(size, fps, exposure, focus), out, shown)
