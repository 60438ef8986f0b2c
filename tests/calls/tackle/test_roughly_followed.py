"""An opponent who is followed only roughly, by its picture, beside the carrier."""

from __future__ import annotations

from dataclasses import replace

from referee.calls.call import CallKind
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from tests.calls.plays import film, judged, situation


def roughly(boards, name, since_s, until_s, off_mm):
    """The same frames, one base seen off by so much along x, to 1 mm, for a while."""

    def shown(board, seen):
        if seen.player != name or not since_s <= board.t_ns / 1e9 < until_s:
            return seen
        pose = seen.measured.pose
        place = Pose(pose.x_mm + off_mm, pose.y_mm, pose.heading_deg)
        return replace(seen, measured=MeasuredPose.with_sigmas(place, 1.2, 1.2, 3.0))

    return [replace(b, seen=tuple(shown(b, s) for s in b.seen)) for b in boards]


def beside(gap_mm):
    """A1 stands in front of the carrier, that far off."""
    moves = {"H1": [(0.0, 310.0, 150.0, 0.0)], "A1": [(0.0, 337.8 + gap_mm, 150.0, 180.0)]}
    return moves, situation(moves, to_gain_x_mm=None)


def test_rough_places_inside_the_carrier_are_no_touch_of_one_that_stood_off():
    """10 mm off before and after, and by its picture 0.5 mm inside for 0.3 s in between."""
    moves, play = beside(10.0)
    boards = roughly(film(moves, 1.6), "A1", 0.5, 0.8, -10.5)
    assert judged("hefl", boards, play) == []


def test_rough_places_inside_the_carrier_of_one_that_stood_near_are_to_be_looked_at():
    """1 mm off before and after: in 0.3 s it may have come and gone."""
    moves, play = beside(1.0)
    calls = judged("hefl", roughly(film(moves, 1.6), "A1", 0.5, 0.8, -1.5), play)
    assert {(call.kind, call.flagged) for call in calls} == {(CallKind.UNCLEAR_TACKLE, True)}


def test_rough_places_of_one_that_came_and_stayed_are_called_once_it_is_plain():
    moves = {
        "H1": [(0.0, 310.0, 150.0, 0.0)],
        "A1": [(0.0, 367.8, 150.0, 180.0), (0.5, 337.8, 150.0, 180.0)],
    }
    play = situation(moves, to_gain_x_mm=None)
    boards = roughly(film(moves, 1.4), "A1", 0.4, 0.7, 0.5)
    calls = judged("hefl", boards, play)
    assert CallKind.TACKLE in {call.kind for call in calls}
