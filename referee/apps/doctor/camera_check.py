"""What a camera does, compared with what a game needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.apps.doctor.camera_sample import CameraSample
from referee.apps.doctor.diagnosis import Diagnosis, PartHealth
from referee.camera.devices.camera_settings import ActualSettings, CameraRequest, refused_exposure

LEAST_FPS = 24.0
FULL_SHARE = 0.9  # of the rate that was asked
GAP = 3.0  # frame times without a picture
LEAST_WIDTH_PX = 1280
GOOD_WIDTH_PX = 1920
LONG_EXPOSURE_MS = 12.0  # a base at 100 mm/s is blurred over more than a millimetre
GOOD_LAG_MS, MOST_LAG_MS = 100.0, 250.0
MUCH_BURNT, DARK = 0.08, 60.0


@dataclass(frozen=True, slots=True)
class CameraUnderTest:
    """An opened camera: its name, what was asked, what its driver says, what it delivers."""

    name: str
    request: CameraRequest
    actual: ActualSettings | None
    sample: CameraSample
    driver_stamps: bool


def check_camera(camera: CameraUnderTest) -> Iterator[Diagnosis]:
    """A line each: that it gives pictures, their size and rate, exposure, light, focus, lag."""
    sample = camera.sample
    if sample.lost is not None or sample.count < 2:
        says = f"{camera.name} gives no pictures ({sample.lost or 'none came'})"
        advice = "Plug it in anew, close other programs that use it, try another socket."
        yield Diagnosis("camera", PartHealth.BROKEN, says, advice)
        return
    driver = f", driver {camera.actual.backend}" if camera.actual else ""
    yield Diagnosis("camera", PartHealth.FINE, f"{camera.name}{driver}")
    yield _size(camera)
    yield _rate(camera)
    yield _exposure(camera)
    yield _light(sample)
    yield _focus(camera)
    yield _lag(camera)


def _size(camera: CameraUnderTest) -> Diagnosis:
    width, height = camera.sample.width_px, camera.sample.height_px
    says = f"{width} x {height} pixels"
    values: dict[str, float | str | None] = {"width_px": width, "height_px": height}
    if width < LEAST_WIDTH_PX:
        advice = "Too coarse for contacts: ask for 1920x1080 with --size, or use another camera."
        return Diagnosis("resolution", PartHealth.BROKEN, says, advice, values)
    asked = (camera.request.width_px, camera.request.height_px)
    if (width, height) != asked:
        advice = f"{asked[0]} x {asked[1]} was asked: its driver gives no such size."
        return Diagnosis("resolution", PartHealth.CHANGE, says, advice, values)
    if width < GOOD_WIDTH_PX:
        return Diagnosis(
            "resolution", PartHealth.CHANGE, says, "1920 x 1080 measures finer.", values
        )
    return Diagnosis("resolution", PartHealth.FINE, says, "", values)


def _rate(camera: CameraUnderTest) -> Diagnosis:
    sample = camera.sample
    gap_ms, period_ms = sample.longest_gap_ms, 1000.0 / max(sample.fps, 0.1)
    says = f"{sample.fps:.1f} pictures a second, longest wait {gap_ms:.0f} ms"
    values: dict[str, float | str | None] = {"fps": sample.fps, "longest_gap_ms": gap_ms}
    if sample.repeated > 0.2:
        says = f"{says}, {sample.repeated:.0%} of them repeated"
        advice = "It repeats pictures: more light, or a fixed exposure below 1/30 s (--exposure 8)."
        return Diagnosis("frame rate", PartHealth.CHANGE, says, advice, values)
    if sample.fps < LEAST_FPS:
        advice = "Too slow for live calls: more light, fixed exposure, a USB 3 socket without hub."
        return Diagnosis("frame rate", PartHealth.BROKEN, says, advice, values)
    if sample.fps < FULL_SHARE * camera.request.fps:
        advice = f"{camera.request.fps:g} were asked: more light, fixed exposure, another socket."
        return Diagnosis("frame rate", PartHealth.CHANGE, says, advice, values)
    if gap_ms > GAP * period_ms:
        advice = "Pictures stutter: close other programs, use a socket without hub."
        return Diagnosis("frame rate", PartHealth.CHANGE, says, advice, values)
    return Diagnosis("frame rate", PartHealth.FINE, says, "", values)


def _exposure(camera: CameraUnderTest) -> Diagnosis:
    actual = camera.actual
    if actual is None or actual.exposure_fixed is None:
        says = "the driver does not say"
        advice = "Fix it in the camera's own program, at 8 ms or less."
        return Diagnosis("exposure", PartHealth.CHANGE, says, advice)
    how = "fixed" if actual.exposure_fixed else "automatic"
    says = how if actual.exposure_ms is None else f"{how}, {actual.exposure_ms:.1f} ms"
    values: dict[str, float | str | None] = {"exposure_ms": actual.exposure_ms, "how": how}
    wrong = refused_exposure(camera.request, actual)
    if wrong is not None:
        return Diagnosis("exposure", PartHealth.CHANGE, says, f"{wrong}.".capitalize(), values)
    if not actual.exposure_fixed:
        advice = "Fix it, so that hands do not change it: --exposure 8."
        return Diagnosis("exposure", PartHealth.CHANGE, says, advice, values)
    if actual.exposure_ms is not None and actual.exposure_ms > LONG_EXPOSURE_MS:
        advice = "Moving bases smear: a brighter lamp and --exposure 8."
        return Diagnosis("exposure", PartHealth.CHANGE, says, advice, values)
    return Diagnosis("exposure", PartHealth.FINE, says, "", values)


def _light(sample: CameraSample) -> Diagnosis:
    values: dict[str, float | str | None] = {"burnt": sample.burnt, "brightest": sample.brightest}
    if sample.brightest < DARK:
        says = f"dark: the brightest parts reach {sample.brightest:.0f} of 255"
        return Diagnosis(
            "light", PartHealth.CHANGE, says, "A brighter lamp, or more exposure.", values
        )
    if sample.burnt > MUCH_BURNT:
        says = f"{sample.burnt:.0%} of the picture is burnt out"
        return Diagnosis(
            "light", PartHealth.CHANGE, says, "Less exposure, or move the lamp.", values
        )
    return Diagnosis("light", PartHealth.FINE, "neither dark nor burnt out", "", values)


def _focus(camera: CameraUnderTest) -> Diagnosis:
    actual = camera.actual
    if actual is None or actual.focus_fixed is None:
        return Diagnosis("focus", PartHealth.FINE, "fixed by its lens, or the driver does not say")
    if not actual.focus_fixed:
        advice = "Fix it: a lens that hunts changes the calibration. --focus and the value here."
        says = f"automatic, now at {actual.focus:g}" if actual.focus is not None else "automatic"
        return Diagnosis("focus", PartHealth.CHANGE, says, advice, {"focus": actual.focus})
    return Diagnosis(
        "focus", PartHealth.FINE, f"fixed at {actual.focus:g}", "", {"focus": actual.focus}
    )


def _lag(camera: CameraUnderTest) -> Diagnosis:
    if not camera.driver_stamps:
        says = "the driver does not stamp its pictures, so their age is not known"
        return Diagnosis("lag", PartHealth.FINE, says, "", {"lag_ms": None})
    lag_ms = camera.sample.lag_ms
    says = f"{lag_ms:.0f} ms from capture to here"
    values: dict[str, float | str | None] = {"lag_ms": lag_ms}
    if lag_ms > MOST_LAG_MS:
        advice = "Too late to stop a play in time: close other programs, use a socket without hub."
        return Diagnosis("lag", PartHealth.BROKEN, says, advice, values)
    if lag_ms > GOOD_LAG_MS:
        advice = "Power will be cut late: close other programs, use a socket without hub."
        return Diagnosis("lag", PartHealth.CHANGE, says, advice, values)
    return Diagnosis("lag", PartHealth.FINE, says, "", values)
