"""What the night does by itself before a snap: reads the line-up, sets what is legal, asks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.call import CallKind
from referee.calls.frame import BoardFrame
from referee.calls.play_name import PlayName
from referee.core.roster import Team
from referee.game.events import (
    DownRepeated,
    FoulAnswer,
    FoulCalled,
    FoulsSettled,
    PlayEnded,
    Scored,
)
from referee.game.events import Score as Points
from referee.game.state import GamePhase
from referee.night.command_handlers import handle_command
from referee.night.commands import (
    CorrectRole,
    Declare,
    DeclinePenalty,
    EnforcePenalty,
    EnterEvent,
    ReportReady,
    SetAutoReady,
)
from referee.night.line_up.readiness import COUNT_NS, RESTS_NS
from referee.night.night_output import NightOutput
from referee.night.phase import NightPhase
from referee.night.screen.performance_meter import Performance
from referee.night.screen.snapshot_builder import night_phase, snapshot_of
from referee.official.declarations.types import PlayMoved, PlayNamed
from referee.official.line_up.line_up import LineUpForm, Role
from referee.rulebooks.play_step import PlayStep
from tests.night.driving import drive
from tests.night.lined import BEGUN, frames, night_of
from tests.official.formations import FOUR_THREE, PRO, PUNT

S = 1_000_000_000
OFFSIDE = {**FOUR_THREE, "DE": (0.5, 64.0, 0.0)}


def shown(night):
    return snapshot_of(
        night,
        number=1,
        t_ns=0,
        hands=False,
        watching=True,
        numbers=Performance(30.0, 0, {}),
    )


def hands_until(seconds):
    return lambda at: at < seconds


def test_the_quarterback_has_the_ball_unless_somebody_says_anything_else():
    night = night_of()
    drive(night, frames(1.5))
    assert night.notice.carrier == "HQB"
    (taken,) = shown(night).default_answers
    assert (taken.what, taken.value) == ("snap", "HQB")


def test_whom_a_coach_named_is_left_alone():
    night = night_of()
    drive(night, frames(3.0), [(0.0, Declare(PlayNamed(carrier="HHB")))])
    assert night.notice.carrier == "HHB"
    assert shown(night).default_answers == ()


def test_one_tap_makes_somebody_else_the_quarterback_and_it_sticks():
    night = night_of()
    drive(night, frames(3.0), [(1.5, CorrectRole(Role.QUARTERBACK, "HHB"))])
    assert night.notice.carrier == "HHB"
    man = shown(night).line_up.find("HHB")
    assert (man.role, man.corrected, man.certainty) == (Role.QUARTERBACK, True, 1.0)


def test_a_correction_is_gone_once_the_man_stands_elsewhere():
    night = night_of()
    drive(night, frames(2.0), [(1.0, CorrectRole(Role.QUARTERBACK, "HHB"))])
    elsewhere = {**PRO, "HB": (14.0, -60.0, 0.0)}
    drive(night, frames(2.0, elsewhere, start_s=2.0))
    assert night.notice.carrier == "HQB"


@pytest.mark.parametrize(
    "command",
    [
        CorrectRole(Role.TACKLE, "ADE"),
        CorrectRole(Role.LINEBACKER, "HHB"),
        CorrectRole(Role.BACK, "X9"),
    ],
)
def test_a_correction_that_makes_no_sense_is_refused(command):
    night = night_of()
    drive(night, frames(1.0))
    assert handle_command(night, command, S).refused


def test_nobody_is_taken_for_granted_where_a_punt_stands():
    down = [PlayEnded("tackle", Team.HOME, 300.0, 160.0)] * 3
    night = night_of(events=(*BEGUN, *down), offense=PUNT)
    drive(night, frames(1.5, PUNT))
    assert shown(night).line_up.form is LineUpForm.PUNT
    assert night.notice.carrier is None
    (ask,) = shown(night).questions
    assert (ask.what, ask.candidates[0]) == ("carrier", "HP")


def test_the_linemen_of_the_play_are_those_who_stand_there_not_those_with_their_numbers():
    night = night_of()
    drive(night, frames(1.5))
    assert night.ledger.official.linemen == ("HC", "HLG", "HLT", "HRG", "HRT")


def test_a_legal_line_up_is_set_by_itself_and_counts():
    night = night_of()
    got = drive(night, frames(6.0), [(0.0, SetAutoReady(True))], hands_until(1.0))
    (on_s,) = got.on_s()
    assert on_s >= 1.0 + (RESTS_NS + COUNT_NS) / S
    assert night.notice.step is not PlayStep.SET


def test_an_illegal_line_up_waits_and_says_why():
    night = night_of(defense=OFFSIDE)
    got = drive(night, frames(6.0, PRO, OFFSIDE), [(0.0, SetAutoReady(True))], hands_until(1.0))
    assert got.on_s() == []
    assert night.not_set_because == ("Less than 1 yard off the line: Blues 50.",)
    (measured,) = shown(night).line_up_faults
    assert measured == "Less than 1 yard off the line (front 0.5 yards off the line): Blues 50."
    assert not night.readiness.ready


def test_what_is_put_right_is_set():
    night = night_of(defense=OFFSIDE)
    command = [(0.0, SetAutoReady(True))]
    drive(night, frames(5.0, PRO, OFFSIDE), command, hands_until(1.0))
    got = drive(night, frames(6.0, start_s=5.0), hands=lambda at: at < 5.5)
    assert len(got.on_s()) == 1


def test_ready_snaps_an_illegal_line_up_all_the_same_and_the_foul_is_called():
    night = night_of(defense=OFFSIDE)
    got = drive(night, frames(4.0, PRO, OFFSIDE), [(1.5, ReportReady())])
    assert len(got.on_s()) == 1
    (call,) = [call for _, orders in got.orders for call in orders.calls]
    assert (call.kind, call.rule, call.players) == (
        CallKind.ILLEGAL_FORMATION,
        "HEFL-LIN-08",
        ("ADE",),
    )
    (foul,) = [e.what for e in night.ledger.journal.entries if isinstance(e.what, FoulCalled)]
    assert (foul.foul, foul.team, foul.rule) == (
        "neutral zone infraction",
        Team.AWAY,
        "HEFL-LIN-08",
    )
    assert got.said().count("Flag. Illegal formation.") == 1


def test_where_the_rules_have_no_yards_ready_is_a_waiver():
    over = {**FOUR_THREE, "DE": (-0.8, 64.0, 0.0)}
    night = night_of("simplified", defense=over)
    drive(night, frames(4.0, PRO, over), [(1.5, ReportReady())])
    assert night.state.fouls == ()
    assert night.ledger.choices == ()


def snapped_and_ended(night, event, line_up=OFFSIDE):
    """Snap from a line-up, and enter what the play came to."""
    drive(night, frames(3.0, PRO, line_up), [(1.0, ReportReady())])
    handle_command(night, EnterEvent(event), 4 * S)


def test_a_penalty_is_offered_and_plays_the_down_again_five_yards_on():
    night = night_of(defense=OFFSIDE)
    snapped_and_ended(night, PlayEnded("tackle", Team.HOME, 292.0, 160.0))
    take, decline = shown(night).offers
    assert take.command == EnterEvent(FoulsSettled(FoulAnswer.TAKE, 1))
    assert decline.command == EnterEvent(FoulsSettled(FoulAnswer.DECLINE))
    lead = "Take it, neutral zone infraction by Blues (Less than 1 yard off the line)"
    assert take.sentence == f"{lead}: 1st and 5 at the own 42.5."
    assert decline.sentence == "Decline it: 2nd and 11 at the own 36.5."
    orders = handle_command(night, take.command, 5 * S)
    assert (night.state.down, night.state.x_mm) == (1, 340.0)  # 300 mm and 5 yards of 8 mm
    assert len(orders.says) == 1
    assert shown(night).offers == ()


def test_a_declined_penalty_leaves_the_play_as_it_was():
    night = night_of(defense=OFFSIDE)
    snapped_and_ended(night, PlayEnded("tackle", Team.HOME, 330.0, 160.0))
    handle_command(night, DeclinePenalty(), 5 * S)
    assert (night.state.down, night.state.x_mm) == (2, 330.0)
    assert handle_command(night, DeclinePenalty(), 6 * S).refused


def test_a_touchdown_from_an_illegal_formation_can_be_taken_back():
    crooked = {**PRO, "FL": (1.6, -130.0, 20.0)}
    night = night_of(offense=crooked)
    drive(night, frames(3.0, crooked), [(1.0, ReportReady())])
    handle_command(night, EnterEvent(Scored(Points.TOUCHDOWN, Team.HOME)), 4 * S)
    assert night.state.phase is GamePhase.TRY
    handle_command(night, shown(night).offers[0].command, 5 * S)
    assert (night.state.home_score, night.state.down, night.state.x_mm) == (0, 1, 260.0)


def test_five_yards_that_reach_the_line_to_gain_are_a_first_down():
    events = (*BEGUN, PlayEnded("tackle", Team.HOME, 350.0, 160.0))  # 2nd, to gain 380
    night = night_of(events=events)
    handle_command(night, EnforcePenalty(Team.AWAY, 5.0), S)
    assert (night.state.down, night.state.x_mm) == (1, 390.0)


def test_never_more_than_half_the_way_to_the_goal():
    events = (*BEGUN[:1], replace(BEGUN[1], x_mm=40.0))
    night = night_of(events=events)
    handle_command(night, EnforcePenalty(Team.HOME, 15.0), S)
    assert night.state.x_mm == 20.0
    (entry,) = night.ledger.journal.entries[2:]
    assert isinstance(entry.what, DownRepeated)


def test_a_fallen_figure_waits_for_a_hand():
    night = night_of()
    drive(night, frames(6.0, lies=("HFB",)), [(0.0, SetAutoReady(True))], hands_until(1.0))
    assert any("lies: stand the figure up" in words for words in night.not_set_because)
    assert not night.readiness.ready


def test_no_snap_before_a_kick_is_told():
    night = night_of(events=BEGUN[:1])
    got = drive(night, frames(3.0), [(1.0, ReportReady())])
    assert got.on_s() == []
    assert night_phase(night) is NightPhase.KICK
    assert shown(night).questions[-1].what == "kick"
    assert any("kick" in reason.sentence for reason in night.reasons)


def test_a_quarter_is_offered_when_its_plays_are_over():
    # The kickoff that was brought back is the first of the twelve (HEFL-CLK-01).
    eleven = [PlayEnded("tackle", Team.HOME, 300.0 + 81.0 * (k % 2), 160.0) for k in range(11)]
    night = night_of(events=(*BEGUN, *eleven))
    (offer,) = shown(night).offers
    assert offer.sentence == "Quarter 1 is over after 12 plays."
    handle_command(night, offer.command, S)
    assert night.state.quarter == 2
    assert shown(night).offers == ()


def test_ready_without_a_word_means_the_passer_keeps_the_ball():
    night = night_of("efhl", events=(replace(BEGUN[0], rulebook="efhl"), BEGUN[1]))
    wishes = [
        (0.0, Declare(PlayMoved(step=PlayStep.READ, carrier="HQB"))),
        (0.5, ReportReady()),
        (3.5, ReportReady()),
    ]
    drive(night, frames(6.0, creeps=(1.4, 2.6)), wishes)
    said = [taken for taken in shown(night).default_answers if taken.what == "play"]
    assert [taken.value for taken in said] == [PlayName.RUN.value]


def test_under_a_hand_nothing_is_read():
    night = night_of()
    drive(night, frames(2.0), hands=lambda _at: True)
    assert night.prompter.reader.line_up is None
    assert night_phase(night) is NightPhase.SET_UP


def test_frames_of_an_empty_board_change_nothing():
    night = night_of()
    empty = [BoardFrame(k * 33_000_000 + 1, False, ()) for k in range(60)]
    got = drive(night, empty, [(0.5, ReportReady())])
    assert got.on_s() == []
    assert all(orders == NightOutput() for _, orders in got.orders)
