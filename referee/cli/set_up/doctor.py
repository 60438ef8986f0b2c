"""`referee doctor`: what is fine and what to change, a line each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from referee.apps.sim.setup_options import USUAL_SIZE
from referee.cli.options import (
    CameraFpsOption,
    CameraOption,
    CameraSizeOption,
    ExposureOption,
    FocusOption,
    JsonOption,
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
    as_json: JsonOption = False,
) -> None:
    """Look at camera, switch, disk, calibration, teams, plan, sound and speed; say what to change.

    Leaves with exit code 1 if no game on a table of your own is possible; the simulated table needs
    none of it. Nothing is written to a serial device.

    Example: [bold]referee doctor --camera C920 --exposure 8 --serial /dev/ttyACM0[/bold]
    """
    from referee.apps.doctor.examination import run_doctor  # noqa: PLC0415 - the help must not wait
    from referee.apps.terminal.camera_choice import request_of  # noqa: PLC0415 - the help must not wait

    request = request_of(size, fps, exposure, focus)
    run_doctor(camera, request, serial, folder, as_json=as_json)
