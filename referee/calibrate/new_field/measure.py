"""From a picture of an unknown field and one length to its profile and its calibration."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np
import numpy.typing as npt

from referee.calibrate.evidence import read_numerals
from referee.calibrate.new_field.choose import Picture, choose
from referee.calibrate.new_field.clicked import guesses_at_corners
from referee.calibrate.new_field.doubts import lean_sigma_mm
from referee.calibrate.new_field.guess import SPACINGS_YD, guesses
from referee.calibrate.new_field.joint import Together, settle, with_measures
from referee.calibrate.new_field.measures import read_measures
from referee.calibrate.new_field.worth import worth
from referee.calibrate.outcome import Refused, Solved, Tell, Unusable, quiet
from referee.calibrate.parameters import Belief
from referee.calibrate.pictures import one_picture
from referee.calibrate.rectify import find_views
from referee.calibrate.ridges import find_ridges, grey_of
from referee.calibrate.search import LIT
from referee.calibrate.solve import TOP_HEIGHT_MM, belief_of
from referee.calibrate.verdicts import check_fit
from referee.camera.calib_file import Calibration
from referee.camera.charuco.lens_file import Lens
from referee.core.errors import BadValue
from referee.core.field import FieldProfile

LENGTH_MM = (100.0, 5000.0)
MOST_APART = 0.04  # of the width that picture and ruler may differ


@dataclass(frozen=True)
class Measured:
    """The profile, its calibration or why there is none, what was guessed, sigmas of measures."""

    profile: FieldProfile
    solved: Solved | Refused
    guessed: tuple[str, ...]
    sigma_mm: dict[str, float]


def measure_field(
    pictures: Sequence[npt.NDArray[np.uint8]],
    goal_to_goal_mm: float,
    name: str,
    *,
    width_mm: float | None = None,
    lens: Lens | None = None,
    corners_px: Sequence[tuple[float, float]] | None = None,
    top_height_mm: float = TOP_HEIGHT_MM,
    day: date | None = None,
    tell: Tell = quiet,
) -> Measured | Refused:
    """Find the lines, then solve for the camera and the measures together.

    A ``width_mm`` that somebody measured goes before the picture's, if they agree roughly.
    ``corners_px`` are the field's outer corners: left near, right near, right far, left far.
    """
    if not LENGTH_MM[0] <= goal_to_goal_mm <= LENGTH_MM[1]:
        allowed = f"{LENGTH_MM[0]:g} to {LENGTH_MM[1]:g} mm"
        raise BadValue("the length between the goal lines", goal_to_goal_mm, allowed)
    start_s = time.perf_counter()
    try:
        tell("looking for lines", 0.0)
        picture = one_picture(pictures)
        belief = belief_of(lens, (picture.shape[1], picture.shape[0]))
        seen, rough = _found(picture, goal_to_goal_mm, belief, corners_px)
        tell("solving for the camera", 0.4)
        rough = replace(
            rough, profile=_ruled(replace(rough.profile, name=name, title=name), width_mm)
        )
        together = settle(seen.lit, rough, belief, ruled=width_mm is not None)
        fitted = together.registered
        _check(together, belief)
        tell("reading marks and numerals", 0.8)
        profile, guessed, sigmas = read_measures(seen, together, belief, width_mm is not None)
        numerals = read_numerals(seen.grey, fitted.camera, profile)
    except Unusable as refusal:
        return refusal.refused
    if numerals.mirrored:
        return Refused(
            "The picture is mirrored: the numerals read from right to left.",
            "Switch mirroring off in the camera's settings.",
        )
    tell("certificate", 0.95)
    calibration = Calibration(fitted.camera, top_height_mm, profile, "camera", day=day)
    solved = worth(
        replace(together, profile=profile),
        numerals,
        calibration,
        belief,
        len(pictures),
        start_s,
        picture,
        lean_sigma_mm(together, belief, width_mm is not None),
    )
    return Measured(profile, solved, guessed, sigmas)


def _found(
    picture: npt.NDArray[np.uint8],
    goal_to_goal_mm: float,
    belief: Belief,
    corners_px: Sequence[tuple[float, float]] | None,
) -> tuple[Picture, Together]:
    """Lines brighter than the field, or else darker ones."""
    grey = grey_of(picture)
    lit = np.asarray(grey ** np.float32(LIT), dtype=np.float32)
    refusal: Unusable | None = None
    for dark in (False, True):
        ridges = find_ridges(grey, dark=dark)
        seen = Picture(grey, lit, ridges, dark)
        if len(ridges.at_px) < 200:
            continue
        if corners_px is not None:
            tried = guesses_at_corners(corners_px, ridges, belief, goal_to_goal_mm)
        else:
            views = find_views(ridges)
            tried = [
                guess
                for every in SPACINGS_YD
                for guess in guesses(ridges, views, every, goal_to_goal_mm)
            ]
            tried.sort(key=lambda guess: -guess.score)
        try:
            return seen, choose(seen, tried, goal_to_goal_mm, belief)
        except Unusable as why:
            refusal = refusal or why
    raise refusal or Unusable("No lines were found.", "Take a sharp picture of the whole board.")


def _check(together: Together, belief: Belief) -> None:
    """The same checks as those of a known field, with what helps here."""
    try:
        check_fit(together.registered, belief, together.profile)
    except Unusable as refusal:
        raise Unusable(
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
        raise Unusable(
            f"The width would be {profile.width_mm:.0f} mm, the ruler says {width_mm:.0f} mm.",
            "Measure both lengths again, from the middle of a line to the middle of a line.",
        )
    return changed
