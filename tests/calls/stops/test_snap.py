"""The snap and the scramble zone: who went too far, each at its limit."""

from __future__ import annotations

from dataclasses import replace
from statistics import NormalDist

import pytest

from referee.calls.call import CallAction, CallKind
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.phase_state import PlayPhase
from referee.calls.stops.scramble_zone import p_left_zone, scramble_zone_of
from referee.calls.stops.snap import SnapTracker, short_yardage
from referee.calls.thresholds import Thresholds
from referee.core.field.direction import Direction
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.settings.ruled import Ruled
from referee.loaders.rulebooks import load_rulebook
from tests.calls.plays import MS, situation
from tests.calls.stop_scenes import ROSTER
from tests.core.fields import EASY

LEVELS = Thresholds()
HEFL = load_rulebook("hefl").calls
NAMES = {name: [] for name in ("A1", "H1", "H2", "H5", "H55", "H71", "H76")}
SURE = NormalDist().inv_cdf(0.999)
SIDES = [(Direction.RIGHT, 300.0), (Direction.LEFT, 500.0)]


def ruled(section, **changes):
    made = {key: Ruled(value, "TEST-SET-01") for key, value in changes.items()}
    return replace(section, **made)


def rules(**changes):
    plain = {"false_start": True, "false_start_yd": 2.0, "passer_stays": True, "passer_yd": 1.0}
    return ruled(HEFL.snap, **(plain | changes))


def play(**changes):
    return situation(NAMES, **({"phase": PlayPhase.SNAP, "to_gain_x_mm": 380.0} | changes))


def board(t_ms, sigma=0.0, doubtful=False, **xs):
    seen = tuple(
        SeenBase(
            name,
            MeasuredPose.with_sigmas(Pose(x, 100.0, 0.0), sigma, sigma, 0.0),
            doubtful=doubtful,
        )
        for name, x in xs.items()
    )
    return BoardFrame(t_ms * MS, True, seen)


def snapped(*boards, of=None, **changes):
    watch = SnapTracker(rules(**changes), EASY, ROSTER, LEVELS, of or play())
    return [call for each in boards for call in watch.update(each)]


@pytest.mark.parametrize(("gone", "called"), [(16.0, False), (16.1, True)])
@pytest.mark.parametrize(("plays", "line"), SIDES)
def test_more_than_two_yards_forward_is_a_false_start(plays, line, gone, called):
    # Two yards of 8 mm.
    at = line - plays.sign * 100.0
    there = at + plays.sign * gone
    calls = snapped(board(0, H5=at), board(20, H5=there), of=play(plays=plays, scrimmage_x_mm=line))
    assert [(c.kind, c.players) for c in calls] == [(CallKind.FALSE_START, ("H5",))] * called
    for call in calls:
        assert (call.certainty, call.action, call.t_ns) == (1.0, CallAction.RECORD, 20 * MS)
        assert call.gap_mm == pytest.approx(16.1)


def test_backward_or_the_other_side_may_go_where_they_like():
    assert snapped(board(0, H5=200.0, A1=400.0), board(20, H5=100.0, A1=300.0)) == []
    assert snapped(board(0, A1=300.0), board(20, A1=400.0)) == []


def test_a_false_start_is_called_once_and_in_the_snap_only():
    frames = [board(20 * k, H5=200.0 + 20.0 * k) for k in range(4)]
    assert len(snapped(*frames)) == 1
    assert snapped(*frames, of=play(phase=PlayPhase.READ)) == []
    assert snapped(*frames, false_start=False) == []


def test_a_way_is_measured_from_the_first_frame():
    assert snapped(*(board(20 * k, H5=200.0 + 5.0 * k) for k in range(4))) == []
    assert len(snapped(*(board(20 * k, H5=200.0 + 6.0 * k) for k in range(4)))) == 1


@pytest.mark.parametrize(("sigmas", "called"), [(SURE - 0.01, False), (SURE + 0.01, True)])
def test_only_what_is_sure_is_called(sigmas, called):
    # Both frames err by 3: 18 ** 0.5 together.
    there = 216.0 + sigmas * 18**0.5
    calls = snapped(board(0, 3.0, H5=200.0), board(20, 3.0, H5=there))
    assert len(calls) == called
    for call in calls:
        assert call.certainty == pytest.approx(NormalDist().cdf(sigmas))


@pytest.mark.parametrize(
    ("name", "x", "called"),
    [("H55", 302.2, True), ("H55", 302.0, False), ("H5", 302.2, False)],
)
def test_a_lineman_may_not_be_so_far_past_the_line_wherever_he_came_from(name, x, called):
    # His front is 13.9 ahead of him: two yards past the line it is at 316.
    assert len(snapped(board(0, **{name: x}))) == called


def test_downfield_the_other_way_round():
    of = play(plays=Direction.LEFT, scrimmage_x_mm=500.0)
    assert len(snapped(board(0, H55=497.8), of=of)) == 1
    assert snapped(board(0, H55=498.0), of=of) == []


