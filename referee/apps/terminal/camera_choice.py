"""Opening a camera by what a person types: a number, a part of its name, or the simulated one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from referee.apps.sim.setup_options import parse_size
from referee.camera.devices.camera_settings import CameraRequest
from referee.camera.devices.webcam import Webcam
from referee.camera.frame_source import FrameSource

SIMULATED = "simulated"


def request_of(size: str, fps: float, exposure: float | None, focus: float | None) -> CameraRequest:
    """What the options ask of a camera."""
    width_px, height_px = parse_size(size)
    return CameraRequest(width_px, height_px, fps, exposure, focus)


@contextmanager
def open_camera(
    wanted: str | None, request: CameraRequest, *, plays: bool = True
) -> Iterator[FrameSource]:
    """The camera, closed in the end; the simulated one comes with a board and a coach below it.

    ``plays``: that coach switches the board on; else it only stands there.
    """
    if wanted is not None and wanted.casefold() == SIMULATED:
        with _simulated(request, plays=plays) as camera:
            yield camera
        return
    webcam = Webcam(wanted, request)
    try:
        yield webcam
    finally:
        webcam.close()


@contextmanager
def _simulated(request: CameraRequest, *, plays: bool) -> Iterator[FrameSource]:
    from referee.apps.sim.simulated_camera import (  # noqa: PLC0415 - a webcam needs no physics
        simulated_camera,
    )

    with simulated_camera(request, plays=plays) as camera:
        yield camera
