"""Who is engaged at a stop."""

from __future__ import annotations

import pytest

from referee.calls.call import CallKind
from referee.calls.contact.engagement import Engagement
from referee.calls.thresholds import Thresholds
from referee.loaders.rulebooks import load_rulebook
from tests.calls.plays import ROSTER, film


def engaged(rulebook, moves, **changes):
    watch = Engagement(load_rulebook(rulebook).calls.engagement, ROSTER, Thresholds())
    for board in film(moves, 0.4, power=((0.0, False),), sigma_mm=0.05, sigma_deg=0.1, **changes):
        watch.update(board)
    return watch, watch.calls(stop=1)


TOUCHING = {"H1": [(0.0, 100.0, 100.0, 0.0)], "A1": [(0.0, 127.8, 100.0, 180.0)]}
MATES = {"H1": [(0.0, 100.0, 100.0, 0.0)], "H2": [(0.0, 100.0, 120.6, 0.0)]}
APART = {"H1": [(0.0, 100.0, 100.0, 0.0)], "A1": [(0.0, 129.0, 100.0, 180.0)]}


@pytest.mark.parametrize("rulebook", ["efhl", "hefl", "vsefl", "simplified"])
def test_opponents_who_touch_are_engaged(rulebook):
    _, (call,) = engaged(rulebook, TOUCHING)
    assert (call.kind, call.players, call.flag) == (CallKind.ENGAGED, ("A1", "H1"), ())


def test_team_mates_engage_each_other_in_the_simplified_rules_only():
    assert [c.players for c in engaged("simplified", MATES)[1]] == [("H1", "H2")]
    assert engaged("efhl", MATES)[1] == []


def test_a_millimetre_apart_is_not_engaged():
    assert engaged("simplified", APART)[1] == []


def test_too_close_to_tell_is_flagged():
    near = {"H1": [(0.0, 100.0, 100.0, 0.0)], "A1": [(0.0, 127.93, 100.0, 180.0)]}
    calls = engaged("efhl", near)[1]
    assert all(call.flagged for call in calls)


def test_who_is_not_seen_is_named_not_guessed():
    watch, calls = engaged("efhl", TOUCHING, hidden={"A1": (0.0, 9.0)})
    assert calls == []
    assert "A1" in watch.unseen()
