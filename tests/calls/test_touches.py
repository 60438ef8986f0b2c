"""Touches of two bases: what a watch of them keeps, and what a tackle or a sack makes of them."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from referee.calls.call import CallKind
from referee.calls.contact.pair_tracker import PairTracker
from referee.calls.contact.touch import PairFrame, Touch
from referee.calls.context import JudgingContext
from referee.calls.detector import RunContext
from referee.calls.engine.active_detectors import CARRIER_DETECTORS, ActiveDetectors
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.phase_state import PlayPhase
from referee.calls.tackle.carrier_down import BROKEN, DOWN, FROM_BEHIND
from referee.calls.tackle.sack import Sacks, SackTouch
from referee.calls.tackle.tackle import FrontNeeded, Tackles
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.field.direction import Direction
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.settings.ruled import Ruled
from referee.loaders.rulebooks import load_rulebook
from tests.calls.plays import BASE, MS, ROSTER, situation
from tests.core.fields import EASY

RULES = load_rulebook("hefl").calls
LEVELS = Thresholds()
SHUT = 127.8  # two fronts, 13.9 mm each, 100 mm from the other
HERE = MeasuredPose(Pose(0.0, 0.0, 0.0))


def ruled(section, **changes):
    made = {key: Ruled(value, "TEST-SET-01") for key, value in changes.items()}
    return replace(section, **made)


def measured(x, y=100.0, heading=0.0):
    return MeasuredPose.with_sigmas(Pose(x, y, heading), 0.03, 0.03, 0.1)


def frame(t_ms, x, heading=180.0, y=100.0, carrier=(100.0, 100.0, 0.0), **about):
    """H1 stands at (100, 100) facing +x; A1 is on his right-hand side of the board."""
    seen = (
        [] if carrier is None else [SeenBase("H1", measured(*carrier), front=about.pop("own", 1.0))]
    )
    if x is not None:
        seen.append(SeenBase("A1", measured(x, y, heading), **about))
    return BoardFrame(round(t_ms * MS), True, tuple(seen))


def watched(frames):
    watch = PairTracker(BASE, BASE, LEVELS)
    for k, x in enumerate(frames):
        watch.update(x if isinstance(x, BoardFrame) else frame(20 * k, x), "H1", "A1")
    return watch


def look(t_ms, gap, sigma=0.1, **about):
    return PairFrame(t_ms * MS, gap, sigma, HERE, HERE, None, **about)


def test_the_gap_of_a_run_is_weighed_by_what_is_known():
    looks = (look(0, 9.0), look(20, 1.0, 0.1), look(40, 2.0, 0.2))
    touch = Touch(0.9, 1, looks, (BASE, BASE))
    assert touch.run == looks[1:]
    mean, sigma = touch.gap(0.2)
    # Weights 100 and 25: the mean is 150 / 125; alone 1 / 125, together (0.01 + 0.04) / 2.
    assert mean == pytest.approx(1.2)
    assert sigma == pytest.approx(math.sqrt(0.2 * 0.025 + 0.8 / 125.0))


def test_who_came_into_sight_touching_touched_by_then():
    touch = Touch(0.9, 0, (look(40, 0.0), look(60, 0.0)), (BASE, BASE))
    instant = touch.instant(LEVELS.prior)
    assert (instant.t_s, instant.sigma_s) == (0.04, 0.0)


def test_a_touch_begins_when_the_gap_closes():
    # 6, 4, 2 mm at 0, 20, 40 ms: shut at 60 and from then on.
    xs = [SHUT + 6.0, SHUT + 4.0, SHUT + 2.0, SHUT, SHUT, SHUT]
    touches = watched(xs).touches()
    best = max(touches, key=lambda touch: touch.probability)
    assert best.probability > 0.99
    assert best.instant(LEVELS.prior).t_s == pytest.approx(0.06, abs=0.003)


def test_a_frame_a_little_off_does_not_hide_where_the_motion_led():
    # 200 mm/s: they meet at 55 ms. In the frame at 60 ms the gap is measured 0.18 mm too wide,
    # which is four sigmas; had they not met they would be 1 mm into each other.
    xs = [SHUT + 11.0, SHUT + 7.0, SHUT + 3.0, SHUT + 0.18, SHUT, SHUT, SHUT]
    touch = max(watched(xs).touches(), key=lambda each: each.probability)
    instant = touch.instant(LEVELS.prior)
    assert instant.t_s == pytest.approx(0.055, abs=2.0 * instant.sigma_s)
    assert instant.t_s < 0.06
    assert instant.sigma_s < 0.003


def test_who_slides_along_a_little_apart_is_not_there_yet():
    # The motion led into him at 60 ms; three frames show 0.17 mm, and only then it is shut.
    xs = [SHUT + 2.3, SHUT + 1.2, SHUT + 0.17, SHUT + 0.17, SHUT + 0.17, SHUT, SHUT, SHUT]
    touch = max(watched(xs).touches(), key=lambda each: each.probability)
    instant = touch.instant(LEVELS.prior)
    assert instant.t_s == pytest.approx(0.09, abs=max(2.6 * instant.sigma_s, 0.01))
    assert instant.t_s > 0.07


@pytest.mark.parametrize(("off", "kept"), [(24.9, True), (25.1, False)])
def test_beyond_twenty_five_millimetres_only_the_distance_is_known(off, kept):
    seen = PairTracker(BASE, BASE, LEVELS).update(
        frame(0, 100.0 + 2 * BASE.reach_mm + off), "H1", "A1"
    )
    assert seen.near is kept
    assert seen.contact is None
    if not kept:
        assert (seen.gap_mm, seen.sigma_mm) == (pytest.approx(25.1), 1.0)


def test_clearly_apart_there_is_no_touch():
    assert watched([SHUT + 1.0]).touches() == ()
    assert watched([]).touches() == ()
    assert len(watched([SHUT]).touches()) == 1


def test_frames_beyond_a_hole_are_no_part_of_a_run():
    frames = [frame(t, SHUT) for t in (0, 20, 40, 101, 121)]
    assert len(watched(frames).touches()) == 2
    frames = [frame(t, SHUT) for t in (0, 20, 40, 100, 120)]
    assert len(watched(frames).touches()) == 5
    unseen = [frame(0, SHUT), frame(20, None), frame(40, SHUT), frame(60, SHUT)]
    assert len(watched(unseen).touches()) == 2


def test_a_run_goes_back_no_further_than_its_window_and_twelve_frames():
    assert len(watched([SHUT] * 30).touches()) == 12
    # At 50 ms a frame, the last 350 ms are eight of them.
    assert len(watched([frame(50 * k, SHUT) for k in range(12)]).touches()) == 8


def test_what_was_more_than_a_second_ago_says_nothing():
    frames = [frame(0, SHUT), frame(1000, SHUT)]
    assert len(watched(frames).looks) == 2
    frames = [frame(0, SHUT), frame(1001, SHUT)]
    assert len(watched(frames).looks) == 1
    assert watched(frames).looks[0].after_hole


@pytest.mark.parametrize(("gone_ms", "hidden"), [(60, False), (140, True)])
def test_out_of_sight_they_may_have_come_together(gone_ms, hidden):
    # Nobody knows how fast: 250 mm/s at most, for a gap of 25 mm.
    watch = watched([frame(0, SHUT + 25.0), frame(20, None)])
    assert watch.hidden(gone_ms * MS) is hidden


def test_they_come_together_little_faster_than_they_did():
    # 1 mm in 20 ms are 50 mm/s, and 60 more: 110 mm/s for a gap of 11 mm are a tenth of a second.
    watch = watched([frame(0, SHUT + 12.0), frame(20, SHUT + 11.0), frame(40, None)])
    assert not watch.hidden(118 * MS)
    assert watch.hidden(122 * MS)
    # Parting counts as standing: 60 mm/s.
    watch = watched([frame(0, SHUT + 5.0), frame(20, SHUT + 6.0), frame(40, None)])
    assert not watch.hidden(118 * MS)
    assert watch.hidden(122 * MS)


def test_a_hole_that_was_long_enough_to_meet_in_is_remembered_for_a_moment():
    # 250 mm/s for 100 ms are 25 mm: 12 to and 12 fro fit, 13 and 13 do not.
    for off, met in ((12.0, True), (13.0, False)):
        watch = watched([frame(0, SHUT + off), frame(100, SHUT + off)])
        assert watch.hidden(100 * MS) is met
        assert watch.hidden(250 * MS) is met
        assert not watch.hidden(251 * MS)


def run_of(state, **rules):
    """A run of the board under EFHL's rules, some of them changed."""
    return RunContext(JudgingContext.of(replace(RULES, **rules), EASY, ROSTER, LEVELS), state)


