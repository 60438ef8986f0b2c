"""Where the evening stands: one word from a table, and what may follow what."""

from __future__ import annotations

from itertools import pairwise, product

import pytest

from referee.calls.plays import Play
from referee.calls.situation import Phase
from referee.core.roster import Team
from referee.game.state import Stage
from referee.official.said import Named, PutInto
from referee.play.commands import Clear, Ready, Say, SetByItself
from referee.play.moment import FOLLOWS, TABLE, Facts, Moment, moment_of
from referee.play.obey import obey
from referee.play.orders import Orders, Switch
from referee.play.showing import moment
from referee.rulebooks.period import Period
from tests.play.driving import Relay, drive
from tests.play.lined import frames, night_of

S = 1_000_000_000
SET, READ, DEAD = Period.SET, Period.READ, Period.DEAD
GAME = Stage.SCRIMMAGE
CASES = [
    (Facts(Stage.BEFORE, SET, None), Moment.BEFORE),
    (Facts(Stage.KICKOFF, SET, Phase.SNAP), Moment.KICK),
    (Facts(Stage.KICKOFF, Period.RETURN, Phase.RETURN), Moment.STOP),
    (Facts(GAME, SET, Phase.SNAP), Moment.BETWEEN),
    (Facts(GAME, SET, Phase.SNAP, touched=True), Moment.SET_UP),
    (Facts(GAME, SET, Phase.SNAP, touched=True, ready=True), Moment.SET),
    (Facts(GAME, Period.SNAP, Phase.SNAP, power=True), Moment.SNAP),
    (Facts(GAME, READ, Phase.READ), Moment.READ),
    (Facts(GAME, READ, Phase.READ, power=True), Moment.LIVE),
    (Facts(GAME, Period.TO_THE_END, Phase.RUN), Moment.STOP),
    (Facts(GAME, Period.TO_THE_END, Phase.RUN, broken_off=True), Moment.BROKEN_OFF),
    # He fell as the power was cut for something else: dice are rolled for that, nothing goes on.
    (Facts(GAME, DEAD, Phase.RUN, broken_off=True), Moment.DEAD),
    (Facts(GAME, DEAD, None, broken_off=True, counted=True), Moment.BETWEEN),
    (Facts(GAME, DEAD, Phase.RUN), Moment.DEAD),
    (Facts(GAME, DEAD, Phase.RUN, counted=True), Moment.BETWEEN),
    (Facts(GAME, READ, Phase.READ, power=True, alarm=True), Moment.ALARM),
    (Facts(Stage.OVER, SET, Phase.SNAP), Moment.OVER),
]


@pytest.mark.parametrize(("facts", "wanted"), CASES)
def test_the_table_names_every_moment(facts, wanted):
    assert moment_of(facts) is wanted


def test_every_moment_has_a_row_and_an_arrow():
    assert {row.moment for row in TABLE} == set(FOLLOWS) == set(Moment)
    for arrows in FOLLOWS.values():
        assert all(why and isinstance(then, Moment) for why, then in arrows)


def test_the_table_has_an_answer_to_everything():
    for stage, period, phase, power, counted in product(
        Stage, Period, (*Phase, None), (False, True), (False, True)
    ):
        assert moment_of(Facts(stage, period, phase, power=power, counted=counted)) in Moment


def moments(night, boards, wishes=(), hands=None, relay=None):
    """The moments of a stretch, each once."""
    found = []
    left = list(wishes)
    for board in boards:
        due = [wish for wish in left if wish[0] * S <= board.t_ns]
        left = left[len(due) :]
        drive(night, [board], [(0.0, wish) for _, wish in due], hands, relay)
        now = moment(night)
        if not found or found[-1] is not now:
            found.append(now)
    return found


def test_an_evening_goes_along_the_arrows():
    night, relay = night_of(), Relay()
    # The snap comes by itself at 4.8 s; then a run is named, and power stays on for it.
    wishes = [(0.0, SetByItself(True)), (6.0, Say(Named(Play.RUN, "HHB"))), (6.1, Ready())]
    boards = frames(7.5, creeps=(4.8, 5.2))
    found = moments(night, boards, wishes, lambda at: 0.3 < at < 0.9, relay)
    allowed = {(a, then) for a, arrows in FOLLOWS.items() for _, then in arrows}
    assert found == [
        Moment.BETWEEN,
        Moment.SET_UP,
        Moment.SET,
        Moment.SNAP,
        Moment.READ,
        Moment.STOP,
        Moment.LIVE,
    ]
    assert [pair for pair in pairwise(found) if pair not in allowed] == []


def test_after_a_cut_that_stops_nothing_a_person_has_to_look_and_the_alarm_comes_back():
    night, relay = night_of(), Relay()
    put = Say(PutInto(period=Period.TO_THE_END, team=Team.HOME, carrier="HHB"))
    # The board creeps from the first power on, and goes on when the power is gone.
    found = moments(
        night,
        frames(8.0, creeps=(1.4, 8.0)),
        [(0.0, put), (0.5, Ready())],
        lambda at: 2.5 < at < 2.6,
        relay,
    )
    assert Moment.BROKEN_OFF in found
    assert found[-1] is Moment.ALARM
    assert "still move" in night.alarm
    assert obey(night, Clear(), 8 * S).clear
    assert night.alarm == ""
    drive(night, frames(2.5, start_s=8.0, creeps=(7.9, 12.0)), relay=relay)
    assert "move" in night.alarm


def test_blind_is_off_and_stays_off_until_somebody_says_ready():
    night = night_of()
    drive(night, frames(1.0))
    assert night.blind(2 * S, "NOT WATCHING", Switch(True, S)).off
    assert drive(night, frames(2.0, start_s=3.0)).on_s() == []


def test_a_wish_of_a_running_board_leaves_the_moment_alone():
    night = night_of()
    assert obey(night, Clear(), S) == Orders(clear=True)
    assert moment(night) is Moment.BETWEEN
