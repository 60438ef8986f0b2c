"""What is kept over the frames of a play: a loose ball, routes, and who may catch a pass."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import CallAction, CallKind
from referee.calls.context import JudgingContext
from referee.calls.detector import RunContext
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.loose.loose_ball import LooseBall
from referee.calls.loose.loose_rules import RecoveredBy
from referee.calls.passing.pass_play import PassPlay
from referee.calls.passing.routes import Routes
from referee.calls.phase_state import PassAttempt, PlayPhase
from referee.calls.thresholds import Thresholds
from referee.core.geometry.marker import Marker
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.core.settings.ruled import Ruled
from referee.loaders.rulebooks import load_rulebook
from tests.calls.plays import MS, situation
from tests.calls.stop_scenes import PLAYERS
from tests.core.fields import EASY

RULES = load_rulebook("hefl").calls
BALL = Marker(400.0, 150.0, 4.5, 0.05)
TOUCHING = 400.0 + 4.5 + 13.9


def frame(t_ms, *, power=True, ball=BALL, **places):
    """Everybody at a place and heading."""
    seen = tuple(
        SeenBase(name, MeasuredPose.with_sigmas(Pose(*place), 0.03, 0.03, 0.1))
        for name, place in places.items()
    )
    return BoardFrame(t_ms * MS, power, seen, () if ball is None else (ball,))


def book(**changes) -> JudgingContext:
    made = {key: Ruled(value, "TEST-SET-01") for key, value in changes.items()}
    rules = replace(RULES, loose=replace(RULES.loose, **made))
    return JudgingContext(rules, EASY, PLAYERS, Thresholds())


def scramble(*names, **changes):
    moves = dict.fromkeys(("H1", *names), ())
    of = situation(moves, phase=PlayPhase.LOOSE, carrier=None)
    of = replace(of, on_field=names)
    given = book(**({"recovers": RecoveredBy.TOUCH, "hold_s": 0.0} | changes))
    return LooseBall(RunContext(given, of))


@pytest.mark.parametrize(("gone_ms", "said"), [(199, 0), (200, 1)])
def test_a_ball_that_is_out_of_sight_for_a_fifth_of_a_second_is_said_once(gone_ms, said):
    calls = scramble("H2")
    assert calls.update(frame(0)) == []
    found = calls.update(frame(gone_ms, ball=None))
    assert len(found) == said
    for call in found:
        assert (call.kind, call.action, call.certainty) == (CallKind.NOT_SEEN, CallAction.CUT, 1.0)
        assert calls.update(frame(gone_ms + 500, ball=None)) == []


def test_a_ball_that_nobody_saw_yet_is_waited_for_too():
    calls = scramble("H2")
    assert calls.update(frame(1000, ball=None)) == []
    assert calls.update(frame(1199, ball=None)) == []
    assert len(calls.update(frame(1200, ball=None))) == 1


def test_only_frames_with_power_count():
    calls = scramble("H2")
    for k in range(10):
        assert calls.update(frame(20 * k, power=False, H2=(TOUCHING, 150.0, 180.0))) == []
    assert calls.close() == []


def recovers(name, heading=180.0, frames=40, **changes):
    calls = scramble(name, **changes)
    found = []
    for k in range(frames):
        found += calls.update(frame(20 * k, **{name: (TOUCHING, 150.0, heading)}))
    return [call for call in found if call.kind is CallKind.RECOVERED]


@pytest.mark.parametrize("name", ["H2", "A1"])
def test_who_touches_it_has_it_at_once(name):
    (call,) = recovers(name)
    assert (call.players, call.t_ns, call.flag) == ((name,), 0, ())


def test_who_has_to_hold_it_with_his_front_has_it_when_the_time_is_over():
    held = {"recovers": RecoveredBy.FRONT_HELD, "hold_s": 0.5}
    (call,) = recovers("H2", **held)
    assert call.t_ns == 500 * MS
    assert recovers("H2", frames=25, **held) == []  # 480 ms
    assert len(recovers("H2", frames=26, **held)) == 1
    assert recovers("H2", 0.0, **held) == []  # his rear
    assert len(recovers("H2", 0.0)) == 1


def walked(*frames, names=("A1", "H5")):
    routes = Routes(EASY, {name: PLAYERS[name] for name in names}, Team.HOME, Thresholds())
    for board in frames:
        routes.update(board)
    return routes.outs()


def wide(y):
    return (400.0, y, 0.0)


def test_who_goes_over_the_sideline_was_out():
    # His side is 10.3 mm from his middle, and he goes a millimetre a frame.
    (out,) = walked(*(frame(20 * k, H5=wide(20.0 - k), A1=(700.0, 300.0, 0.0)) for k in range(16)))
    assert out.player == "H5"
    assert out.t_ns == pytest.approx(9.7 * 20 * MS, abs=4 * MS)
    assert (out.forced, out.sure) == (0.0, True)
    assert out.probability > 0.999


def test_the_other_side_and_frames_at_rest_are_no_routes():
    assert walked(*(frame(20 * k, A1=wide(20.0 - k)) for k in range(16))) == ()
    assert walked(*(frame(20 * k, power=False, H5=wide(20.0 - k)) for k in range(16))) == ()
    assert walked(*(frame(20 * k, H5=wide(20.0 - 0.5 * k)) for k in range(16))) == ()


def play_of(**changes):
    names = ("A1", "H1", "H5", "H55", "H71")
    return situation(dict.fromkeys(names, ()), phase=PlayPhase.READ, **changes)


def passing(*frames):
    play = PassPlay(book(), Team.HOME)
    for board in frames:
        play.update(board)
    return play


LINED_UP = {
    "A1": (500.0, 160.0, 180.0),
    "H1": (250.0, 160.0, 0.0),
    "H5": (280.0, 60.0, 0.0),
    "H55": (280.0, 140.0, 0.0),
    "H71": (280.0, 180.0, 0.0),
}


def test_the_box_is_that_of_the_first_frame():
    moved = {**LINED_UP, "H71": (280.0, 280.0, 0.0)}
    play = passing(frame(0, **LINED_UP), frame(20, **moved))
    assert (play.box.low_y_mm, play.box.high_y_mm) == pytest.approx((129.7, 190.3))


def test_a_frame_that_is_not_newer_is_passed_over():
    play = passing(frame(20, **LINED_UP), frame(20), frame(0))
    assert [board.t_ns for board in play.stop(play_of()).boards] == [20 * MS]


def test_who_may_not_catch_is_filled_in():
    full = passing(frame(0, **LINED_UP)).aimed(play_of(), PassAttempt("H5"))
    assert (full.passer, full.ineligible, full.unsure) == ("H1", (), ())
    assert {"H55", "H71"} <= set(full.linemen)
    assert not {"H5", "H1", "A1"} & set(full.linemen)
    said = PassAttempt("H5", passer="H22", linemen=("H66",), ineligible=("H8",), unsure=("H33",))
    full = passing(frame(0, **LINED_UP)).aimed(play_of(), said)
    assert (full.passer, full.linemen) == ("H22", ("H66",))
    assert (full.ineligible, full.unsure) == (("H8",), ("H33",))


@pytest.mark.parametrize(
    ("said", "refused"),
    [
        (PassAttempt("H5"), False),
        (PassAttempt("H55"), True),
        (PassAttempt("H1"), True),
        (PassAttempt("H5", ineligible=("H5",)), True),
        (PassAttempt("H5", unsure=("H5",)), False),
        (PassAttempt("H55", backward=True), False),
    ],
)
def test_to_whom_a_pass_may_be_named(said, refused):
    play = passing(frame(0, **LINED_UP))
    calls = play.named(play_of(), said)
    assert [call.kind for call in calls] == [CallKind.NOT_ALLOWED] * refused
