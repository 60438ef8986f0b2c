"""Which claim decides a pass, and who claims."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace

import pytest

from referee.calls.call import CallKind
from referee.calls.context import JudgingContext
from referee.calls.passing.catch import PassRole
from referee.calls.passing.claims import FRONT, TOUCH, ClaimBuilder
from referee.calls.passing.first_claim import earliest_claim, first_claim_of
from referee.calls.passing.marker_tracker import MarkerTracker
from referee.calls.passing.rules.pass_rules import CatchWith, SimultaneousTouch
from referee.calls.thresholds import Thresholds
from referee.core.geometry.marker import Marker
from referee.core.geometry.measured_instant import MeasuredInstant
from tests.calls.making import claim, claims, passes
from tests.calls.plays import MS, situation
from tests.calls.stop_scenes import PLAYERS, book

LEVELS = Thresholds()


def test_the_earliest_claim_and_of_two_at_once_the_first_by_name():
    assert earliest_claim(claims(claim("H2", 1001), claim("H1", 1000.5))).key == "H1"
    assert earliest_claim(claims(claim("H2", 1000), claim("A1", 1000))).key == "A1"


def decide(*every, **rules):
    return first_claim_of(passes(**rules), LEVELS, claims(*every))


@pytest.mark.parametrize(
    ("late_ms", "kind", "players"),
    [(1099, CallKind.BATTED_DOWN, ("A1", "H1")), (1101, CallKind.CATCH, ("H1",))],
)
def test_a_touch_within_the_rulebook_s_time_comes_with_the_first(late_ms, kind, players):
    found = decide(claim("H1", 1000), claim("A1", late_ms, CallKind.INTERCEPTION))
    assert (found.kind, found.players, found.flag) == (kind, players, ())


def test_a_claim_that_is_no_touch_joins_nobody_and_hides_nobody():
    past = claim("G0", 1010, CallKind.INCOMPLETE, touch=False)
    found = decide(claim("H1", 1000), past, claim("Z1", 1020, CallKind.INTERCEPTION))
    assert found.players == ("Z1", "H1")
    first = decide(claim("G0", 990, CallKind.INCOMPLETE, touch=False), claim("H1", 1000))
    assert (first.kind, first.players, first.flag) == (CallKind.INCOMPLETE, ("G0",), ())


TOGETHER = [
    (SimultaneousTouch.BATTED, CallKind.BATTED_DOWN, ("A1", "A2", "H1"), False, 0),
    (SimultaneousTouch.NEITHER, CallKind.INCOMPLETE, ("A1", "A2", "H1"), False, 1),
    (SimultaneousTouch.NO_ADVANCE, CallKind.CATCH, ("A1", "A2", "H1"), True, 0),
]


@pytest.mark.parametrize(("rule", "kind", "players", "dead", "flags"), TOGETHER)
def test_what_it_is_when_both_sides_touch_it_together(rule, kind, players, dead, flags):
    theirs = [claim(name, 1010, CallKind.INTERCEPTION) for name in ("A1", "A2")]
    found = decide(claim("H1", 1000), *theirs, together=rule)
    assert (found.kind, found.players, found.dead) == (kind, players, dead)
    assert len(found.flag) == flags


def test_two_defenders_together_are_one_interception_by_the_first():
    pair = [claim(name, 1010, CallKind.INTERCEPTION) for name in ("A1", "A2")]
    for rule, players in (
        (SimultaneousTouch.NO_ADVANCE, ("A2", "A1")),
        (SimultaneousTouch.BATTED, ("A1",)),
    ):
        found = decide(*pair, together=rule)
        assert (found.kind, found.players) == (CallKind.INTERCEPTION, players)


def test_a_catch_that_nobody_shares_is_one_in_every_rulebook():
    for rule in SimultaneousTouch:
        found = decide(claim("H1", 1000), together=rule)
        assert (found.kind, found.dead) == (CallKind.CATCH, False)


@pytest.mark.parametrize(("late_ms", "flagged"), [(1013.0, True), (1013.1, False)])
def test_what_came_at_nearly_the_same_instant_is_told(late_ms, flagged):
    # Sigmas of 3 and 4 ms make 5, and 2.6 of those are 13.
    past = claim("past", late_ms, CallKind.INCOMPLETE, 4.0, touch=False)
    found = decide(claim("H1", 1000, sigma_ms=3.0), past)
    assert found.flag == (("at nearly the same instant: past, incomplete",) if flagged else ())


def test_whether_it_was_within_the_time_may_be_too_close_to_tell():
    found = decide(claim("H1", 1000), claim("A1", 1104, CallKind.INTERCEPTION, 5.0))
    assert found.kind is CallKind.CATCH
    assert found.flag == ("too close to tell whether A1 touched it at the same time",)


def weighed(share=0.999, front=1.0, t_s=1.0, sigma_s=0.01):
    touch = SimpleNamespace(probability=share, gap=lambda _shared: (0.0, 0.1), run=())
    return SimpleNamespace(
        probability=share,
        weights={FRONT: front, TOUCH: 1.0},
        touch=touch,
        began=lambda _belief: MeasuredInstant(t_s, sigma_s),
    )


def hit(player, *, latest=None, **now):
    return SimpleNamespace(player=player, now=now, latest=latest, episode=1)


def claimer(**rules):
    whole = book("hefl")
    whole = JudgingContext(
        dataclasses.replace(whole.rules, passes=passes(**rules)), whole.field, PLAYERS, LEVELS
    )
    play = situation({"H1": (), "A1": ()})
    men = {name: PassRole.DEFENDER if name[0] == "A" else PassRole.RECEIVER for name in PLAYERS}
    ball = MarkerTracker(Marker(100, 100, 4.5), LEVELS)
    return ClaimBuilder(whole, play, men, ball, SimpleNamespace(opponents=[]))


def test_of_whom_no_frame_is_left_nothing_but_the_touch_is_known():
    found = claimer(engaged_catches=False).claim(hit("H1", touch=weighed()), [])
    # In bounds, upright and free as far as anybody knows.
    assert (found.kind, found.certainty) == (CallKind.CATCH, pytest.approx(0.999))
    assert found.flag == (
        "nobody can tell whether the receiver may catch it",
        "H1 was not seen touching the marker",
    )
    assert (found.t_ns, found.sigma_ns) == (1000 * MS, 10 * MS)


@pytest.mark.parametrize(("share", "claimed"), [(0.995, True), (0.9949, False)])
def test_a_touch_is_claimed_from_sure_on(share, claimed):
    found = claimer().claim(hit("H1", touch=weighed(share)), [])
    assert (found is not None) is claimed


def test_who_may_have_touched_it_is_named_behind_whoever_did_not():
    maybe = weighed(0.8)
    hits = SimpleNamespace(
        opponents=[
            hit("H5"),
            hit("H8", touch=maybe),  # has a claim already
            hit("H22", touch=weighed(0.49)),
            hit("H33", touch=weighed(0.999)),  # is known
            hit("H55", touch=weighed(0.8, t_s=1.05)),  # two sigmas before that it is 1.03
            hit("H1", touch=maybe),
            hit("H71", touch=weighed(0.5)),
        ]
    )
    named = claimer().doubts(hits, {"H8": claim("H8", 1000)}, 1020 * MS)
    assert named == ["H1 may have touched it", "H71 may have touched it"]
    assert "H55 may have touched it" in claimer().doubts(hits, {}, 1030 * MS)


def test_a_defender_counts_with_his_front_where_only_that_catches():
    found = {TOUCH: weighed(0.8), FRONT: weighed(0.2)}
    assert not claimer().may_count(hit("A1"), found)
    assert claimer().may_count(hit("H1"), found)
    assert claimer(catch_with=CatchWith.ANY_PART).may_count(hit("A1"), found)
    assert not claimer().may_count(hit("H1"), {})
