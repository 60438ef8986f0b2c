"""What follows from where a ball is dead, lies or leaves the field: limits and exact places."""

from __future__ import annotations

from dataclasses import replace
from statistics import NormalDist

import pytest

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.context import JudgingContext
from referee.calls.engine.play_end import PlayEnd, in_call_order
from referee.calls.episode import Episode
from referee.calls.lines.goal_line import OwnEndZone, p_in_own_end_zone, safety_call
from referee.calls.lines.line_to_gain import LineToGainRules, line_to_gain_call
from referee.calls.loose.ball_out import BallOutTracker, ball_out_calls, touchback_call
from referee.calls.loose.dice_result import fall_after_dice, fumble_after_dice
from referee.calls.loose.loose_rules import FarEndZone, LooseSpot
from referee.calls.loose.recovery import (
    calls_without_recovery,
    chooses_touchback,
    in_end_zone_ahead,
    recovery_calls,
)
from referee.calls.phase_state import LostBall, PhaseState, PlayPhase
from referee.calls.stops.power_pulse import PowerPulse
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.geometry.marker import Marker
from referee.core.roster import Team
from referee.core.settings.ruled import Ruled
from referee.loaders.rulebooks import load_rulebook
from tests.calls.plays import MS, ROSTER
from tests.core.fields import EASY

LEVELS = Thresholds()
RULES = load_rulebook("hefl").calls
PLAYERS = {player.id: player for player in ROSTER}
# Each setting has a rule of its own here, so that a call shows on which of them it rests.
SETTINGS = (
    "safety",
    "on_the_line",
    "regained",
    "returned",
    "out",
    "out_ahead",
    "out_behind",
    "touchback_yd",
    "scores",
    "scores_own",
    "advance",
    "may_keep",
    "others_stay",
    "regained_dead",
)
ON = ("A1", "A2", "H1", "H2")
# The one-sided limit of 0.999 lies so many sigmas out.
SURE = NormalDist().inv_cdf(0.999)
BOTH = [(Direction.RIGHT, 0.0), (Direction.LEFT, 800.0)]  # and the own goal line's x


def play(**changes) -> PhaseState:
    plain = PhaseState(1, PlayPhase.RUN, Team.HOME, Direction.RIGHT, "H1", ON, scrimmage_x_mm=300.0)
    return replace(plain, **changes)


def dead(x_mm, sigma_mm=0.0, **changes) -> Call:
    spot = BallSpot(x_mm, 100.0, sigma_mm)
    plain = Call(
        2 * S_NS,
        5,
        CallKind.TACKLE,
        "T-1",
        1.0,
        CallAction.CUT,
        ("A1", "H1"),
        0.0,
        0.1,
        spot,
        (),
        (1,),
        Episode.read("t:1"),
    )
    return replace(plain, **changes)


def rule_of(setting):
    return f"TEST-SET-{SETTINGS.index(setting):02d}"


def ruled(section, **changes):
    """Rules with other values, each by a rule of its own."""
    made = {key: Ruled(value, rule_of(key)) for key, value in changes.items()}
    return replace(section, **made)


def goal(**changes):
    plain = {"safety": True, "on_the_line": True, "regained": True}
    plain |= {"returned": OwnEndZone.SAFETY}
    return ruled(RULES.goal, **(plain | changes))


def book(**loose) -> JudgingContext:
    rules = replace(RULES, loose=ruled(RULES.loose, **loose), goal=goal())
    return JudgingContext(rules, EASY, PLAYERS, LEVELS)


@pytest.mark.parametrize(("plays", "own_x"), BOTH)
@pytest.mark.parametrize(
    ("ahead", "on_the_line", "inside"),
    [(-0.1, False, 1.0), (0.0, False, 0.0), (0.0, True, 1.0), (0.1, True, 0.0)],
)
def test_behind_the_own_goal_line(plays, own_x, ahead, on_the_line, inside):
    spot = BallSpot(own_x + plays.sign * ahead, 10.0, 0.0)
    rules = goal(on_the_line=on_the_line)
    assert p_in_own_end_zone(rules, EASY, play(plays=plays), spot) == inside


