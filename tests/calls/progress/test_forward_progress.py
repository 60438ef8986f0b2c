"""Forward progress by each rulebook: stopped, reversed, turned round, hemmed in."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from referee.calls.call import CallAction, CallKind
from referee.calls.phase_state import PlayPhase
from referee.calls.progress.drift import SpeedPrior, drift, p_no_gain, p_stood_still
from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from tests.calls.plays import BASE, MS, film, judged, mirrored, situation

FAR = {"A3": [(0.0, 700.0, 60.0, 180.0)]}
HALF_MM = BASE.length_mm / 2
STOPPED = CallKind.PROGRESS_STOPPED


def run(rulebook, moves, seconds, *, noise=None, **changes):
    """The calls of a play; positions without error, unless a sigma and a seed are given."""
    moves = {**FAR, **moves}
    sigma_mm, seed = noise or (0.12, None)
    boards = film(moves, seconds, sigma_mm=sigma_mm, seed=seed or 1)
    if seed is None:
        boards = exact(moves, seconds)
    how = {"to_gain_x_mm": None, **changes}
    return judged(rulebook, boards, situation(moves, **how))


def exact(moves, seconds, **how):
    """Frames whose errors are stated but nobody makes."""
    noisy = film(moves, seconds, **how)
    plain = film(moves, seconds, sigma_mm=0.0, sigma_deg=0.0, **how)
    return [
        replace(
            board,
            seen=tuple(
                replace(s, measured=replace(s.measured, covariance=n.measured.covariance))
                for s, n in zip(board.seen, other.seen, strict=True)
            ),
        )
        for board, other in zip(plain, noisy, strict=True)
    ]


def sprint(until_s, rest_s=9.0, speed=40.0, start=(300.0, 150.0), heading=0.0):
    """Straight ahead, then he stands."""
    x, y = start
    there = x + speed * until_s
    return [
        (0.0, x, y, heading),
        (until_s, there, y, heading),
        (until_s + rest_s, there, y, heading),
    ]


# The book, its seconds, and the rule.
TIMES = [
    ("efhl", 0.5, "EFHL-TKL-03"),
    ("hefl", 2.0, "HEFL-DED-01"),
    ("vsefl", 2.0, "VSEFL-FWD-01"),
    ("simplified", 3.0, "SIMP-FWD-03"),
]


@pytest.mark.parametrize(("rulebook", "seconds", "rule"), TIMES)
def test_he_is_down_when_he_has_got_no_further_for_the_books_time(rulebook, seconds, rule):
    (call,) = run(rulebook, {"H1": sprint(0.71)}, seconds + 1.2)
    assert (call.kind, call.rule, call.action, call.flag) == (STOPPED, rule, CallAction.CUT, ())
    assert call.t_ns == pytest.approx((0.71 + seconds) * 1000 * MS, abs=20 * MS)
    assert call.spot.x_mm == pytest.approx(300.0 + 40.0 * 0.71 + HALF_MM, abs=0.5)


@pytest.mark.parametrize(("rulebook", "seconds", "rule"), TIMES)
def test_a_shorter_stop_is_none(rulebook, seconds, rule):
    del rule
    still = 0.2 if rulebook == "simplified" else 0.0  # half a yard either side is no progress yet
    keys = [*sprint(0.6, seconds - 0.12 - still), (seconds + 1.2, 360.0, 150.0, 0.0)]
    assert run(rulebook, {"H1": keys}, seconds + 1.2) == []


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rulebook", ["efhl", "hefl", "vsefl"])
def test_noise_makes_no_creeping_man_stand(rulebook, seed):
    keys = [(0.0, 300.0, 150.0, 0.0), (0.5, 320.0, 150.0, 0.0), (4.5, 336.0, 150.0, 0.0)]
    assert run(rulebook, {"H1": keys}, 4.0, noise=(0.3, seed + 1)) == []


@pytest.mark.parametrize("seed", range(4))
def test_noise_makes_no_standing_man_creep(seed):
    (call,) = run("efhl", {"H1": sprint(0.71)}, 1.8, noise=(0.3, seed + 1))
    assert call.kind is STOPPED
    assert call.t_ns == pytest.approx(1210 * MS, abs=40 * MS)
    assert call.spot.x_mm == pytest.approx(328.4 + HALF_MM, abs=1.0)


def test_whoever_has_not_set_off_is_not_stopped():
    assert run("efhl", {"H1": [(0.0, 300.0, 150.0, 0.0)]}, 3.0) == []


def test_running_across_the_field_is_no_stop():
    keys = [(0.0, 300.0, 60.0, 0.0), (0.3, 312.0, 60.0, 90.0), (4.5, 312.0, 220.0, 90.0)]
    for rulebook, *_ in TIMES:
        assert run(rulebook, {"H1": keys}, 4.3) == []


def test_a_step_ahead_and_one_back_is_no_standing():
    ways = [(k * 0.2, 300.0 + 6.0 * (k % 2) + 4.0 * k, 150.0, 0.0) for k in range(12)]
    assert run("efhl", {"H1": ways}, 2.2) == []


def test_power_off_stops_the_clock():
    moves = {**FAR, "H1": sprint(0.5)}
    power = ((0.0, True), (0.8, False), (2.0, True))
    boards = exact(moves, 2.4, power=power)
    assert judged("efhl", boards, situation(moves, to_gain_x_mm=None)) == []
    (call,) = judged("efhl", exact(moves, 3.0, power=power), situation(moves, to_gain_x_mm=None))
    assert call.t_ns == pytest.approx(2500 * MS, abs=40 * MS)


def test_his_furthest_advance_outlasts_a_stop():
    keys = [(0.0, 300.0, 150.0, 0.0), (0.5, 330.0, 150.0, 0.0), (1.4, 330.0, 150.0, 180.0),
            (2.4, 310.0, 150.0, 180.0)]  # fmt: skip
    moves = {**FAR, "H1": keys}
    boards = exact(moves, 2.4, power=((0.0, True), (0.6, False), (1.4, True)))
    (call,) = judged("simplified", boards, situation(moves, to_gain_x_mm=None))
    assert (call.kind, call.rule) == (STOPPED, "SIMP-FWD-01")
    assert call.t_ns == pytest.approx(1600 * MS, abs=20 * MS)  # 4 mm at 20 mm/s
    assert call.spot.x_mm == pytest.approx(330.0 + HALF_MM, abs=1.0)


# Seconds of coming back at 40 mm/s, 8 mm to the yard, and what that is.
BACK = [
    ("simplified", 0.08, []),
    ("simplified", 0.2, [(STOPPED, "SIMP-FWD-01")]),
    ("hefl", 0.5, []),
    ("hefl", 0.8, [(STOPPED, "HEFL-DED-01")]),
    ("vsefl", 0.8, []),
]


@pytest.mark.parametrize(("rulebook", "seconds", "wanted"), BACK)
def test_coming_back_so_far_is_a_reversal(rulebook, seconds, wanted):
    back = 1.0 + seconds
    keys = [
        (0.0, 300.0, 150.0, 0.0),
        (1.0, 340.0, 150.0, 0.0),
        (back, 340.0 - 40 * seconds, 150.0, 0.0),
    ]
    calls = run(rulebook, {"H1": keys}, back + 0.2)
    assert [(c.kind, c.rule) for c in calls] == wanted
    for call in calls:
        yards = {"simplified": 0.5, "hefl": 3.0}[rulebook]
        assert call.t_ns == pytest.approx((1.0 + yards * 8.0 / 40.0) * 1000 * MS, abs=20 * MS)
        assert call.spot.x_mm == pytest.approx(340.0 + HALF_MM, abs=1.5)


def test_dropping_back_is_no_reversal():
    keys = [(0.0, 250.0, 150.0, 180.0), (2.0, 200.0, 150.0, 180.0)]
    assert run("simplified", {"H1": keys}, 2.0) == []
    assert run("simplified", {"H1": keys}, 2.0, phase=PlayPhase.READ) == []


def test_past_the_line_any_advance_is_one():
    keys = [(0.0, 290.0, 150.0, 180.0), (0.3, 292.0, 150.0, 180.0), (1.0, 270.0, 150.0, 180.0)]
    (call,) = run("simplified", {"H1": keys}, 1.0)
    assert call.rule == "SIMP-FWD-01"


def spun(touching=True):
    """A side slides along his side and turns him; or he turns by himself."""
    y = 170.6 if touching else 230.0
    turn = [
        (0.0, 300.0, 150.0, 0.0),
        (0.6, 324.0, 150.0, 0.0),
        (0.9, 328.0, 150.0, 170.0),
        (1.4, 318.0, 150.0, 170.0),
    ]
    return {"H1": turn, "A1": [(0.0, 330.0, y + 20.0, 0.0), (0.6, 330.0, y, 0.0)]}


def test_a_touch_that_turns_him_round_downs_him_at_once():
    calls = run("efhl", spun(), 1.3)
    (call,) = [c for c in calls if c.kind is STOPPED]
    assert call.rule == "EFHL-TKL-03"
    assert call.t_ns == pytest.approx((0.6 + 0.3 * 90 / 170) * 1000 * MS, abs=20 * MS)
    assert CallKind.BROKEN_TACKLE not in [c.kind for c in calls]


def test_turning_by_himself_does_not():
    assert run("efhl", spun(touching=False), 1.2) == []


def hemmed(until_s):
    """Two sides go along with him, one on each of his sides."""
    way = [(0.0, 300.0), (2.0, 360.0)]
    beside = {"A1": 170.6, "A2": 129.4}
    moves = {"H1": [(t, x, 150.0, 0.0) for t, x in way]}
    for name, y in beside.items():
        off = 20.0 if y > 150.0 else -20.0
        moves[name] = [
            (0.0, 300.0, y + off, 0.0),
            (0.5, 315.0, y, 0.0),
            (until_s, 300.0 + 30.0 * until_s, y, 0.0),
            (until_s + 0.2, 300.0 + 30.0 * until_s, y + off, 0.0),
        ]  # fmt: skip
    return moves


def test_hemmed_in_for_half_a_second_he_is_down_where_he_comes_to_rest():
    moves = hemmed(9.0)
    moves["H1"] = [(0.0, 300.0, 150.0, 0.0), (1.3, 339.0, 150.0, 0.0)]
    for name in ("A1", "A2"):
        y = moves[name][1][2]
        moves[name] = [*moves[name][:2], (1.3, 339.0, y, 0.0)]
    calls = run("efhl", moves, 1.9)
    (call,) = [c for c in calls if c.kind is STOPPED]
    assert (call.rule, call.players) == ("EFHL-TKL-04", ("A1", "A2", "H1"))
    assert call.t_ns == pytest.approx(1000 * MS, abs=20 * MS)
    assert call.spot.x_mm == pytest.approx(339.0 + HALF_MM, abs=1.0)


def test_free_before_that_he_runs_on():
    calls = run("efhl", hemmed(0.9), 1.8)
    assert {c.kind for c in calls} <= {CallKind.BROKEN_TACKLE}


def test_a_fallen_man_who_stops_him_has_his_own_rule():
    moves = {**FAR, "H1": sprint(0.5), "A1": [(0.0, 347.8, 150.0, 180.0)]}
    boards = exact(moves, 1.5, fallen={"A1": 0.0})
    (call,) = judged("efhl", boards, situation(moves, to_gain_x_mm=None))
    assert (call.kind, call.rule, call.players) == (STOPPED, "EFHL-TKL-07", ("A1", "H1"))


def test_a_broken_tackle_is_one_only_if_he_gets_on():
    side = [(0.0, 340.0, 190.6, 0.0), (0.8, 340.0, 170.6, 0.0)]
    on = [(0.0, 300.0, 150.0, 0.0), (1.6, 364.0, 150.0, 0.0)]
    held = [(0.0, 300.0, 150.0, 0.0), (0.8, 332.0, 150.0, 0.0)]
    assert [c.kind for c in run("efhl", {"H1": on, "A1": side}, 1.5)] == [CallKind.BROKEN_TACKLE]
    assert [c.kind for c in run("efhl", {"H1": held, "A1": side}, 1.7)] == [STOPPED]


@pytest.mark.parametrize(("gap_mm", "flagged"), [(6.0, False), (1.0, True)])
def test_beside_a_broken_tackle_a_second_man_is_missed_for_three_frames(gap_mm, flagged):
    """He runs along; so far off he cannot have come and gone in a tenth of a second."""
    y_mm = 150.0 - 20.6 - gap_mm
    moves = {
        **FAR,
        "H1": [(0.0, 300.0, 150.0, 0.0), (1.6, 364.0, 150.0, 0.0)],
        "A1": [(0.0, 340.0, 190.6, 0.0), (0.8, 340.0, 170.6, 0.0)],
        "A2": [(0.0, 300.0, y_mm, 0.0), (1.6, 364.0, y_mm, 0.0)],
    }
    holed = [
        replace(b, seen=tuple(s for s in b.seen if s.player != "A2"))
        if 890 * MS < b.t_ns < 990 * MS
        else b
        for b in exact(moves, 1.5)
    ]
    found = judged("efhl", holed, situation(moves, to_gain_x_mm=None))
    broken = [c for c in found if c.kind is CallKind.BROKEN_TACKLE and "A1" in c.players]
    assert [c.flagged for c in broken] == [flagged]


def test_a_coach_may_let_him_run_on_where_the_book_says_so():
    keys = {"H1": sprint(0.5)}
    assert run("vsefl", keys, 3.0, run_on=True) == []
    assert [c.kind for c in run("hefl", keys, 3.0, run_on=True)] == [STOPPED]


def test_of_two_halts_that_may_have_been_stops_the_likelier_is_to_be_looked_at():
    """Twice he stands for 0.45 s of the half second that it takes, seen by a poor camera."""
    keys = [
        (0.0, 300.0, 150.0, 0.0),
        (0.8, 332.0, 150.0, 0.0),
        (1.25, 332.0, 150.0, 0.0),
        (2.05, 364.0, 150.0, 0.0),
        (2.5, 364.0, 150.0, 0.0),
        (3.5, 404.0, 150.0, 0.0),
    ]
    moves = {**FAR, "H1": keys}

    def doubted(until_s):
        boards = film(moves, until_s, sigma_mm=0.6, seed=3)
        found = judged("efhl", boards, situation(moves, to_gain_x_mm=None))
        return [
            c.certainty
            for c in found
            if c.flag == ("the carrier's progress may have been stopped",)
        ]

    (once,), (both,) = doubted(1.9), doubted(3.5)
    assert once <= both


def test_stopped_in_his_own_end_zone_is_a_safety():
    keys = {"H1": sprint(0.5, start=(-40.0, 150.0), speed=20.0)}
    calls = run("vsefl", keys, 3.0, scrimmage_x_mm=20.0)
    assert [c.kind for c in calls] == [STOPPED, CallKind.SAFETY]


@pytest.mark.parametrize(
    ("until_ms", "flag"), [(930, ()), (970, ("the carrier was out of sight for a moment",))]
)
def test_out_of_sight_for_so_long_that_he_may_have_gone_and_come_back(until_ms, flag):
    """A quarter of a second is too short for that; the board is not switched off here."""
    moves = {**FAR, "H1": sprint(0.5)}
    boards = exact(moves, 1.6)
    holed = [
        replace(b, seen=tuple(s for s in b.seen if s.player != "H1"))
        if 710 * MS < b.t_ns < until_ms * MS
        else b
        for b in boards
    ]
    found = judged("efhl", holed, situation(moves, to_gain_x_mm=None))
    assert [c.flag for c in found if c.kind is STOPPED] == [flag]


def there_and_back(until_s):
    """At a slant, and back at 40 mm/s from 1 s on."""
    back = 340.0 - 40.0 * (until_s - 1.0)
    return [(0.0, 300.0, 150.0, 10.0), (1.0, 340.0, 157.0, 10.0), (until_s, back, 150.0, 10.0)]


PLAYS = [
    ("efhl", hemmed(9.0)),
    ("efhl", spun()),
    ("efhl", {"H1": sprint(0.5)}),
    ("hefl", {"H1": there_and_back(2.0)}),
    ("simplified", {"H1": there_and_back(1.4)}),
]


def gist(calls):
    return sorted((c.kind, c.players, c.rule, c.flag, c.action) for c in calls)


@pytest.mark.parametrize(("rulebook", "moves"), PLAYS)
def test_a_mirrored_field_mirrors_the_calls(rulebook, moves):
    moves = {**FAR, **moves}
    play, boards = situation(moves, to_gain_x_mm=None), film(moves, 2.4, seed=3)
    plain = judged(rulebook, boards, play)
    assert any(c.kind is STOPPED for c in plain)
    across = judged(rulebook, mirrored(boards, along=False), play)
    turned = replace(play, plays=Direction.LEFT, scrimmage_x_mm=500.0)
    along = judged(rulebook, mirrored(boards, along=True), turned)
    assert gist(across) == gist(along) == gist(plain)
    for here, there, away in zip(plain, across, along, strict=True):
        assert there.t_ns == pytest.approx(here.t_ns, abs=1000)
        assert away.t_ns == pytest.approx(here.t_ns, abs=1000)
        if here.spot is not None:
            assert there.spot.x_mm == pytest.approx(here.spot.x_mm, abs=1e-3)
            assert 800.0 - away.spot.x_mm == pytest.approx(here.spot.x_mm, abs=1e-3)


@pytest.mark.parametrize(("rulebook", "moves"), PLAYS)
def test_the_order_of_players_and_repeated_frames_change_nothing(rulebook, moves):
    moves = {**FAR, **moves}
    play, boards = situation(moves, to_gain_x_mm=None), film(moves, 2.4, seed=5)
    plain = judged(rulebook, boards, play)
    mixed = [replace(b, seen=b.seen[::-1]) for b in boards]
    shuffled = replace(play, on_field=play.on_field[::-1])
    assert judged(rulebook, mixed, shuffled) == plain
    assert judged(rulebook, [b for b in boards for _ in range(2)], play) == plain


@pytest.mark.parametrize(("rulebook", "moves"), PLAYS)
def test_missing_data_never_turns_a_flag_into_a_confident_call(rulebook, moves):
    moves = {**FAR, **moves}
    play = situation(moves, to_gain_x_mm=None)
    for seed in range(3):
        boards = film(moves, 2.4, seed=seed, sigma_mm=0.3)
        confident = {c.kind for c in judged(rulebook, boards, play) if not c.flagged}
        rng = np.random.default_rng(seed)
        for loss in (0.1, 0.4):
            holed = [
                replace(b, seen=tuple(s for s in b.seen if rng.random() > loss)) for b in boards
            ]
            for call in judged(rulebook, holed, play):
                assert call.flagged or call.kind in confident


def test_the_slope_is_that_of_a_straight_line_through_the_frames():
    rng = np.random.default_rng(7)
    times = np.sort(rng.uniform(0.0, 1.0, 20))
    along, across = 3.0 * times + rng.normal(0, 0.1, 20), -7.0 * times + rng.normal(0, 0.1, 20)
    found = drift(times, along, across, np.full(20, 0.1), SpeedPrior(trembles_mm=0.0))
    assert found.along_mm_s == pytest.approx(np.polyfit(times, along, 1)[0])
    assert found.across_mm_s == pytest.approx(np.polyfit(times, across, 1)[0])
    spread = 0.1 / np.sqrt(((times - times.mean()) ** 2).sum())
    assert found.sigma_mm_s == pytest.approx(spread)


def test_what_the_frames_err_by_together_changes_nothing():
    times, places = np.arange(10) / 30, np.linspace(0.0, 1.0, 10)
    one = drift(times, places, places, np.full(10, 0.2), SpeedPrior())
    other = drift(times, places + 5.0, places - 5.0, np.full(10, 0.2), SpeedPrior())
    assert one.along_mm_s == pytest.approx(other.along_mm_s)


def test_slower_is_likelier_to_be_standing():
    times = np.arange(16) / 30
    speeds = [0.0, 0.5, 1.0, 2.0, 5.0, 40.0]
    drifts = [drift(times, v * times, 0.0 * times, np.full(16, 0.12), SpeedPrior()) for v in speeds]
    gains = [p_no_gain(each, 0.0, SpeedPrior()) for each in drifts]
    stands = [p_stood_still(each, 0.0, SpeedPrior()) for each in drifts]
    assert gains == sorted(gains, reverse=True)
    assert stands == sorted(stands, reverse=True)
    assert gains[0] > 0.995
    assert gains[3] < 0.01
    backward = drift(times, -40.0 * times, 0.0 * times, np.full(16, 0.12), SpeedPrior())
    assert p_no_gain(backward, 0.0, SpeedPrior()) > 0.999
    assert p_stood_still(backward, 0.0, SpeedPrior()) < 0.001


def test_too_few_frames_say_nothing():
    with pytest.raises(BadValue, match="frames"):
        drift([0.0, 0.1], [0.0, 0.0], [0.0, 0.0], [0.1, 0.1], SpeedPrior())
