"""Whether two touch who rest: by how they came to rest, and by a gap whose error repeats."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.contact.engagement import Engagement
from referee.calls.contact.resting_touch import RunOut, p_rests_touching, p_touch_at_rest
from referee.calls.frame import BoardFrame
from referee.calls.stops.stopped_board import StoppedBoard
from referee.calls.thresholds import Thresholds
from referee.core.geometry.pose import Pose
from referee.loaders.rulebooks import load_rulebook
from tests.calls.plays import BASE, ROSTER, film, situation
from tests.calls.stop_scenes import book

SIGMA_MM = 0.055
PUSHED = RunOut(1.0, lasting=True, gap_mm=0.08)
CAME_APART = RunOut(0.0, lasting=False, gap_mm=1.5)
# A1 creeps into H1 and pushes it, as long as there is power; or it stays a millimetre behind it.
PUSHING = {"H1": [(0.0, 100.0, 100.0, 0.0), (0.5, 90.0, 100.0, 0.0)]}
PUSHING["A1"] = [(0.0, 127.8, 100.0, 180.0), (0.5, 117.8, 100.0, 180.0)]
BEHIND = PUSHING | {"A1": [(0.0, 129.3, 100.0, 180.0), (0.5, 119.3, 100.0, 180.0)]}


def seen_apart(boards: list[BoardFrame], by_mm: float) -> list[BoardFrame]:
    """The same frames with A1 measured so much too far away in every one of them."""
    out = []
    for board in boards:
        h1, a1 = board.find("H1"), board.find("A1")
        pose = a1.measured.pose
        off = replace(a1.measured, pose=Pose(pose.x_mm + by_mm, pose.y_mm, pose.heading_deg))
        out.append(replace(board, seen=(h1, replace(a1, measured=off))))
    return out


def rest_after(moves, by_mm: float = 0.0):
    """Frames of half a second with power and of half a second's rest after it."""
    boards = film(moves, 1.0, power=((0.0, True), (0.5, False)), sigma_mm=0.03, sigma_deg=0.1)
    boards = seen_apart(boards, by_mm)
    return [b for b in boards if b.power], [b for b in boards if b.t_ns >= 750_000_000]


def p_engaged(moves, by_mm: float = 0.0) -> float:
    run, rest = rest_after(moves, by_mm)
    return p_touch_at_rest(run, rest, ("A1", "H1"), (BASE, BASE), Thresholds())


def test_who_pushed_another_as_the_power_went_off_touches_it_at_rest():
    assert p_engaged(PUSHING) > 0.995


def test_an_error_that_repeats_in_every_frame_does_not_undo_it():
    assert p_engaged(PUSHING, by_mm=0.09) > 0.95


def test_who_stays_behind_does_not_touch_at_rest():
    assert p_engaged(BEHIND) < 0.005


def test_a_gap_that_opened_while_they_rolled_out_is_open():
    assert p_rests_touching(PUSHED, 0.5, SIGMA_MM) < 0.005


def test_the_gap_alone_never_makes_it_sure():
    """A third of those who were near each other roll into each other, the rest stand anywhere."""
    assert 0.5 < p_rests_touching(CAME_APART, 0.0, SIGMA_MM) < 0.98


@pytest.mark.parametrize("gap_mm", [0.05, 0.1, 0.2, 0.4])
def test_a_wider_gap_is_never_likelier_to_be_shut(gap_mm):
    wider = p_rests_touching(PUSHED, gap_mm + 0.1, SIGMA_MM)
    assert wider < max(p_rests_touching(PUSHED, gap_mm, SIGMA_MM), 1e-12)


def test_nobody_can_say_who_is_not_seen():
    run, _ = rest_after(PUSHING)
    assert p_touch_at_rest(run, [], ("A1", "H1"), (BASE, BASE), Thresholds()) == 0.0


def test_a_stop_goes_by_the_run_before_it():
    """The same frames at rest, each with a gap of 0.13 mm: what else they show is the run."""
    pushed, rest = rest_after(PUSHING, by_mm=0.13)
    apart, _ = rest_after(BEHIND)
    at = StoppedBoard(book("simplified"), situation(PUSHING), tuple(rest))
    after_push, after_none = (replace(at, run=tuple(run)) for run in (pushed, apart))
    assert after_push.engaged("H1") > 0.9 > after_none.engaged("H1")


def test_the_page_marks_pairs_by_the_run_before_the_stop():
    run, rest = rest_after(PUSHING, by_mm=0.13)
    rules = load_rulebook("simplified").calls.engagement
    found = []
    for before in ((), run):
        watch = Engagement(rules, ROSTER, Thresholds(), before)
        for board in rest:
            watch.update(board)
        found.append([call.players for call in watch.calls(1) if not call.flag])
    assert found == [[], [("A1", "H1")]]