@pytest.mark.parametrize(("plays", "own_x"), BOTH)
def test_one_sigma_behind_the_goal_line(plays, own_x):
    spot = BallSpot(own_x - plays.sign * 0.5, 10.0, 0.5)
    certainty = p_in_own_end_zone(goal(), EASY, play(plays=plays), spot)
    assert certainty == pytest.approx(NormalDist().cdf(1.0))


@pytest.mark.parametrize(
    ("sigmas", "kind", "flagged"),
    [
        (SURE + 0.01, CallKind.SAFETY, False),
        (SURE - 0.01, CallKind.SAFETY, True),
        (0.0, CallKind.SAFETY, True),
        (-0.01, CallKind.UNCLEAR_LINE, True),
        (-SURE + 0.01, CallKind.UNCLEAR_LINE, True),
    ],
)
def test_a_safety_is_as_sure_as_the_place_of_the_ball(sigmas, kind, flagged):
    found = safety_call(goal(), EASY, LEVELS, play(), dead(-sigmas * 0.4, 0.4, certainty=0.9))
    likely = NormalDist().cdf(abs(sigmas))
    assert (found.kind, found.flagged) == (kind, flagged)
    assert found.certainty == pytest.approx(0.9 * likely)
    assert found.gap_mm == pytest.approx(sigmas * 0.4)
    assert (found.sigma_mm, found.action) == (0.4, CallAction.RECORD)
    assert (found.rule, found.episode.text) == (rule_of("safety"), "safety:t:1")
    more_likely_not = any(word.endswith("more likely not") for word in found.flag)
    assert more_likely_not is (kind is CallKind.UNCLEAR_LINE)


def test_plainly_in_front_of_his_goal_line_is_no_safety():
    assert safety_call(goal(), EASY, LEVELS, play(), dead((SURE + 0.01) * 0.4, 0.4)) is None
    assert safety_call(goal(), EASY, LEVELS, play(), dead(-9.0, spot=None)) is None
    assert safety_call(goal(safety=False), EASY, LEVELS, play(), dead(-9.0)) is None


def test_a_side_that_regained_its_ball_has_its_own_rule():
    again = play(regained=True)
    assert safety_call(goal(), EASY, LEVELS, again, dead(-9.0)).rule == rule_of("regained")
    assert safety_call(goal(regained=False), EASY, LEVELS, again, dead(-9.0)) is None
    assert safety_call(goal(safety=False), EASY, LEVELS, again, dead(-9.0)).rule == rule_of(
        "regained"
    )


@pytest.mark.parametrize(
    ("phase", "regained", "rule", "asked"),
    [
        (PlayPhase.RETURN, False, "returned", True),
        (PlayPhase.RETURN, True, "regained", False),
        (PlayPhase.RUN, False, "safety", False),
    ],
)
def test_only_a_returner_in_his_own_end_zone_is_a_question(phase, regained, rule, asked):
    ask = goal(returned=OwnEndZone.ASK)
    found = safety_call(ask, EASY, LEVELS, play(phase=phase, regained=regained), dead(-9.0))
    assert (found.rule, found.flagged) == (rule_of(rule), asked)


def gain(*, reached=True):
    return LineToGainRules(Ruled(reached, "TEST-GAIN-01"))


@pytest.mark.parametrize("plays", list(Direction))
@pytest.mark.parametrize(
    ("past", "reached", "wanted"),
    [(0.1, False, True), (0.0, True, True), (0.0, False, False), (-0.1, True, False)],
)
def test_the_line_to_gain_is_reached_on_it_where_the_book_says_so(plays, past, reached, wanted):
    of = play(plays=plays, to_gain_x_mm=380.0)
    call = dead(380.0 + plays.sign * past)
    found = line_to_gain_call(gain(reached=reached), LEVELS, of, call)
    assert (found is not None) is wanted
    if found is not None:
        assert (found.kind, found.flag, found.certainty) == (CallKind.LINE_TO_GAIN, (), 1.0)
        assert found.gap_mm == pytest.approx(past)


