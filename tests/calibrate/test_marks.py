"""Rows of hash marks tell where a field lies across, when its sidelines mislead."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.calibrate.fit.registration import RegisteredCamera, shifted_camera
from referee.calibrate.lines.hash_marks import HashRows, marks_in_place
from referee.calibrate.lines.ridges import grey_of
from referee.calibrate.outcome import UnusablePicture
from referee.calibrate.search.search_refusals import check_marks
from referee.core.field.field_profile import BoundaryPrint
from tests.calibrate.boards import LARGE, camera_over, photograph

CAMERA = camera_over(LARGE)
GREY = grey_of(photograph(LARGE, CAMERA))
REACH_MM = 12.0


def said(off_mm: float, outline: BoundaryPrint = BoundaryPrint.LINE) -> None:
    """The check, with the field put so far beside its place."""
    found = object.__new__(RegisteredCamera)
    object.__setattr__(found, "camera", shifted_camera(CAMERA, 0.0, off_mm))
    check_marks(GREY, found, replace(LARGE, sideline_is=outline))


@pytest.mark.parametrize("off_mm", [-3.0, -1.0, 0.0, 0.7, 2.0])
def test_rows_lie_as_far_aside_as_the_field_was_put(off_mm: float) -> None:
    aside = HashRows(GREY, shifted_camera(CAMERA, 0.0, off_mm), LARGE, REACH_MM).aside_mm()
    assert aside is not None
    assert aside == pytest.approx(-off_mm, abs=0.4)


def test_where_no_marks_are_nothing_is_told() -> None:
    bare = np.full_like(GREY, 0.4)
    assert HashRows(bare, CAMERA, LARGE, REACH_MM).aside_mm() is None


def test_thin_sidelines_two_millimetres_from_where_the_marks_have_them_are_something_else() -> None:
    said(0.6)
    with pytest.raises(UnusablePicture, match="something else"):
        said(2.0)


def test_where_it_is_open_what_the_sidelines_are_rows_may_lie_two_millimetres_aside() -> None:
    said(2.0, BoundaryPrint.UNKNOWN)


def test_marks_end_at_the_goal_lines() -> None:
    assert not marks_in_place(GREY, CAMERA, LARGE).run_on


@pytest.mark.parametrize("yards", [-10.0, 10.0])
def test_counted_ten_yards_off_marks_run_on_beyond_a_goal_line(yards: float) -> None:
    off = shifted_camera(CAMERA, LARGE.x_mm(yards), 0.0)
    assert marks_in_place(GREY, off, LARGE).run_on