def weights(kind, heading=180.0, x=SHUT, carrier=(100.0, 100.0, 0.0), phase=None, **about):
    """What a touch weighs, by the rules and with the bases that are told."""
    rules = about.pop("rules", {})
    touch = ruled(RULES.touch, fallen_tackles=about.pop("fallen_tackles", False))
    plays = about.pop("plays", Direction.RIGHT)
    line = about.pop("line", 300.0)
    moves = {"H1": [], "A1": []}
    phase = phase or (PlayPhase.READ if kind is Sacks else PlayPhase.RUN)
    of = situation(moves, phase=phase, plays=plays, scrimmage_x_mm=line)
    name = "sack" if kind is Sacks else "tackle"
    section = ruled(getattr(RULES, name), **rules)
    run = run_of(of, touch=touch, **{name: section})
    calls = kind(run)
    for k in range(3):
        calls.update(frame(20 * k, x, heading, carrier=carrier, **about))
    (hit,) = run.contacts.opponents
    return hit.now[DOWN].weights


FRONT = {"touch": SackTouch.FRONT, "back_fumbles": True}


@pytest.mark.parametrize(
    ("touch", "heading", "down"),
    [
        (SackTouch.FRONT, 180.0, 1.0),
        (SackTouch.FRONT, 0.0, 0.0),
        (SackTouch.ANY, 0.0, 1.0),
        (SackTouch.ANY_BUT_REAR, 180.0, 1.0),
        (SackTouch.ANY_BUT_REAR, 0.0, 0.0),
    ],
)
def test_which_touch_sacks(touch, heading, down):
    found = weights(Sacks, heading, rules={"touch": touch, "back_fumbles": True})
    assert found[DOWN] == pytest.approx(down, abs=1e-6)
    assert found[BROKEN] == pytest.approx(1.0 - down, abs=1e-6)
    assert found[FROM_BEHIND] == 0.0