@pytest.mark.parametrize(
    ("sigmas", "kind", "flagged"),
    [
        (SURE + 0.01, CallKind.LINE_TO_GAIN, False),
        (SURE - 0.01, CallKind.LINE_TO_GAIN, True),
        (0.0, CallKind.LINE_TO_GAIN, True),
        (-0.01, CallKind.SHORT, True),
        (-SURE + 0.01, CallKind.SHORT, True),
    ],
)
def test_a_measurement_is_as_sure_as_the_place_of_the_ball(sigmas, kind, flagged):
    call = dead(380.0 + sigmas * 0.4, 0.4, certainty=0.9)
    found = line_to_gain_call(gain(), LEVELS, play(to_gain_x_mm=380.0), call)
    assert (found.kind, found.flagged) == (kind, flagged)
    assert found.certainty == pytest.approx(0.9 * NormalDist().cdf(abs(sigmas)))
    assert (found.action, found.episode.text) == (CallAction.RECORD, "gain:t:1")


def test_plainly_short_is_not_measured():
    of = play(to_gain_x_mm=380.0)
    assert line_to_gain_call(gain(), LEVELS, of, dead(380.0 - (SURE + 0.01) * 0.4, 0.4)) is None
    assert line_to_gain_call(gain(), LEVELS, of, dead(390.0, spot=None)) is None
    assert line_to_gain_call(gain(), LEVELS, play(), dead(390.0)) is None


def rolled(places, sigma_mm=0.0):
    """What is said of a ball of 4.5 mm that is seen there, frame by frame of 20 ms."""
    leaving = BallOutTracker(EASY, LEVELS)
    return [
        leaving.update(k * 20 * MS, Marker(x, y, 4.5, sigma_mm)) for k, (x, y) in enumerate(places)
    ]


@pytest.mark.parametrize(
    ("x_mm", "y_mm", "line"),
    [
        (400.0, 4.4, "near sideline"),
        (400.0, 315.6, "far sideline"),
        (-75.6, 160.0, "left end line"),
        (885.6, 160.0, "right end line"),
    ],
)
def test_a_ball_is_out_with_any_part_of_it(x_mm, y_mm, line):
    (out,) = rolled([(x_mm, y_mm)])
    assert out.line == line
    assert out.beyond_mm == pytest.approx(0.1)
    # It was never seen inside: it went out where it lies.
    assert (out.x_mm, out.y_mm, out.instant.t_s, out.instant.sigma_s) == (x_mm, y_mm, 0.0, 0.0)


def test_a_ball_that_reaches_the_sideline_is_in():
    assert rolled([(400.0, 4.5), (400.0, 4.6)]) == [None, None]


def test_where_and_when_a_ball_went_out():
    # Its edge goes from 3 mm inside to 1 outside: three quarters of the way.
    found = rolled([(400.0, 9.0), (400.0, 7.5), (408.0, 3.5), (410.0, 3.0)])
    assert found[:2] == [None, None]
    out = found[2]
    assert out.instant.t_s == pytest.approx(0.035)
    assert (out.x_mm, out.y_mm) == pytest.approx((406.0, 4.5))
    assert out.frames == (40 * MS,)
    assert found[3].frames == (40 * MS, 60 * MS)


def test_three_frames_of_a_ball_are_surer_than_one():
    found = rolled([(400.0, 9.0), *[(400.0, 4.0)] * 4], 0.2)
    assert found[:2] == [None, None]  # 2.5 sigmas
    # The variance of the mean of two, of three and of three again, a fifth of it common.
    for out, of in zip(found[2:], (0.6, 0.2 + 0.8 / 3, 0.2 + 0.8 / 3), strict=True):
        assert out.sigma_mm == pytest.approx(0.2 * of**0.5)
        assert out.probability == pytest.approx(NormalDist().cdf(0.5 / out.sigma_mm))


def out_at(x_mm, y_mm=330.0):
    (found,) = rolled([(x_mm, y_mm)])
    return found


