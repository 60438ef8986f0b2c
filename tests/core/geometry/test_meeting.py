"""When two bases met, against motions whose first touch shapely finds."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

from referee.core.errors import BadValue
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.gap import pair_gaps_mm
from referee.core.geometry.meeting import meeting_instant

BASE = rounded_rectangle("standard", 27.8, 20.6, 2.0)
OUTLINE = BASE.outline_mm(0.001)


def placed(row):
    c, s = math.cos(row[2]), math.sin(row[2])
    return shapely.Polygon(OUTLINE @ np.array([[c, s], [-s, c]]) + row[:2])


def first_touch(start_a, speed_a, start_b, speed_b):
    """By halving, on polygons."""
    low, high = 0.0, 0.6
    for _ in range(30):
        middle = (low + high) / 2
        a, b = start_a + middle * speed_a, start_b + middle * speed_b
        low, high = (low, middle) if placed(a).intersects(placed(b)) else (middle, high)
    return high


def plays(count):
    """Two bases that run into each other somehow and then stay together."""
    rng = np.random.default_rng(8)
    made = 0
    while made < count:
        start_a = np.array([0.0, 0.0, rng.uniform(0, 6.28)])
        speed_a = np.array([*rng.uniform(-60, 60, 2), rng.normal(0, 0.3)])
        turn = rng.uniform(0, 6.28)
        start_b = np.array([50 * math.cos(turn), 50 * math.sin(turn), rng.uniform(0, 6.28)])
        speed_b = np.array([*(-start_b[:2] * rng.uniform(1.2, 2.2) + rng.uniform(-25, 25, 2)), 0.0])
        met = first_touch(start_a, speed_a, start_b, speed_b)
        if 0.25 < met < 0.45:
            made += 1
            yield rng, met, start_a, speed_a, start_b, speed_b


def film(rng, met, start_a, speed_a, start_b, speed_b, sigma, fps):
    times = rng.uniform(0, 1 / fps) + np.arange(0.0, 0.65, 1 / fps)
    moved = np.minimum(times, met)[:, None]
    rows_a = start_a + moved * speed_a + rng.normal(0, 1, (len(times), 3)) * sigma
    rows_b = start_b + moved * speed_b + rng.normal(0, 1, (len(times), 3)) * sigma
    return times, rows_a, rows_b, pair_gaps_mm(BASE, rows_a, BASE, rows_b)


def test_without_errors_it_is_the_instant_that_polygons_find():
    for rng, met, *motion in plays(12):
        times, a, b, gaps = film(rng, met, *motion, np.zeros(3), 30)
        apart = int(np.flatnonzero(gaps > 0.1).max())
        start = max(apart - 3, 0)
        found = meeting_instant(
            BASE, BASE, times[start:], a[start:], b[start:], gaps[start:],
            np.full(len(times) - start, 0.02), apart - start, 0.0,
        )  # fmt: skip
        # Who closes in slowly may have been stopped a little earlier or later.
        assert found.t_s == pytest.approx(met, abs=max(0.002, found.sigma_s))
        assert found.sigma_s < 0.008


def test_with_errors_its_sigma_says_how_far_off_it_is():
    off = []
    sigma = np.array([0.1, 0.1, math.radians(0.3)])
    for rng, met, *motion in plays(40):
        times, a, b, gaps = film(rng, met, *motion, sigma, 30)
        apart = int(np.flatnonzero(gaps > 0.6).max())
        start = max(apart - 3, 0)
        found = meeting_instant(
            BASE, BASE, times[start:], a[start:], b[start:], gaps[start:],
            np.full(len(times) - start, 0.15), apart - start, 0.0,
        )  # fmt: skip
        off.append((found.t_s - met, found.sigma_s))
    errors, sigmas = np.array(off).T
    assert np.median(np.abs(errors)) < 0.004
    assert np.mean(np.abs(errors) < 2.0 * sigmas + 0.001) > 0.85


def test_it_needs_frames_on_both_sides():
    rows = np.zeros((3, 3))
    with pytest.raises(BadValue, match="apart"):
        meeting_instant(BASE, BASE, np.arange(3.0), rows, rows, np.ones(3), np.ones(3), 0, 0.0)


def headed(gap_mm, speed, times):
    """A base at rest, and one that comes at its front and stays there: rows, and the gaps."""
    rows_a = np.zeros((len(times), 3))
    x = 27.8 + np.maximum(gap_mm - speed * times, 0.0)
    rows_b = np.column_stack([x, np.zeros(len(times)), np.full(len(times), math.pi)])
    return rows_a, rows_b


def test_a_frame_that_is_wrong_is_no_reason_to_be_sure():
    times = np.arange(8) / 60
    a, b = headed(12.0, 200.0, times)  # they meet at 60 ms, in the middle between two frames
    sigmas, apart = np.full(8, 0.08), 3
    fine = meeting_instant(
        BASE, BASE, times, a, b, pair_gaps_mm(BASE, a, BASE, b), sigmas, apart, 0.03
    )
    assert fine.t_s == pytest.approx(0.06, abs=0.001)
    assert fine.sigma_s < 0.0012
    b[apart, 0] -= 1.4
    wrong = meeting_instant(
        BASE, BASE, times, a, b, pair_gaps_mm(BASE, a, BASE, b), sigmas, apart, 0.03
    )
    assert abs(wrong.t_s - 0.06) > 2.0 * fine.sigma_s
    assert abs(wrong.t_s - 0.06) < 2.6 * wrong.sigma_s


@pytest.mark.parametrize("bias_mm", [-0.05, 0.05])
def test_an_error_that_all_frames_share_moves_no_instant(bias_mm):
    # At 8 mm/s it would be 6 ms early or late.
    times = np.arange(14) / 60
    a, b = headed(1.0, 8.0, times)
    b[:, 0] += bias_mm
    gaps = pair_gaps_mm(BASE, a, BASE, b)
    found = meeting_instant(BASE, BASE, times, a, b, gaps, np.full(14, 0.02), 6, 0.05)
    assert found.t_s == pytest.approx(0.125, abs=0.002)
