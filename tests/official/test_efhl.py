"""EFHL: short pulses, one stop at the line for the carrier, one for the defense."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import CallAction, final_calls
from referee.calls.play_name import ActingSide, PlayName, RollKind
from referee.core.roster import Team
from referee.game.state import GamePhase
from referee.official.declarations.types import DiceRolled, PlayNamed, StopRequested, SwitchUsed
from referee.official.outcome import QuestionKind
from referee.official.play.stop_reply import refusal_reason
from referee.rulebooks.play_step import PlayStep
from tests.official.evenings import STATE, evening, put, snap

QUIET = {"H1": [(0, 250, 160, 180)], "H22": [(0, 240, 130, 0)], "A50": [(0, 500, 160, 180)]}
# H22 reaches the line at 1.0 s with his front: 300 - 13.9.
RUN = {**QUIET, "H22": [(0, 246.1, 130, 0), (0.0, 246.1, 130, 0), (2.0, 326.1, 130, 0)]}


def test_the_snap_lasts_a_quarter_of_a_second():
    got = evening("efhl", snap(), QUIET, 1.0)
    assert got.said() == [("pulse over", "EFHL-SNP-01")]
    (call,) = got.calls
    assert call.t_ns == pytest.approx(350e6, abs=1e6)  # 0.1 s + 1/4 s
    assert got.cuts == [pytest.approx(0.3667, abs=0.001)]  # the first frame after that


def test_after_the_snap_comes_the_read_and_then_a_play_has_to_be_named():
    got = evening("efhl", [*snap(), (0.8, SwitchUsed(True))], QUIET, 2.5)
    assert got.said() == [("pulse over", "EFHL-SNP-01"), ("pulse over", "EFHL-RD-01")]
    assert got.at(0.6).step is PlayStep.READ
    assert got.at(0.6).may_switch_on
    last = got.notices[-1][1]
    assert [ask.what for ask in last.asks] == ["play"]
    assert last.sentences == ("No power: the offense has to say which play it is.",)


def test_power_before_the_play_is_named_is_not_allowed():
    script = [*snap(), (0.8, SwitchUsed(True)), (2.2, SwitchUsed(True))]
    got = evening("efhl", script, QUIET, 2.6)
    assert got.said()[-1] == ("not allowed", "EFHL-RD-03")
    assert not got.at(2.5).power


def test_the_offense_holds_the_switch_up_to_the_line_and_the_defense_after_it():
    got = evening("efhl", put(PlayStep.TO_THE_LINE, "H22"), RUN, 2.0)
    (call,) = got.calls
    assert (call.kind.value, call.rule) == ("stop", "EFHL-RUN-04")
    assert call.action is CallAction.HAND_OVER
    assert call.t_ns / 1e9 == pytest.approx(1.0, abs=0.02)
    assert call.spot.x_mm == pytest.approx(300.0, abs=1.0)
    assert got.at(0.5).switch is Team.HOME
    assert got.at(1.8).step is PlayStep.AFTER_THE_LINE
    assert got.at(1.8).switch is Team.AWAY
    assert got.at(1.8).turns == "the carrier alone"


def test_the_defense_stops_once_and_then_no_more():
    moves = {**QUIET, "H22": [(0, 320, 130, 0), (3.0, 440, 130, 0)]}
    script = [
        *put(PlayStep.AFTER_THE_LINE, "H22"),
        (0.8, StopRequested(ActingSide.DEFENSE)),
        (1.4, SwitchUsed(True)),
        (2.0, StopRequested(ActingSide.DEFENSE)),
    ]
    got = evening("efhl", script, moves, 2.8)
    assert got.said() == [("not allowed", "EFHL-STP-01")]
    assert [refusal_reason(call) for call in final_calls(got.calls)] == [
        "this side has no stop left"
    ]
    assert got.at(1.2).step is PlayStep.TO_THE_END
    assert not got.at(1.2).power
    assert got.at(2.6).power


def test_the_offense_may_not_stop_while_the_defense_holds_the_switch():
    moves = {**QUIET, "H22": [(0, 320, 130, 0), (3.0, 440, 130, 0)]}
    script = [*put(PlayStep.AFTER_THE_LINE, "H22"), (0.8, SwitchUsed(False, ActingSide.OFFENSE))]
    got = evening("efhl", script, moves, 1.6)
    assert got.said() == [("not allowed", "EFHL-STP-01")]
    assert got.restores
    assert got.at(1.4).power
    assert got.at(1.4).step is PlayStep.AFTER_THE_LINE


def test_a_play_named_early_is_due_at_the_stop_after_the_snap():
    script = [
        *snap(),
        (0.2, PlayNamed(PlayName.RUN, "H22")),
        (0.8, DiceRolled(RollKind.HANDOFF, (2, 1))),
    ]
    got = evening("efhl", script, QUIET, 1.0)
    assert [ask.what for ask in got.at(0.7).asks] == ["handoff dice"]
    assert got.at(0.9).step is PlayStep.TO_THE_LINE
    assert got.at(0.9).carrier == "H22"


def test_a_muffed_hand_off_is_a_fumble_and_the_ball_is_dropped():
    script = [
        *snap(),
        (0.2, PlayNamed(PlayName.RUN, "H22")),
        (0.8, DiceRolled(RollKind.HANDOFF, (1, 1))),
    ]
    got = evening("efhl", script, QUIET, 1.2)
    assert got.said()[-1] == ("fumble", "EFHL-FUM-02")
    last = got.notices[-1][1]
    assert (last.step, last.carrier) == (PlayStep.RECOVERY, None)
    assert [ask.what for ask in last.asks] == ["ball"]


def test_a_sack_in_the_read_ends_the_pulse_early():
    moves = {**QUIET, "A50": [(0, 330, 160, 180), (0.5, 330, 160, 180), (1.0, 277.8, 160, 180)]}
    got = evening("efhl", put(PlayStep.READ, "H1"), moves, 2.4)
    assert got.said() == [("sack", "EFHL-RD-02")]
    assert got.notices[-1][1].step is PlayStep.DEAD
    assert [type(event).__name__ for event in got.events] == ["PlayEnded"]
    assert got.official.state.down == 2


def test_a_scrambler_who_crosses_the_line_is_a_runner_in_the_same_pulse():
    moves = {**QUIET, "H1": [(0, 270, 160, 0), (0.1, 270, 160, 0), (0.5, 320, 160, 0)]}
    got = evening("efhl", put(PlayStep.SCRAMBLE, "H1"), moves, 1.2)
    assert got.said() == [("pulse over", "EFHL-SCM-01")]
    assert [ask.what for ask in got.notices[-1][1].asks] == ["play"]


def test_a_second_scramble_is_not_listed():
    script = [*put(PlayStep.SCRAMBLE, "H1"), (0.9, PlayNamed(PlayName.SCRAMBLE))]
    got = evening("efhl", script, QUIET, 1.2)
    assert got.said() == [("pulse over", "EFHL-SCM-01"), ("not allowed", "EFHL-SCM-01")]


def test_the_passer_may_not_go_forward_in_the_snap():
    moves = {**QUIET, "H1": [(0, 250, 160, 0), (0.1, 250, 160, 0), (0.3, 262, 160, 0)]}
    got = evening("efhl", snap(), moves, 1.0)
    assert ("not allowed", "EFHL-SNP-04") in got.said()


@pytest.mark.parametrize(("runners", "wrong"), [(2, False), (3, True)])
def test_two_backs_may_run_up_to_the_line_and_a_third_not(runners, wrong):
    backs = ("H22", "H33", "H44")
    moves = {**QUIET, "H88": [(0, 285, 300, 0)]}
    for k, name in enumerate(backs):
        to = 238 if k < runners else 230
        y = 130 + 30 * k
        moves[name] = [(0, 230, y, 0), (0.1, 230, y, 0), (0.35, to, y, 0)]
    got = evening("efhl", snap(), moves, 1.0)
    assert (("not allowed", "EFHL-SNP-03") in got.said()) is wrong


def test_whoever_holds_the_switch_may_shorten_a_pulse():
    got = evening("efhl", [*snap(), (0.2, SwitchUsed(False, ActingSide.OFFENSE))], QUIET, 1.0)
    assert got.said() == []
    assert got.at(0.9).step is PlayStep.READ


def test_on_a_two_point_try_nobody_stops_and_the_offense_holds_the_switch():
    state = replace(STATE, phase=GamePhase.TRY, down=0, to_gain_x_mm=None)
    script = [*put(PlayStep.TO_THE_LINE, "H22"), (1.5, StopRequested(ActingSide.DEFENSE))]
    got = evening("efhl", script, RUN, 2.0, state=state)
    assert got.said() == [("not allowed", "EFHL-STP-01")]
    assert got.at(1.9).switch is Team.HOME


@pytest.mark.parametrize(
    ("stage", "start_x", "stops_at_x"),
    [
        (GamePhase.KICKOFF, 100.0, 160.0),  # his own 20
        (GamePhase.FREE_KICK, 500.0, 560.0),  # the kickers' 30
        (GamePhase.SCRIMMAGE, 240.0, 300.0),  # the old line of scrimmage
    ],
)
def test_a_returner_is_stopped_where_the_kick_says(stage, start_x, stops_at_x):
    state = replace(STATE, phase=stage, team=Team.AWAY)
    moves = {"H22": [(0, start_x, 160, 0), (0.1, start_x, 160, 0), (1.1, start_x + 80, 160, 0)]}
    got = evening("efhl", put(PlayStep.RETURN, "H22", Team.HOME), moves, 1.4, state=state)
    (call,) = got.calls
    assert call.spot.x_mm == pytest.approx(stops_at_x, abs=1.0)
    assert got.notices[-1][1].switch is Team.AWAY


def test_gained_beyond_the_own_twenty_the_kickers_have_the_switch_at_once():
    state = replace(STATE, phase=GamePhase.KICKOFF, team=Team.AWAY)
    moves = {"H22": [(0, 200, 160, 0)]}
    got = evening("efhl", put(PlayStep.RETURN, "H22", Team.HOME), moves, 0.5, state=state)
    assert got.calls == []
    assert got.at(0.05).switch is Team.AWAY


@pytest.mark.parametrize("play", [PlayName.SPIKE, PlayName.KNEEL])
def test_a_spike_or_kneel_named_in_the_snap_is_counted_at_its_stop(play):
    got = evening("efhl", [*snap(), (0.2, PlayNamed(play))], QUIET, 1.0)
    assert got.notices[-1][1].step is PlayStep.DEAD
    assert got.official.over
    assert got.official.state.down == 2


def test_a_spike_named_in_a_snap_over_which_dice_decide_waits_for_them():
    """EFHL rolls for a snap to a passer who stands far from the center."""
    shotgun = {**QUIET, "H1": [(0, 200, 160, 180)]}
    rolled = DiceRolled(RollKind.SNAP, (3, 3))
    got = evening("efhl", [*snap(), (0.2, PlayNamed(PlayName.SPIKE)), (1.5, rolled)], shotgun, 2.0)
    waits = got.at(1.4)
    assert [ask.what for ask in waits.asks] == [QuestionKind.SNAP_DICE]
    assert waits.step is not PlayStep.DEAD
    assert got.official.over
    assert got.official.state.down == 2


def test_a_spike_and_a_kneel_use_up_the_down():
    for play, x_mm in ((PlayName.SPIKE, 300.0), (PlayName.KNEEL, 236.1)):  # H1's back: 250 - 13.9
        got = evening("efhl", [*snap(), (0.8, PlayNamed(play))], QUIET, 1.0)
        state = got.official.state
        assert (state.down, state.x_mm) == (2, pytest.approx(x_mm, abs=0.5))
        assert got.notices[-1][1].step is PlayStep.DEAD
