"""The print of an unknown field is read from the points on its lines."""

import numpy as np
import pytest

from referee.calibrate.new_field.layout import find_layout
from referee.calibrate.new_field.measure import profile_of_layout
from referee.calibrate.new_field.yard_lines import find_yard_lines
from referee.calibrate.outcome import Unusable

from .printed import WIDTH, field_points, seen

LENGTH_MM = 750.0
YARD_MM = 7.5


def measured(points, **how):
    return profile_of_layout(find_layout(seen(points, **how)), LENGTH_MM, "mine")


@pytest.mark.parametrize("every", [5, 10])
def test_lines_every_so_many_yards_are_counted_from_goal_to_goal(every):
    points = field_points(every=every)
    lines = find_yard_lines(points[0][:, 0], np.ones(len(points[0])))
    assert lines.every_yd == every
    assert lines.straightened(np.array([[0.0, 0.0], [100.0, 0.0]]))[:, 0] == pytest.approx(
        [0.0, 100.0], abs=0.05
    )


@pytest.mark.parametrize("tilt", [0.0, 0.08, -0.15])
def test_every_measure_is_found_whatever_tilt_was_left(tilt):
    profile = measured(field_points(), tilt=tilt, scale=0.94)
    assert profile.width_mm == pytest.approx(WIDTH * YARD_MM, abs=0.02 * WIDTH * YARD_MM)
    assert profile.left_end_zone_mm == pytest.approx(75.0, abs=1.0)
    assert profile.right_end_zone_mm == pytest.approx(78.0, abs=1.0)
    assert profile.near_hash_y_mm == pytest.approx(17.0 * YARD_MM, abs=3.0)
    assert profile.far_hash_y_mm == pytest.approx((WIDTH - 17.0) * YARD_MM, abs=3.0)
    assert profile.yard_line_every_yd == 5


def test_straight_above_the_width_is_exact():
    profile = measured(field_points())
    assert profile.width_mm == pytest.approx(WIDTH * YARD_MM, abs=0.5)
    assert profile.near_numbers_outer_y_mm == pytest.approx(6.5 * YARD_MM, abs=3.0)
    assert profile.near_numbers_inner_y_mm == pytest.approx(9.5 * YARD_MM, abs=3.0)
    assert profile.far_numbers_outer_y_mm == pytest.approx((WIDTH - 6.5) * YARD_MM, abs=3.0)


def test_the_sideline_is_where_yard_lines_end_and_not_the_border():
    layout = find_layout(seen(field_points()))
    assert layout.width == pytest.approx(WIDTH, abs=0.1)


def test_a_line_under_a_logo_does_not_stop_the_count():
    up, flat = field_points()
    hidden = (np.abs(up[:, 0] - 50.0) < 0.2) | (np.abs(up[:, 0] - 45.0) < 0.2)
    layout = find_layout(seen((up[~hidden], flat)))
    assert layout.every_yd == 5
    assert layout.width == pytest.approx(WIDTH, abs=0.1)


def test_what_is_not_printed_is_guessed_and_said():
    up, flat = field_points(hash_at=-20.0)
    layout = find_layout(seen((up, flat)))
    assert any("hash marks" in what for what in layout.guessed)
    assert layout.hashes[0] - layout.near == pytest.approx(20.0 / (160.0 / 3.0) * WIDTH, abs=0.2)


def test_the_metals_edges_are_always_to_be_measured():
    assert any("metal" in what for what in find_layout(seen(field_points())).guessed)


@pytest.mark.parametrize("kind", ["nothing", "noise", "half a field"])
def test_what_is_no_whole_field_is_refused(kind):
    up, flat = field_points()
    rng = np.random.default_rng(1)
    points = {
        "nothing": (up[:10], flat[:10]),
        "noise": (rng.uniform(0, 100, (4000, 2)), rng.uniform(0, 100, (4000, 2))),
        "half a field": (up[up[:, 0] < 61.0], flat[flat[:, 0] < 61.0]),
    }[kind]
    with pytest.raises(Unusable):
        find_layout(seen(points))