@pytest.mark.parametrize(
    ("plays", "lost_x", "out_x", "spot_x"),
    [
        (Direction.RIGHT, 300.0, 350.0, 300.0),
        (Direction.RIGHT, 300.0, 250.0, 250.0),
        (Direction.LEFT, 300.0, 350.0, 350.0),
        (Direction.LEFT, 300.0, 250.0, 300.0),
    ],
)
def test_a_loose_ball_brings_nobody_forward(plays, lost_x, out_x, spot_x):
    of = play(phase=PlayPhase.LOOSE, carrier=None, plays=plays, lost=LostBall(lost_x, 90.0, 0.7))
    (call,) = ball_out_calls(book(out=LooseSpot.NOT_FORWARD), of, out_at(out_x))
    assert (call.spot.x_mm, call.spot.y_mm) == (spot_x, 320.0)  # on the sideline
    assert (call.spot.sigma_mm == 0.7) is (spot_x == lost_x)
    assert (call.kind, call.rule, call.action) == (
        CallKind.LOOSE_OUT,
        rule_of("out"),
        CallAction.CUT,
    )


@pytest.mark.parametrize(
    ("plays", "ahead_x", "behind_x"),
    [
        (Direction.RIGHT, 801.0, -1.0),
        (Direction.LEFT, -1.0, 801.0),
    ],
)
def test_out_of_an_end_zone(plays, ahead_x, behind_x):
    of = play(phase=PlayPhase.LOOSE, carrier=None, plays=plays, lost=LostBall(300.0, 90.0))
    rules = book(out_ahead=FarEndZone.TOUCHBACK, out_behind=True, touchback_yd=20.0)
    call, back = ball_out_calls(rules, of, out_at(ahead_x))
    assert (call.rule, back.rule) == (rule_of("out_ahead"), rule_of("touchback_yd"))
    assert back.kind is CallKind.TOUCHBACK
    # Twenty of the other side's yards, 8 mm each, in the middle of the width of 320.
    assert back.spot == BallSpot(640.0 if plays is Direction.RIGHT else 160.0, 160.0, 0.0)
    call, two = ball_out_calls(rules, of, out_at(behind_x))
    assert (two.kind, two.rule, two.action) == (
        CallKind.SAFETY,
        rule_of("out_behind"),
        CallAction.RECORD,
    )
    (call,) = ball_out_calls(book(out_behind=False), of, out_at(behind_x))
    assert call.kind is CallKind.LOOSE_OUT


def test_on_the_goal_line_it_has_not_left_an_end_zone():
    of = play(phase=PlayPhase.LOOSE, carrier=None, lost=LostBall(300.0, 90.0))
    rules = book(out_ahead=FarEndZone.TOUCHBACK, out_behind=True, out=LooseSpot.NOT_FORWARD)
    assert len(ball_out_calls(rules, of, out_at(800.0))) == 1
    assert len(ball_out_calls(rules, of, out_at(0.0))) == 1


def test_where_there_is_no_touchback_it_goes_back_to_where_it_was_lost():
    other = next(each for each in FarEndZone if each is not FarEndZone.TOUCHBACK)
    of = play(phase=PlayPhase.LOOSE, carrier=None, lost=LostBall(300.0, 90.0, 0.7))
    (call,) = ball_out_calls(book(out_ahead=other), of, out_at(820.0))
    assert call.spot == BallSpot(300.0, 90.0, 0.7)
    assert call.rule == rule_of("out_ahead")


@pytest.mark.parametrize("plays", list(Direction))
@pytest.mark.parametrize(("beyond", "wanted"), [(-0.1, False), (0.0, True), (0.1, True)])
def test_a_ball_on_the_goal_line_is_in_the_end_zone_ahead(plays, beyond, wanted):
    goal_x = 800.0 if plays is Direction.RIGHT else 0.0
    call = dead(goal_x + plays.sign * beyond)
    assert in_end_zone_ahead(EASY, call, plays) is wanted
    assert not in_end_zone_ahead(EASY, replace(call, spot=None), plays)


LOOSE = {
    "scores": False,
    "scores_own": False,
    "advance": True,
    "may_keep": False,
    "others_stay": True,
    "regained_dead": True,
}


