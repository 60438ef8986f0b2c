"""Sacks by each rulebook."""

from __future__ import annotations

import pytest

from referee.calls.call import CallKind
from referee.calls.phase_state import PlayPhase
from tests.calls.plays import film, judged, situation

PASSER = [(0.0, 250.0, 150.0, 0.0)]


def sacked(rulebook, keys, phase=PlayPhase.READ, passer=PASSER, seconds=1.4):
    moves = {"H1": passer, "A1": keys}
    play = situation(moves, phase=phase, scrimmage_x_mm=300.0, to_gain_x_mm=None)
    return judged(rulebook, film(moves, seconds), play)


NOSE = [(0.0, 317.8, 150.0, 180.0), (0.8, 277.8, 150.0, 180.0)]
SIDE = [(0.0, 262.0, 190.6, 0.0), (0.8, 262.0, 170.6, 0.0)]
REAR = [(0.0, 317.8, 150.0, 0.0), (0.8, 277.8, 150.0, 0.0)]
BACK = [(0.0, 182.2, 150.0, 0.0), (0.8, 222.2, 150.0, 0.0)]

TABLE = [
    ("efhl", NOSE, [CallKind.SACK]),
    ("efhl", SIDE, []),
    ("efhl", BACK, [CallKind.SACK]),
    ("hefl", NOSE, [CallKind.SACK]),
    ("hefl", SIDE, [CallKind.SACK]),
    ("hefl", REAR, [CallKind.SACK]),
    ("vsefl", SIDE, [CallKind.SACK]),
    ("vsefl", REAR, []),
    ("vsefl", BACK, [CallKind.FUMBLE]),
    ("simplified", REAR, [CallKind.SACK]),
]


@pytest.mark.parametrize(("rulebook", "keys", "wanted"), TABLE)
def test_which_touch_sacks(rulebook, keys, wanted):
    calls = sacked(rulebook, keys)
    assert [c.kind for c in calls] == wanted
    assert not any(c.flagged for c in calls)


@pytest.mark.parametrize("phase", [PlayPhase.SNAP, PlayPhase.READ, PlayPhase.SCRAMBLE])
def test_a_sack_wherever_the_passer_has_the_ball(phase):
    assert [c.kind for c in sacked("hefl", NOSE, phase)] == [CallKind.SACK]


def test_the_spot_is_his_foremost_part():
    (call,) = sacked("efhl", NOSE)
    assert call.spot.x_mm == pytest.approx(263.9, abs=1.0)
    assert call.rule == "EFHL-RD-02"


DROPS = [(0.0, 200.0, 150.0, 0.0), (1.4, 100.0, 150.0, 0.0)]


def test_dropping_more_than_twenty_yards_back_is_down_at_twenty_yards():
    # 20 yards of 8 mm behind x = 300.
    (call,) = sacked("efhl", [(0.0, 500.0, 50.0, 180.0)], passer=DROPS)
    assert (call.kind, call.rule) == (CallKind.COVERAGE_SACK, "EFHL-SNP-05")
    assert call.spot.x_mm == 140.0
    # His front, 13.9 mm ahead, is there when the centre is at 126.1: after 73.9 of 71.4 mm/s.
    assert call.t_ns / 1e9 == pytest.approx(73.9 / (100 / 1.4), abs=0.01)


@pytest.mark.parametrize("rulebook", ["hefl", "vsefl", "simplified"])
def test_other_rulebooks_have_no_coverage_sack(rulebook):
    calls = sacked(rulebook, [(0.0, 500.0, 50.0, 180.0)], passer=DROPS)
    assert CallKind.COVERAGE_SACK not in [call.kind for call in calls]


def test_a_fallen_rusher_sacks_nobody_in_efhl():
    moves = {"H1": PASSER, "A1": NOSE}
    play = situation(moves, phase=PlayPhase.READ, to_gain_x_mm=None)
    assert judged("efhl", film(moves, 1.4, fallen={"A1": 0.0}), play) == []


def test_a_rusher_who_may_lie_sacks_no_more_surely_than_he_stands():
    moves = {"H1": PASSER, "A1": NOSE}
    play = situation(moves, phase=PlayPhase.READ, to_gain_x_mm=None)
    (call,) = judged("efhl", film(moves, 1.4, fallen={"A1": (0.0, 0.3)}), play)
    assert call.flagged
    assert call.certainty == pytest.approx(0.7, abs=1e-3)