def test_a_front_that_may_be_a_rear_counts_as_far_as_it_is_one():
    assert weights(Sacks, 180.0, rules=FRONT, front=0.7)[DOWN] == pytest.approx(0.7)
    assert weights(Sacks, 0.0, rules=FRONT, front=0.7)[DOWN] == pytest.approx(0.3)
    tackle = {"front": FrontNeeded.EVERYWHERE}
    assert weights(Tackles, 180.0, rules=tackle, front=0.7)[DOWN] == pytest.approx(0.7)
    assert weights(Tackles, 0.0, rules=tackle, front=0.7)[DOWN] == pytest.approx(0.3)


def test_who_may_lie_downs_nobody_as_far_as_he_does():
    for kind, rules in ((Sacks, FRONT), (Tackles, {"front": FrontNeeded.EVERYWHERE})):
        found = weights(kind, rules=rules, fallen=0.4)
        assert (found[DOWN], found[BROKEN]) == (pytest.approx(0.6), pytest.approx(0.0))
        found = weights(kind, rules=rules, fallen=0.4, fallen_tackles=True)
        assert found[DOWN] == pytest.approx(1.0)


@pytest.mark.parametrize(("own", "share"), [(1.0, 1.0), (0.8, 0.8)])
def test_from_behind_is_on_the_carriers_back(own, share):
    turned = (100.0, 100.0, 180.0)  # his back is toward the other
    found = weights(Sacks, carrier=turned, rules=FRONT, own=own)
    assert found[FROM_BEHIND] == pytest.approx(share)
    never = {"touch": SackTouch.FRONT, "back_fumbles": False}
    assert weights(Sacks, carrier=turned, rules=never)[FROM_BEHIND] == 0.0
    tackle = {"front": FrontNeeded.EVERYWHERE, "from_behind_fumbles": True}
    assert weights(Tackles, carrier=turned, rules=tackle, own=own)[FROM_BEHIND] == pytest.approx(
        share
    )
    assert weights(Tackles, rules=tackle, own=own)[FROM_BEHIND] == pytest.approx(1.0 - share)


@pytest.mark.parametrize(
    ("phase", "any_touch", "rear_tackles", "down"),
    [
        (PlayPhase.RUN, True, True, 1.0),
        (PlayPhase.RUN, True, False, 0.0),
        (PlayPhase.RETURN, True, False, 1.0),
        (PlayPhase.RUN, False, True, 0.0),
    ],
)
def test_a_rear_where_no_front_is_asked_for(phase, any_touch, rear_tackles, down):
    rules = {"front": FrontNeeded.NOWHERE, "any_touch": any_touch, "rear_tackles": rear_tackles}
    assert weights(Tackles, 0.0, phase=phase, rules=rules)[DOWN] == pytest.approx(down, abs=1e-6)


