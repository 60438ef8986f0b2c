"""What a screen is told of a play: the plays that may be named where it stands."""

from __future__ import annotations

from referee.calls.plays import Play
from referee.official.said import PutInto
from referee.rulebooks.period import Period

from .evenings import evening, put, snap

STANDS = {"H1": [(0, 280, 160, 0)]}
# As the tables of HEFL have them: after the snap, and after a stretch with the passer.
AFTER_SNAP = {Play.RUN, Play.SNEAK, Play.SWEEP, Play.PITCH, Play.DRAW, Play.DELAY, Play.FORWARD}
WITH_THE_PASSER = {
    Play.FORWARD,
    Play.SCRAMBLE,
    Play.DRAW,
    Play.DELAY,
    Play.PITCH,
    Play.THROW_AWAY,
}


def test_before_the_snap_the_plays_of_the_first_stop_may_be_named():
    got = evening("hefl", [(0.0, PutInto(period=Period.SET, carrier="H1"))], STANDS, 0.2)
    assert set(got.at(0.2).plays) == AFTER_SNAP


def test_while_the_snap_runs_and_after_it_they_are_the_same():
    got = evening("hefl", snap(), STANDS, 3.0)
    assert got.at(0.2).power
    assert set(got.at(0.2).plays) == AFTER_SNAP
    assert not got.at(2.9).power
    assert set(got.at(2.9).plays) == AFTER_SNAP


def test_with_the_passer_under_way_they_are_those_of_the_stop_to_come():
    got = evening("hefl", put(Period.POCKET, "H1"), STANDS, 0.5)
    assert set(got.at(0.4).plays) == WITH_THE_PASSER


def test_in_a_run_nothing_is_left_to_be_named():
    got = evening("hefl", put(Period.TO_THE_LINE, "H1"), STANDS, 0.5)
    assert got.at(0.4).plays == ()
