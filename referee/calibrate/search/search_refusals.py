"""The checks that refuse a calibration: each raises `UnusablePicture` with reason and advice."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from referee.calibrate.certificate.field_in_view import shares_in_view, sides_in_view
from referee.calibrate.fit.camera_parameters import LensBelief
from referee.calibrate.fit.registration import RegisteredCamera
from referee.calibrate.lines.hash_marks import HashRows
from referee.calibrate.lines.long_edges import GRID_MM
from referee.calibrate.lines.printed_line import corners_mm
from referee.calibrate.outcome import UnusablePicture
from referee.calibrate.search.camera_search import MARGIN
from referee.calibrate.search.rival_cameras import RivalCamera, no_lines_found
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F32
from referee.core.field.field_profile import BoundaryPrint, FieldProfile

ENOUGH_COVER = 0.70  # of all lines; noise reaches 0.47, half a field 0.6
CLEAR_COVER = 0.85  # from which on lines are hardly those of another field
SHOWN = 0.5  # of a line in the picture, for it to count as shown
ENOUGH_IN_VIEW = 0.9  # of all lines, in the picture
SEEN_OF_SHOWN = 0.75  # of the lines in the picture, seen
SOME_NUMERALS = 0.15  # likeness that numerals have and noise has not
ENOUGH_SIDES = 0.22  # of each sideline: they alone tell the width
WRONG_FIELD = (
    "Is this the right field (referee field list)? Else show all of it, sharp and without glare."
)
ASTRAY_SIGMAS = 3.5  # of the belief in the lens
ASIDE_MM = 12.0  # beside their places, that hash marks are looked for
MARKS_MM = 2.5  # beside their places, that hash marks may lie
# The same where sidelines are thin lines, so that rows were measured from their middle.
THIN_LINE_MARKS_MM = 1.2
CLEAR_MARKS = 0.4  # of the marks, for rows to speak
MARKS_MARGIN = 0.25  # of the marks, by which other places must be clearer
RAN_AWAY_MM = 10.0  # that an exact fit may lie beside the rough one
LOOSE_PX = 0.8  # half of all points lie nearer than this, by far, when the field fits


def check_rivals(rivals: list[RivalCamera], profile: FieldProfile) -> RivalCamera:
    """The best rival; raises `UnusablePicture` unless it is good and clearly ahead of the next."""
    if not rivals:
        raise no_lines_found()
    best = rivals[0]
    if best.cover.score < ENOUGH_COVER:
        raise _too_few_lines(best, profile)
    if best.numerals.mirrored:
        raise UnusablePicture(
            "The picture is mirrored: the numerals read from right to left.",
            "Switch mirroring off in the camera's settings; positions would be left for right.",
        )
    if best.marks.run_on:
        raise UnusablePicture(
            f"Hash marks run on beyond a goal line of field {profile.name}: its lines would be "
            "counted from another one.",
            "Show the whole field with both end lines, or give its four corners.",
        )
    if best.numerals.shifted:
        raise UnusablePicture(
            "Numerals stand where this field has none.",
            "Is this the right field (referee field list)?",
        )
    if len(rivals) > 1 and best.score - rivals[1].score < MARGIN:
        if best.cover.score < CLEAR_COVER:
            raise _few_lines(best, profile)
        raise UnusablePicture(
            "The lines fit in more than one way, and the numerals do not decide.",
            "Show the whole field with both end lines, or give its four corners.",
        )
    return best


def _too_few_lines(best: RivalCamera, profile: FieldProfile) -> UnusablePicture:
    """The refusal that fits best: the field is cut off, not there, or another one."""
    view = shares_in_view(best.rough.camera, best.rough.lines)
    there = view > SHOWN
    share = float((view * there).mean())
    if share < ENOUGH_IN_VIEW and best.cover.score > SEEN_OF_SHOWN * share:
        return UnusablePicture(
            f"The picture shows only {100 * share:.0f} % of the lines of field {profile.name}.",
            "Hang the camera higher, or turn it: the whole field should be in view.",
        )
    if best.numerals.placed < SOME_NUMERALS:
        return no_lines_found()
    return _few_lines(best, profile)


def _few_lines(best: RivalCamera, profile: FieldProfile) -> UnusablePicture:
    return UnusablePicture(
        f"Only {100 * best.cover.score:.0f} % of the lines of field {profile.name} are where they "
        "should be.",
        WRONG_FIELD,
    )


def check_near(
    roughs: Sequence[RegisteredCamera], fitted: RegisteredCamera, profile: FieldProfile
) -> None:
    """Refuse an exact fit that lies far from every rough one."""
    corners = corners_mm(profile)
    seen = fitted.camera.project_flat(corners)
    moved_mm = min(
        float(np.abs(rough.camera.to_plane(seen, 0.0) - corners).max()) for rough in roughs
    )
    if not moved_mm < RAN_AWAY_MM:
        raise UnusablePicture(
            f"The lines of field {profile.name} were found, but no camera sees all of them there.",
            WRONG_FIELD,
        )


def marks_aside_mm(grey: F32, camera: CameraModel, profile: FieldProfile) -> float:
    """How many mm both rows of marks lie aside; 0 if unseen, or if sidelines are no thin lines."""
    if profile.sideline_is is not BoundaryPrint.LINE:
        return 0.0
    return HashRows(grey, camera, profile, ASIDE_MM).aside_mm() or 0.0


def check_marks(grey: F32, fitted: RegisteredCamera, profile: FieldProfile) -> None:
    """Refuse if both rows of hash marks lie beside their places by the same distance."""
    aside = marks_aside_mm(grey, fitted.camera, profile)
    if abs(aside) > THIN_LINE_MARKS_MM:
        raise _marks_aside(profile, aside)
    rows = HashRows(grey, fitted.camera, profile, ASIDE_MM)
    shifts = np.arange(-ASIDE_MM, ASIDE_MM + GRID_MM, GRID_MM)
    clear = np.array([rows.stand_out(float(shift)) for shift in shifts])
    best = int(np.argmax(clear))
    if clear[best] < CLEAR_MARKS or abs(shifts[best]) <= MARKS_MM:
        return
    if clear[np.abs(shifts) <= MARKS_MM].max() < clear[best] - MARKS_MARGIN:
        raise _marks_aside(profile, float(shifts[best]))


def _marks_aside(profile: FieldProfile, aside_mm: float) -> UnusablePicture:
    return UnusablePicture(
        f"The hash marks of field {profile.name} lie {abs(aside_mm):.1f} mm beside their places, "
        "so what was taken for the sidelines is something else.",
        "Correct the hash marks or sideline_is in the field file; where a pixel is as wide as a "
        "line, hang the camera lower.",
    )


def check_fit(fitted: RegisteredCamera, belief: LensBelief, profile: FieldProfile) -> None:
    """Refuse a fit with an impossible lens, unseen sidelines, or lines beside the print."""
    sides = sides_in_view(fitted.samples, fitted.camera, fitted.lines)
    if sides < ENOUGH_SIDES:
        raise UnusablePicture(
            f"The sidelines of field {profile.name} are not where they should be: "
            f"{100 * sides:.0f} % of one of them is seen there.",
            WRONG_FIELD,
        )
    sigma = math.sqrt(float(np.linalg.inv(belief.information)[0, 0]))
    astray = abs(math.log(fitted.camera.fx_px) - float(belief.mean[0])) / sigma
    if astray > ASTRAY_SIGMAS:
        raise UnusablePicture(
            f"Field {profile.name} fits this picture only with a lens that no webcam has.",
            "Its proportions are probably those of another field: see referee field list.",
        )
    misses = np.abs(fitted.samples.sights.misses_px(fitted.camera))
    if float(np.median(misses)) > LOOSE_PX:
        raise UnusablePicture(
            f"The lines of field {profile.name} lie {np.median(misses):.1f} pixels beside those "
            "in the picture.",
            "Measure the field again (referee field check), or choose the right one.",
        )
