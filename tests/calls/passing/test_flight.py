"""Passes to a marker by each rulebook: who touched it first, with what, and what that is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import CallKind
from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.engine.play_judge import PlayJudge
from referee.loaders.rulebooks import load_rulebook
from tests.calls.passes import (
    AT_BALL_X,
    BALL,
    RADIUS_MM,
    flown,
    in_the_air,
    passed,
    with_marker,
)
from tests.calls.plays import ROSTER, film
from tests.core.fields import EASY

STICKS = ["efhl", "hefl", "vsefl"]
# The near edge of the marker is 60 mm ahead of his front; he is there after a second.
RUN = [(0.0, AT_BALL_X - 60.0, 150.0, 0.0), (1.0, AT_BALL_X, 150.0, 0.0)]
# He comes from the side, his long side toward the marker.
SIDE = [(0.0, BALL[0], 100.0, 0.0), (1.0, BALL[0], 150.0 - RADIUS_MM - 10.3, 0.0)]
# He passes 3 mm beside it and runs on. His rear is past its far edge at x = 438.4.
MISS = [(0.0, 360.0, 132.2, 0.0), (2.0, 460.0, 132.2, 0.0)]
FAR = [(0.0, 700.0, 40.0, 180.0)]
# A defender whose front comes from the other side.
HEAD_ON_X = BALL[0] + RADIUS_MM + 13.9
EARLY = [(0.0, HEAD_ON_X + 40.0, 150.0, 180.0), (0.7, HEAD_ON_X, 150.0, 180.0)]


def kinds(calls):
    return [call.kind for call in calls]


@pytest.mark.parametrize("rulebook", STICKS)
def test_the_intended_receivers_front_completes_it(rulebook):
    (call,) = passed(rulebook, {"H1": RUN, "A1": FAR}, 1.3)
    assert (call.kind, call.players, call.flag) == (CallKind.CATCH, ("H1",), ())
    assert call.t_ns / 1e9 == pytest.approx(1.0, abs=0.008)
    # The ball is under the front of his base, at the near edge of the marker.
    assert call.spot.x_mm == pytest.approx(BALL[0] - RADIUS_MM, abs=0.6)


COMPLETE = [("efhl", "EFHL-PAS-10"), ("hefl", "HEFL-SIM-03"), ("vsefl", "VSEFL-SIM-01")]


@pytest.mark.parametrize(("rulebook", "rule"), COMPLETE)
def test_the_rule_of_a_completion(rulebook, rule):
    (call,) = passed(rulebook, {"H1": RUN, "A1": FAR}, 1.3)
    assert call.rule == rule


SIDES = [("efhl", CallKind.INCOMPLETE), ("hefl", CallKind.CATCH), ("vsefl", CallKind.CATCH)]


@pytest.mark.parametrize(("rulebook", "kind"), SIDES)
def test_a_side_catches_where_any_part_does(rulebook, kind):
    (call,) = passed(rulebook, {"H1": SIDE, "A1": FAR}, 1.4)
    assert (call.kind, call.flag) == (kind, ())


def test_a_base_that_runs_over_a_flat_marker_touched_it_with_what_came_first():
    # 100 mm/s are 3.3 mm from frame to frame; his front right corner comes first, or his side.
    corner = [(0.0, 330.0, 159.5, 0.0), (1.0, 430.0, 159.5, 0.0)]
    (call,) = passed("efhl", {"H1": corner, "A1": FAR}, 1.2)
    assert (call.kind, call.flag) == (CallKind.CATCH, ())
    side = [(0.0, BALL[0], 60.0, 0.0), (1.0, BALL[0], 160.0, 0.0)]
    (call,) = passed("efhl", {"H1": side, "A1": FAR}, 1.2)
    assert (call.kind, call.flag) == (CallKind.INCOMPLETE, ())
    # The near edge of the marker is met at y = 145.5 with his side 10.3 mm from his middle.
    assert call.t_ns / 1e9 == pytest.approx((135.2 - 60.0) / 100.0, abs=0.01)


def test_a_defenders_side_leaves_the_ball_to_others_in_efhl():
    # Its rear is 1.6 mm beyond where the receiver's front gets to.
    beside = [(0.0, 431.0, 200.0, 0.0), (0.5, 431.0, 150.0 + RADIUS_MM + 10.3, 0.0)]
    (call,) = passed("efhl", {"H1": RUN, "A1": beside}, 1.4)
    assert (call.kind, call.players, call.flag) == (CallKind.CATCH, ("H1",), ())


PICKED = [("efhl", "EFHL-PAS-15"), ("hefl", "HEFL-SIM-06"), ("vsefl", "VSEFL-SIM-01")]


@pytest.mark.parametrize(("rulebook", "rule"), PICKED)
def test_a_defender_who_is_first_intercepts(rulebook, rule):
    (call,) = passed(rulebook, {"H1": RUN, "A1": EARLY}, 1.3)
    assert (call.kind, call.rule, call.players, call.flag) == (
        CallKind.INTERCEPTION,
        rule,
        ("A1",),
        (),
    )
    assert call.t_ns / 1e9 == pytest.approx(0.7, abs=0.008)
    # The other way: his foremost part is the one nearest to the goal on the left.
    assert call.spot.x_mm == pytest.approx(BALL[0] + RADIUS_MM, abs=0.6)


@pytest.mark.parametrize("rulebook", STICKS)
def test_running_past_it_by_a_base_length_is_incomplete(rulebook):
    (call,) = passed(rulebook, {"H1": MISS, "A1": FAR}, 2.0)
    assert (call.kind, call.players, call.spot, call.flag) == (
        CallKind.INCOMPLETE,
        ("H1",),
        None,
        (),
    )
    # His middle is at 438.4 after 78.4 of 100 mm in two seconds.
    assert call.t_ns / 1e9 == pytest.approx(1.568, abs=0.01)


# A defender who runs by; in HEFL anybody does within a base length of the marker, 27.8 mm.
BY = [(0.0, 470.0, 178.0, 180.0), (1.0, 370.0, 178.0, 180.0)]
WIDE = [(0.0, 470.0, 200.0, 180.0), (1.0, 370.0, 200.0, 180.0)]
SLOW = [(0.0, 340.0, 150.0, 0.0), (2.0, 360.0, 150.0, 0.0)]


@pytest.mark.parametrize(
    ("rulebook", "keys", "wanted"),
    [
        ("hefl", BY, [CallKind.INCOMPLETE]),
        ("hefl", WIDE, []),
        ("vsefl", BY, []),
        ("efhl", BY, []),
    ],
)
def test_whose_running_past_counts(rulebook, keys, wanted):
    assert kinds(passed(rulebook, {"H1": SLOW, "A1": keys}, 1.2)) == wanted


def test_who_was_never_short_of_it_does_not_run_past_it():
    gone = [(0.0, 460.0, 150.0, 0.0), (1.0, 500.0, 150.0, 0.0)]
    assert passed("hefl", {"H1": SLOW, "A1": gone}, 1.2) == []


# A second receiver's front from the near side.
OTHER = [(0.0, BALL[0], 90.0, 90.0), (0.6, BALL[0], 150.0 - RADIUS_MM - 13.9, 90.0)]


@pytest.mark.parametrize(
    ("rulebook", "kind"),
    [("efhl", CallKind.CATCH), ("hefl", CallKind.INCOMPLETE), ("vsefl", CallKind.INCOMPLETE)],
)
def test_another_receiver_first(rulebook, kind):
    (call,) = passed(rulebook, {"H1": RUN, "H2": OTHER}, 1.3)
    assert (call.kind, call.players, call.flag) == (kind, ("H2",), ())


@pytest.mark.parametrize("rulebook", STICKS)
def test_a_lineman_first_is_illegal_touching(rulebook):
    (call,) = passed(rulebook, {"H1": RUN, "H2": OTHER}, 1.3, about={"linemen": ("H2",)})
    assert (call.kind, call.players) == (CallKind.ILLEGAL_TOUCHING, ("H2",))


@pytest.mark.parametrize(
    ("rulebook", "kind"),
    [
        ("efhl", CallKind.ILLEGAL_TOUCHING),
        ("hefl", CallKind.INCOMPLETE),
        ("vsefl", CallKind.INCOMPLETE),
    ],
)
def test_who_was_out_of_bounds_on_his_route_cannot_catch_it(rulebook, kind):
    (call,) = passed(rulebook, {"H1": RUN}, 1.3, about={"ineligible": ("H1",)})
    assert call.kind is kind


def test_nobody_can_tell_whether_he_may_catch_it():
    (call,) = passed("hefl", {"H1": RUN}, 1.3, about={"unsure": ("H1",)})
    assert (call.kind, call.flagged) == (CallKind.CATCH, True)


TOGETHER = [(0.0, HEAD_ON_X + 60.0, 150.0, 180.0), (1.0, HEAD_ON_X, 150.0, 180.0)]


def test_two_fronts_at_one_time_bat_it_down_in_efhl():
    (call,) = passed("efhl", {"H1": RUN, "A1": TOGETHER}, 1.4)
    assert (call.kind, call.rule, set(call.players), call.flag) == (
        CallKind.BATTED_DOWN,
        "EFHL-PAS-14",
        {"A1", "H1"},
        (),
    )


def test_receiver_and_defender_at_one_time_is_his_catch_and_no_more_in_hefl():
    calls = passed("hefl", {"H1": RUN, "A1": TOGETHER}, 1.4)
    catch = next(call for call in calls if call.kind is CallKind.CATCH)
    assert (catch.rule, catch.players, catch.dead) == ("HEFL-SIM-04", ("A1", "H1"), True)
    assert catch.flag == ()
    assert not any(call.kind is CallKind.TACKLE for call in calls)


def test_nobody_was_before_the_other_in_vsefl():
    (call,) = passed("vsefl", {"H1": RUN, "A1": TOGETHER}, 1.4)
    assert (call.kind, call.flagged, set(call.players)) == (CallKind.INCOMPLETE, True, {"A1", "H1"})


def test_a_tenth_of_a_second_is_one_time_in_hefl_and_two_in_efhl():
    later = [(0.0, HEAD_ON_X + 60.0, 150.0, 180.0), (1.075, HEAD_ON_X, 150.0, 180.0)]
    moves = {"H1": RUN, "A1": later}
    assert passed("hefl", moves, 1.5)[0].dead
    (call,) = passed("efhl", moves, 1.5)
    assert (call.kind, call.players) == (CallKind.CATCH, ("H1",))


def test_two_defenders_at_one_time_have_it_both():
    below = [(0.0, BALL[0], 70.0, 90.0), (0.7, BALL[0], 150.0 - RADIUS_MM - 13.9, 90.0)]
    (call,) = passed("hefl", {"H1": RUN, "A1": EARLY, "A2": below}, 1.3)
    assert (call.kind, set(call.players), call.rule) == (
        CallKind.INTERCEPTION,
        {"A1", "A2"},
        "HEFL-SIM-04",
    )


def test_a_second_man_of_the_offense_at_the_same_time_ends_the_advance_in_hefl():
    below = [(0.0, BALL[0], 70.0, 90.0), (1.0, BALL[0], 150.0 - RADIUS_MM - 13.9, 90.0)]
    calls = passed("hefl", {"H1": RUN, "H2": below}, 1.4)
    catch = next(call for call in calls if call.kind is CallKind.CATCH)
    assert (catch.players, catch.dead) == (("H2", "H1"), True)


# A defender who holds on to the man in front of the marker, rear to front, all the way.
HOLDS = [(0.0, RUN[0][1] - 27.8, 150.0, 0.0), (1.0, AT_BALL_X - 27.8, 150.0, 0.0)]


@pytest.mark.parametrize(("rulebook", "rule"), [("efhl", "EFHL-PAS-11"), ("hefl", "HEFL-TKL-02")])
def test_a_receiver_with_an_opponent_at_him_is_down_where_he_caught_it(rulebook, rule):
    calls = passed(rulebook, {"H1": RUN, "A1": HOLDS}, 1.4)
    found = {call.kind: call for call in calls}
    assert found[CallKind.CATCH].flag == ()
    assert (found[CallKind.TACKLE].rule, found[CallKind.TACKLE].players) == (rule, ("A1", "H1"))
    assert found[CallKind.TACKLE].spot.x_mm == pytest.approx(BALL[0] - RADIUS_MM, abs=0.6)
    # 35.5 mm beyond the line to gain at 380.
    assert found[CallKind.LINE_TO_GAIN].gap_mm == pytest.approx(35.5, abs=0.6)


def test_an_engaged_receiver_catches_nothing_in_vsefl():
    (call,) = passed("vsefl", {"H1": RUN, "A1": HOLDS}, 1.4)
    assert (call.kind, call.rule) == (CallKind.INCOMPLETE, "VSEFL-ELG-01")


HELD = [(0.0, HEAD_ON_X + 67.8, 150.0, 180.0), (0.7, HEAD_ON_X + 27.8, 150.0, 180.0)]


def test_a_defender_who_touches_an_opponent_bats_it_down_in_efhl():
    (call,) = passed("efhl", {"H1": RUN, "A1": EARLY, "H2": HELD}, 1.2)
    assert (call.kind, call.rule, call.players) == (CallKind.BATTED_DOWN, "EFHL-PAS-14", ("A1",))


@pytest.mark.parametrize("rulebook", ["hefl", "vsefl"])
def test_an_interceptor_who_touches_an_opponent_is_down_there(rulebook):
    (call,) = passed(rulebook, {"H1": RUN, "A1": EARLY, "H2": HELD}, 1.2)
    assert (call.kind, call.players, call.dead, call.flag) == (
        CallKind.INTERCEPTION,
        ("A1",),
        True,
        (),
    )


def shifted(keys, dx):
    return [(t, x + dx, y, heading) for t, x, y, heading in keys]


@pytest.mark.parametrize("rulebook", STICKS)
def test_a_catch_over_the_goal_line_scores(rulebook):
    # The marker lies 10 mm beyond the goal line at 800.
    moves = {"H1": shifted(RUN, 390.0), "A1": FAR}
    calls = passed(rulebook, moves, 1.3, place=(810.0, 150.0))
    assert kinds(calls) == [CallKind.CATCH, CallKind.TOUCHDOWN]
    assert not any(call.flagged for call in calls)


@pytest.mark.parametrize("rulebook", STICKS)
def test_an_interception_in_the_own_end_zone_is_no_score(rulebook):
    moves = {"A1": shifted(EARLY, 390.0), "H1": FAR}
    assert kinds(passed(rulebook, moves, 1.2, place=(810.0, 150.0))) == [CallKind.INTERCEPTION]


@pytest.mark.parametrize("rulebook", STICKS)
def test_who_is_over_the_sideline_catches_nothing(rulebook):
    # His right side is 1 mm beyond the near sideline.
    moves = {"H1": [(t, x, 9.3, h) for t, x, _, h in RUN], "A1": FAR}
    (call,) = passed(rulebook, moves, 1.3, place=(420.0, 9.3))
    assert call.kind is CallKind.INCOMPLETE


@pytest.mark.parametrize("rulebook", STICKS)
def test_the_receiver_falls_on_the_way(rulebook):
    (call,) = passed(rulebook, {"H1": RUN, "A1": FAR}, 1.3, fallen={"H1": 0.5})
    assert call.kind is CallKind.INCOMPLETE
    assert call.t_ns / 1e9 == pytest.approx(0.5, abs=0.04)


def test_a_fallen_defender_is_part_of_the_field():
    (call,) = passed("hefl", {"H1": RUN, "A1": EARLY}, 1.3, fallen={"A1": 0.0})
    assert (call.kind, call.players) == (CallKind.CATCH, ("H1",))


def test_a_receiver_who_is_held_up_for_a_second_in_efhl():
    stuck = [(0.0, 340.0, 150.0, 0.0), (0.5, 360.0, 150.0, 0.0)]
    (call,) = passed("efhl", {"H1": stuck, "A1": FAR}, 2.0)
    assert (call.kind, call.rule) == (CallKind.INCOMPLETE, "EFHL-PAS-09")
    assert passed("hefl", {"H1": stuck, "A1": FAR}, 2.0) == []


# A backward pass: nobody passes it forward, so it does not become incomplete.
@pytest.mark.parametrize(("rulebook", "rule"), [("efhl", "EFHL-PIT-05"), ("vsefl", "VSEFL-BWP-01")])
def test_a_backward_pass_that_is_missed_is_a_fumble(rulebook, rule):
    (call,) = passed(rulebook, {"H1": MISS, "A1": FAR}, 2.0, about={"backward": True})
    assert (call.kind, call.rule) == (CallKind.FUMBLE, rule)
    assert call.spot.x_mm == pytest.approx(BALL[0], abs=0.5)


def test_a_backward_pass_stays_live_in_hefl_until_somebody_touches_it():
    moves = {"H1": MISS, "A1": FAR}
    assert passed("hefl", moves, 2.0, about={"backward": True}) == []
    calls = passed("hefl", {**moves, "A1": EARLY}, 2.0, about={"backward": True})
    assert [(c.kind, c.players) for c in calls] == [(CallKind.RECOVERED, ("A1",))]


def test_a_touch_that_may_have_been_none_is_flagged_and_the_pass_goes_on():
    # 0.15 mm beside the marker, seen with a sigma of 0.12 and 0.1: likely, and never sure.
    close = [(0.0, 360.0, 150.0 - 14.8 - 0.1, 0.0), (0.45, 405.0, 150.0 - 14.8 - 0.1, 0.0)]
    leave = [*close, (0.6, 405.0, 120.0, 0.0)]
    calls = passed("hefl", {"H1": leave, "A1": FAR}, 1.0)
    assert all(call.flagged for call in calls)
    assert not {CallKind.CATCH, CallKind.INCOMPLETE} & set(kinds(calls))


@pytest.mark.parametrize(("heading", "flagged"), [(0.0, False), (90.0, True)])
def test_who_may_have_failed_to_catch_it_before_makes_no_difference(heading, flagged):
    """A team mate's side may have touched it first: incomplete either way. The front: a catch."""
    reach = 10.3 if heading == 0.0 else 13.9
    away = 150.0 - RADIUS_MM - reach - 0.15
    mate = [(0.0, BALL[0], away, heading), (0.1, BALL[0], away, heading)]
    mate.append((0.4, BALL[0], away - 40.0, heading))
    late = [(0.0, BALL[0] - 6.0, 210.0, 0.0), (0.6, BALL[0] - 6.0, 210.0, 0.0)]
    late.append((1.0, BALL[0] - 6.0, 150.0 + RADIUS_MM + 10.0, 0.0))
    calls = passed("efhl", {"H1": late, "H2": mate, "A1": FAR}, 1.4)
    (call,) = [c for c in calls if c.kind is CallKind.INCOMPLETE]
    assert call.flagged is flagged


