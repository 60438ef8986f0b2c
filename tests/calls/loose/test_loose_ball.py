"""Loose balls by each rulebook: who recovers one, where it goes out, what is dead, what scores."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import BallSpot, Call, CallAction, CallKind, final_calls
from referee.calls.context import JudgingContext
from referee.calls.engine.play_judge import PlayJudge
from referee.calls.episode import Episode
from referee.calls.loose.dice_result import fall_after_dice, fumble_after_dice
from referee.calls.loose.dropped_ball import dropped_ball
from referee.calls.loose.recovery import calls_without_recovery, chooses_touchback
from referee.calls.phase_state import LostBall, PhaseState, PlayPhase
from referee.calls.thresholds import Thresholds
from referee.core.field.direction import Direction
from referee.core.geometry.marker import Marker
from referee.core.roster import Team
from referee.loaders.rulebooks import load_rulebook
from tests.calls.plays import EASY, MS, ROSTER, film, mirrored, situation

RADIUS = 4.5
# The ball lies at 400, 150: a base that comes from the right with its nose has its middle at 418.4.
BALL = Marker(400.0, 150.0, RADIUS, 0.1)
NOSE = 400.0 + RADIUS + 13.9
COMES = [(0.0, NOSE + 40.0, 150.0, 180.0), (0.8, NOSE, 150.0, 180.0)]
BACKS = [(0.0, NOSE + 40.0, 150.0, 0.0), (0.8, NOSE, 150.0, 0.0)]
FAR = [(0.0, 600.0, 280.0, 180.0)]


def book_of(name):
    players = {player.id: player for player in ROSTER}
    return JudgingContext(load_rulebook(name).calls, EASY, players, Thresholds())


def scrambled(moves, **changes):
    """Home has lost the ball; it played to the right."""
    plain = PhaseState(
        play=1,
        phase=PlayPhase.LOOSE,
        team=Team.HOME,
        plays=Direction.RIGHT,
        carrier=None,
        on_field=tuple(sorted(moves)),
        scrimmage_x_mm=300.0,
    )
    return replace(plain, **changes)


def judged(rulebook, moves, seconds, ball=lambda t: BALL, play=None, **how):
    boards = with_ball(film(moves, seconds, **how), ball)
    return heard(rulebook, boards, play or scrambled(moves))


def with_ball(boards, ball):
    return [replace(b, markers=() if (at := ball(b.t_ns / 1e9)) is None else (at,)) for b in boards]


def heard(rulebook, boards, play):
    crew = PlayJudge(load_rulebook(rulebook).calls, EASY, ROSTER)
    calls = list(crew.begin(play))
    for board in boards:
        calls += crew.update(board).calls
    return final_calls([*calls, *crew.close()])


@pytest.mark.parametrize("rulebook", ["efhl", "hefl", "vsefl"])
@pytest.mark.parametrize("name", ["H2", "A1"])
def test_the_first_touch_recovers(rulebook, name):
    (call,) = judged(rulebook, {name: COMES, "A3": FAR}, 1.2)
    assert (call.kind, call.players, call.action) == (CallKind.RECOVERED, (name,), CallAction.CUT)
    assert call.t_ns == pytest.approx(800 * MS, abs=20 * MS)
    assert (call.spot.x_mm, call.spot.y_mm) == pytest.approx((400.0, 150.0))
    assert call.dead is (rulebook == "hefl")


def test_in_simplified_the_front_has_to_hold_it_for_a_second():
    (call,) = judged("simplified", {"A1": COMES, "A3": FAR}, 2.2)
    assert (call.kind, call.rule, call.action) == (
        CallKind.RECOVERED,
        "SIMP-FUM-02",
        CallAction.KEEP_RUNNING,
    )
    assert call.t_ns == pytest.approx(1800 * MS, abs=20 * MS)
    assert judged("simplified", {"A1": COMES, "A3": FAR}, 1.7) == []
    assert judged("simplified", {"A1": BACKS, "A3": FAR}, 3.0) == []


def test_a_break_begins_the_second_anew():
    keys = [
        *COMES,
        (1.5, NOSE, 150.0, 180.0),
        (1.6, NOSE + 6.0, 150.0, 180.0),
        (1.7, NOSE, 150.0, 180.0),
    ]
    assert judged("simplified", {"A1": keys, "A3": FAR}, 2.4) == []
    (call,) = judged("simplified", {"A1": keys, "A3": FAR}, 3.2)
    assert call.t_ns == pytest.approx(2700 * MS, abs=30 * MS)


def test_only_time_with_power_counts():
    power = ((0.0, True), (1.5, False), (2.5, True))
    assert judged("simplified", {"A1": COMES, "A3": FAR}, 3.3, power=power) == []


@pytest.mark.parametrize("rulebook", ["efhl", "hefl", "vsefl", "simplified"])
def test_a_fallen_man_recovers_nothing_while_the_board_runs(rulebook):
    moves = {"A1": [(0.0, NOSE, 150.0, 180.0)], "A3": FAR}
    assert judged(rulebook, moves, 2.5, fallen={"A1": 0.0}) == []


def test_opponents_at_once():
    other = [(0.0, 341.6, 150.0, 0.0), (0.8, 381.6, 150.0, 0.0)]
    moves = {"A1": COMES, "H2": other, "A3": FAR}
    (call,) = judged("efhl", moves, 1.2)
    assert (call.kind, call.rule, call.action) == (CallKind.STOP, "EFHL-FUM-10", CallAction.CUT)
    (call,) = judged("vsefl", moves, 1.2)
    assert (call.kind, call.players, call.flagged) == (CallKind.RECOVERED, ("H2",), True)


def rolls(vx, vy, start=(400.0, 20.0)):
    return lambda t: Marker(start[0] + vx * t, start[1] + vy * t, RADIUS, 0.1)


LOST = LostBall(395.0, 150.0, fumbler="H1")
# Speed along the field, and where the ball is spotted: it reaches the sideline after 0.31 s.
OUT = [
    ("efhl", 40.0, 395.0, "EFHL-FUM-11"),
    ("efhl", -40.0, 387.6, "EFHL-FUM-11"),
    ("vsefl", 40.0, 412.4, "VSEFL-BWP-01"),
    ("simplified", 40.0, 412.4, "SIMP-FUM-03"),
]


@pytest.mark.parametrize(("rulebook", "vx", "x_mm", "rule"), OUT)
def test_where_a_ball_that_leaves_the_field_goes(rulebook, vx, x_mm, rule):
    moves = {"A3": FAR}
    play = scrambled(moves, lost=LOST)
    (call,) = judged(rulebook, moves, 0.8, rolls(vx, -50.0), play)
    assert (call.kind, call.rule, call.action) == (CallKind.LOOSE_OUT, rule, CallAction.CUT)
    assert call.t_ns == pytest.approx(310 * MS, abs=15 * MS)
    assert call.spot.x_mm == pytest.approx(x_mm, abs=1.0)


ENDS = [
    ("efhl", 880.0, [CallKind.LOOSE_OUT, CallKind.TOUCHBACK], 640.0),
    ("simplified", 880.0, [CallKind.LOOSE_OUT], 395.0),
    ("efhl", -70.0, [CallKind.LOOSE_OUT, CallKind.SAFETY], None),
    ("simplified", -70.0, [CallKind.LOOSE_OUT, CallKind.SAFETY], None),
]


@pytest.mark.parametrize(("rulebook", "x_mm", "kinds", "spot_x"), ENDS)
def test_out_through_an_end_zone(rulebook, x_mm, kinds, spot_x):
    moves = {"A3": FAR}
    toward = 60.0 if x_mm > 0.0 else -60.0
    play = scrambled(moves, lost=LOST)
    calls = judged(rulebook, moves, 0.8, rolls(toward, 0.0, (x_mm, 160.0)), play)
    assert [c.kind for c in calls] == kinds
    if spot_x is not None:
        assert calls[-1].spot.x_mm == pytest.approx(spot_x)


# Over a sideline, 800 mm from goal line to goal line: on a goal line is not past it.
BESIDE = [
    (800.0, [CallKind.LOOSE_OUT]),
    (800.1, [CallKind.LOOSE_OUT, CallKind.TOUCHBACK]),
    (0.0, [CallKind.LOOSE_OUT]),
    (-0.1, [CallKind.LOOSE_OUT, CallKind.SAFETY]),
]


@pytest.mark.parametrize(("x_mm", "kinds"), BESIDE)
def test_out_beside_an_end_zone_begins_past_the_goal_line(x_mm, kinds):
    moves = {"A3": FAR}
    play = scrambled(moves, lost=LOST)
    calls = judged("efhl", moves, 0.8, rolls(0.0, -50.0, (x_mm, 20.0)), play)
    assert [c.kind for c in calls] == kinds


ADVANCE = [
    ("H1", {}, False, "EFHL-FUM-12"),
    ("H2", {}, False, "EFHL-FUM-12"),
    ("H2", {"late": True}, True, "EFHL-FUM-13"),
    ("H1", {"late": True}, False, "EFHL-FUM-12"),
    ("A1", {"late": True}, False, "EFHL-FUM-12"),
    ("A1", {"changes": 1}, True, "EFHL-FUM-14"),
]


@pytest.mark.parametrize(("name", "how", "dead", "rule"), ADVANCE)
def test_who_may_run_with_it_in_efhl(name, how, dead, rule):
    moves = {name: COMES, "A3": FAR}
    (call,) = judged("efhl", moves, 1.2, play=scrambled(moves, lost=replace(LOST, **how)))
    assert (call.dead, call.rule) == (dead, rule)


@pytest.mark.parametrize(("x_mm", "name"), [(805.0, "H2"), (-5.0, "A1")])
@pytest.mark.parametrize("rulebook", ["efhl", "simplified"])
def test_recovered_in_the_end_zone_ahead_it_scores(rulebook, x_mm, name):
    keys = [(t, x - 400.0 + x_mm, y, h) for t, x, y, h in COMES]
    ball = Marker(x_mm, 150.0, RADIUS, 0.1)
    calls = judged(rulebook, {name: keys, "A3": FAR}, 2.2, lambda t: ball)
    assert {c.kind for c in calls} == {CallKind.RECOVERED, CallKind.TOUCHDOWN}


def test_taken_away_in_the_own_end_zone_it_may_be_kept_there():
    book, play = book_of("simplified"), scrambled({"A1": COMES})
    call = recovery("A1", 805.0)
    assert chooses_touchback(book, play, call)
    assert not chooses_touchback(book, play, recovery("A1", 700.0))
    assert not chooses_touchback(book, play, recovery("H2", 805.0))


def recovery(name, x_mm):
    spot = BallSpot(x_mm, 150.0, 0.1)
    return Call(
        0, 0, CallKind.RECOVERED, "SIMP-FUM-02", 1.0, CallAction.CUT, (name,), 0.0, 0.1, spot,
        (), (0,), Episode.read("e"),
    )  # fmt: skip


def test_who_was_out_of_sight_may_have_had_it_first():
    moves = {"A1": COMES, "H2": [(0.0, 381.6, 176.0, 0.0)], "A3": FAR}
    (call,) = judged("efhl", moves, 1.3, hidden={"H2": (0.2, 9.0)})
    assert call.flag == ("H2 was not seen and may have been there first",)


def test_who_is_out_of_sight_far_from_the_ball_has_not_had_it():
    moves = {"A1": COMES, "H2": [(0.0, 381.6, 280.0, 0.0)], "A3": FAR}
    (call,) = judged("efhl", moves, 1.3, hidden={"H2": (0.2, 9.0)})
    assert not call.flagged


def test_a_ball_out_of_sight_puts_the_power_off():
    (call,) = judged("efhl", {"A3": FAR}, 1.0, lambda t: BALL if t < 0.3 else None)
    assert (call.kind, call.action, call.flagged) == (CallKind.NOT_SEEN, CallAction.CUT, True)


# Where the others stand around a ball that was dropped, half a ball is 4.5 mm.
NEAR = (0.0, NOSE + 4.0, 150.0, 180.0)
OFF = (0.0, NOSE + 5.5, 150.0, 180.0)
MATE = (0.0, 381.6, 150.0, 0.0)
DROPS = [
    ({"A1": [NEAR]}, {}, [(CallKind.RECOVERED, ("A1",), False)]),
    ({"A1": [OFF]}, {}, []),
    ({"A1": [NEAR]}, {"A1": 0.0}, [(CallKind.RECOVERED, ("A1",), True)]),
    ({"A1": [NEAR], "A2": [MATE]}, {}, [(CallKind.RECOVERED, ("A2", "A1"), True)]),
]


@pytest.mark.parametrize(("moves", "fallen", "wanted"), DROPS)
def test_a_ball_that_was_dropped(moves, fallen, wanted):
    moves = {**moves, "A3": FAR}
    (board,) = film(moves, 0.0, sigma_mm=0.0, sigma_deg=0.0, fallen=fallen)
    calls = dropped_ball(book_of("efhl"), scrambled(moves), board, BALL).calls
    assert [(c.kind, c.players, c.dead) for c in calls] == wanted
    assert not any(c.flagged for c in calls)


def test_a_recoverer_who_may_lie_is_down_no_more_surely_than_that():
    moves = {"A1": [NEAR], "A3": FAR}
    for share, dead in ((0.3, False), (0.7, True)):
        lies = {"A1": (0.0, share)}
        (board,) = film(moves, 0.0, sigma_mm=0.0, sigma_deg=0.0, fallen=lies)
        (call,) = dropped_ball(book_of("efhl"), scrambled(moves), board, BALL).calls
        assert (call.kind, call.dead) == (CallKind.RECOVERED, dead)
        assert call.flag == ("too close to tell whether that player stood",)
        assert call.certainty == pytest.approx(0.7)


def test_a_drop_between_opponents_is_dropped_again():
    moves = {"A1": [NEAR], "H2": [MATE], "A3": FAR}
    (board,) = film(moves, 0.0, sigma_mm=0.0, sigma_deg=0.0)
    found = dropped_ball(book_of("efhl"), scrambled(moves), board, BALL)
    assert (found.calls, found.again) == ((), True)


def test_a_drop_too_close_to_tell_is_flagged():
    moves = {"A1": [(0.0, NOSE + 4.4, 150.0, 180.0)], "A3": FAR}
    (board,) = film(moves, 0.0, sigma_mm=0.3, seed=1)
    calls = dropped_ball(book_of("efhl"), scrambled(moves), board, BALL).calls
    assert all(call.flagged for call in calls)


def test_a_ball_that_bounced_out():
    (board,) = film({"A3": FAR}, 0.0)
    ball = Marker(380.0, -12.0, RADIUS, 0.1)
    play = scrambled({"A3": FAR}, lost=LOST)
    (call,) = dropped_ball(book_of("efhl"), play, board, ball).calls
    assert (call.kind, call.spot.x_mm) == (CallKind.LOOSE_OUT, 380.0)


def test_after_the_last_try_who_had_it_keeps_it():
    (call,) = calls_without_recovery(book_of("vsefl"), scrambled({"A3": FAR}), 3000 * MS, BALL)
    assert (call.kind, call.rule, call.players, call.dead) == (
        CallKind.RECOVERED, "VSEFL-BWP-01", (), True,
    )  # fmt: skip


def fumble(x_mm, kind=CallKind.FUMBLE):
    return replace(recovery("H1", x_mm), kind=kind, rule="HEFL-FUM-01")


def test_what_dice_make_of_a_fumble():
    book, play = book_of("hefl"), situation({"H1": FAR})
    team, calls = fumble_after_dice(book, play, fumble(350.0), "HEFL-FUM-01", taken=True, t_ns=9)
    assert (team, [c.kind for c in calls], calls[0].dead) == (Team.AWAY, [CallKind.RECOVERED], True)
    team, calls = fumble_after_dice(book, play, fumble(390.0), "HEFL-FUM-01", taken=False, t_ns=9)
    assert (team, [c.kind for c in calls]) == (
        Team.HOME,
        [CallKind.RECOVERED, CallKind.LINE_TO_GAIN],
    )
    team, calls = fumble_after_dice(book, play, fumble(-9.0), "HEFL-FUM-01", taken=False, t_ns=9)
    assert [c.kind for c in calls] == [CallKind.RECOVERED, CallKind.SAFETY]


def test_what_dice_make_of_a_fall():
    book, play = book_of("efhl"), situation({"H1": FAR})
    fell = fumble(350.0, CallKind.FALL)
    (lost,) = fall_after_dice(book, play, fell, "EFHL-FUM-07", lost=True)
    (down,) = fall_after_dice(book, play, fell, "EFHL-FUM-07", lost=False)
    assert (lost.kind, down.kind) == (CallKind.FUMBLE, CallKind.CARRIER_DOWN)
    assert lost.episode == down.episode == fell.episode


def gist(calls):
    return sorted((c.kind, c.players, c.rule, c.flag, c.action, c.dead) for c in calls)


@pytest.mark.parametrize("rulebook", ["efhl", "hefl", "vsefl", "simplified"])
def test_mirror_order_and_repeated_frames_change_nothing(rulebook):
    moves = {"A1": COMES, "H2": [(0.0, 360.0, 190.0, 0.0), (2.0, 380.0, 190.0, 0.0)], "A3": FAR}
    play = scrambled(moves)
    boards = with_ball(film(moves, 2.2, seed=4), lambda t: BALL)
    plain = heard(rulebook, boards, play)
    assert [c.kind for c in plain] == [CallKind.RECOVERED]
    across = with_ball(mirrored(boards, along=False), lambda t: Marker(400, 170, RADIUS, 0.1))
    along = with_ball(mirrored(boards, along=True), lambda t: BALL)
    turned = replace(play, plays=Direction.LEFT, scrimmage_x_mm=500.0)
    assert gist(heard(rulebook, across, play)) == gist(plain)
    assert gist(heard(rulebook, along, turned)) == gist(plain)
    mixed = [replace(b, seen=b.seen[::-1]) for b in boards for _ in range(2)]
    assert heard(rulebook, mixed, replace(play, on_field=play.on_field[::-1])) == plain


@pytest.mark.parametrize("seed", range(3))
def test_missing_data_never_turns_a_flag_into_a_confident_call(seed):
    moves = {"A1": COMES, "H2": [(0.0, 341.0, 150.0, 0.0), (0.85, 381.6, 150.0, 0.0)], "A3": FAR}
    boards = with_ball(film(moves, 1.4, seed=seed, sigma_mm=0.3), lambda t: BALL)
    play = scrambled(moves)
    confident = {(c.kind, c.players) for c in heard("vsefl", boards, play) if not c.flagged}
    for lost in ("A1", "H2"):
        holed = [
            replace(b, seen=tuple(s for s in b.seen if s.player != lost or b.t_ns % (99 * MS)))
            for b in boards
        ]
        for call in heard("vsefl", holed, play):
            assert call.flagged or (call.kind, call.players) in confident