def regained(name, x_mm=400.0, lost=None, *, advance=True, **rules):
    of = play(phase=PlayPhase.LOOSE, carrier=None, lost=lost or LostBall(300.0, 90.0))
    call = dead(
        x_mm, kind=CallKind.RECOVERED, players=("H2", name), episode=Episode.read("r"), rule="how"
    )
    return recovery_calls(book(**(LOOSE | rules)), of, call, advance=advance)


@pytest.mark.parametrize(
    ("name", "lost", "why"),
    [
        ("H1", {}, None),
        ("H1", {"late": True, "fumbler": "H2"}, "others_stay"),
        ("H2", {"late": True, "fumbler": "H2"}, None),
        ("H1", {"late": False, "fumbler": "H2"}, None),
        ("A1", {"late": True, "fumbler": "H2"}, None),
        ("A1", {"changes": 1}, "regained_dead"),
        ("A1", {"changes": 0}, None),
        ("H1", {"changes": 1}, None),
    ],
)
def test_who_may_run_with_a_ball_he_recovered(name, lost, why):
    calls = regained(name, lost=LostBall(300.0, 90.0, **lost))
    assert calls[0].dead is (why is not None)
    assert calls[0].rule == (rule_of(why) if why else "how")
    assert len(calls) == 1


def test_nobody_runs_with_it_where_the_book_or_the_way_it_was_recovered_forbids_it():
    assert regained("H1", advance=False)[0].rule == "how"
    assert regained("H1", advance=False)[0].dead
    rules = book(**(LOOSE | {"advance": False}))
    of = play(phase=PlayPhase.LOOSE, carrier=None, lost=LostBall(300.0, 90.0))
    (call,) = recovery_calls(rules, of, dead(400.0, kind=CallKind.RECOVERED, players=("H1",)))
    assert (call.dead, call.rule, call.action) == (
        True,
        rule_of("advance"),
        CallAction.CUT,
    )


@pytest.mark.parametrize(
    ("name", "x_mm", "rules", "scores"),
    [
        ("H1", 810.0, {"scores_own": True}, True),
        ("H1", 810.0, {"scores": True}, False),
        ("A1", -10.0, {"scores": True}, True),
        ("A1", -10.0, {"scores_own": True}, False),
        ("A1", 810.0, {"scores": True}, False),
        ("H1", 799.0, {"scores_own": True}, False),
    ],
)
def test_recovered_in_the_end_zone_he_plays_toward(name, x_mm, rules, scores):
    calls = regained(name, x_mm, **rules)
    assert (calls[-1].kind is CallKind.TOUCHDOWN) is scores
    if scores:
        assert (calls[0].dead, calls[1].rule) == (True, rule_of(next(iter(rules))))
        assert calls[1].episode.text == "touchdown:r"


@pytest.mark.parametrize(
    ("name", "x_mm", "follows"),
    [
        ("H1", -0.1, CallKind.SAFETY),
        ("H1", 0.0, CallKind.SAFETY),
        ("H1", 0.1, None),
        ("A1", 800.0, CallKind.TOUCHBACK),
        ("A1", 799.9, None),
        ("H1", 810.0, None),
        ("A1", -10.0, None),
    ],
)
def test_recovered_dead_in_the_own_end_zone(name, x_mm, follows):
    dead_there, *more = regained(name, x_mm, advance=False)
    assert dead_there.dead
    assert [call.kind for call in more] == ([] if follows is None else [follows])


@pytest.mark.parametrize(
    ("name", "x_mm", "may", "asked"),
    [
        ("A1", 800.0, True, True),
        ("A1", 799.0, True, False),
        ("H1", 800.0, True, False),
        ("A1", 800.0, False, False),
    ],
)
def test_who_took_it_away_in_his_own_end_zone_may_keep_it_there(name, x_mm, may, asked):
    of = play(phase=PlayPhase.LOOSE, carrier=None)
    call = dead(x_mm, players=("H1", name))
    assert chooses_touchback(book(may_keep=may), of, call) is asked