# The ball magnet is 10.8 by 6.2 mm; who points at it does not say which way it lies.
OVAL = (4.25, 1.15)


@pytest.mark.parametrize("deep_mm", [-0.2, 0.2, 0.7])
def test_whether_a_base_that_slides_by_touched_an_oval_nobody_can_tell(deep_mm):
    # His front right corner goes by within where the narrow side may be, or the long end.
    y = 150.0 + 10.3 + OVAL[0] - deep_mm
    for size_mm, sure in ((OVAL, False), ((OVAL[0], 0.0), deep_mm > 0.0)):
        calls = passed(
            "efhl", {"H1": [(0.0, 360.0, y, 0.0), (0.9, 450.0, y, 0.0)], "A1": FAR}, 0.8,
            size_mm=size_mm,
        )  # fmt: skip
        touched = {CallKind.CATCH, CallKind.INCOMPLETE} & {c.kind for c in calls if not c.flagged}
        assert bool(touched) is sure


@pytest.mark.parametrize(("lies_deg", "touches"), [(None, None), (0.0, False), (90.0, True)])
def test_a_base_that_slides_by_an_oval_touched_it_as_the_oval_is_seen_to_lie(lies_deg, touches):
    # His right side goes by 0.6 mm beyond the narrow side of one that lies along his way, and 1.7
    # mm over the end of one that lies across it. It is not by yet.
    y = 150.0 + 10.3 + (OVAL[0] - OVAL[1]) + 0.6
    calls = passed(
        "efhl", {"H1": [(0.0, 360.0, y, 0.0), (0.9, 450.0, y, 0.0)], "A1": FAR}, 0.6,
        size_mm=OVAL, lies_deg=lies_deg,
    )  # fmt: skip
    if touches is None:
        assert any(call.flagged for call in calls)
    else:
        ends = {CallKind.CATCH, CallKind.INCOMPLETE} & {c.kind for c in calls}
        assert (bool(ends), [c for c in calls if c.flagged]) == (touches, [])


