"""One base as a frame shows it: what is measured, what is rounded, and what is asked of it."""

from __future__ import annotations

import math
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.calls.frame import SeenBase
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Team

CORNERS = ((1.23456, 2.0), (3.0, 4.0), (5.0, 6.0), (7.0, 8.0))
FULL = SeenBase(
    player="H22",
    measured=MeasuredPose.with_sigmas(Pose(120.123456, 80.98765, 270.00004), 0.123456, 0.2, 0.5),
    fallen=0.123456,
    front=0.987654,
    doubtful=True,
    corners_px=CORNERS,
    team=Team.HOME,
    score=0.123456,
    team_probability=0.75,
    length_mm=27.5,
    width_mm=20.25,
)


def read_as(fallen):
    return replace(FULL, fallen=fallen)


def test_place_and_errors_are_those_of_the_measured_pose():
    assert (FULL.x_mm, FULL.y_mm, FULL.heading_deg) == (120.123456, 80.98765, 270.00004)
    assert FULL.sigma == pytest.approx((0.123456, 0.2, 0.5), abs=1e-9)


def test_a_record_keeps_four_decimals_of_what_is_measured_and_all_else_as_it_is():
    kept = FULL.quantised()
    assert (kept.x_mm, kept.y_mm, kept.heading_deg) == (120.1235, 80.9877, 270.0)
    assert kept.sigma == (0.1235, 0.2, 0.5)
    assert (kept.fallen, kept.front) == (0.1235, 0.9877)
    measured = {"measured", "fallen", "front"}
    same = [each.name for each in fields(SeenBase) if each.name not in measured]
    assert [getattr(kept, name) for name in same] == [getattr(FULL, name) for name in same]


def test_errors_that_go_together_are_kept_apart():
    turned = MeasuredPose(Pose(1.0, 2.0, 3.0), ((0.04, 0.01, 0.0), (0.01, 0.04, 0.0), (0.0,) * 3))
    kept = SeenBase("H1", turned).quantised()
    assert kept.measured.covariance[0][1] == 0.0
    assert kept.sigma == (0.2, 0.2, 0.0)


def test_a_front_that_nobody_measured_stays_unmeasured_and_counts_as_right():
    assert replace(FULL, front=None).quantised().front is None
    assert replace(FULL, front=None).p_front == 1.0
    assert replace(FULL, front=0.25).p_front == 0.25


MM = st.floats(-1000.0, 1000.0)
SHARE = st.floats(0.0, 1.0)
SIGMA = st.floats(0.0, 50.0)


@given(MM, MM, st.floats(-720.0, 720.0), SIGMA, SIGMA, SIGMA, SHARE)
def test_what_is_rounded_once_is_rounded_no_further(x_mm, y_mm, turn, sx, sy, st_deg, fallen):
    measured = MeasuredPose.with_sigmas(Pose(x_mm, y_mm, turn), sx, sy, st_deg)
    kept = SeenBase("H1", measured, fallen).quantised()
    assert kept.quantised() == kept
    assert abs(kept.x_mm - x_mm) <= 0.5001e-4
    assert math.isclose(kept.sigma[2], st_deg, abs_tol=0.5001e-4)


@pytest.mark.parametrize(
    ("fallen", "lies", "p_upright"),
    [
        (0.0, False, 1.0),
        (0.05, False, 1.0),  # the eyes say so much of figures that stand
        (0.06, False, 0.94),
        (0.49, False, 0.51),
        (0.5, True, 0.5),
        (0.7, True, 0.3),
        (1.0, True, 0.0),
    ],
)
def test_whether_a_figure_lies(fallen, lies, p_upright):
    assert read_as(fallen).lies is lies
    assert read_as(fallen).p_upright == pytest.approx(p_upright)
