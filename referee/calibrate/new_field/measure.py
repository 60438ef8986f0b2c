"""From a picture of an unknown field and one length to its profile and its calibration."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np
import numpy.typing as npt

from referee.calibrate.new_field.layout import Layout, find_layout
from referee.calibrate.new_field.seen import seen_roughly, seen_through
from referee.calibrate.outcome import Refused, Solved, Tell, Unusable, quiet
from referee.calibrate.pictures import one_picture
from referee.calibrate.rectify import find_views, flatten
from referee.calibrate.ridges import find_ridges, grey_of
from referee.calibrate.solve import calibrate
from referee.camera.charuco.lens_file import Lens
from referee.core.errors import BadValue
from referee.core.field import FIELD_LENGTH_YD, LENGTH_KEYS, FieldProfile

# The first look knows the width within a few percent; the camera is solved with these in turn.
SHARES = (1.0, 0.988, 1.012, 0.976, 1.024)
LINE_MM, STROKE_MM = 1.5, 3.0  # of lines and of numerals on most boards
MOST_APART = 0.04  # of the width that picture and ruler may differ
ACROSS = ("width_mm", *(key for key in LENGTH_KEYS if "_y_" in key))
FOCAL_DOUBT = 0.12  # by which a webcam's focal length may miss the usual one, as a share
LENGTH_MM = (100.0, 5000.0)


@dataclass(frozen=True)
class Measured:
    """The profile, its calibration, what was only guessed, and how sure the width is."""

    profile: FieldProfile
    solved: Solved
    guessed: tuple[str, ...]
    width_sigma_mm: float


def measure_field(
    pictures: Sequence[npt.NDArray[np.uint8]],
    goal_to_goal_mm: float,
    name: str,
    *,
    width_mm: float | None = None,
    lens: Lens | None = None,
    day: date | None = None,
    tell: Tell = quiet,
) -> Measured | Refused:
    """Read the print, solve for the camera as if that were right, and read it again through it.

    A ``width_mm`` that somebody measured goes before the picture's, if they agree roughly.
    """
    if not LENGTH_MM[0] <= goal_to_goal_mm <= LENGTH_MM[1]:
        allowed = f"{LENGTH_MM[0]:g} to {LENGTH_MM[1]:g} mm"
        raise BadValue("the length between the goal lines", goal_to_goal_mm, allowed)
    try:
        tell("looking for lines", 0.0)
        ridges = find_ridges(grey_of(one_picture(pictures)))
        rough = profile_of_layout(_first_layout(ridges), goal_to_goal_mm, name)
        shares = SHARES if width_mm is None else (1.0,)
        for number, share in enumerate(shares):
            tell("solving for the camera", (number + 1) / (len(shares) + 2))
            tried = _ruled(rough, rough.width_mm * share if width_mm is None else width_mm)
            solved = calibrate(pictures, tried, lens=lens, day=day)
            if not isinstance(solved, Refused):
                break
        if isinstance(solved, Refused):
            return solved
        layout = find_layout(seen_through(ridges, solved.calibration.camera))
        profile = _ruled(profile_of_layout(layout, goal_to_goal_mm, name), width_mm)
        tell("certificate", 0.95)
        solved = calibrate(pictures, profile, lens=lens, day=day)
    except Unusable as refusal:
        return refusal.refused
    if isinstance(solved, Refused):
        return solved
    return Measured(profile, solved, layout.guessed, _width_sigma(profile, solved, lens))


def profile_of_layout(layout: Layout, goal_to_goal_mm: float, name: str) -> FieldProfile:
    """The layout in millimetres, counted from the corner of left goal line and near sideline."""
    scale = goal_to_goal_mm / FIELD_LENGTH_YD

    def x_mm(x: float) -> float:
        return round(x * scale, 2)

    def y_mm(y: float) -> float:
        return round((y - layout.near) * scale, 2)

    half = STROKE_MM / 2  # strokes were seen along their middles

    left, near, right, far = layout.metal
    return FieldProfile(
        name=name,
        title=name,
        goal_to_goal_mm=goal_to_goal_mm,
        width_mm=y_mm(layout.far),
        left_end_zone_mm=-x_mm(layout.left_end),
        right_end_zone_mm=round(x_mm(layout.right_end) - goal_to_goal_mm, 2),
        near_hash_y_mm=y_mm(layout.hashes[0]),
        far_hash_y_mm=y_mm(layout.hashes[1]),
        near_numbers_outer_y_mm=round(y_mm(layout.near_numbers[0]) - half, 2),
        near_numbers_inner_y_mm=round(y_mm(layout.near_numbers[1]) + half, 2),
        far_numbers_inner_y_mm=round(y_mm(layout.far_numbers[0]) - half, 2),
        far_numbers_outer_y_mm=round(y_mm(layout.far_numbers[1]) + half, 2),
        metal_left_x_mm=x_mm(left),
        metal_right_x_mm=x_mm(right),
        metal_near_y_mm=y_mm(near),
        metal_far_y_mm=y_mm(far),
        line_width_mm=LINE_MM,
        hash_length_mm=round(min(layout.hash_length * scale + LINE_MM, 40.0), 2),
        yard_line_every_yd=layout.every_yd,
        numbers_every_yd=10,
    )


def _first_layout(ridges) -> Layout:  # type: ignore[no-untyped-def]
    """From the view whose lines run across the picture, or along it; whichever is a field."""
    refusal: Unusable | None = None
    for view in find_views(ridges):
        try:
            return find_layout(seen_roughly(flatten(ridges, view)))
        except Unusable as why:
            refusal = refusal or why
    raise refusal or Unusable("No lines were found.", "Take a sharp picture of the whole board.")


def _ruled(profile: FieldProfile, width_mm: float | None) -> FieldProfile:
    """The profile with a width from a ruler; everything across it is stretched along."""
    if width_mm is None:
        return profile
    share = width_mm / profile.width_mm
    if abs(share - 1.0) > MOST_APART:
        raise Unusable(
            f"The width would be {profile.width_mm:.0f} mm, the ruler says {width_mm:.0f} mm.",
            "Measure both lengths again, from the middle of a line to the middle of a line.",
        )
    across = {key: round(getattr(profile, key) * share, 2) for key in ACROSS}
    return replace(profile, **across)


def _width_sigma(profile: FieldProfile, solved: Solved, lens: Lens | None) -> float:
    """A tilted camera shortens one way; by how much it knows only as well as its focal length."""
    tilt = np.radians(solved.certificate.tilt_deg)
    doubt = FOCAL_DOUBT if lens is None else 0.005
    return float(np.hypot(profile.width_mm * tilt**2 * doubt, 0.15))
