"""A base whose outline is lost is where its picture went; not where something covers it."""

from __future__ import annotations

import pytest

from referee.camera.frame_source import Frame
from referee.core.geometry.pose import Pose
from referee.core.turns import turn_deg
from referee.vision.refine.refinement import MeasuredBase, MeasurementQuality
from referee.vision.watch.picture.picture_follower import LONGEST_NS, PictureFollower
from tests.vision.watch import scene

FRAME_NS = 33_000_000
START = scene.LINE_UP["H2"]


def moved(dx, dy=0.0):
    """Everybody where he was, H2 further on."""
    there = Pose(START.x_mm + dx, START.y_mm + dy, START.heading_deg)
    return {**scene.LINE_UP, "H2": there}


def frame(number, places, **how):
    return Frame(number * FRAME_NS, scene.paint(places, noise=number, **how), number)


@pytest.fixture
def follower():
    pictures = PictureFollower(scene.CAMERA)
    pictures.measured("H2", START, scene.SHAPE, frame(0, scene.LINE_UP))
    return pictures


def test_it_is_followed_frame_by_frame_farther_than_one_search_reaches(follower):
    for number in range(1, 9):
        base = follower.follow("H2", frame(number, moved(4.0 * number, number)), moving=True)
        assert base is not None
        due = (START.x_mm + 4.0 * number, START.y_mm + number)
        assert (base.pose.x_mm, base.pose.y_mm) == pytest.approx(due, abs=1.0)
        assert base.pose.heading_deg == START.heading_deg


def test_its_error_grows_with_the_time_since_its_outline_was_measured(follower):
    first = follower.follow("H2", frame(1, scene.LINE_UP), moving=True)
    later = follower.follow("H2", frame(12, scene.LINE_UP), moving=True)
    for i in range(3):
        assert later.covariance[i][i] > first.covariance[i][i] > 0.0


def test_at_rest_its_error_does_not_grow(follower):
    first = follower.follow("H2", frame(1, scene.LINE_UP), moving=True)
    for number in range(2, 20):
        later = follower.follow("H2", frame(number, scene.LINE_UP), moving=False)
    assert later.covariance == first.covariance


def test_what_is_covered_is_not_seen(follower):
    assert follower.follow("H2", frame(1, scene.LINE_UP, hidden=[START]), moving=True) is None


def test_long_after_its_outline_was_measured_it_is_not_believed(follower):
    late = Frame(LONGEST_NS + 1, scene.paint(scene.LINE_UP, noise=1), 99)
    assert follower.follow("H2", late, moving=True) is None


def test_who_was_never_measured_or_was_something_else_is_not_followed(follower):
    assert follower.follow("H1", frame(1, scene.LINE_UP), moving=True) is None
    follower.forget("H2")
    assert follower.follow("H2", frame(1, scene.LINE_UP), moving=True) is None


def test_a_picture_goes_along_with_a_name(follower):
    follower.rename({"A9": "H2"})
    assert follower.follow("A9", frame(1, scene.LINE_UP), moving=True) is not None


@pytest.mark.parametrize(("dx", "there"), [(0.5, True), (9.0, False)])
def test_at_rest_it_stands_where_it_stood_or_is_not_seen(follower, dx, there):
    found = follower.follow("H2", frame(1, moved(dx)), moving=False)
    assert (found is not None) is there


def test_an_outline_that_stuck_while_the_figure_went_on_is_denied(follower):
    here = frame(1, moved(8.0))
    stuck, gone_on = START, Pose(START.x_mm + 8.0, START.y_mm, START.heading_deg)
    assert follower.denies("H2", stuck, here)
    assert not follower.denies("H2", gone_on, here)


def test_a_picture_that_is_not_found_denies_nothing(follower):
    assert not follower.denies("H2", START, frame(1, scene.LINE_UP, hidden=[START]))
    assert not follower.denies("H1", START, frame(1, scene.LINE_UP))


def doubtful(pose, right=0.4):
    """An outline that may be another's, and the error that this adds."""
    wide = ((5.5, 0.0, 0.0), (0.0, 5.5, 0.0), (0.0, 0.0, 0.04))
    return MeasuredBase(pose, wide, MeasurementQuality.DOUBTFUL, right)