@pytest.mark.parametrize(("off_mm", "speed"), [(0.0, 40.0), (1.15, 90.0), (-1.15, 150.0)])
def test_who_runs_over_an_oval_has_it_whichever_way_it_lies(off_mm, speed):
    far = 40.0
    run = [(0.0, AT_BALL_X - far, 150.0, 0.0), (2.0, AT_BALL_X - far + 2.0 * speed, 150.0, 0.0)]
    (call,) = passed("efhl", {"H1": run, "A1": FAR}, far / speed + 0.2, size_mm=OVAL)
    assert (call.kind, call.players, call.flag) == (CallKind.CATCH, ("H1",), ())
    # Its near edge may be anywhere within its two half lengths.
    at_s = (far + RADIUS_MM - OVAL[0] + off_mm) / speed
    assert abs(call.t_ns / 1e9 - at_s) < 2.0 * call.sigma_ns / 1e9 + 0.002


@pytest.mark.parametrize("off_mm", [-1.0, 0.0, 1.0])
def test_who_is_held_by_an_oval_has_it_whichever_way_it_lies(off_mm):
    x = AT_BALL_X + RADIUS_MM - OVAL[0] + off_mm
    held = [(0.0, x - 50.0, 150.0, 0.0), (1.0, x, 150.0, 0.0)]
    (call,) = passed("efhl", {"H1": held, "A1": FAR}, 1.6, size_mm=OVAL)
    assert (call.kind, call.players, call.flag) == (CallKind.CATCH, ("H1",), ())


