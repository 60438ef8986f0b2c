"""From which frame on a carrier lies, and from which a pass has failed."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import replace

import pytest

from referee.calls.call import CallKind
from referee.calls.context import JudgingContext
from referee.calls.detector import RunContext
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.loose.fall import Fall, FallResult, FallRules, KnockedBy
from referee.calls.passing.catch import PassRole
from referee.calls.passing.incomplete import Incomplete
from referee.calls.passing.rules.pass_rules import RunPastBy
from referee.calls.phase_state import PassAttempt, PlayPhase
from referee.calls.thresholds import Thresholds
from referee.core.geometry.marker import Marker
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.loaders.rulebooks import load_rulebook
from tests.calls.making import passes, ruled
from tests.calls.plays import MS, situation
from tests.calls.stop_scenes import PLAYERS, book
from tests.core.fields import EASY

LEVELS = Thresholds()
BALL = Marker(500.0, 150.0, 4.5)


def seen(name, x_mm, fallen=0.0, sigma_mm=0.05, y_mm=150.0):
    measured = MeasuredPose.with_sigmas(Pose(x_mm, y_mm, 0.0), sigma_mm, sigma_mm, 0.1)
    return SeenBase(name, measured, fallen)


def frame(t_ms, *players, power=True):
    return BoardFrame(t_ms * MS, power, players)


def fall():
    rules = FallRules(
        **ruled(
            {
                "knocked": FallResult.FUMBLE,
                "alone": FallResult.DOWN,
                "by": KnockedBy.OPPONENT,
                "within_s": 0.2,
                "tackle_topples": False,
                "safety_first": False,
            }
        )
    )
    play = situation({"H1": [], "A1": []})
    given = replace(load_rulebook("efhl").calls, fall=rules)
    return Fall(RunContext(JudgingContext(given, EASY, PLAYERS, LEVELS), play))


def called(shares, step_ms, watch=None):
    """In which frame he is called down, and the call."""
    watch = watch or fall()
    for k, share in enumerate(shares):
        far = seen("A1", 700.0)
        calls = watch.update(frame(k * step_ms, seen("H1", 300.0 + k, share), far))
        if calls:
            return k, calls[0]
    return None, None


def test_frames_that_are_sure_need_a_second_one():
    k, call = called([0.0, 0.0, 0.999, 0.998, 0.999], 30)
    assert k == 3
    assert call.certainty == pytest.approx(0.9985)
    # He fell between the last frame that shows him standing and the first that does not.
    assert call.t_ns == 45 * MS
    assert call.sigma_ns == pytest.approx(30 * MS / math.sqrt(12.0), abs=1)
    assert call.frames == (60 * MS, 90 * MS)
    assert call.spot.x_mm == pytest.approx(301.0 + 13.9)
    assert (call.kind, call.rule, call.flag) == (CallKind.CARRIER_DOWN, "TST-RUL-01", ())


def test_frames_that_leave_it_open_are_waited_for_150_ms_and_no_longer():
    k, call = called([0.0, *[0.8] * 9], 50)
    assert k == 4  # 50 ms to 200 ms
    assert call.certainty == pytest.approx(0.8)
    assert call.flag == ("too close to tell whether the carrier fell",)


@pytest.mark.parametrize(
    ("share", "certainty", "flag"),
    [(0.7, 0.7, ("too close to tell whether the carrier fell",)), (0.999, 0.999, ())],
)
def test_a_fall_is_as_certain_as_the_figure_is_read_to_lie(share, certainty, flag):
    call = called([0.05, 0.05, *[share] * 9], 33)[1]
    assert (call.kind, call.flag) == (CallKind.CARRIER_DOWN, flag)
    assert call.certainty == pytest.approx(certainty)


def test_a_carrier_who_is_always_read_so_stands():
    assert called([0.05] * 12, 33)[1] is None


def test_the_newest_three_frames_say_how_sure_it_is():
    # Of the first four frames of lying three say that he does: the one that doubted is gone.
    assert called([0.0, 0.5, 0.999, 0.999, 0.999], 30)[0] == 4


def test_an_even_chance_is_lying_and_less_is_standing():
    assert called([0.0, *[0.5] * 9], 50)[0] == 4
    assert called([0.0, *[0.49] * 9], 50)[0] is None
    assert called([0.0, 0.8, 0.8, 0.4, 0.8, 0.8, 0.8, 0.8], 50)[0] == 7


def test_who_was_never_seen_to_stand_did_not_fall():
    assert called([0.999] * 9, 50)[0] is None


def test_until_it_is_called_it_may_have_been_first():
    watch = fall()
    called([0.0, 0.0, 0.8], 50, watch)
    assert watch.open_doubts(99 * MS) == []
    assert watch.open_doubts(100 * MS) == ["the carrier may have fallen first"]
    # Two frames that leave it open: it may have been since the last that shows it standing.
    watch.update(frame(150, seen("H1", 303.0, 0.8)))
    assert watch.open_doubts(49 * MS) == []
    assert watch.open_doubts(50 * MS) == ["the carrier may have fallen first"]
    said = fall()
    called([0.0, 0.999, 0.999], 30, said)
    assert said.open_doubts(100 * MS) == []
    assert said.update(frame(120, seen("H1", 300.0, 1.0))) == []


# Passes that fail


def failing(**rules):
    whole = book("hefl")
    whole = JudgingContext(
        dataclasses.replace(whole.rules, passes=passes(**rules)), whole.field, PLAYERS, LEVELS
    )
    play = situation(
        {"H1": (), "H2": (), "A1": ()},
        phase=PlayPhase.IN_THE_AIR,
        carrier=None,
        thrown=PassAttempt("H1", BALL),
    )
    men = {"H1": PassRole.INTENDED, "H2": PassRole.RECEIVER, "A1": PassRole.DEFENDER}
    return Incomplete(whole, play, men)


def failed(watch, frames, gaps=None):
    """The keys of what each frame claims."""
    gaps = gaps or {"A1": 300.0, "H1": 100.0, "H2": 300.0}
    return [[claim.key for claim in watch.update(board, BALL, gaps)] for board in frames]


def test_a_receiver_who_is_sure_to_lie_has_fallen_since_he_stood():
    watch = failing()
    for t_ms, share in ((0, 0.4), (30, 0.5), (60, 0.99)):
        assert watch.update(frame(t_ms, seen("H1", 300.0, share)), BALL, {"H1": 150.0}) == []
    (claim,) = watch.update(frame(90, seen("H1", 300.0, 0.995)), BALL, {"H1": 150.0})
    assert (claim.key, claim.kind, claim.t_ns) == ("H1 fallen", CallKind.INCOMPLETE, 45 * MS)
    assert claim.sigma_ns == round(90 * MS / math.sqrt(12.0))
    assert not claim.touch
    assert (claim.certainty, claim.flag) == (0.995, ())
    assert watch.update(frame(120, seen("H1", 300.0, 1.0)), BALL, {"H1": 150.0}) == []


def test_a_receiver_who_may_lie_is_waited_for_150_ms_and_then_flagged():
    watch = failing()
    assert watch.update(frame(0, seen("H1", 300.0, 0.05)), BALL, {"H1": 150.0}) == []
    for t_ms in (30, 60, 90, 120, 150):
        assert watch.update(frame(t_ms, seen("H1", 300.0, 0.7)), BALL, {"H1": 150.0}) == []
    (claim,) = watch.update(frame(180, seen("H1", 300.0, 0.7)), BALL, {"H1": 150.0})
    assert (claim.key, claim.t_ns, claim.certainty) == ("H1 fallen", 90 * MS, 0.7)
    assert claim.flag == ("too close to tell whether the receiver fell",)


def test_a_receiver_who_was_seen_to_stand_again_is_waited_for_anew():
    watch = failing()
    shares = (0.0, 0.7, 0.7, 0.3, 0.7, 0.7, 0.7)
    boards = [frame(60 * k, seen("H1", 300.0, share)) for k, share in enumerate(shares)]
    assert failed(watch, boards) == [[]] * 7
    assert failed(watch, [frame(420, seen("H1", 300.0, 0.7))]) == [["H1 fallen"]]


def test_another_who_falls_fails_nothing():
    boards = [frame(30 * k, seen("H2", 300.0, min(k, 1.0)), seen("H1", 280.0)) for k in range(5)]
    assert failed(failing(), boards) == [[]] * 5
    assert failed(failing(lost=False), [frame(0, seen("H1", 280.0, 1.0))]) == [[]]


def stood(places, power=(), **rules):
    """Quarters of a second with the receiver at these places; in some the power is off."""
    watch = failing(held_up_s=1.0, **rules)
    boards = [
        frame(250 * k, seen("H1", x, sigma_mm=0.0), power=k not in power)
        for k, x in enumerate(places)
    ]
    return failed(watch, boards)


def test_who_has_not_moved_for_the_whole_time_is_held_up():
    assert stood([300.0] * 6) == [[], [], [], [], ["H1 held up"], []]


def test_a_millimetre_is_no_moving_and_more_is():
    assert stood([300.0, 300.0, 301.0, 300.0, 300.0])[4] == ["H1 held up"]
    assert stood([300.0, 300.0, 301.1, 300.0, 300.0])[4] == []
    # The time begins anew once the place he left is older.
    assert stood([300.0, 302.0, 302.0, 302.0, 302.0, 302.0])[4:] == [[], ["H1 held up"]]


def test_a_board_without_power_holds_nobody_up():
    told = stood([300.0] * 8, power=(2,))
    assert told == [[], [], [], [], [], [], [], ["H1 held up"]]


def test_who_has_the_ball_behind_him_is_not_held_up():
    # The front is 13.9 ahead of him, the far edge of the marker at 504.5.
    assert stood([490.5] * 5)[4] == ["H1 held up"]
    assert stood([490.7] * 5)[4] == []
    assert stood([300.0] * 5, lost=False)[4] == ["H1 held up"]


def passed(places, gaps, **rules):
    """Who is named where everybody is short of the ball first, and then at his place."""
    watch = failing(passed_base_lengths=1.0, **rules)
    short = {name: (440.0, y) for name, (_, y) in places.items()}
    boards = [
        frame(30 * k, *(seen(name, x, y_mm=y) for name, (x, y) in where.items()))
        for k, where in enumerate([short, places, places])
    ]
    return {key for keys in failed(watch, boards, gaps) for key in keys}


# A base that is 5 mm past the marker with all of it, or with all but 5 mm.
PAST, SHORT = 504.5 + 13.9 + 5.0, 504.5 + 13.9 - 5.0


def test_the_intended_receiver_is_past_once_his_front_is_a_base_length_beyond():
    gaps = {"A1": 5.0, "H1": 5.0}
    assert passed({"H1": (PAST, 150.0), "A1": (PAST, 190.0)}, gaps) == {"H1 past"}
    assert passed({"H1": (SHORT, 175.0), "A1": (PAST, 150.0)}, gaps) == set()


def test_where_anybody_counts_he_has_to_be_near_and_the_others_are_asked_too():
    anybody = {"passed_by": RunPastBy.ANYBODY}
    places = {"A1": (PAST, 300.0), "H1": (SHORT, 175.0), "H2": (PAST, 150.0)}
    # A1 is 150 mm aside, H1 not wholly past: H2 comes last by name and is.
    assert passed(places, {"A1": 130.0, "H1": 10.0, "H2": 5.0}, **anybody) == {"H2 past"}
