"""The helper at the table of a person who coaches by hand: the board follows the game."""

from __future__ import annotations

import pytest

from referee.core.clock import S_NS
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.roster import Team
from referee.core.turns import turn_deg
from referee.game.events import SeriesBegan
from referee.game.state import GamePhase
from referee.loaders.rulebooks import LEAGUES
from referee.night.commands import Declare, EnterEvent, PanicOff, ReportReady
from referee.night.phase import NightPhase
from referee.official.declarations.types import PlayMoved, PlayNamed
from referee.official.line_up.line_up import Role
from referee.rulebooks.play_step import PlayStep
from referee.sim.coach.board_hands import PERSONS_PACE
from referee.sim.coach.by_hand import table_helper
from referee.sim.coach.by_hand.table_helper import TableHelper
from referee.sim.coach.table.lockstep_night import LockstepNight, NightSetup

QUICK = 10 * PERSONS_PACE


def table(league="efhl", kicks=Team.AWAY):
    """A night whose figures a helper sets up; nobody else presses anything."""
    night = LockstepNight(NightSetup(league, seed=3, kicks=kicks))
    night.driver = TableHelper(night, night.board, seed=3, pace=QUICK)
    return night


def until(night, true, seconds=60):
    end_ns = night.now_ns + seconds * S_NS
    while not true():
        assert night.now_ns < end_ns, night.snapshot
        night.step()


def stands(night):
    """Everybody stands for what comes next, and the hands are away."""
    at = night.snapshot
    return at is not None and night.driver._for is not None and night.hands_rest()


@pytest.fixture(autouse=True)
def rest(monkeypatch):
    def hands_rest(night):
        report = night.board.hands
        return report.done >= night.driver._hands._given and not report.busy

    monkeypatch.setattr(LockstepNight, "hands_rest", hands_rest, raising=False)


def set_up(night, true=lambda: True):
    until(night, lambda: true() and stands(night) and not night.snapshot.hands)
    for _ in range(30):
        night.step()


def side_of(night, team):
    """Where the middle of a team is along the field, in mm."""
    seen = [b for b in night.snapshot.board.seen if b.player.startswith(team.name[0])]
    assert len(seen) == 11
    return sum(b.measured.pose.x_mm for b in seen) / 11


def wish(night, command):
    answers = []
    night.submit(command, answers.append)
    until(night, lambda: answers)
    assert answers[0].refused == ""


def passer(at):
    """Whoever takes the snap, as the line-up was read."""
    return next(
        man.player
        for man in at.line_up.men
        if man.team is at.line_up.offense and man.role is Role.QUARTERBACK
    )


def first_down(night):
    """The kick has been taken; home begins at its own 30."""
    field = night.about.field
    spot = SeriesBegan(Team.HOME, 0.3 * field.goal_to_goal_mm, field.width_mm / 2, "kickoff")
    wish(night, EnterEvent(spot))


@pytest.mark.parametrize("kicks", list(Team))
def test_the_side_that_kicks_is_the_one_that_lines_up_to_kick(kicks):
    night = table(kicks=kicks)
    set_up(night)
    state, field = night.snapshot.state, night.about.field
    assert (state.phase, state.team) == (GamePhase.KICKOFF, kicks)
    # Home plays to the right at first. Kicks are from the own 35: the kickers stand behind that
    # line, ten yards and more from the others.
    ball = (0.35 if kicks is Team.HOME else 0.65) * field.goal_to_goal_mm
    way = 1 if kicks is Team.HOME else -1
    assert way * (ball - side_of(night, kicks)) > 0.0
    assert way * (side_of(night, kicks.other) - ball) > 10.0 * field.length_mm_per_yd


