"""A board at rest: tests that hold or fail, who was seen last, and scale boards."""

from __future__ import annotations

import dataclasses

import pytest

from referee.calls.call import CallKind
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.passing.rules.drop_rules import on_scale_board
from referee.calls.phase_state import PlayPhase
from referee.calls.stops import stopped_board
from referee.calls.stops.stopped_board import StoppedBoard, too_close_to_tell
from referee.calls.thresholds import Thresholds
from referee.core.errors import BadValue
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from tests.calls.plays import MS, situation
from tests.calls.stop_scenes import book
from tests.core.fields import EASY


def seen(name, x_mm, y_mm=150.0, **more):
    pose = MeasuredPose.with_sigmas(Pose(x_mm, y_mm, 0.0), 0.1, 0.1, 0.1)
    return SeenBase(name, pose, **more)


def stopped(*boards):
    play = situation({"H1": (), "H2": (), "A1": ()}, phase=PlayPhase.READ)
    return StoppedBoard(book("hefl"), play, tuple(boards))


def held(*shares):
    return [
        stopped_board.StopTest(share, f"TST-RUL-{k:02}", f"test {k}")
        for k, share in enumerate(shares)
    ]


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ((1.0, 0.995), ()),
        ((1.0, 0.99), ("too close to tell: test 1",)),
        ((0.4, 0.99), ("too close to tell: test 0", "too close to tell: test 1")),
        ((0.99, 0.004), ()),  # one fails for sure: the rest does not matter
        ((0.99, 0.006), ("too close to tell: test 0", "too close to tell: test 1")),
    ],
)
def test_what_is_too_close_to_tell(shares, words):
    assert too_close_to_tell(held(*shares), Thresholds()) == words


def test_the_first_test_that_fails_refuses():
    stop = stopped(BoardFrame(9 * MS, False, (seen("H1", 300.0),)))
    assert stop.refused(held(1.0, 0.5), ("H1",), "asked") == ()
    (call,) = stop.refused(held(1.0, 0.0, 0.1), ("H1",), "asked")
    assert (call.kind, call.rule, call.certainty) == (CallKind.NOT_ALLOWED, "TST-RUL-01", 1.0)
    assert (call.t_ns, call.flag) == (9 * MS, ())


def test_who_is_hidden_now_stands_where_he_was_seen_last():
    stop = stopped(
        BoardFrame(0, False, (seen("H1", 300.0), seen("A1", 500.0, fallen=0.25))),
        BoardFrame(30 * MS, False, (seen("H1", 301.0), seen("A1", 501.0, fallen=0.75))),
        BoardFrame(60 * MS, False, (seen("H1", 302.0, doubtful=True),)),
    )
    assert (stop.t_ns, stop.seen("A1").measured.pose.x_mm) == (60 * MS, 501.0)
    assert (stop.upright("A1"), stop.upright("H1"), stop.upright("H2")) == (0.25, 1.0, 0.0)
    assert stop.gap_mm("H1", "H2") is None
    assert stop.gap_mm("H1", "A1")[0] == pytest.approx(501.0 - 302.0 - 27.8)
    assert stop.spot("H2") is None
    assert stop.spot("A1").x_mm == pytest.approx(501.0 - 13.9)  # his team plays to the left
    assert stop.spot("H1").x_mm == pytest.approx(302.0 + 13.9)
    assert stop.doubts("A1", "H1") == ("H1 may be somebody else",)


@pytest.mark.parametrize(
    ("gone_ms", "power", "doubts"),
    [
        (0, True, ()),
        (200, False, ()),  # without power he does not go away
        (201, False, ("A1 is not seen",)),  # but a hand may have taken him
        (30, True, ("A1 is not seen",)),  # and under power he went on
    ],
)
def test_who_was_seen_a_moment_ago_on_a_board_at_rest_is_not_lost(gone_ms, power, doubts):
    frames = [BoardFrame(0, power, (seen("H1", 300.0), seen("A1", 500.0)))]
    if gone_ms:
        frames.append(BoardFrame(gone_ms * MS, False, (seen("H1", 300.0),)))
    assert stopped(*frames).doubts("A1", "H1") == doubts


def test_the_others_are_opponents_or_everybody():
    stop = stopped(BoardFrame(0, False, (seen("H1", 300.0),)))
    assert set(stop.others("H1", mates=False)) == {"A1"}
    assert set(stop.others("H1", mates=True)) == {"A1", "H2"}
    with pytest.raises(BadValue, match="boards"):
        stopped()
    with pytest.raises(BadValue, match="player"):
        stop.player("X1")


@pytest.mark.parametrize(("length_mm", "scale"), [(762.0, True), (761.9, False)])
def test_a_board_of_exactly_that_length_is_a_scale_board(length_mm, scale):
    rules = book("hefl").rules.drop
    rules = dataclasses.replace(
        rules, scale_from_in=dataclasses.replace(rules.scale_from_in, value=30.0)
    )
    field = dataclasses.replace(EASY, goal_to_goal_mm=length_mm)
    assert on_scale_board(rules, field) is scale
