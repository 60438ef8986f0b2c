"""The settings asked of a camera, and those that its driver then reports."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import cv2

from referee.camera.devices.camera_driver import CameraDriver, backend_of
from referee.core.errors import BadValue

MOTION_JPEG = cv2.VideoWriter.fourcc(*"MJPG")  # over USB 2 only this brings 1080p at 30 a second
ALIKE = 0.15  # by which a read-back exposure may differ: drivers know only steps


@dataclass(frozen=True, slots=True)
class CameraRequest:
    """Size, rate, and if given a fixed exposure in ms and a fixed focus in the driver's units."""

    width_px: int = 1920
    height_px: int = 1080
    fps: float = 30.0
    exposure_ms: float | None = None
    focus: float | None = None

    def __post_init__(self) -> None:
        for key in ("width_px", "height_px"):
            if not 160 <= getattr(self, key) <= 8192:
                raise BadValue(key, getattr(self, key), "160 to 8192 pixels")
        if not 1.0 <= self.fps <= 240.0:
            raise BadValue("fps", self.fps, "1 to 240 pictures per second")
        if self.exposure_ms is not None and not 0.05 <= self.exposure_ms <= 1000.0:
            raise BadValue("exposure", self.exposure_ms, "0.05 to 1000 ms")
        if self.focus is not None and not 0.0 <= self.focus <= 10_000.0:
            raise BadValue("focus", self.focus, "0 to 10000, in the units of the camera's driver")


@dataclass(frozen=True, slots=True)
class ActualSettings:
    """The settings that the driver reports after the request; None where it does not say."""

    backend: str
    width_px: int
    height_px: int
    fps: float | None
    exposure_fixed: bool | None
    exposure_ms: float | None
    focus_fixed: bool | None
    focus: float | None


@dataclass(frozen=True, slots=True)
class _ExposureScale:
    """How a backend counts: the values for fixed and automatic, and its unit."""

    fixed: float
    automatic: float
    logarithmic: bool  # powers of two of a second; else tenths of a millisecond

    def to_driver(self, ms: float) -> float:
        return math.log2(ms / 1000.0) if self.logarithmic else 10.0 * ms

    def to_ms(self, value: float) -> float | None:
        if self.logarithmic:
            return 1000.0 * 2.0**value if -20.0 <= value <= 1.0 and value else None
        return value / 10.0 if value > 0.0 else None


EXPOSURE = {
    "V4L2": _ExposureScale(1.0, 3.0, logarithmic=False),
    "MSMF": _ExposureScale(0.25, 0.75, logarithmic=True),
    "DSHOW": _ExposureScale(0.25, 0.75, logarithmic=True),
}


def apply_request(driver: CameraDriver, request: CameraRequest) -> ActualSettings:
    """Ask for every setting, in an order that drivers accept, and read back what came of it."""
    driver.set(cv2.CAP_PROP_FOURCC, MOTION_JPEG)
    driver.set(cv2.CAP_PROP_FRAME_WIDTH, request.width_px)
    driver.set(cv2.CAP_PROP_FRAME_HEIGHT, request.height_px)
    driver.set(cv2.CAP_PROP_FPS, request.fps)
    driver.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    units = EXPOSURE.get(backend_of(driver))
    if request.exposure_ms is not None and units is not None:
        driver.set(cv2.CAP_PROP_AUTO_EXPOSURE, units.fixed)
        driver.set(cv2.CAP_PROP_EXPOSURE, units.to_driver(request.exposure_ms))
    if request.focus is not None:
        driver.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        driver.set(cv2.CAP_PROP_FOCUS, request.focus)
    return read_back(driver)


def read_back(driver: CameraDriver) -> ActualSettings:
    """The settings that the driver reports now."""
    backend = backend_of(driver)
    units = EXPOSURE.get(backend)
    mode, autofocus = (driver.get(p) for p in (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTOFOCUS))
    known = units is not None and mode in {units.fixed, units.automatic}
    fps = driver.get(cv2.CAP_PROP_FPS)
    focus_fixed = None if autofocus not in {0.0, 1.0} else autofocus == 0.0
    return ActualSettings(
        backend=backend,
        width_px=int(driver.get(cv2.CAP_PROP_FRAME_WIDTH)),
        height_px=int(driver.get(cv2.CAP_PROP_FRAME_HEIGHT)),
        fps=fps if 0.0 < fps < 1000.0 else None,
        exposure_fixed=mode == units.fixed if known and units else None,
        exposure_ms=units.to_ms(driver.get(cv2.CAP_PROP_EXPOSURE)) if units else None,
        focus_fixed=focus_fixed,
        focus=driver.get(cv2.CAP_PROP_FOCUS) if focus_fixed is not None else None,
    )


def refused_exposure(request: CameraRequest, actual: ActualSettings) -> str | None:
    """A sentence where the exposure that was asked is not that of the camera; None: it is."""
    wanted_ms, found_ms = request.exposure_ms, actual.exposure_ms
    if wanted_ms is None:
        return None
    if not actual.exposure_fixed:
        return "its driver does not fix the exposure; fix it in the camera's own program"
    if found_ms is not None and abs(math.log(found_ms / wanted_ms)) > ALIKE:
        return f"{wanted_ms:g} ms of exposure were asked, it takes {found_ms:g} ms"
    return None


def refused_settings(request: CameraRequest, actual: ActualSettings) -> Iterator[str]:
    """A sentence for everything that was asked and not done."""
    size = actual.width_px, actual.height_px
    if size != (request.width_px, request.height_px):
        yield f"{request.width_px} x {request.height_px} was asked, it gives {size[0]} x {size[1]}"
    if actual.fps is not None and actual.fps < 0.95 * request.fps:
        yield f"{request.fps:g} pictures a second were asked, it means to give {actual.fps:g}"
    if (exposure := refused_exposure(request, actual)) is not None:
        yield exposure
    if request.focus is not None and not (actual.focus_fixed and actual.focus == request.focus):
        yield "its driver does not fix the focus; fix it in the camera's own program"
