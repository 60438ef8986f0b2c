"""The marker from frame to frame: which one it is, and who has run onto it."""

from __future__ import annotations

import dataclasses

from referee.calls.passing.marker_tracker import MarkerTracker
from referee.calls.thresholds import Thresholds
from referee.core.geometry.marker import Marker
from tests.calls.plays import BASE, MS, film

LEVELS = Thresholds()


def marked(t_ms, *places):
    boards = film({"H1": [(0, 700, 50, 0)]}, 0.0)
    markers = tuple(Marker(x, y, 4.5) for x, y in places)
    return dataclasses.replace(boards[0], t_ns=t_ms * MS, markers=markers)


def test_of_several_markers_the_nearest_is_followed():
    ball = MarkerTracker(Marker(100, 100, 4.5), LEVELS)
    assert ball.update(marked(0, (104, 100), (101, 100), (300, 100))).x_mm == 101
    assert (ball.twins, ball.last.x_mm, ball.seen_ns) == (True, 101, 0)
    assert ball.update(marked(10, (101, 100), (300, 100))).x_mm == 101
    assert not ball.twins


def test_a_marker_is_the_same_up_to_6_mm_off_and_further_the_longer_it_was_hidden():
    ball = MarkerTracker(Marker(100, 100, 4.5), LEVELS)
    assert ball.update(marked(0, (106.1, 100))) is None
    assert ball.seen_ns is None
    assert ball.update(marked(0, (106, 100))).x_mm == 106
    # In 100 ms the fastest base comes 27 mm.
    assert ball.update(marked(100, (139.1, 100))) is None
    assert ball.update(marked(100, (73, 100))).x_mm == 73


def test_where_a_finger_pointed_a_marker_lies_up_to_four_sigmas_off():
    ball = MarkerTracker(Marker(100, 100, 4.5, sigma_mm=3.0), LEVELS)
    assert ball.update(marked(0, (112.1, 100))) is None
    assert ball.update(marked(10, (112, 100))).x_mm == 112


def test_at_rest_nobody_shoves_a_marker_that_is_hidden():
    ball = MarkerTracker(Marker(100, 100, 4.5), LEVELS)
    for t_ms in (0, 500, 1000):
        still = dataclasses.replace(marked(t_ms, (140, 100)), power=False)
        assert ball.update(still) is None
    assert ball.update(marked(1100, (140, 100))) is None  # 27 mm in these 100 ms
    assert ball.update(marked(1200, (140, 100))).x_mm == 140


def test_who_may_have_come_to_a_marker_out_of_sight():
    ball = MarkerTracker(Marker(100, 100, 4.5), LEVELS)
    assert ball.may_be_touched(0, [500.0])
    assert not ball.may_be_touched(0, [])
    ball.update(marked(0, (100, 100)))
    assert ball.may_be_touched(100 * MS, [90.0, 26.9])
    assert not ball.may_be_touched(100 * MS, [90.0, 27.0])


def test_a_base_that_has_run_onto_the_marker_touches_it():
    bases = dict.fromkeys(("A1", "H1", "H2"), BASE)
    # The marker reaches from 95.5 to 104.5. H1's front is 0.1 mm over its edge, A1's 0.04: no gap
    # is known better than to 0.02 mm, and three times that is no longer a doubt.
    moves = {"H1": [(0, 118.3, 100, 180)], "A1": [(0, 81.64, 100, 0)], "H2": [(0, 300, 100, 0)]}
    board = film(moves, 0.0, sigma_mm=1e-3, sigma_deg=1e-3)[0]
    ball = MarkerTracker(Marker(100, 100, 4.5), LEVELS)
    there = ball.among(board, Marker(100, 100, 4.5), bases)
    assert ball.onto == {"H1"}
    assert (there.gap("the ball", "H1").gap_mm, len(there.gaps)) == (0.0, 1)
    assert there.find("the ball").measured.pose.x_mm == 100
    assert ball.among(board, None, bases) is board
    assert ball.onto == frozenset()


def seen_to_lie(t_ms, heading_deg):
    board = marked(t_ms, (100, 100))
    (ball,) = board.markers
    lies = dataclasses.replace(ball, uneven_mm=1.0, heading_deg=heading_deg, heading_sigma_deg=4.0)
    if heading_deg is None:
        lies = dataclasses.replace(lies, heading_sigma_deg=0.0)
    return dataclasses.replace(board, markers=(lies,))


def test_an_oval_that_is_seen_the_other_way_round_has_not_turned():
    """178 degrees and then 3, either end first, are five degrees further."""
    ball = MarkerTracker(Marker(100, 100, 4.5, uneven_mm=1.0), LEVELS)
    assert ball.update(seen_to_lie(0, 178.0)).heading_deg == 178.0
    assert ball.update(seen_to_lie(33, 3.0)).heading_deg == 183.0
    assert ball.update(seen_to_lie(66, 176.0)).heading_deg == 176.0


def test_a_look_that_does_not_tell_how_it_lies_leaves_it_as_it_lay():
    ball = MarkerTracker(Marker(100, 100, 4.5, uneven_mm=1.0), LEVELS)
    ball.update(seen_to_lie(0, 40.0))
    kept = ball.update(seen_to_lie(33, None))
    assert (kept.heading_deg, kept.heading_sigma_deg) == (40.0, 4.0)


def test_one_whose_first_sighting_does_not_tell_stays_a_circle():
    ball = MarkerTracker(Marker(100, 100, 4.5, uneven_mm=1.0), LEVELS)
    ball.update(seen_to_lie(0, None))
    assert ball.update(seen_to_lie(33, 40.0)).heading_deg is None
