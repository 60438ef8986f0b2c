"""A return put into place after a play that is over is a play of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.frame import BoardFrame, SeenBase
from referee.calls.play_name import ActingSide
from referee.core.field.direction import Direction
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.game.events import (
    PlayEnded,
    Score,
    Scored,
    ScrimmageKick,
    SeriesBegan,
    Started,
)
from referee.game.fold import Fold
from referee.game.journal import Journal
from referee.game.state import GamePhase
from referee.loaders.fields import load_field
from referee.loaders.rulebooks import LEAGUES, load_rulebook
from referee.official.declarations.types import PlayMoved, PlayNamed, StopRequested, SwitchUsed
from referee.official.official import Official
from referee.rulebooks.play_step import PlayStep
from referee.sim.live.teams import usual_roster
from tests.official.evenings import STATE, evening, put

FIELD, ROSTER = load_field("620"), usual_roster(1)
BOOK = load_rulebook("vsefl")
MS = 1_000_000


def board(t_ms, power):
    seen = tuple(
        SeenBase(
            p.id, MeasuredPose.with_sigmas(Pose(60.0 + 30.0 * (k % 11), y, 0.0), 0.1, 0.1, 0.3)
        )
        for k, p in enumerate(ROSTER)
        for y in [100.0 if p.team is Team.HOME else 300.0]
    )
    return BoardFrame(t_ms * MS, power, seen)


def kneeled():
    """An official whose first play is over: the passer of a first down gave it up."""
    keeper = Fold(BOOK.game, FIELD)
    journal = Journal().append(0, "coach", Started("vsefl", Team.AWAY, Direction.RIGHT))
    journal = journal.append(0, "coach", SeriesBegan(Team.HOME, FIELD.x_mm(30.0), 200.0))
    return Official(BOOK, FIELD, ROSTER, keeper.state(journal))


def run(official, t_ms, power, frames=40):
    out = []
    for k in range(frames):
        out += official.see(board(t_ms + 33 * k, power)).calls
    return out


def test_a_return_that_is_put_into_place_after_a_play_begins_the_next_one():
    official = kneeled()
    official.hear(0, PlayMoved(step=PlayStep.SET, carrier="H12"))
    official.hear(0, PlayNamed(None, "H12"))
    run(official, 100, power=False, frames=3)
    official.hear(210 * MS, SwitchUsed(on=True))
    run(official, 220, power=True, frames=3)
    official.close()
    run(official, 400, power=False, frames=30)
    official.hear(2000 * MS, PlayMoved(step=PlayStep.RETURN, team=Team.AWAY, carrier="A36"))
    run(official, 2100, power=False, frames=3)
    official.hear(2210 * MS, SwitchUsed(on=True))
    official.see(board(2220, power=True))
    assert official.notice.step is PlayStep.RETURN
    assert (official.notice.team, official.notice.carrier) == (Team.AWAY, "A36")


# A90 brings a punt back to the left; the front of H22 meets his at 0.8 s: 500 - 27.8 apart.
BROUGHT_BACK = {
    "H1": [(0, 250, 160, 180)],
    "A90": [(0, 540, 130, 180), (0.1, 540, 130, 180), (0.8, 500, 130, 180)],
    "H22": [(0, 472.2, 130, 0)],
}


@pytest.mark.parametrize("league", LEAGUES)
def test_a_punt_that_is_brought_back_begins_a_series_and_is_no_play_from_scrimmage(league):
    got = evening(league, put(PlayStep.RETURN, "A90", Team.AWAY), BROUGHT_BACK, 2.0)
    (event,) = [each for each in got.events if isinstance(each, SeriesBegan | PlayEnded)]
    assert isinstance(event, SeriesBegan)
    assert (event.team, event.kick, event.told.play) == (Team.AWAY, ScrimmageKick.PUNT, "punt")
    assert (event.told.carrier, event.told.by) == ("A90", ("H22",))
    assert got.official.state.down == 1
    counts = load_rulebook(league).game.quarters.punts_count.value
    assert got.official.state.plays == STATE.plays + counts


def test_a_punt_that_is_carried_home_is_scored_as_a_return():
    carried = {**BROUGHT_BACK, "A90": [(0, 40, 130, 180), (0.1, 40, 130, 180), (0.9, 0, 130, 180)]}
    carried["H22"] = [(0, 600, 20, 0)]
    got = evening("efhl", put(PlayStep.RETURN, "A90", Team.AWAY), carried, 2.0)
    (event,) = [each for each in got.events if isinstance(each, Scored)]
    assert (event.how, event.team, event.kick) == (Score.TOUCHDOWN, Team.AWAY, ScrimmageKick.PUNT)


# A90 brings it back from 700; 20 yards on he is at 540, at 1.7 s. Home has kicked.
FAR_BACK = {
    "H1": [(0, 250, 160, 180)],
    "A90": [(0, 700, 130, 180), (0.1, 700, 130, 180), (2.1, 500, 130, 180)],
    "H22": [(0, 100, 20, 0)],
}


# VSEFL-PUN-03: on a punt that stop is the kicking side's; VSEFL-CUT-03: else the returner's.
@pytest.mark.parametrize(
    ("stage", "by", "granted"),
    [
        (GamePhase.SCRIMMAGE, ActingSide.HOME, True),
        (GamePhase.SCRIMMAGE, ActingSide.AWAY, False),
        (GamePhase.KICKOFF, ActingSide.HOME, False),
        (GamePhase.KICKOFF, ActingSide.AWAY, True),
    ],
)
def test_whose_the_stop_at_twenty_yards_is(stage, by, granted):
    script = [*put(PlayStep.RETURN, "A90", Team.AWAY), (1.9, StopRequested(by))]
    got = evening("vsefl", script, FAR_BACK, 2.1, state=replace(STATE, phase=stage))
    last = got.notices[-1][1]
    assert (last.power, [kind for kind, _ in got.said()]) == (
        (False, []) if granted else (True, ["not allowed"])
    )
    assert (last.step is PlayStep.RETURN_STOPPED) is granted


def test_before_twenty_yards_the_kicking_side_has_no_stop():
    script = [*put(PlayStep.RETURN, "A90", Team.AWAY), (1.2, StopRequested(ActingSide.HOME))]
    got = evening("vsefl", script, FAR_BACK, 1.5)
    assert [kind for kind, _ in got.said()] == ["not allowed"]
    assert got.notices[-1][1].power