def test_a_ball_nobody_recovered_stays_with_who_had_it():
    of = play(phase=PlayPhase.LOOSE, carrier=None)
    (call,) = calls_without_recovery(book(), of, 7, Marker(410.0, 99.0, 4.5, 0.3))
    assert (call.t_ns, call.sigma_ns, call.certainty, call.dead) == (7, 0, 1.0, True)
    assert (call.spot, call.frames) == (BallSpot(410.0, 99.0, 0.3), (7,))
    call, two = calls_without_recovery(book(), of, 7, Marker(-10.0, 99.0, 4.5, 0.3))
    assert two.kind is CallKind.SAFETY


def test_a_touchback_goes_to_the_other_side():
    back = touchback_call(book(touchback_yd=25.0), play(), dead(820.0))
    assert back.spot == BallSpot(600.0, 160.0, 0.0)
    assert (back.kind, back.episode.text) == (CallKind.TOUCHBACK, "touchback:t:1")


def test_dice_say_what_a_fall_is():
    fall = dead(385.0, kind=CallKind.FALL)
    of = play(to_gain_x_mm=380.0)
    (lost,) = fall_after_dice(book(), of, fall, "dice", lost=True)
    assert (lost.kind, lost.rule, lost.action) == (CallKind.FUMBLE, "dice", CallAction.RECORD)
    down, gained = fall_after_dice(book(), of, fall, "dice", lost=False)
    assert (down.kind, gained.kind) == (CallKind.CARRIER_DOWN, CallKind.LINE_TO_GAIN)
    down, two = fall_after_dice(book(), of, dead(-9.0, kind=CallKind.FALL), "dice", lost=False)
    assert two.kind is CallKind.SAFETY


@pytest.mark.parametrize(
    ("taken", "x_mm", "team", "kinds"),
    [
        (False, 385.0, Team.HOME, [CallKind.LINE_TO_GAIN]),
        (False, -9.0, Team.HOME, [CallKind.SAFETY]),
        (True, 385.0, Team.AWAY, []),
        (True, 0.0, Team.AWAY, [CallKind.TOUCHDOWN]),
        (True, 810.0, Team.AWAY, []),
    ],
)
def test_dice_say_whose_a_fumble_is(taken, x_mm, team, kinds):
    of = play(to_gain_x_mm=380.0)
    fumble = dead(x_mm, kind=CallKind.FUMBLE)
    has, (call, *more) = fumble_after_dice(book(), of, fumble, "dice", taken=taken, t_ns=9)
    assert (has, [each.kind for each in more]) == (team, kinds)
    assert (call.kind, call.t_ns, call.sigma_ns, call.dead) == (CallKind.RECOVERED, 9, 0, True)
    assert (call.players, call.frames, call.rule) == ((), (9,), "dice")


@pytest.mark.parametrize("key", ["window_ns", "hole_ns", "lost_ns", "wait_ns", "coast_ns"])
def test_times_of_the_referee_are_up_to_ten_seconds(key):
    Thresholds(**{key: 1})
    Thresholds(**{key: 10 * S_NS})
    for wrong in (0, 10 * S_NS + 1):
        with pytest.raises(BadValue):
            Thresholds(**{key: wrong})


def test_levels_of_certainty_are_in_order():
    Thresholds(doubt=0.5, sure=0.51, line_sure=0.51)
    for wrong in (
        {"doubt": 0.499},
        {"sure": 1.0},
        {"line_sure": 1.0},
        {"doubt": 0.9, "sure": 0.9},
        {"doubt": 0.9, "line_sure": 0.9},
        {"closing_mm_s": 0.0},
        {"faster_mm_s": 0.0},
    ):
        with pytest.raises(BadValue):
            Thresholds(**wrong)


def test_a_phase_of_a_play_needs_its_line_and_its_players():
    for phase in (PlayPhase.RETURN, PlayPhase.LOOSE):
        play(phase=phase, scrimmage_x_mm=None)
    for wrong in (
        {"scrimmage_x_mm": None},
        {"carrier": "H3"},
        {"on_field": ("H1", "H1")},
    ):
        with pytest.raises(BadValue):
            play(**wrong)


