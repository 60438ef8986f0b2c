"""From a picture of an unknown field and one length to its profile and its calibration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from referee.calibrate.certificate.certificate import CalibrationGrade, grade_of
from referee.calibrate.certificate.certification import certify
from referee.calibrate.certificate.error_map import ErrorMap
from referee.calibrate.fit.camera_parameters import LensBelief
from referee.calibrate.lines.ridges import find_ridges, grey_of
from referee.calibrate.median_picture import one_picture
from referee.calibrate.new_field.corner_guesses import guesses_at_corners
from referee.calibrate.new_field.field_guess import SPACINGS_YD, field_guesses
from referee.calibrate.new_field.guess_choice import FieldPicture, best_guess
from referee.calibrate.new_field.joint_fit import JointFit, fit_jointly, with_measures
from referee.calibrate.new_field.measure_sigmas import INSIDE, lean_sigma_mm
from referee.calibrate.new_field.measures import read_measures
from referee.calibrate.outcome import (
    CalibrationRefused,
    CalibrationSolved,
    TellProgressWords,
    UnusablePicture,
    tell_nobody,
)
from referee.calibrate.search.camera_search import LIT
from referee.calibrate.search.overhead_view import find_overhead_views
from referee.calibrate.search.print_evidence import Numerals, read_numerals
from referee.calibrate.search.search_refusals import check_fit
from referee.calibrate.solver import TOP_HEIGHT_MM, belief_of
from referee.camera.calibration import Calibration
from referee.camera.charuco.lens import Lens
from referee.core.arrays import U8
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile
from referee.system_clock import clock_s

LENGTH_MM = (100.0, 5000.0)
MOST_APART = 0.04  # of the width that picture and ruler may differ
RULER = "Measure the width with a ruler and give it with --width."


@dataclass(frozen=True)
class MeasuredField:
    """The profile, its calibration or why there is none, what was guessed, sigmas of measures."""

    profile: FieldProfile
    solved: CalibrationSolved | CalibrationRefused
    guessed: tuple[str, ...]
    sigma_mm: dict[str, float]


def measure_field(
    pictures: Sequence[U8],
    goal_to_goal_mm: float,
    name: str,
    *,
    width_mm: float | None = None,
    lens: Lens | None = None,
    corners_px: Sequence[tuple[float, float]] | None = None,
    top_height_mm: float = TOP_HEIGHT_MM,
    day: date | None = None,
    tell: TellProgressWords = tell_nobody,
) -> MeasuredField | CalibrationRefused:
    """Find the lines, then solve for the camera and the measures together.

    A ``width_mm`` from a ruler replaces the picture's, if they agree within 4 %.
    ``corners_px`` are the field's outer corners: left near, right near, right far, left far.
    """
    if not LENGTH_MM[0] <= goal_to_goal_mm <= LENGTH_MM[1]:
        allowed = f"{LENGTH_MM[0]:g} to {LENGTH_MM[1]:g} mm"
        raise BadValue("the length between the goal lines", goal_to_goal_mm, allowed)
    start_s = clock_s()
    try:
        tell("looking for lines", 0.0)
        picture = one_picture(pictures)
        belief = belief_of(lens, (picture.shape[1], picture.shape[0]))
        seen, rough = _found(picture, goal_to_goal_mm, belief, corners_px)
        tell("solving for the camera", 0.4)
        rough = replace(
            rough, profile=_ruled(replace(rough.profile, name=name, title=name), width_mm)
        )
        together = fit_jointly(seen.lit, rough, belief, ruled=width_mm is not None)
        fitted = together.registered
        _check(together, belief)
        tell("reading marks and numerals", 0.8)
        profile, guessed, sigmas = read_measures(seen, together, belief, width_mm is not None)
        numerals = read_numerals(seen.grey, fitted.camera, profile)
    except UnusablePicture as refusal:
        return refusal.refused
    if numerals.mirrored:
        return CalibrationRefused(
            "The picture is mirrored: the numerals read from right to left.",
            "Switch mirroring off in the camera's settings.",
        )
    tell("certificate", 0.95)
    calibration = Calibration(fitted.camera, top_height_mm, profile, "camera", day=day)
    solved = new_certificate(
        replace(together, profile=profile),
        numerals,
        calibration,
        belief,
        len(pictures),
        start_s,
        picture,
        lean_sigma_mm(together, belief, width_mm is not None),
    )
    return MeasuredField(profile, solved, guessed, sigmas)


def _found(
    picture: U8,
    goal_to_goal_mm: float,
    belief: LensBelief,
    corners_px: Sequence[tuple[float, float]] | None,
) -> tuple[FieldPicture, JointFit]:
    """The picture and its best guess, from bright lines or else from dark ones."""
    grey = grey_of(picture)
    lit = np.asarray(grey ** np.float32(LIT), dtype=np.float32)
    refusal: UnusablePicture | None = None
    for dark in (False, True):
        ridges = find_ridges(grey, dark=dark)
        seen = FieldPicture(grey, lit, ridges, dark)
        if len(ridges.at_px) < 200:
            continue
        if corners_px is not None:
            tried = guesses_at_corners(corners_px, ridges, belief, goal_to_goal_mm)
        else:
            views = find_overhead_views(ridges)
            tried = [
                guess
                for every in SPACINGS_YD
                for guess in field_guesses(ridges, views, every, goal_to_goal_mm)
            ]
            tried.sort(key=lambda guess: -guess.score)
        try:
            return seen, best_guess(seen, tried, goal_to_goal_mm, belief)
        except UnusablePicture as why:
            refusal = refusal or why
    raise refusal or UnusablePicture(
        "No lines were found.", "Take a sharp picture of the whole board."
    )


def _check(together: JointFit, belief: LensBelief) -> None:
    """Run the checks of a known field, with the advice that fits an unknown one."""
    try:
        check_fit(together.registered, belief, together.profile)
    except UnusablePicture as refusal:
        raise UnusablePicture(
            refusal.refused.reason,
            "Show all of the board, sharp and evenly lit, and its four corners (--clicks); or "
            "measure with referee field new.",
        ) from None


def _ruled(profile: FieldProfile, width_mm: float | None) -> FieldProfile:
    """The profile with a width from a ruler; everything across it is stretched along."""
    if width_mm is None:
        return profile
    changed = None
    if abs(width_mm / profile.width_mm - 1.0) <= MOST_APART:
        changed = with_measures(profile, {"width_mm": width_mm})
    if changed is None:
        raise UnusablePicture(
            f"The width would be {profile.width_mm:.0f} mm, the ruler says {width_mm:.0f} mm.",
            "Measure both lengths again, from the middle of a line to the middle of a line.",
        )
    return changed


def new_certificate(
    together: JointFit,
    numerals: Numerals,
    calibration: Calibration,
    belief: LensBelief,
    pictures: int,
    start_s: float,
    picture: U8,
    lean_mm: float,
) -> CalibrationSolved | CalibrationRefused:
    """The certificate; ``lean_mm`` is by how much the width may be off besides."""
    try:
        known, proof = certify(
            together.registered, numerals, calibration, belief, pictures, start_s
        )
    except UnusablePicture as refusal:
        return CalibrationRefused(refusal.refused.reason, RULER)
    errors = proof.errors
    stretched = INSIDE * lean_mm * errors.y_mm[:, None] / calibration.board.width_mm
    errors = ErrorMap(errors.x_mm, errors.y_mm, np.hypot(errors.error_mm, stretched))
    grade = grade_of(errors.worst_mm)
    if grade is CalibrationGrade.REFUSED:
        return CalibrationRefused(
            f"The camera is known only to {errors.worst_mm:.1f} mm at the worst place.", RULER
        )
    proof = replace(proof, errors=errors, grade=grade)
    return CalibrationSolved(replace(known, error_mm=round(errors.worst_mm, 4)), proof, picture)