def test_a_doubtful_outline_where_the_picture_is_is_the_base_s_own(follower):
    turned = Pose(START.x_mm + 4.5, START.y_mm, START.heading_deg + 6.0)
    base = follower.follow("H2", frame(1, moved(4.5)), moving=True, outline=doubtful(turned))
    assert base.pose == turned
    assert 0.0 < base.covariance[0][0] < doubtful(turned).covariance[0][0]
    # From now on its outline was measured just now.
    assert follower.checked_ns("H2") == FRAME_NS


@pytest.mark.parametrize(
    ("dx", "turn", "right"),
    [(9.0, 0.0, 0.4), (4.5, 40.0, 0.4), (4.5, 0.0, 0.02)],
)
def test_a_doubtful_outline_beside_the_picture_is_something_else_s(follower, dx, turn, right):
    beside = Pose(START.x_mm + dx, START.y_mm, START.heading_deg + turn)
    outline = doubtful(beside, right)
    base = follower.follow("H2", frame(1, moved(4.5)), moving=True, outline=outline)
    assert base.pose.x_mm == pytest.approx(START.x_mm + 4.5, abs=1.0)
    assert follower.checked_ns("H2") == 0


def test_of_two_figures_that_look_the_same_the_one_is_meant_that_is_where_it_is_due(follower):
    """H2 goes on by 8 mm, and one just like it comes where it would be found first."""
    twins = {**moved(8.0), "H3": Pose(START.x_mm - 8.0, START.y_mm + 26.0, START.heading_deg)}
    late = frame(3, twins)
    for due_x, due_y, found in ((8.0, 0.0, "H2"), (-8.0, 26.0, "H3")):
        due = Pose(START.x_mm + due_x, START.y_mm + due_y, START.heading_deg)
        pictures = PictureFollower(scene.CAMERA)
        pictures.measured("H2", START, scene.SHAPE, frame(0, scene.LINE_UP))
        base = pictures.follow("H2", late, moving=True, due=due)
        assert base.pose.x_mm == pytest.approx(twins[found].x_mm, abs=1.0)
        assert base.pose.y_mm == pytest.approx(twins[found].y_mm, abs=1.0)


def test_what_only_the_detector_showed_is_less_exact(follower):
    follower.detected(7, START, scene.SHAPE, frame(0, scene.LINE_UP))
    shown = follower.follow(7, frame(1, scene.LINE_UP), moving=True)
    measured = follower.follow("H2", frame(1, scene.LINE_UP), moving=True)
    assert shown.covariance[0][0] > measured.covariance[0][0]


def test_bases_that_are_no_longer_followed_are_forgotten(follower):
    follower.detected(7, START, scene.SHAPE, frame(0, scene.LINE_UP))
    follower.keep({"H2"})
    assert follower.follow(7, frame(1, scene.LINE_UP), moving=True) is None
    assert follower.follow("H2", frame(1, scene.LINE_UP), moving=True) is not None


@pytest.mark.parametrize("rate_deg", [4.0, -4.0])
def test_a_base_that_turns_is_followed_and_its_heading_with_it(follower, rate_deg):
    """In a heap bases turn by 100 degrees a second: a picture of a moment ago is none any more."""
    for number in range(1, 16):
        heading = START.heading_deg + rate_deg * number
        true = Pose(START.x_mm + number, START.y_mm, heading)
        places = {**scene.LINE_UP, "H2": true}
        base = follower.follow("H2", frame(number, places), moving=True, due=true)
        assert base is not None
        assert abs(turn_deg(base.pose.heading_deg, heading)) < 15.0


def test_a_base_that_stopped_turning_is_not_turned_on(follower):
    """Its last step leads on, and its picture says that it did not go there."""
    due = START
    for number in range(1, 8):
        due = Pose(START.x_mm, START.y_mm, due.heading_deg + 8.0)
        base = follower.follow("H2", frame(number, scene.LINE_UP), moving=True, due=due)
    assert abs(turn_deg(base.pose.heading_deg, START.heading_deg)) < 9.0


@pytest.mark.parametrize(("x_mm", "y_mm"), [(-400.0, 90.0), (900.0, 90.0), (100.0, -500.0)])
def test_one_that_is_due_beyond_the_picture_is_not_seen(follower, x_mm, y_mm):
    """A carrier ran out of bounds and out of the picture, and the eyes broke down."""
    due = Pose(x_mm, y_mm, START.heading_deg)
    assert follower.follow("H2", frame(1, scene.LINE_UP), moving=True, due=due) is None