def test_the_ball_out_of_sight_with_somebody_near_is_said():
    moves = {"H1": RUN, "A1": FAR}
    boards = with_marker(film(moves, 1.3), hidden=(0.6, 2.0))
    (call,) = flown("hefl", boards, in_the_air(moves))
    assert (call.kind, call.flagged) == (CallKind.NOT_SEEN, True)


@pytest.mark.parametrize("rulebook", STICKS)
def test_who_runs_past_a_ball_out_of_sight_ends_the_pass_all_the_same(rulebook):
    """The marker is seen no more after 0.3 s; the receiver is a base length past it at 1.57 s."""
    moves = {"H1": MISS, "A1": FAR}
    boards = with_marker(film(moves, 2.0), hidden=(0.3, 9.0))
    calls = flown(rulebook, boards, in_the_air(moves))
    assert kinds(calls) == [CallKind.NOT_SEEN, CallKind.INCOMPLETE]
    assert calls[-1].t_ns / 1e9 == pytest.approx(1.568, abs=0.05)
    assert Doubt(DoubtKind.BALL_OUT_OF_SIGHT) in calls[-1].flag


def test_a_defender_out_of_sight_may_have_been_there_first():
    moves = {"H1": RUN, "A1": [(0.0, HEAD_ON_X + 20.0, 150.0, 180.0)]}
    boards = with_marker(film(moves, 1.3, hidden={"A1": (0.7, 1.3)}))
    (call,) = flown("hefl", boards, in_the_air(moves))
    assert call.kind is CallKind.CATCH
    assert any("A1 was not seen" in reason for reason in call.flag)


