"""The ball thrown away, by choice or because the passer is too deep."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import CallKind
from referee.calls.detector import RunContext
from referee.calls.passing.throw_away import TooDeep, throw_away_calls
from referee.calls.phase_state import PlayPhase
from referee.calls.tackle_box import TackleBox
from referee.loaders.fields import load_field
from tests.calls.plays import film, situation
from tests.calls.stop_scenes import book, stop
from tests.core.fields import EASY

# The tackles' outer edges are at y = 89.7 and 230.3; a base is 20.6 wide.
LINE = {"H71": (285.0, 100.0, 0.0), "H76": (285.0, 220.0, 0.0)}
BOX = TackleBox(89.7, 230.3, 0.05, 0.05)


@pytest.mark.parametrize(
    ("league", "place", "kind", "rule"),
    [
        ("efhl", (240.0, 242.0, 180.0), CallKind.THROWN_AWAY, "EFHL-TA-01"),
        ("efhl", (240.0, 239.0, 180.0), CallKind.GROUNDING, "EFHL-TA-02"),
        ("efhl", (240.0, 160.0, 180.0), CallKind.GROUNDING, "EFHL-TA-02"),
        ("hefl", (240.0, 160.0, 180.0), CallKind.THROWN_AWAY, "HEFL-THR-01"),
        ("vsefl", (240.0, 242.0, 180.0), CallKind.THROWN_AWAY, "VSEFL-THR-01"),
        ("vsefl", (240.0, 160.0, 180.0), CallKind.NOT_ALLOWED, "VSEFL-THR-01"),
    ],
)
def test_by_choice(league, place, kind, rule):
    (call,) = throw_away_calls(stop(league, {"H1": place, **LINE}))
    assert (call.kind, call.rule, call.players, call.flag) == (kind, rule, ("H1",), ())


def test_grounding_in_the_own_end_zone_is_a_safety_in_efhl():
    places = {"H1": (-30.0, 160.0, 180.0), **LINE}
    calls = throw_away_calls(stop("efhl", places, box=BOX))
    assert [call.kind for call in calls] == [CallKind.GROUNDING, CallKind.SAFETY]
    assert calls[1].rule == "EFHL-TA-02"


def deep(league, y_mm, x_end, field=EASY, scrimmage=300.0, box=BOX):
    """He drops 60 mm to the left in a second, facing left."""
    keys = [(0.0, x_end + 60.0, y_mm, 180.0), (1.0, x_end, y_mm, 180.0)]
    play = situation({"H1": keys}, phase=PlayPhase.READ, scrimmage_x_mm=scrimmage, box=box)
    run = RunContext(replace(book(league), field=field), play)
    if not TooDeep.watches(run):
        return []
    watch = TooDeep(run)
    calls = [call for board in film({"H1": keys}, 1.0) for call in watch.update(board)]
    return [*calls, *watch.close()]


# Twenty yards of 8 mm behind x = 300 is 140; his rear, now ahead of him, is 13.9 from his middle.
@pytest.mark.parametrize(
    ("league", "y", "kind", "rule"),
    [
        ("hefl", 160.0, CallKind.GROUNDING, "HEFL-THR-02"),
        ("hefl", 260.0, CallKind.THROWN_AWAY, "HEFL-THR-01"),
        ("vsefl", 160.0, CallKind.GROUNDING, "VSEFL-THR-01"),
        ("vsefl", 260.0, CallKind.THROWN_AWAY, "VSEFL-THR-01"),
    ],
)
def test_any_part_of_him_more_than_twenty_yards_back(league, y, kind, rule):
    (call,) = deep(league, y, 140.0)
    assert (call.kind, call.rule, call.flag) == (kind, rule, ())
    # 46.1 of the 60 mm are gone then.
    assert call.t_ns / 1e9 == pytest.approx(46.1 / 60.0, abs=0.01)


@pytest.mark.parametrize("league", ["hefl", "vsefl"])
def test_just_short_of_it(league):
    assert deep(league, 160.0, 155.0) == []


@pytest.mark.parametrize("seed", range(60))
def test_who_rests_exactly_on_the_limit_is_never_called_without_a_flag(seed):
    """Two seconds of looks, and one look in a thousand shows the passer beyond by noise alone."""
    keys = [(0.0, 213.9, 160.0, 180.0), (1.0, 153.9, 160.0, 180.0)]
    play = situation({"H1": keys}, phase=PlayPhase.READ, scrimmage_x_mm=300.0, box=BOX)
    watch = TooDeep(RunContext(replace(book("vsefl"), field=EASY), play))
    boards = film({"H1": keys}, 3.0, seed=seed)
    calls = [*(call for board in boards for call in watch.update(board)), *watch.close()]
    assert calls
    assert all(call.flagged for call in calls)


@pytest.mark.parametrize("league", ["efhl", "simplified"])
def test_other_rulebooks_do_not_ask(league):
    assert deep(league, 160.0, 140.0) == []


def test_fifteen_yards_on_a_scale_board():
    # 12.7 mm to the yard: 15 yards behind x = 600 is 409.5.
    scale = load_field("scale-64x30")
    assert deep("hefl", 300.0, 405.0, scale, 600.0, TackleBox(200.0, 400.0, 0.1, 0.1)) != []
    assert deep("hefl", 300.0, 440.0, scale, 600.0, TackleBox(200.0, 400.0, 0.1, 0.1)) == []


def test_nobody_knows_where_the_tackles_stood():
    (call,) = deep("hefl", 160.0, 140.0, box=None)
    assert call.flagged
