"""Backs in the snap's pulse: who is one, who runs, and who runs the same way."""

from __future__ import annotations

import pytest

from referee.calls.call import CallKind
from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.phase_state import PlayPhase
from referee.calls.stops.backs import Backs
from referee.calls.stops.snap import SnapRules, short_yardage
from referee.calls.tackle_box import TackleBox
from referee.calls.thresholds import Thresholds
from referee.core.field.direction import Direction
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from tests.calls.making import ruled
from tests.calls.plays import MS, situation
from tests.calls.stop_scenes import ROSTER
from tests.core.fields import EASY

BOX = TackleBox(100.0, 220.0, 0.0, 0.0)
# A base length of 27.8 behind the line at 300 the front has to be: 13.9 ahead of the centre.
LAST_X = 300.0 - 27.8 - 13.9
NAMES = ("H1", "H2", "H5", "H8", "H55", "A1")


def rules(**changes):
    plain = {
        "false_start": True,
        "false_start_yd": 1.0,
        "passer_stays": True,
        "passer_yd": 0.5,
        "backs": 1.0,
        "short_yd": 2.0,
    }
    return SnapRules(**ruled(plain | changes))


def told(ways, *, box=BOX, also=None, **changes):
    """Each player from one place to another; what the second frame leads to."""
    play = situation(dict.fromkeys(NAMES), **{"phase": PlayPhase.SNAP, **changes})
    backs = Backs(rules(**(also or {})), EASY, ROSTER, Thresholds(), play, box)
    calls = []
    for t_ms, end in ((0, 0), (100, 1), (130, 1)):
        seen = (
            SeenBase(name, MeasuredPose.with_sigmas(Pose(*way[end], 0.0), 0.05, 0.05, 0.1))
            for name, way in ways.items()
        )
        calls.append(backs.update(BoardFrame(t_ms * MS, True, tuple(seen))))
    assert calls[0] == calls[2] == []
    return calls[1]


def ahead(y, mm=10.0, x=250.0):
    return (x, y), (x + mm, y)


def test_two_who_run_up_are_one_too_many():
    (call,) = told({"H8": ahead(180.0), "H2": ahead(140.0)})
    assert (call.kind, call.rule) == (CallKind.NOT_ALLOWED, "TST-RUL-04")
    assert call.players == ("H2", "H8")


FINE = {
    "one alone": {"H2": ahead(140.0)},
    "the carrier is none": {"H2": ahead(140.0), "H1": ahead(180.0)},
    "nor a lineman": {"H2": ahead(140.0), "H55": ahead(180.0)},
    "nor an opponent": {"H2": ahead(140.0), "A1": ahead(180.0)},
    # half a yard along the field is 4 mm
    "who hardly moves": {"H2": ahead(140.0), "H8": ahead(180.0, 3.5)},
    "outside the tackles": {"H2": ahead(140.0), "H8": ahead(215.0)},
    "on the line": {"H2": ahead(140.0), "H8": ahead(180.0, x=LAST_X + 0.1)},
    "the other way": {"H2": ahead(140.0, -10.0), "H8": ((250.0, 170.0), (250.0, 190.0))},
}


@pytest.mark.parametrize("ways", FINE.values(), ids=FINE)
def test_what_two_backs_may_do(ways):
    assert told(ways) == []


@pytest.mark.parametrize("way", [ahead(180.0, 4.5), ahead(180.0, x=LAST_X - 0.1)])
def test_what_just_counts(way):
    assert len(told({"H2": ahead(140.0), "H8": way})) == 1


@pytest.mark.parametrize(("aside_mm", "calls"), [(9.5, 1), (10.5, 0)])
def test_ways_that_differ_by_less_than_45_degrees_are_the_same(aside_mm, calls):
    # Both run back, one straight: 10 mm back and as much aside are 45 degrees.
    slanted = ((250.0, 180.0), (240.0, 180.0 + aside_mm))
    assert len(told({"H2": ahead(140.0, -10.0), "H8": slanted})) == calls


def test_who_plays_to_the_left_runs_up_to_the_left():
    x = 300.0 + 27.8 + 13.9 + 0.1
    ways = {"H2": ahead(140.0, -10.0, x), "H8": ahead(180.0, -10.0, x)}
    left = {"plays": Direction.LEFT, "to_gain_x_mm": 220.0}
    assert len(told(ways, **left)) == 1
    near = {name: ((a[0] - 0.2, a[1]), (b[0] - 0.2, b[1])) for name, (a, b) in ways.items()}
    assert told(near, **left) == []


def test_where_and_when_nobody_asks():
    ways = {"H2": ahead(140.0), "H8": ahead(180.0)}
    assert told(ways, phase=PlayPhase.READ) == []
    assert told(ways, box=None) == []
    assert told(ways, also={"backs": 11.0}) == []
    assert told(ways, also={"backs": 2.0}) == []
    assert told({**ways, "H5": ahead(160.0)}, also={"backs": 2.0})[0].players == ("H2", "H5", "H8")


@pytest.mark.parametrize(
    ("changes", "short"),
    [
        ({"to_gain_x_mm": 316.0}, True),  # 2 yards
        ({"to_gain_x_mm": 316.1}, False),
        ({"to_gain_x_mm": None, "scrimmage_x_mm": 784.0}, True),
        ({"to_gain_x_mm": None, "scrimmage_x_mm": 783.9}, False),
        ({"to_gain_x_mm": 284.0, "plays": Direction.LEFT}, True),
        ({"to_gain_x_mm": 283.9, "plays": Direction.LEFT}, False),
        ({"to_gain_x_mm": None, "scrimmage_x_mm": 16.0, "plays": Direction.LEFT}, True),
        ({"to_gain_x_mm": None, "scrimmage_x_mm": 16.1, "plays": Direction.LEFT}, False),
    ],
)
def test_few_yards_to_gain(changes, short):
    assert short_yardage(rules(), EASY, situation({"H1": ()}, **changes)) is short


def test_with_few_yards_to_gain_any_back_may_run():
    ways = {"H2": ahead(140.0), "H8": ahead(180.0)}
    assert told(ways, to_gain_x_mm=316.0) == []
