"""The geometry between two frames: where everybody was, where the two touched, who was not seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import CallKind
from referee.calls.passing.marker_tracker import BALL
from referee.calls.thresholds import Thresholds
from referee.core.geometry.base_shape import BasePart
from referee.core.geometry.marker import Marker
from referee.review.replay.ball_track import ball_track_of
from referee.review.replay.instant_geometry import instant_of
from tests.official.evenings import ROSTER
from tests.review.boards import AT_MM, LENGTH_MM, MEET_S, SPEED_MM_S, boards
from tests.review.games import S, call

MADE = call(CallKind.TACKLE, MEET_S)
SHAPES = {player.id: player.base for player in ROSTER}


def at(t_s, frames=None, touched=("A50", "H22")):
    return instant_of(round(t_s * S), frames or boards(), SHAPES, MADE.players, touched)


def poses(instant):
    return {name: pose for name, _, pose in instant.poses}


def test_between_frames_everybody_is_on_the_way_from_one_to_the_other():
    # 0.51 s lies between the frames at 0.5 and 0.533 s.
    found = poses(at(0.51))
    assert found["A90"].y_mm == pytest.approx(20 + 20 * 0.51, abs=0.011)
    gone_mm = SPEED_MM_S * (MEET_S - 0.51)
    assert found["A50"].x_mm == pytest.approx(AT_MM + LENGTH_MM + gone_mm, abs=0.013)


def test_at_the_touch_the_fronts_are_shut_where_they_met():
    (meeting,) = at(MEET_S).meetings
    assert meeting.gap_mm == pytest.approx(0.0, abs=0.02)
    assert meeting.first_mm == pytest.approx((AT_MM + LENGTH_MM / 2, 160.0), abs=0.05)
    assert (meeting.first_part, meeting.second_part) == (BasePart.FRONT, BasePart.FRONT)


def test_who_was_not_seen_on_both_sides_of_the_instant_is_named_and_not_guessed():
    found = at(MEET_S, boards(hidden={"A50": (0.5, 1.5)}))
    assert found.hidden == ("A50",)
    assert "A50" not in poses(found)
    assert found.meetings == ()


def test_a_single_missing_frame_hides_nobody():
    found = at(MEET_S, boards(hidden={"A50": (1.02, 1.04)}))
    assert found.hidden == ()
    assert found.meetings[0].gap_mm == pytest.approx(0.0, abs=0.02)


def test_without_frames_there_is_nobody():
    found = instant_of(S, [], SHAPES, MADE.players, ("A50", "H22"))
    assert (found.poses, found.hidden) == ((), ("A50", "H22"))


def test_the_marker_of_a_pass_is_met_like_a_base():
    # 10 mm ahead of his front lies a ball of 4.5 mm: 5.5 mm between them.
    marker = Marker(AT_MM + LENGTH_MM / 2 + 10.0, 160.0, 4.5, 0.1)
    frames = [replace(board, markers=(marker,)) for board in boards()]
    players = [player for player in ROSTER if player.id == "H22"]
    balled = ball_track_of(S // 2, frames, players, Thresholds())
    shapes = SHAPES | {BALL: balled.shape}
    found = instant_of(S // 2 + 1, list(balled.boards), shapes, ("H22",), ("H22", BALL))
    (meeting,) = found.meetings
    assert meeting.gap_mm == pytest.approx(5.5, abs=0.03)
    assert meeting.first_part is BasePart.FRONT
