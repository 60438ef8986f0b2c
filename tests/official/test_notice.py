"""What a screen is told of a play: the plays that may be named where it stands."""

from __future__ import annotations

import pytest

from referee.calls.play_name import PlayName
from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.official.declarations.types import PlayMoved
from referee.rulebooks.play_step import PlayStep
from tests.official.evenings import evening, put, snap

STANDS = {"H1": [(0, 280, 160, 0)]}
# As the tables of HEFL have them: after the snap, and after a stretch with the passer.
AFTER_SNAP = {
    PlayName.RUN,
    PlayName.SNEAK,
    PlayName.SWEEP,
    PlayName.PITCH,
    PlayName.DRAW,
    PlayName.DELAY,
    PlayName.FORWARD,
}
WITH_THE_PASSER = {
    PlayName.FORWARD,
    PlayName.SCRAMBLE,
    PlayName.DRAW,
    PlayName.DELAY,
    PlayName.PITCH,
    PlayName.THROW_AWAY,
}


def test_before_the_snap_the_plays_of_the_first_stop_may_be_named():
    got = evening("hefl", [(0.0, PlayMoved(step=PlayStep.SET, carrier="H1"))], STANDS, 0.2)
    assert set(got.at(0.2).plays) == AFTER_SNAP


def test_while_the_snap_runs_and_after_it_they_are_the_same():
    got = evening("hefl", snap(), STANDS, 3.0)
    assert got.at(0.2).power
    assert set(got.at(0.2).plays) == AFTER_SNAP
    assert not got.at(2.9).power
    assert set(got.at(2.9).plays) == AFTER_SNAP


def test_with_the_passer_under_way_they_are_those_of_the_stop_to_come():
    got = evening("hefl", put(PlayStep.POCKET, "H1"), STANDS, 0.5)
    assert set(got.at(0.4).plays) == WITH_THE_PASSER


def test_in_a_run_nothing_is_left_to_be_named():
    got = evening("hefl", put(PlayStep.TO_THE_LINE, "H1"), STANDS, 0.5)
    assert got.at(0.4).plays == ()


def test_the_ball_is_not_given_to_a_player_of_the_other_team():
    said = PlayMoved(step=PlayStep.TO_THE_LINE, carrier="A50", team=Team.HOME)
    with pytest.raises(BadValue, match="A50"):
        evening("hefl", [(0.0, said)], STANDS, 0.2)


def test_a_carrier_does_not_stay_when_the_other_team_has_the_ball():
    first = PlayMoved(step=PlayStep.TO_THE_LINE, carrier="H22", team=Team.HOME)
    then = PlayMoved(step=PlayStep.TO_THE_LINE, team=Team.AWAY)
    got = evening("hefl", [(0.0, first), (0.1, then)], STANDS, 0.3)
    assert got.at(0.25).carrier is None
