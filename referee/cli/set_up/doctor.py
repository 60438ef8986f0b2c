"""`referee doctor`: what is fine and what to change, a line each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.apps.terminal.camera_choice import USUAL_SIZE
from referee.apps.terminal.print_json import print_json
from referee.cli.options import (
    CameraFpsOption,
    CameraOption,
    CameraSizeOption,
    ExposureOption,
    FocusOption,
)

doctor_app = typer.Typer(add_completion=False, rich_markup_mode="rich")


@doctor_app.command()
def doctor(
    camera: CameraOption = None,
    size: CameraSizeOption = USUAL_SIZE,
    fps: CameraFpsOption = 30.0,
    exposure: ExposureOption = None,
    focus: FocusOption = None,
    serial: Annotated[
        str | None,
        typer.Option("--serial", help="The switch's port; without it ports are only listed."),
    ] = None,
    folder: Annotated[
        Path, typer.Option("--folder", help="Where games will be recorded.")
    ] = Path(),
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of lines.")] = False,
) -> None:
    """Look at camera, serial device and disk, and say what is fine and what to change.

    Leaves with exit code 1 if no game is possible. Nothing is written to a serial device.

    Example: [bold]referee doctor --camera C920 --exposure 8 --serial /dev/ttyACM0[/bold]
    """
    from referee.apps.doctor.examination import examine, show  # noqa: PLC0415
    from referee.apps.terminal.camera_choice import request_of  # noqa: PLC0415 - the help must not wait

    findings = examine(camera, request_of(size, fps, exposure, focus), serial, folder)
    if as_json:
        print_json([f.to_json() for f in findings])
    else:
        show(findings)
    if any(f.state == "broken" for f in findings):
        raise typer.Exit(1)