def beside_the_marker(gap_mm, hidden):
    """A1 stands that far from the marker with its front toward it, out of sight for a while."""
    x_mm = BALL[0] + RADIUS_MM + 13.9 + gap_mm
    moves = {"H1": RUN, "A1": [(0.0, x_mm, 150.0, 180.0)]}
    boards = with_marker(film(moves, 1.3, hidden={"A1": hidden}))
    (call,) = flown("hefl", boards, in_the_air(moves))
    return call


def test_a_defender_out_of_sight_long_before_may_have_been_there_first():
    """Back in sight 0.3 s before the catch: its touch would have been before that."""
    call = beside_the_marker(2.0, (0.1, 0.7))
    assert (call.kind, call.flag) == (
        CallKind.CATCH,
        ("A1 was not seen and may have been there first",),
    )


def test_a_defender_who_was_too_far_off_for_so_short_a_time_is_no_doubt():
    assert beside_the_marker(20.0, (0.1, 0.7)).flag == ()


def test_who_is_plainly_seen_was_not_there_unseen_however_roughly_the_ball_is_known():
    """The detector knows a marker to 1.5 mm: that is no hole in anybody's sight."""
    beside = [(0.0, 360.0, 124.0, 0.0), (2.0, 460.0, 124.0, 0.0)]
    moves = {"H1": beside, "A1": [(0.0, BALL[0], 150.0 + RADIUS_MM + 10.3 + 8.0, 180.0)]}
    boards = [roughly_marked(board) for board in with_marker(film(moves, 2.0))]
    calls = flown("hefl", boards, in_the_air(moves))
    assert CallKind.INCOMPLETE in kinds(calls)
    assert not [why for call in calls for why in call.flag if "was not seen" in why]


