"""How near somebody out of sight can have come, by where it was before and after."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from referee.calls.contact.evidence.pose_trails import TrailStep
from referee.calls.contact.evidence.unevenness import FLOOR
from referee.calls.contact.evidence.unseen_touch import (
    MOST_SIGMAS,
    SightHole,
    holes_of,
    p_goes_unseen,
    p_unseen_touch,
    unseen_sigmas,
    unseen_way_mm,
)
from referee.core.geometry.base_shape import rounded_rectangle

BASE = rounded_rectangle("standard", 27.8, 20.6, 2.0)
MS = 1_000_000
HOLE_S = 0.06
FINE, ROUGH = (0.01, 0.01, 1e-5), (1.5, 1.5, 0.01)


def step(ms, x_mm, y_mm=0.0, heading=0.0, variances=FINE):
    return TrailStep(ms * MS, ms / 1000.0, (x_mm, y_mm, heading), variances)


def still(until_ms=1000):
    """The carrier stands at the origin."""
    return [step(ms, 0.0) for ms in range(0, until_ms + 1, 20)]


def coming(speed_mm_s, gap_mm, until_ms):
    """Head on from ahead, so far off at 300 ms."""
    return [
        step(ms, 27.8 + gap_mm + speed_mm_s * (300 - ms) / 1000.0, heading=math.pi)
        for ms in range(0, until_ms + 1, 20)
    ]


def clear(seen, until_ms, again_ms=None):
    hole = SightHole(0.3, math.inf if again_ms is None else again_ms / 1000.0)
    return unseen_sigmas((BASE, BASE), still(), seen, hole, until_ms / 1000.0, FLOOR)


def test_who_went_straight_at_it_got_there():
    """At 100 mm/s 10 mm take a tenth of a second; three tenths are more than enough."""
    assert clear(coming(100.0, 10.0, 300), 600) < -1.0


def test_who_went_the_other_way_did_not():
    assert clear(coming(-100.0, 10.0, 300), 600) > 4.0


def test_the_sooner_it_is_asked_about_the_clearer():
    seen = coming(60.0, 20.0, 300)
    assert clear(seen, 400) > clear(seen, 600) > clear(seen, 900)


def test_seen_where_it_stopped_it_has_not_come():
    before = coming(60.0, 20.0, 300)
    after = [step(ms, 27.8 + 20.0, heading=math.pi) for ms in range(600, 801, 20)]
    assert clear(before, 600) < 1.0
    assert clear([*before, *after], 600, again_ms=600) > 3.0


def test_a_rough_place_in_between_tells_of_it_too():
    before = coming(60.0, 20.0, 300)
    rough = [step(ms, 27.8 + 20.0, heading=math.pi, variances=ROUGH) for ms in range(320, 601, 20)]
    assert clear([*before, *rough], 600) > clear(before, 600) + 1.0


def test_many_rough_places_are_no_better_than_one():
    """What a figure's picture is off by, it is off by in every frame."""
    before = coming(0.0, 10.0, 300)
    few = [step(ms, 40.0, heading=math.pi, variances=ROUGH) for ms in (420, 440)]
    many = [step(ms, 40.0, heading=math.pi, variances=ROUGH) for ms in range(400, 461, 6)]
    assert clear([*before, *many], 450) == pytest.approx(clear([*before, *few], 450), abs=0.6)


def test_a_touch_that_lasts_from_before_until_after_is_not_unseen():
    before = coming(0.0, 0.0, 300)
    after = [step(ms, 27.8, heading=math.pi) for ms in range(400, 601, 20)]
    assert clear([*before, *after], 400, again_ms=400) == MOST_SIGMAS
    assert clear(before, 400) < 0.5


def test_who_was_never_seen_near_the_hole_is_not_known():
    assert unseen_sigmas((BASE, BASE), still(), [], SightHole(0.3, math.inf), 0.5, FLOOR) is None


def test_from_its_first_sighting_its_usual_way_there_is_told():
    """Seen for the first time far off, it cannot have been here a tenth of a second before."""
    seen = [step(ms, 200.0, heading=math.pi) for ms in range(400, 601, 20)]
    hole = SightHole(0.3, 0.4)
    assert unseen_sigmas((BASE, BASE), still(), seen, hole, 0.6, FLOOR) > 5.0


def holes(ms, since_ms, until_ms, rough=()):
    steps = [step(each, 0.0, variances=ROUGH if each in rough else FINE) for each in ms]
    found = holes_of(steps, since_ms / 1000.0, until_ms / 1000.0, HOLE_S)
    return [(hole.from_s, hole.until_s) for hole in found]