@pytest.mark.parametrize("league", LEAGUES)
def test_after_the_kick_both_teams_are_set_up_for_the_snap_and_it_runs(league):
    night = table(league)
    set_up(night)
    first_down(night)
    set_up(night, lambda: night.snapshot.state.phase is GamePhase.SCRIMMAGE)
    at = night.snapshot
    assert at.line_up is not None
    assert at.line_up.offense is Team.HOME
    assert at.line_up_faults == ()
    wish(night, Declare(PlayMoved(step=PlayStep.SET, carrier=passer(at))))
    if night.about.rulebook.procedure.row(PlayStep.SET).plays:
        play = next(iter(night.about.rulebook.procedure.row(PlayStep.SET).plays))
        wish(night, Declare(PlayNamed(play)))
    wish(night, ReportReady())
    until(night, lambda: night.snapshot.power)


def test_a_kick_that_is_brought_back_is_played_from_where_all_stand():
    night = table()
    set_up(night)
    before = {b.player: b.measured.pose for b in night.snapshot.board.seen}
    wish(night, Declare(PlayMoved(step=PlayStep.RETURN, team=Team.HOME, carrier="H22")))
    for _ in range(90):
        night.step()
    after = {b.player: b.measured.pose for b in night.snapshot.board.seen}
    assert len(before.keys() & after.keys()) >= 20
    assert max(apart_mm(before[name], after[name]) for name in before.keys() & after.keys()) < 1.0
    assert night.snapshot.phase is NightPhase.STOP


def test_a_figure_goes_where_the_page_puts_it_and_is_turned():
    night = table()
    set_up(night)
    first_down(night)
    set_up(night, lambda: night.snapshot.state.phase is GamePhase.SCRIMMAGE)
    man = passer(night.snapshot)
    here = night.snapshot.board.find(man).measured.pose
    there = Pose(here.x_mm - 150.0, here.y_mm + 3.0, 90.0)
    assert night.driver.place((here.x_mm + 2.0, here.y_mm), there) == ""

    def seen():
        return night.snapshot.board.find(man).measured.pose

    until(night, lambda: night.snapshot.board.find(man) and apart_mm(seen(), there) < 3.0)
    set_up(night)
    assert seen().heading_deg % 360.0 == pytest.approx(90.0, abs=2.0)
    turned = Pose(seen().x_mm, seen().y_mm, 30.0)
    assert night.driver.place((turned.x_mm, turned.y_mm), turned) == ""
    until(
        night,
        lambda: night.snapshot.board.find(man) and abs(turn_deg(seen().heading_deg, 30.0)) < 2.0,
    )
    assert apart_mm(seen(), there) < 4.0


def test_what_cannot_be_is_refused_in_a_sentence():
    night = table()
    set_up(night)
    nowhere = (night.about.field.goal_to_goal_mm / 2, -500.0)
    assert night.driver.place(nowhere, Pose(0.0, 0.0, 0.0)) == table_helper.NOT_THERE
    wish(night, Declare(PlayMoved(step=PlayStep.RETURN, team=Team.HOME, carrier="H22")))
    until(night, lambda: night.snapshot.phase is NightPhase.STOP)
    here = night.snapshot.board.seen[0].measured.pose
    away = Pose(here.x_mm + 80.0, here.y_mm, 0.0)
    assert night.driver.place((here.x_mm, here.y_mm), away) == table_helper.ONLY_TURNED
    assert night.driver.set_up() == table_helper.NOT_NOW


def test_set_up_puts_everybody_back_in_place():
    night = table()
    set_up(night)
    seen = night.snapshot.board.seen[0]
    here = seen.measured.pose
    night.driver.place((here.x_mm, here.y_mm), Pose(here.x_mm, here.y_mm, here.heading_deg + 90.0))
    for _ in range(60):
        night.step()
    assert night.driver.set_up() == ""
    set_up(night)
    for _ in range(60):
        night.step()
    now = night.snapshot.board.find(seen.player).measured.pose
    assert abs(turn_deg(now.heading_deg, here.heading_deg)) < 2.0


def test_it_touches_nothing_while_somebody_has_to_look():
    night = table()
    set_up(night)
    wish(night, PanicOff())
    first_down(night)
    given = night.driver._hands._given
    for _ in range(90):
        night.step()
    assert night.driver._hands._given == given