def test_a_pulse_is_over_on_the_nanosecond():
    pulse = PowerPulse("snap", Ruled(1.5, "TEST-PUL-01"), 100, 7)
    assert pulse.off_ns == 1_500_000_100
    assert (pulse.over(1_500_000_099), pulse.over(1_500_000_100)) == (False, True)
    call = pulse.call(3, 1_600_000_000)
    assert (call.t_ns, call.sigma_ns, call.certainty) == (1_500_000_100, 7, 1.0)
    assert (call.rule, call.action, call.frames) == (
        "TEST-PUL-01",
        CallAction.CUT,
        (1_600_000_000,),
    )


def whistle(**changes):
    rules = replace(RULES, goal=goal())
    return PlayEnd(JudgingContext.of(rules, EASY, (), LEVELS), play(**changes))


def nobody(_):
    return []


def somebody(_):
    return ["A2 may have been first"]


def test_an_end_without_rivals_is_called_at_once():
    blown = whistle()
    call = dead(400.0)
    assert not blown.over
    assert blown.update(2 * S_NS, [call], nobody) == [call]
    assert blown.over
    assert not blown.waits


@pytest.mark.parametrize(("waited_ms", "made"), [(149, 0), (150, 1)])
def test_rivals_are_waited_for_fifteen_hundredths_of_a_second(waited_ms, made):
    blown = whistle()
    assert blown.update(2 * S_NS, [dead(400.0)], somebody) == []
    assert blown.waits
    calls = blown.update(2 * S_NS + waited_ms * MS, [], somebody)
    assert len(calls) == made
    assert all(call.flag == ("A2 may have been first",) for call in calls)


def test_while_an_end_waits_only_what_was_before_it_is_said():
    blown = whistle()
    blown.update(2 * S_NS, [dead(400.0)], somebody)

    def said(t_ns):
        return dead(
            400.0, kind=CallKind.BROKEN_TACKLE, t_ns=t_ns, episode=Episode.read(f"b:{t_ns}")
        )

    before, there = said(2 * S_NS - 1), said(2 * S_NS)
    assert blown.update(2 * S_NS + 1, [before, there], somebody) == [before]


def test_a_ball_dead_in_the_own_end_zone_and_past_the_line_to_gain():
    calls = whistle().update(2 * S_NS, [dead(-9.0)], nobody)
    assert [call.kind for call in calls] == [CallKind.TACKLE, CallKind.SAFETY]
    calls = whistle(to_gain_x_mm=380.0).update(2 * S_NS, [dead(385.0)], nobody)
    assert [call.kind for call in calls] == [CallKind.TACKLE, CallKind.LINE_TO_GAIN]


@pytest.mark.parametrize("kind", [CallKind.TOUCHDOWN, CallKind.FUMBLE, CallKind.FALL])
def test_nothing_is_measured_where_the_ball_is_not_dead(kind):
    calls = whistle(to_gain_x_mm=380.0).update(2 * S_NS, [dead(385.0, kind=kind)], nobody)
    assert [call.kind for call in calls] == [kind]


def test_once_over_the_next_end_waits_for_the_first_to_turn_out_none():
    blown = whistle()
    blown.update(2 * S_NS, [dead(400.0)], nobody)
    third = dead(400.0, t_ns=4 * S_NS, episode=Episode.read("t:3"))
    second = dead(400.0, t_ns=3 * S_NS, episode=Episode.read("t:2"))
    assert blown.update(4 * S_NS, [third], nobody) == []
    assert blown.update(4 * S_NS, [second], nobody) == []
    none = dead(400.0, kind=CallKind.BROKEN_TACKLE)
    # The first was shaken off: of those kept the earlier ends the play.
    assert blown.update(4 * S_NS, [none], nobody) == [none, second]
    none = replace(none, episode=Episode.read("t:2"), t_ns=3 * S_NS)
    assert blown.update(5 * S_NS, [none], nobody) == [none, third]


def test_calls_of_one_time_are_ordered_by_what_and_who():
    a = dead(400.0, players=("A1", "H1"))
    b = dead(400.0, players=("A2", "H1"))
    sack = dead(400.0, kind=CallKind.SACK)
    early = dead(400.0, t_ns=1, kind=CallKind.TOUCHDOWN)
    assert in_call_order([b, a, sack, early]) == [early, sack, a, b]
