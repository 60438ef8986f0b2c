"""Cameras that might be the one: what speaks for each, and which of them are really different."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.calibrate.fit.registration import RegisteredCamera
from referee.calibrate.lines.hash_marks import HashMarkShares
from referee.calibrate.lines.printed_line import corners_mm
from referee.calibrate.outcome import UnusablePicture
from referee.calibrate.search.print_evidence import LineCover, Numerals
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64
from referee.core.field.field_profile import FieldProfile

SAME_PX = 4.0  # cameras whose field corners are this near are one
OWN_NUMERALS = 0.2  # likeness of numerals that only the right field has
# Share of hash marks that only the right field has: of two rows, one may lie where another field
# has one of its own.
OWN_MARKS = 0.6
NUMERALS_COUNT = 0.5  # how much numerals in place weigh against lines in place
MARKS_COUNT = 0.15  # the same of hash marks
SIDES_COUNT = 0.15  # the same of the worse sideline


@dataclass(frozen=True, slots=True, eq=False)
class RivalCamera:
    """A camera that fits to some degree, and what speaks for it."""

    rough: RegisteredCamera
    cover: LineCover
    numerals: Numerals
    marks: HashMarkShares

    @property
    def score(self) -> float:
        """The weighted sum of lines, sidelines, numerals and hash marks that are in place."""
        lines = self.cover.score + SIDES_COUNT * self.cover.sides
        return lines + NUMERALS_COUNT * self.numerals.placed + MARKS_COUNT * self.marks.clear

    @property
    def confirmed(self) -> bool:
        """Whether numerals and both rows of hash marks show that it is this field and no other."""
        return self.numerals.placed > OWN_NUMERALS and self.marks.clear > OWN_MARKS


def turned_near(camera: CameraModel, profile: FieldProfile) -> CameraModel:
    """Of the two ways round, the one with the near sideline lower in the picture."""
    left_near, right_near, right_far, left_far = camera.project_flat(corners_mm(profile))
    if left_near[1] + right_near[1] >= right_far[1] + left_far[1]:
        return camera
    return turned_about(camera, profile)


def turned_about(camera: CameraModel, profile: FieldProfile) -> CameraModel:
    """The same camera with the board called the other way round."""
    turn = camera.rotation_matrix
    middle = np.array([profile.goal_to_goal_mm, profile.width_mm, 0.0])
    move = np.asarray(camera.translation_mm) + turn @ middle
    about = turn @ np.diag([-1.0, -1.0, 1.0])
    return camera.with_motion(about, move)


def distinct_rivals(rivals: list[RivalCamera], profile: FieldProfile) -> list[RivalCamera]:
    """The best of each group of rivals that ended at the same camera."""
    kept: list[RivalCamera] = []
    for rival in sorted(rivals, key=lambda r: -r.score):
        here = corners_px(rival, profile)
        if all(np.abs(corners_px(other, profile) - here).max() > SAME_PX for other in kept):
            kept.append(rival)
    return kept


def corners_px(rival: RivalCamera, profile: FieldProfile) -> F64:
    """Where the field's corners lie in the picture: left near, right near, right far, left far."""
    return rival.rough.camera.project_flat(corners_mm(profile))


def no_lines_found() -> UnusablePicture:
    """The refusal of a picture in which too few lines are found."""
    return UnusablePicture(
        "No football field was found in the picture.",
        "The whole field should be in view, sharp and evenly lit; or give its four corners.",
    )
