"""From pictures of a board to its camera and its certificate, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import numpy as np

from referee.calibrate.certificate.certification import certify, check_pixels
from referee.calibrate.fit.camera_parameters import LensBelief, known_lens, usual_webcam
from referee.calibrate.fit.registration import (
    RegisteredCamera,
    register_closer,
    register_exactly,
    shifted_camera,
)
from referee.calibrate.lines.printed_line import PrintedLineKind, printed_lines
from referee.calibrate.lines.ridges import grey_of
from referee.calibrate.median_picture import one_picture
from referee.calibrate.outcome import (
    CalibrationRefused,
    CalibrationSolved,
    TellProgressWords,
    UnusablePicture,
    tell_nobody,
)
from referee.calibrate.search.camera_search import CameraSearch
from referee.calibrate.search.corner_cameras import camera_behind_lens, cameras_at_corners
from referee.calibrate.search.other_fields import OtherField, check_other_fields, with_other_named
from referee.calibrate.search.rival_cameras import RivalCamera
from referee.calibrate.search.search_refusals import (
    check_fit,
    check_marks,
    check_near,
    check_rivals,
    marks_aside_mm,
)
from referee.calibrate.search.sideline_choice import choose_sidelines
from referee.camera.calibration import Calibration
from referee.camera.charuco.lens import Lens
from referee.core.arrays import U8
from referee.core.errors import BadValue
from referee.core.field.field_profile import BoundaryPrint, FieldProfile
from referee.system_clock import clock_s

TOP_HEIGHT_MM = 3.0  # of base tops above the print, on usual bases
ASIDE_MM = 0.8  # of thin sidelines, by what hash marks say, from which on they are looked for anew


def calibrate(
    pictures: Sequence[U8],
    profile: FieldProfile,
    *,
    lens: Lens | None = None,
    corners_px: Sequence[tuple[float, float]] | None = None,
    top_height_mm: float = TOP_HEIGHT_MM,
    camera_id: str = "camera",
    day: date | None = None,
    tell: TellProgressWords = tell_nobody,
) -> CalibrationSolved | CalibrationRefused:
    """The camera over a board, or the reason why there is none. Pictures are BGR, from one place.

    ``corners_px`` are the field's outer corners (sideline by end line): left near, right near,
    right far, left far. Without them the near sideline is the one lower in the picture.
    """
    if not 0.0 <= top_height_mm <= 20.0:
        raise BadValue("top_height_mm", top_height_mm, "0 to 20 mm")
    start_s = clock_s()
    try:
        tell("pictures", 0.0)
        picture = one_picture(pictures)
        size = (picture.shape[1], picture.shape[0])
        belief = belief_of(lens, size)
        search = CameraSearch(grey_of(picture), profile, usual_webcam(*size))
        tell("looking for the field", 0.1)
        if corners_px is None:
            rivals = search.automatic()
        else:
            rivals = search.from_starts(cameras_at_corners(corners_px, profile, size, belief))
    except UnusablePicture as refusal:
        return refusal.refused
    try:
        best = check_rivals(rivals, profile)
        check_other_fields(search, best, pointed=corners_px is not None)
        tell("measuring its lines", 0.6)
        fitted, note = _measured(search, best, lens, belief)
        tell("certificate", 0.9)
        unknown = Calibration(fitted.camera, top_height_mm, profile, camera_id, day=day)
        calibration, certificate = certify(
            fitted, best.numerals, unknown, belief, len(pictures), start_s, note
        )
    except OtherField as refusal:
        return refusal.refused
    except UnusablePicture as refusal:
        tell("trying other fields", 0.95)
        return with_other_named(refusal.refused, search, rivals[0]) if rivals else refusal.refused
    return CalibrationSolved(calibration, certificate, picture)


def _measured(
    search: CameraSearch, best: RivalCamera, lens: Lens | None, belief: LensBelief
) -> tuple[RegisteredCamera, str | None]:
    """The exact fit and a note on the sidelines; raises `UnusablePicture` if it fails a check."""
    profile = search.profile
    rough = best.rough if lens is None else camera_behind_lens(best.rough, belief, profile)
    fitted, note = _exactly(search, rough, profile, belief)
    aside = marks_aside_mm(search.bright(dark=fitted.stroke.dark), fitted.camera, profile)
    if abs(aside) > ASIDE_MM:
        fitted, note = _by_marks(search, rough, profile, belief), None
    closer = register_closer(search.lit, best.rough, belief)
    check_near((best.rough, closer), fitted, profile)
    check_pixels(fitted.camera, profile)
    check_marks(search.bright(dark=fitted.stroke.dark), fitted, profile)
    check_fit(fitted, belief, profile)
    return fitted, note


def _by_marks(
    search: CameraSearch, rough: RegisteredCamera, profile: FieldProfile, belief: LensBelief
) -> RegisteredCamera:
    """The fit from where hash marks put the field, lines looked for only close by.

    Beside a pale border a thin sideline runs together with it, and the border is taken for it.
    """
    grey = search.bright(dark=rough.stroke.dark)
    aside = marks_aside_mm(grey, rough.camera, profile)
    put = replace(
        rough, camera=shifted_camera(rough.camera, 0.0, aside), lines=printed_lines(profile)
    )
    return register_exactly(search.lit, put, put.lines, belief, close_by=True)


def _exactly(
    search: CameraSearch, rough: RegisteredCamera, profile: FieldProfile, belief: LensBelief
) -> tuple[RegisteredCamera, str | None]:
    """The exact fit, and a note on what was taken for the sidelines, None where that is known."""
    said_lines = profile.sideline_is is BoundaryPrint.LINE
    plain = all(line.step == 0 for line in rough.lines if line.kind is PrintedLineKind.SIDE)
    try:
        if not (said_lines and plain):
            grey = search.bright(dark=rough.stroke.dark)
            loose, sides = choose_sidelines(search.lit, grey, rough, profile, belief)
            fitted = register_exactly(search.lit, loose, sides.lines, belief, sides.sigma_mm)
            return fitted, sides.note
    except UnusablePicture:
        # A line may be too thin beside a border to have edges, and still be measured as a line.
        if not said_lines:
            raise
    return register_exactly(search.lit, rough, printed_lines(profile), belief), None


def belief_of(lens: Lens | None, size: tuple[int, int]) -> LensBelief:
    """The belief about the lens before the fit: from the lens file, or of usual webcams."""
    if lens is None:
        return usual_webcam(*size)
    if abs(lens.width_px * size[1] - lens.height_px * size[0]) > 0.01 * lens.width_px * size[1]:
        raise UnusablePicture(
            f"The lens was measured at {lens.width_px} x {lens.height_px} pixels, the picture is "
            f"{size[0]} x {size[1]}.",
            "Measure it at the size that is played with.",
        )
    fitted = lens.scaled(*size)
    if fitted.covariance is None:
        raise UnusablePicture(
            "The lens file does not say how exact it is.", "Write it with referee calibrate lens."
        )
    return known_lens(
        (fitted.fx_px, fitted.fy_px),
        (fitted.cx_px, fitted.cy_px),
        fitted.distortion,
        np.asarray(fitted.covariance, dtype=float),
        fitted.source,
    )
