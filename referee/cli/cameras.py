"""Opening a camera by what a person types: a number, a part of its name, or the simulated one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from referee.camera.devices.settings import Request
from referee.camera.devices.webcam import Webcam
from referee.camera.source import FrameSource
from referee.cli.options import parse_size

SIMULATED = "simulated"
CameraOption = Annotated[
    str | None,
    typer.Option(
        "--camera", help="Its number, a part of its name, or `simulated`; the only one if left out."
    ),
]
CameraSizeOption = Annotated[str, typer.Option("--size", help="Width and height to ask for.")]
CameraFpsOption = Annotated[float, typer.Option("--fps", help="Pictures per second to ask for.")]
ExposureOption = Annotated[
    float | None, typer.Option("--exposure", help="Fixed exposure in ms; left alone if left out.")
]
FocusOption = Annotated[
    float | None, typer.Option("--focus", help="Fixed focus, in the units of the camera's driver.")
]
USUAL_SIZE = "1920x1080"


def request_of(size: str, fps: float, exposure: float | None, focus: float | None) -> Request:
    """What the options ask of a camera."""
    width_px, height_px = parse_size(size)
    return Request(width_px, height_px, fps, exposure, focus)


@contextmanager
def open_camera(wanted: str | None, request: Request) -> Iterator[FrameSource]:
    """The camera, closed in the end; the simulated one comes with a board and a coach below it."""
    if wanted is not None and wanted.casefold() == SIMULATED:
        with _simulated(request) as camera:
            yield camera
        return
    webcam = Webcam(wanted, request)
    try:
        yield webcam
    finally:
        webcam.close()


@contextmanager
def _simulated(request: Request) -> Iterator[FrameSource]:
    from referee.cli.simulated import simulated_camera  # noqa: PLC0415 - a webcam needs no physics

    with simulated_camera(request) as camera:
        yield camera