def roughly_marked(board):
    """The same frame, where the ball is known to 1.5 mm."""
    return replace(board, markers=tuple(replace(m, sigma_mm=1.5) for m in board.markers))


def test_the_marker_is_where_it_is_measured_not_where_it_was_laid():
    # Somebody's hand laid it 5 mm further than was said.
    moves = {"H1": shifted(RUN, 5.0), "A1": FAR}
    boards = with_marker(film(moves, 1.3), (BALL[0] + 5.0, BALL[1]))
    (call,) = flown("hefl", boards, in_the_air(moves))
    assert call.t_ns / 1e9 == pytest.approx(1.0, abs=0.008)


def test_without_a_marker_the_power_goes_off():
    moves = {"H1": RUN, "A1": FAR}
    situation = in_the_air(moves)
    crew = PlayJudge(load_rulebook("hefl").calls, EASY, ROSTER)
    crew.begin(in_the_air(moves).__class__(**{**_fields(situation), "thrown": None}))
    heard = crew.update(film(moves, 0.1)[0])
    assert heard.cut
    assert heard.calls[0].flagged


def _fields(situation):
    return {name: getattr(situation, name) for name in situation.__slots__}


def test_the_power_goes_off_as_soon_as_a_touch_is_sure():
    moves = {"H1": RUN, "A1": TOGETHER}
    crew = PlayJudge(load_rulebook("hefl").calls, EASY, ROSTER)
    crew.begin(in_the_air(moves))
    heard = [(board.t_ns, crew.update(board)) for board in with_marker(film(moves, 1.4))]
    cut_ns = next(t for t, each in heard if each.cut)
    called_ns = next(t for t, each in heard if each.calls)
    assert cut_ns < called_ns <= cut_ns + 150_000_000 + 34_000_000