@pytest.mark.parametrize(
    ("ms", "since", "until", "found"),
    [
        ((0, 30, 60), 0, 70, []),
        ((0, 30, 130, 160), 0, 170, [(0.03, 0.13)]),
        ((0, 30), 0, 200, [(0.03, math.inf)]),
        ((0, 30, 130, 160), 140, 170, []),
        ((0, 30, 130, 160), 100, 170, [(0.03, 0.13)]),
        ((200, 230), 100, 240, [(0.1, 0.2)]),
        ((), 100, 240, [(0.1, math.inf)]),
    ],
)
def test_holes_are_between_plain_sightings(ms, since, until, found):
    assert holes(ms, since, until) == found


def test_rough_sightings_fill_no_hole():
    assert holes((0, 30, 60, 90, 120), 0, 130, rough=(60, 90)) == [(0.03, 0.12)]


def test_far_off_is_unlikely_and_seen_again_it_takes_more_to_be_sure():
    assert p_unseen_touch(3.0, seen_again=False) < 0.005
    assert p_unseen_touch(-2.0, seen_again=False) > 0.9
    assert p_unseen_touch(2.0, seen_again=True) > p_unseen_touch(2.0, seen_again=False)


@pytest.mark.parametrize("apart_ms", [0, 20])
def test_a_marker_that_lies_where_it_was_said_to_has_a_motion_too(apart_ms):
    """A laid ball has no error, and the board's own time stands still while the power is off."""
    lies = [step(300 - apart_ms * k, 0.0, variances=(0.0, 0.0, 0.0)) for k in range(10)][::-1]
    hole = SightHole(0.3, math.inf)
    near = unseen_sigmas((BASE, BASE), lies, coming(100.0, 10.0, 300), hole, 0.6, FLOOR)
    far = unseen_sigmas((BASE, BASE), lies, coming(-100.0, 10.0, 300), hole, 0.6, FLOOR)
    assert near < far


def way(seen, until_ms, again_ms=None):
    hole = SightHole(0.3, math.inf if again_ms is None else again_ms / 1000.0)
    return unseen_way_mm((BASE, BASE), still(), seen, hole, until_ms / 1000.0)


def test_the_way_unseen_is_what_lies_between_the_bases_where_it_was_seen_last():
    """Bases of 27.8 mm head on, 90 mm apart; their rectangles reach 17.3 mm from their middles."""
    seen = coming(60.0, 90.0, 300)
    assert way(seen, 900) == pytest.approx(90.0 + 27.8 - 2 * 17.3, abs=2.0)


def test_who_is_seen_again_nearer_had_less_of_a_way():
    before = coming(60.0, 90.0, 300)
    after = [step(ms, 27.8 + 20.0, heading=math.pi) for ms in range(1200, 1301, 20)]
    assert way([*before, *after], 900, again_ms=1200) < way(before, 900) - 50.0


def test_who_was_never_seen_before_has_no_way_to_go():
    after = [step(ms, 90.0) for ms in range(600, 801, 20)]
    assert way(after, 600, again_ms=600) == 0.0


def test_the_farther_the_less_likely_nobody_saw_it_go():
    ways = [p_goes_unseen(mm) for mm in (0.0, 10.0, 30.0, 60.0, 120.0)]
    assert ways[0] == 1.0
    assert ways == sorted(ways, reverse=True)
    # At least as much as was counted: 7, 3 and 1.8 % went more than 30, 60 and 80 mm.
    assert p_goes_unseen(30.0) > 0.07
    assert p_goes_unseen(60.0) > 0.03
    assert p_goes_unseen(80.0) > 0.018


def test_what_was_before_the_time_asked_about_does_not_count():
    """It came to within 1 mm at 400 ms, out of sight, and went off again: asked from 700 ms on."""
    away = [*coming(90.0, 10.0, 300), step(700, 57.8, heading=math.pi), step(720, 59.8)]
    hole = SightHole(0.3, 0.7)
    whole = unseen_sigmas((BASE, BASE), still(), away, hole, 0.69, FLOOR)
    late = unseen_sigmas((BASE, BASE), still(), away, hole, 0.69, FLOOR, since_s=0.66)
    assert late > whole + 1.0


def test_while_the_board_rests_nobody_is_out_of_sight():
    """Of the frames at rest few are kept: two seconds pass between two, and no board time."""
    rests = [step(0, 0.0), step(30, 0.0)]
    rests += [replace(step(ms, 0.0), board_s=0.033) for ms in (2000, 2030)]
    assert list(holes_of(rests, 0.0, 0.033, HOLE_S)) == []
