"""Which call stands: of an episode, of two at one instant, of two tacklers; who lies."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest

from referee.calls.call import CallAction, CallKind, final_calls
from referee.calls.engine.play_end import first_of
from referee.calls.episode import Episode
from referee.calls.tackle.tackle_aftermath import FallEstimate, TackleAftermath
from referee.calls.thresholds import Thresholds
from referee.core.errors import BadValue
from tests.calls.making import call, touching
from tests.calls.plays import MS, film

LEVELS = Thresholds()


@pytest.mark.parametrize("certainty", [0.0, 1.0])
def test_a_certainty_may_be_none_or_whole(certainty):
    assert call(certainty=certainty).certainty == certainty
    assert call(0).t_ns == 0


@pytest.mark.parametrize("odd", [{"certainty": -0.01}, {"certainty": 1.01}, {"t_ns": -1}])
def test_what_no_call_can_say(odd):
    with pytest.raises(BadValue):
        call(**odd)
    with pytest.raises(BadValue):
        call(sigma_ns=-1)


def test_the_last_word_of_an_episode_stands_in_the_order_of_time():
    late, early = call(2000, episode=Episode.read("one")), call(1000, episode=Episode.read("two"))
    changed = call(1500, CallKind.BROKEN_TACKLE, episode=Episode.read("one"))
    assert final_calls([late, early, changed]) == [early, changed]


@pytest.mark.parametrize(
    ("kind", "stands"),
    [
        (CallKind.TACKLE, True),
        (CallKind.BROKEN_TACKLE, False),
        (CallKind.FUMBLE, False),
        (CallKind.FALL, False),
    ],
)
def test_what_follows_from_a_dead_ball_falls_if_the_ball_lives(kind, stands):
    tackle = call(kind=kind, episode=Episode.read("hit:1:H1"))
    safety = call(kind=CallKind.SAFETY, episode=Episode.read("safety:hit:1:H1"))
    other = call(kind=CallKind.SAFETY, episode=Episode.read("else:hit:1:H1"))
    assert (safety in final_calls([tackle, safety])) is stands
    assert other in final_calls([tackle, other])


# Which of two was first: beyond 2.6 sigmas nobody doubts it.


@pytest.mark.parametrize(("late_ms", "flagged"), [(1013.0, True), (1013.1, False)])
def test_two_ends_at_nearly_the_same_instant(late_ms, flagged):
    # Sigmas of 3 and 4 ms make 5, and 2.6 of those are 13.
    out = call(late_ms, CallKind.OUT_OF_BOUNDS, ("H1",), 3.0)
    tackle = call(1000, sigma_ms=4.0)
    for pair in ((tackle, out), (out, tackle)):
        stands, falls = first_of(*pair, score_first=True)
        assert (stands.kind, falls.kind) == (CallKind.TACKLE, CallKind.OUT_OF_BOUNDS)
        assert stands.flagged is flagged


# At one instant the first of each pair counts.
RANKS = [
    (CallKind.TOUCHDOWN, CallKind.TACKLE, True),
    (CallKind.TACKLE, CallKind.TOUCHDOWN, False),
    (CallKind.TOUCHDOWN, CallKind.OUT_OF_BOUNDS, False),
    (CallKind.OUT_OF_BOUNDS, CallKind.PROGRESS_STOPPED, False),
    (CallKind.FUMBLE, CallKind.OUT_OF_BOUNDS, True),
    (CallKind.SACK, CallKind.PROGRESS_STOPPED, True),
]


@pytest.mark.parametrize(("first", "second", "score_first"), RANKS)
def test_at_one_instant_the_rank_decides(first, second, score_first):
    one, other = call(kind=first), call(kind=second)
    for pair in ((one, other), (other, one)):
        stands, falls = first_of(*pair, score_first=score_first)
        assert (stands.kind, falls.kind) == (first, second)
        assert stands.flag == (f"at nearly the same instant: {second.value}",)


def test_of_two_tackles_at_one_instant_neither_is_in_doubt():
    sack = call(kind=CallKind.SACK, players=("A2", "H1"), sigma_ms=5.0)
    stands, falls = first_of(call(sigma_ms=5.0), sack, score_first=True)
    assert {stands.kind, falls.kind} == {CallKind.TACKLE, CallKind.SACK}
    assert not stands.flagged


def test_a_clearly_later_score_falls():
    stands, _ = first_of(call(1100, CallKind.TOUCHDOWN), call(1000), score_first=True)
    assert stands.kind is CallKind.TACKLE


def down(*calls, **rules):
    after = TackleAftermath(touching(**rules), LEVELS)
    boards = film({"H1": [(0, 300, 150, 0)]}, 0.1)
    return after.update(boards[0], list(calls))


def test_one_tackler_who_touches_twice_is_no_two():
    found = down(call(1000, episode=Episode.read("one")), call(1001, episode=Episode.read("two")))
    assert [c.kind for c in found] == [CallKind.TACKLE, CallKind.TACKLE]
    assert not any(c.flagged for c in found)


@pytest.mark.parametrize("second", ["A2", "A0"])
def test_two_tacklers_at_once_make_one_fumble(second):
    (found,) = down(
        call(1010, players=(second, "H1"), episode=Episode.read("late"), certainty=0.8),
        call(1000, episode=Episode.read("early")),
    )
    assert (found.kind, found.rule, found.t_ns) == (CallKind.FUMBLE, "TST-RUL-04", 1000 * MS)
    assert (found.players, found.episode.text, found.flag) == (("A1", second, "H1"), "early", ())
    assert found.certainty == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("apart_ms", "sigma_ms", "kinds", "flags"),
    [
        (49.0, 0.0, [CallKind.FUMBLE], [0]),
        (51.0, 0.0, [CallKind.TACKLE, CallKind.TACKLE], [0, 0]),
        (49.0, 10.0, [CallKind.FUMBLE], [1]),
        (51.0, 10.0, [CallKind.TACKLE, CallKind.TACKLE], [0, 1]),
        (200.0, 10.0, [CallKind.TACKLE, CallKind.TACKLE], [0, 0]),
    ],
)
def test_the_time_that_counts_as_one(apart_ms, sigma_ms, kinds, flags):
    first = call(1000, sigma_ms=sigma_ms)
    found = down(first, call(1000 + apart_ms, players=("A2", "H1"), sigma_ms=sigma_ms))
    assert [c.kind for c in found] == kinds
    assert sorted(len(c.flag) for c in found) == flags


def test_where_the_rulebook_knows_no_two_at_once_both_stand():
    pair = call(1000), call(1000, players=("A2", "H1"))
    assert list(pair) == down(*pair, together_fumbles=False)


def test_what_is_no_end_is_left_alone():
    told = call(1000, CallKind.BROKEN_TACKLE, action=CallAction.KEEP_RUNNING)
    assert down(told, call(1000, players=("A2", "H1")))[0] == told


def seen(fallen):
    return SimpleNamespace(fallen=fallen)


def test_frames_of_lying_add_up_less_than_each_by_itself():
    lying = FallEstimate(0)
    for t_ns in (10, 20):
        lying.update(t_ns, seen(0.8))
    # Odds of 4 in each frame, eight tenths of their logarithm counts.
    assert lying.log_odds == pytest.approx(2 * 0.8 * math.log(4.0))
    assert (lying.stood_ns, lying.since_ns) == (0, 10)


def test_an_even_chance_is_no_standing_and_less_is():
    lying = FallEstimate(0)
    lying.update(10, seen(0.5))
    assert (lying.stood_ns, lying.since_ns, lying.log_odds) == (0, 10, 0.0)
    lying.update(20, None)
    assert (lying.stood_ns, lying.since_ns) == (0, 10)
    lying.update(30, seen(0.49))
    assert (lying.stood_ns, lying.since_ns, lying.log_odds) == (30, None, 0.0)


def test_no_frame_is_surer_than_99_in_a_hundred():
    lying = FallEstimate(0)
    lying.update(10, seen(1.0))
    assert lying.log_odds == pytest.approx(0.8 * math.log(99.0))
