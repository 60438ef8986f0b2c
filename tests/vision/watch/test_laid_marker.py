"""A marker somebody pointed at lies there until a look shows it elsewhere."""

from __future__ import annotations

import pytest

from referee.core.clock import S_NS
from referee.vision.sighting import MarkerSighting, Thing
from referee.vision.watch.laid_marker import LaidMarker


def marker(x_mm, y_mm, sigma_mm=0.3):
    return MarkerSighting(Thing.BALL_MAGNET, x_mm, y_mm, sigma_mm, 0.9)


TOLD = marker(200.0, 100.0, 3.0)


@pytest.fixture
def laid():
    memory = LaidMarker()
    memory.lay(TOLD, 0)
    return memory


def test_without_a_word_only_what_is_seen_lies_there():
    assert LaidMarker().among((marker(10.0, 10.0),)) == (marker(10.0, 10.0),)


def test_no_look_shows_it_and_it_lies_there_all_the_same(laid):
    for k in range(100):
        laid.look((), k * S_NS // 10)
    assert laid.among(()) == (TOLD,)


def test_seen_where_it_was_said_it_is_one_marker_and_not_two(laid):
    seen = marker(203.0, 98.0)
    laid.look((seen,), S_NS)
    assert laid.among((seen,)) == (seen,)
    assert laid.among(()) == (seen,)  # missed again: where it was seen last


def test_a_marker_that_a_base_shoves_is_followed_from_look_to_look(laid):
    for k in range(1, 12):
        laid.look((marker(200.0 + 12.0 * k, 100.0),), k * S_NS // 10)
    assert laid.among(())[0].x_mm == 332.0


def test_another_marker_far_off_is_another_one(laid):
    far = marker(420.0, 100.0)
    laid.look((far,), S_NS)
    assert laid.among((far,)) == (far, TOLD)


def test_when_it_counts_no_more_only_what_is_seen_lies_there(laid):
    laid.lay(None, S_NS)
    assert laid.among(()) == ()


def test_what_a_look_takes_it_for_changes_nothing_of_what_it_is(laid):
    """As a pylon the ball would be out of sight, and the play would be broken off."""
    pylon = MarkerSighting(Thing.ORANGE_PYLON, 201.0, 100.0, 1.5, 0.5)
    laid.look((pylon,), S_NS)
    (there,) = laid.among((pylon,))
    assert (there.kind, there.x_mm, there.sigma_mm) == (Thing.BALL_MAGNET, 201.0, 1.5)


def test_a_rougher_look_leaves_it_where_a_better_one_has_shown_it(laid):
    fine = marker(203.0, 98.0, 0.25)
    laid.look((fine,), S_NS)
    laid.look((marker(204.2, 98.9, 0.8),), 2 * S_NS)  # within two sigmas
    assert laid.among(()) == (fine,)
    gone_on = marker(206.0, 98.0, 0.8)
    laid.look((gone_on,), 3 * S_NS)
    assert laid.among(()) == (gone_on,)