@pytest.mark.parametrize(
    ("plays", "line", "down"),
    [
        (Direction.RIGHT, 74.9, 0.0),
        (Direction.RIGHT, 72.9, 1.0),
        (Direction.LEFT, 125.1, 0.0),
        (Direction.LEFT, 127.1, 1.0),
    ],
)
def test_up_to_so_many_yards_past_the_line_a_front_is_needed(plays, line, down):
    # Five yards are 40 mm, his foremost part is at 113.9 or 86.1; a rear is no front.
    rules = {"front": FrontNeeded.NEAR_THE_LINE, "front_until_yd": 5.0, "any_touch": True}
    rules |= {"rear_tackles": True}
    found = weights(Tackles, 0.0, plays=plays, line=line, rules=rules)
    assert found[DOWN] == pytest.approx(down, abs=1e-6)


def test_nobody_is_downed_in_other_phases():
    of = situation({"H1": [], "A1": []})
    detectors = ActiveDetectors(JudgingContext.of(RULES, EASY, ROSTER, LEVELS))
    for kind, awake in (
        (Sacks, {PlayPhase.SNAP, PlayPhase.READ, PlayPhase.SCRAMBLE}),
        (Tackles, {PlayPhase.RUN, PlayPhase.AFTER_CATCH, PlayPhase.RETURN}),
    ):
        for phase in PlayPhase:
            for carrier in ("H1", None):
                run = detectors.run_of(replace(of, phase=phase, carrier=carrier))
                found = [type(each) for each in detectors.awake(CARRIER_DETECTORS, run)]
                assert (kind in found) is (phase in awake and carrier is not None)


@pytest.mark.parametrize(
    ("plays", "line", "downs"),
    [
        (Direction.RIGHT, 273.8, False),
        (Direction.RIGHT, 274.0, True),
        (Direction.LEFT, -73.8, False),
        (Direction.LEFT, -74.0, True),
    ],
)
def test_a_passer_all_of_whom_is_so_far_back_is_down(plays, line, downs):
    # Twenty yards are 160 mm; facing the line his foremost part is 13.9 ahead of 100.
    section = ruled(RULES.sack, coverage=True, coverage_yd=20.0)
    of = situation({"H1": []}, phase=PlayPhase.READ, plays=plays, scrimmage_x_mm=line)
    calls = Sacks(run_of(of, sack=section))
    exact = MeasuredPose(Pose(100.0, 100.0, 0.0))
    said = [calls.update(BoardFrame(k * 20 * MS, True, (SeenBase("H1", exact),))) for k in range(3)]
    assert [bool(each) for each in said] == [downs, False, False]
    if downs:
        ((call,), *_) = said
        assert call.spot.x_mm == pytest.approx(line - plays.sign * 160.0)
        assert call.t_ns / S_NS == 0.0


@pytest.mark.parametrize(
    ("yards", "at_limit", "rule"),
    [(5.0, True, "TEST-SET-02"), (5.0, False, "TEST-SET-03"), (4.9, True, "TEST-SET-03")],
)
def test_exactly_at_the_limit_the_book_says_whether_a_front_is_needed(yards, at_limit, rule):
    # Without any error: 100 and half a base are at the line and five yards of 8 mm past it.
    section = ruled(
        RULES.tackle, front_until_yd=yards, front_at_limit=at_limit, any_touch=True, broken=False
    )
    section = replace(
        section,
        front=Ruled(FrontNeeded.NEAR_THE_LINE, "TEST-SET-02"),
        any_touch=Ruled(True, "TEST-SET-03"),
    )
    of = situation({"H1": [], "A1": []}, scrimmage_x_mm=100.0 + BASE.length_mm / 2 - 40.0)
    calls = Tackles(run_of(of, tackle=section))
    exact = (MeasuredPose(Pose(100.0, 100.0, 0.0)), MeasuredPose(Pose(SHUT, 100.0, 180.0)))
    seen = (SeenBase("H1", exact[0]), SeenBase("A1", exact[1]))
    said = [call for k in range(4) for call in calls.update(BoardFrame(k * 20 * MS, True, seen))]
    assert [call.rule for call in said if call.kind is CallKind.TACKLE] == [rule]
