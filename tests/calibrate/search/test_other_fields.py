"""Which field of the list it is: the print decides, not what was named."""

from __future__ import annotations

from dataclasses import replace

from referee.calibrate.fit.registration import RegisteredCamera
from referee.calibrate.lines.hash_marks import HashMarkShares
from referee.calibrate.outcome import CalibrationRefused, CalibrationSolved
from referee.calibrate.search.print_evidence import LineCover, Numerals
from referee.calibrate.search.rival_cameras import RivalCamera
from referee.calibrate.solver import calibrate
from referee.core.field.field_profile import FieldProfile
from tests.calibrate.boards import LARGE, SMALL, camera_over, photograph

LENGTHS = [
    key for key in FieldProfile.__dataclass_fields__ if key.endswith("_mm") and key != "name"
]
PICTURE = photograph(LARGE, camera_over(LARGE))
FROM_ABOVE = photograph(LARGE, camera_over(LARGE, tilt_deg=0.0))


def sized(profile: FieldProfile, share: float, **changes: float) -> FieldProfile:
    """The same field drawn larger or smaller, under a name of its own."""
    lengths = {key: share * float(getattr(profile, key)) for key in LENGTHS}
    return replace(profile, name="mine", **{**lengths, **changes})


MISPRINTED = {
    "near_hash_y_mm": 0.9 * 130.0,
    "far_hash_y_mm": 0.9 * 300.0,
    "near_numbers_outer_y_mm": 0.9 * 85.0,
    "near_numbers_inner_y_mm": 0.9 * 113.0,
    "far_numbers_inner_y_mm": 0.9 * 338.0,
    "far_numbers_outer_y_mm": 0.9 * 366.0,
}


def test_another_field_is_refused_and_the_right_one_named() -> None:
    found = calibrate([FROM_ABOVE], SMALL)
    assert isinstance(found, CalibrationRefused)
    assert "looks like field 620" in str(found)
    assert "--field 620" in str(found)


def test_the_same_lines_at_another_size_with_numerals_elsewhere_are_another_field() -> None:
    found = calibrate([FROM_ABOVE], sized(LARGE, 0.9, **MISPRINTED))
    assert isinstance(found, CalibrationRefused)
    assert "looks like field 620" in found.reason


def test_a_field_of_ones_own_may_look_like_one_of_the_list_at_another_size() -> None:
    assert isinstance(calibrate([PICTURE], sized(LARGE, 0.8)), CalibrationSolved)


def rival(placed: float, marks: float) -> RivalCamera:
    found = object.__new__(RegisteredCamera)
    return RivalCamera(
        found, LineCover(1.0, 1.0), Numerals(placed, 0.0), HashMarkShares(marks, 0.0)
    )


def test_numerals_and_both_rows_of_marks_vouch_for_a_field() -> None:
    assert rival(0.4, 0.9).confirmed
    # Of two rows, one may lie where another field has one of its own.
    assert not rival(0.4, 0.5).confirmed
    assert not rival(0.1, 0.9).confirmed