@pytest.mark.parametrize(
    ("phase", "to_gain", "gone", "called"),
    [
        (PlayPhase.SNAP, 380.0, 8.1, True),
        (PlayPhase.SNAP, 380.0, 8.0, False),
        (PlayPhase.READ, 380.0, 8.1, True),
        (PlayPhase.READ, 316.0, 8.1, False),  # two yards to gain
        (PlayPhase.SNAP, 316.0, 8.1, True),
    ],
)
def test_the_passer_may_not_go_forward(phase, to_gain, gone, called):
    of = play(phase=phase, to_gain_x_mm=to_gain)
    calls = snapped(board(0, H1=200.0), board(20, H1=200.0 + gone), of=of, short_yd=2.0)
    assert [(c.kind, c.players) for c in calls] == [(CallKind.NOT_ALLOWED, ("H1",))] * called


def test_where_he_may_or_is_not_seen_nothing_is_said():
    frames = [board(0, H1=200.0), board(20, H1=212.0)]
    assert snapped(*frames, passer_stays=False) == []
    assert snapped(*frames, of=play(carrier=None)) == []
    assert snapped(frames[0], board(20)) == []


def test_who_may_be_somebody_else_is_flagged():
    (call,) = snapped(board(0, H5=200.0), board(20, doubtful=True, H5=230.0, H2=100.0))
    assert call.flag == ("H5 may be somebody else",)


@pytest.mark.parametrize(
    ("plays", "line", "to_gain", "short"),
    [
        (Direction.RIGHT, 300.0, 316.0, True),
        (Direction.RIGHT, 300.0, 316.1, False),
        (Direction.LEFT, 500.0, 484.0, True),
        (Direction.LEFT, 500.0, 483.9, False),
        (Direction.RIGHT, 784.0, None, True),
        (Direction.RIGHT, 783.9, None, False),
        (Direction.LEFT, 16.0, None, True),
        (Direction.LEFT, 16.1, None, False),
    ],
)
def test_short_yardage_to_the_line_to_gain_or_the_goal(plays, line, to_gain, short):
    of = play(plays=plays, scrimmage_x_mm=line, to_gain_x_mm=to_gain)
    assert short_yardage(rules(short_yd=2.0), EASY, of) is short


def test_without_a_line_there_is_no_short_yardage():
    of = play(phase=PlayPhase.RETURN, scrimmage_x_mm=None)
    assert not short_yardage(rules(short_yd=20.0), EASY, of)


@pytest.mark.parametrize(
    ("name", "x", "left"),
    [
        ("H5", 326.2, 1.0),
        ("H5", 326.0, 0.0),
        ("H55", 400.0, 0.0),
        ("H1", 400.0, 0.0),
        ("A1", 400, 0),
    ],
)
def test_who_may_catch_has_left_the_zone_with_his_foremost_part(name, x, left):
    # Five yards past 300 are at 340, his front 13.9 ahead of him. The carrier is no receiver.
    assert p_left_zone(5.0, EASY, ROSTER, board(0, **{name: float(x)}), play()) == left


def test_the_zone_the_other_way_round():
    of = play(plays=Direction.LEFT, scrimmage_x_mm=500.0)
    assert p_left_zone(5.0, EASY, ROSTER, board(0, H5=473.8), of) == 1.0
    assert p_left_zone(5.0, EASY, ROSTER, board(0, H5=474.0), of) == 0.0


def test_the_receiver_who_is_furthest_out_counts():
    far = board(0, 2.0, H2=300.0, H5=326.1 + 2.0, H71=400.0)
    assert p_left_zone(5.0, EASY, ROSTER, far, play()) == pytest.approx(NormalDist().cdf(1.0))


def test_a_zone_of_no_yards_or_without_a_line_is_never_left():
    assert p_left_zone(0.0, EASY, ROSTER, board(0, H5=700.0), play()) == 0.0
    of = play(phase=PlayPhase.RETURN, scrimmage_x_mm=None)
    assert p_left_zone(5.0, EASY, ROSTER, board(0, H5=700.0), of) == 0.0
    assert p_left_zone(5.0, EASY, ROSTER, board(0), play()) == 0.0


@pytest.mark.parametrize(("length_in", "yards"), [(47.9, 5.0), (48.0, 3.0), (48.1, 3.0)])
def test_a_scale_board_has_its_own_zone(length_in, yards):
    drop = ruled(HEFL.drop, scale_from_in=48.0)
    zone = ruled(HEFL.scramble, zone_yd=5.0, zone_scale_yd=3.0)
    mm = length_in * 25.4
    field: FieldProfile = replace(EASY, goal_to_goal_mm=mm, metal_right_x_mm=mm + 110.0)
    assert scramble_zone_of(zone, drop, field).value == yards
