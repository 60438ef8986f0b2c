"""A play on game night: frames in, orders to the switch out, the journal as the rules want it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.calls.frame import BoardFrame
from referee.core.field.direction import Direction
from referee.core.roster import Team
from referee.game.events import PlayEnded, Score, Scored, SeriesBegan, Started
from referee.game.journal import Journal, OverturnEntry
from referee.loaders.rulebooks import load_rulebook
from referee.night.command_handlers import handle_command
from referee.night.commands import (
    ApplyRulings,
    ClearAlarm,
    ClearFault,
    Declare,
    EnterEvent,
    OverturnCommand,
    PanicOff,
    ReportReady,
    RevokeReady,
    SetAutoReady,
    StopBoard,
    UndoLastEntry,
)
from referee.night.eyes.live_eyes import WAITS_FOR_LINE_UP
from referee.night.gate import CLEAR_FIRST, CLEAR_NS, SWITCHED_OFF, not_watching
from referee.night.line_up.readiness import COUNT_NS
from referee.night.night import LEASE_NS, Night
from referee.night.night_frame import NightFrame
from referee.night.night_output import SwitchStatus
from referee.night.screen.performance_meter import Performance
from referee.night.screen.snapshot_builder import snapshot_of
from referee.official.declarations.types import PlayMoved, PlayNamed
from referee.rulebooks.play_step import PlayStep
from tests.calls.plays import film
from tests.core.fields import EASY
from tests.night.driving import Relay, Seen, drive
from tests.official.evenings import FAR, LINEMEN, ROSTER

MS = 1_000_000
S = 1_000_000_000
NAMES = {Team.HOME: "Reds", Team.AWAY: "Blues"}
STILL = {"H1": [(0, 250, 160, 180)], "H22": [(0, 302.1, 130, 0)], "A50": [(0, 369.9, 130, 180)]}
BEGUN = (
    Started("efhl", Team.AWAY, Direction.RIGHT),
    SeriesBegan(Team.HOME, 300.0, 160.0),
)


def night_of(rulebook="efhl", events=BEGUN) -> Night:
    journal = Journal()
    for event in events:
        journal = journal.append(0, "coach", event)
    return Night(load_rulebook(rulebook), EASY, ROSTER, journal, NAMES)


def run(night, moves, seconds, wishes=(), hands=None, relay=None, camera=None) -> Seen:
    """Frames of a play through the night; ``hands`` and ``camera`` tell of a time."""
    boards = film({**LINEMEN, **FAR, **moves}, seconds)
    return drive(night, boards, wishes, hands, relay, camera)


def sentences(night) -> list[str]:
    """Why there is no power, as people read it."""
    return [reason.sentence for reason in night.reasons]


def put(step, carrier, at=0.0):
    return [(at, Declare(PlayMoved(step=step, carrier=carrier))), (at, ReportReady())]


def test_a_snap_is_a_pulse_of_the_rulebooks_length_after_the_count():
    night = night_of()
    got = run(night, STILL, 4.0, [(0.0, Declare(PlayNamed(carrier="H1"))), (0.5, ReportReady())])
    (pulse,) = [orders.pulse_ns for _, orders in got.orders if orders.pulse_ns]
    assert pulse == 250 * MS  # EFHL-SNP-01
    (on_s,) = got.on_s()
    least = max(0.5, CLEAR_NS / S) + COUNT_NS / S
    assert least <= on_s <= least + 0.15
    assert night.notice.step is PlayStep.READ
    assert not night.power


# Everybody else creeps while the board has power: a board on which nothing moves is an alarm.
CREEPS = {
    "H55": [(0, 285, 120, 0), (1.2, 285, 120, 0), (2.7, 285, 100, 0)],
    "H75": [(0, 285, 200, 0), (1.2, 285, 200, 0), (2.7, 285, 220, 0)],
    "A90": [(0, 700, 20, 180), (1.2, 700, 20, 180), (2.7, 680, 20, 180)],
}
RUN_AND_TACKLE = {
    **CREEPS,
    "H1": [(0, 250, 160, 180)],
    "H22": [(0, 302.1, 130, 0), (1.4, 302.1, 130, 0), (2.6, 320, 130, 0)],
    "A50": [(0, 369.9, 130, 180), (1.4, 369.9, 130, 180), (2.6, 347.8, 130, 180)],
}


def test_a_tackle_cuts_the_power_whistles_once_and_counts():
    night = night_of()
    got = run(night, RUN_AND_TACKLE, 5.0, put(PlayStep.AFTER_THE_LINE, "H22"))
    assert len(got.on_s()) == len(got.off_s()) == 1
    assert got.off_s()[0] == pytest.approx(2.6, abs=0.15)
    assert sum(orders.whistle for _, orders in got.orders) == 1
    assert got.said()[0] == "Tackle on Reds 22 by Blues 50."
    (ended,) = [e.what for e in night.ledger.journal.entries if isinstance(e.what, PlayEnded)]
    assert ended.x_mm == pytest.approx(333.9, abs=1.0)
    # The next play is set up by itself, and waits for a line-up.
    assert (night.state.down, night.notice.step, night.notice.carrier) == (2, PlayStep.SET, None)


@pytest.mark.parametrize(("until_s", "interrupted"), [(2.58, True), (2.95, False)])
def test_a_play_that_its_calls_have_ended_is_interrupted_no_more(until_s, interrupted):
    """The camera is knocked at 2.5 s; he rolls into the tackle, and nothing goes on from there."""
    night = night_of()

    def camera(at):
        return "The camera has moved." if at > 2.5 else ""

    run(night, RUN_AND_TACKLE, until_s, put(PlayStep.AFTER_THE_LINE, "H22"), camera=camera)
    assert night.interrupted is interrupted


def test_every_frame_renews_the_lease_while_the_play_runs():
    night = night_of()
    got = run(night, RUN_AND_TACKLE, 2.2, put(PlayStep.AFTER_THE_LINE, "H22"))
    leases = [orders.lease_ns for at, orders in got.orders if at > got.on_s()[0]]
    assert len(leases) >= 20
    assert set(leases) == {LEASE_NS}


def test_hands_above_the_board_keep_the_power_off():
    night = night_of()
    got = run(night, STILL, 4.0, put(PlayStep.AFTER_THE_LINE, "H22"), hands=lambda at: True)
    assert got.on_s() == []
    assert "Hands are above the board." in sentences(night)


def test_a_hand_cuts_a_running_play_and_it_goes_on_where_it_was():
    night = night_of()
    wishes = [*put(PlayStep.AFTER_THE_LINE, "H22"), (3.0, ReportReady())]
    got = run(night, {**STILL, **CREEPS}, 4.3, wishes, hands=lambda at: 1.9 <= at <= 2.3)
    assert got.off_s()[0] == pytest.approx(1.95, abs=0.07)
    assert "Hands are above the board." in got.said()
    assert night.notice.step is PlayStep.AFTER_THE_LINE
    assert not any(orders.calls for _, orders in got.orders)
    assert got.on_s()[1] == pytest.approx(3.0 + COUNT_NS / S, abs=0.07)


def test_without_a_picture_nothing_runs_on():
    night = night_of()
    run(night, RUN_AND_TACKLE, 1.9, put(PlayStep.AFTER_THE_LINE, "H22"))
    assert night.power
    orders = night.without_frame(2 * S, not_watching("the camera is gone."), SwitchStatus(True, S))
    assert orders.off
    assert not night.power
    assert sentences(night) == ["NOT WATCHING: the camera is gone."]


def test_a_moved_camera_cuts_and_keeps_off():
    night = night_of()
    moved = "The camera has moved. Calibrate again."
    camera = lambda at: moved if at >= 2.0 else ""  # noqa: E731 - said of a time, as hands are
    wishes = [*put(PlayStep.AFTER_THE_LINE, "H22"), (2.5, ReportReady())]
    got = run(night, RUN_AND_TACKLE, 5.0, wishes, camera=camera)
    assert got.off_s()[0] == pytest.approx(2.0, abs=0.1)
    assert len(got.on_s()) == 1
    assert sentences(night)[0] == moved


def test_a_switch_that_closes_by_itself_is_opened():
    night, relay = night_of(), Relay(closed=True, until_ns=10 * S)
    got = run(night, STILL, 0.5, relay=relay)
    assert got.orders[0][1].off


def test_power_that_moves_nothing_is_an_alarm_until_a_person_has_looked():
    night = night_of()
    wishes = put(PlayStep.AFTER_THE_LINE, "H22")
    got = run(night, STILL, 4.0, wishes)
    assert "nothing moves" in night.alarm
    assert got.off_s()[0] - got.on_s()[0] <= 1.1
    assert "nothing moves" in sentences(night)[0]
    assert handle_command(night, ClearAlarm(), 5 * S).clear
    assert night.alarm == ""


def test_a_coachs_stop_is_granted_where_the_rules_have_one():
    night = night_of()
    moving = {**RUN_AND_TACKLE, "A50": [(0, 369.9, 130, 180)]}
    wishes = [*put(PlayStep.AFTER_THE_LINE, "H22"), (2.0, StopBoard())]
    got = run(night, moving, 3.0, wishes)
    assert got.off_s()[0] == pytest.approx(2.05, abs=0.07)
    assert night.notice.step is PlayStep.TO_THE_END  # EFHL-RUN-05


def test_a_line_up_that_was_touched_and_rests_counts_as_set_if_the_coach_wants():
    hands = lambda at: at < 1.0  # noqa: E731
    for wanted in (True, False):
        night = night_of()
        wishes = [(0.0, Declare(PlayNamed(carrier="H1"))), (0.0, SetAutoReady(wanted))]
        got = run(night, STILL, 6.0, wishes, hands=hands)
        assert len(got.on_s()) == (1 if wanted else 0)


def test_what_no_camera_sees_is_entered_and_can_be_taken_back():
    night = night_of(events=BEGUN[:1])
    handle_command(night, EnterEvent(SeriesBegan(Team.HOME, 200.0, 160.0)), S)
    assert (night.state.team, night.state.x_mm) == (Team.HOME, 200.0)
    handle_command(night, UndoLastEntry(), 2 * S)
    assert night.state.phase.value == "kickoff"


def test_an_overturned_call_changes_down_and_spot_and_is_said_once():
    night = night_of()
    run(night, RUN_AND_TACKLE, 5.0, put(PlayStep.AFTER_THE_LINE, "H22"))
    number = next(e.number for e in night.ledger.journal.entries if isinstance(e.what, PlayEnded))
    instead = PlayEnded("tackle", Team.HOME, 360.0, 160.0)
    orders = handle_command(night, OverturnCommand(number, "the replay shows it", instead), 6 * S)
    assert (night.state.down, night.state.x_mm) == (2, 360.0)
    assert len(orders.says) == 1
    assert "2nd" in orders.says[0]


def test_a_touchdown_that_is_overturned_takes_its_try_with_it_and_is_said_once():
    played = (Scored(Score.TOUCHDOWN, Team.HOME), Scored(Score.KICKED_TRY, Team.HOME))
    night = night_of(events=(*BEGUN, *played))
    tackled = PlayEnded("tackle", Team.HOME, 360.0, 160.0)
    orders = handle_command(
        night,
        ApplyRulings((OverturnEntry(4, "no touchdown"), OverturnEntry(3, "short", tackled))),
        S,
    )
    assert (night.state.home_score, night.state.down, night.state.x_mm) == (0, 2, 360.0)
    assert [entry.number for entry in orders.entries] == [5, 6]
    (said,) = orders.says
    assert said.startswith("After review: 7 points less for Reds.")
    assert "2nd" in said


def test_verdicts_that_belong_together_stand_or_fall_together():
    night = night_of(events=(*BEGUN, PlayEnded("tackle", Team.HOME, 360.0, 160.0)))
    before = night.ledger.journal, night.state
    failed = OverturnEntry(3, "a try", Scored(Score.KICKED_TRY, Team.HOME))
    assert handle_command(night, ApplyRulings((OverturnEntry(2, "no series"), failed)), S).refused
    assert (night.ledger.journal, night.state) == before


def test_a_call_that_is_confirmed_is_kept_and_nothing_is_said():
    night = night_of(events=(*BEGUN, PlayEnded("tackle", Team.HOME, 360.0, 160.0, flagged=True)))
    state = night.state
    sure = PlayEnded("tackle", Team.HOME, 360.0, 160.0)
    orders = handle_command(night, ApplyRulings((OverturnEntry(3, "confirmed", sure),)), S)
    assert (len(orders.entries), orders.says, night.state) == (1, (), state)


@pytest.mark.parametrize(
    "command",
    [OverturnCommand(99, "no such entry"), EnterEvent(Started("efhl", Team.HOME, Direction.LEFT))],
)
def test_what_makes_no_sense_is_refused_in_a_sentence_and_changes_nothing(command):
    night = night_of()
    before = night.ledger.journal, night.state
    orders = handle_command(night, command, S)
    assert orders.refused
    assert (night.ledger.journal, night.state) == before


def test_nothing_in_the_journal_is_touched_while_the_board_runs():
    night = night_of()
    run(night, RUN_AND_TACKLE, 2.0, put(PlayStep.AFTER_THE_LINE, "H22"))
    assert night.power
    for command in (
        UndoLastEntry(),
        ReportReady(),
        ClearAlarm(),
        EnterEvent(SeriesBegan(Team.AWAY, 1.0, 1.0)),
    ):
        assert "running" in handle_command(night, command, 2 * S).refused


def test_what_a_person_switched_off_only_a_person_clears():
    night = night_of()
    assert handle_command(night, PanicOff(), 0).says == (SWITCHED_OFF.sentence,)
    ready = put(PlayStep.AFTER_THE_LINE, "H22", 0.5)
    wishes = [*ready, (2.0, ClearFault()), (2.5, ReportReady()), (4.0, ClearAlarm())]
    # The switch of this night does not latch: the night itself has to remember it.
    got = run(night, STILL, 6.0, [*wishes, (4.5, ReportReady())])
    (on_s,) = got.on_s()
    assert on_s > 4.5
    refused = [orders.refused for at, orders in got.orders if orders.refused]
    assert refused == [SWITCHED_OFF.sentence]


def test_a_stop_that_a_person_pressed_at_the_device_is_a_persons_too():
    night, pressed = night_of(), SwitchStatus(False, 0, latched=True, by_person=True)
    (board, *_) = film({**LINEMEN, **FAR, **STILL}, 0.1)
    frame = NightFrame(board, False, board.t_ns, board.t_ns)
    said = [words for _ in range(2) for words in night.update(frame, pressed).says]
    assert said.count(SWITCHED_OFF.sentence) == 1
    assert handle_command(night, ClearFault(), 0).refused == SWITCHED_OFF.sentence
    assert handle_command(night, ClearAlarm(), 0).clear


def test_a_fault_that_no_person_made_is_cleared_by_a_simulated_coach_too():
    night = night_of()
    (board, *_) = film({**LINEMEN, **FAR, **STILL}, 0.1)
    night.update(NightFrame(board, False, board.t_ns, board.t_ns), SwitchStatus(False, 0, True))
    assert CLEAR_FIRST in night.reasons
    assert handle_command(night, ClearFault(), 0).clear


def test_panic_is_panic():
    night = night_of()
    run(night, RUN_AND_TACKLE, 2.0, put(PlayStep.AFTER_THE_LINE, "H22"))
    assert handle_command(night, PanicOff(), 2 * S).panic
    assert not night.power


def test_a_player_who_vanished_keeps_the_power_off():
    night = night_of()
    run(night, STILL, 1.0)
    for k in range(30):
        boards = list(film({**LINEMEN, **FAR, **STILL}, 0.1))
        seen = tuple(s for s in boards[0].seen if s.player != "H22")
        board = BoardFrame(2 * S + k * 33 * MS, False, seen)
        night.update(NightFrame(board, False, board.t_ns, board.t_ns), SwitchStatus(False, 0))
    assert "Not seen: H22." in sentences(night)


def test_who_is_not_seen_holds_the_power_no_more_once_a_person_has_said_where_he_stands():
    night = night_of()
    run(night, STILL, 1.0)
    boards = list(film({**LINEMEN, **FAR, **STILL}, 0.1))
    seen = tuple(s for s in boards[0].seen if s.player != "H22")

    def frames(first, many, who):
        for k in range(first, first + many):
            board = BoardFrame(2 * S + k * 33 * MS, False, who)
            night.update(NightFrame(board, False, board.t_ns, board.t_ns), SwitchStatus(False, 0))

    frames(0, 30, seen)
    assert "Not seen: H22." in sentences(night)
    numbers = Performance(0.0, 0, {})
    shown = snapshot_of(night, number=1, t_ns=0, hands=False, watching=True, numbers=numbers)
    assert "Not seen: Reds 22." in [reason.sentence for reason in shown.reasons]
    night.accept_unseen(["H1", "H22", "A50"])
    frames(30, 30, seen)
    assert not any(reason.startswith("Not seen") for reason in sentences(night))
    assert night.unseen == ("H22",)
    # Seen once more and gone again: what was said of him is over.
    frames(60, 3, boards[0].seen)
    frames(63, 30, seen)
    assert "Not seen: H22." in sentences(night)


@pytest.mark.parametrize(
    ("gone", "held"),
    [
        (("A50",), False),  # one of the defense: the rules ask for no place of it
        (("H22",), True),  # one of the offense, whose place decides the formation
        (("A50", "A90"), False),
    ],
)
def test_before_a_snap_a_play_waits_only_for_places_that_the_rules_need(gone, held):
    night = night_of()
    run(night, STILL, 1.0)
    boards = list(film({**LINEMEN, **FAR, **STILL}, 0.1))
    assert set(gone) <= {s.player for s in boards[0].seen}
    seen = tuple(s for s in boards[0].seen if s.player not in gone)
    for k in range(30):
        board = BoardFrame(2 * S + k * 33 * MS, False, seen)
        night.update(NightFrame(board, False, board.t_ns, board.t_ns), SwitchStatus(False, 0))
    assert night.unseen == tuple(sorted(gone))
    assert any(reason.startswith("Not seen") for reason in sentences(night)) is held


def test_many_who_are_not_seen_are_no_accident(monkeypatch):
    monkeypatch.setattr("referee.night.safety.missing_players.MANY_UNSEEN", 2)
    night = night_of()
    run(night, STILL, 1.0)
    boards = list(film({**LINEMEN, **FAR, **STILL}, 0.1))
    seen = tuple(s for s in boards[0].seen if s.player not in ("A50", "A90"))
    for k in range(30):
        board = BoardFrame(2 * S + k * 33 * MS, False, seen)
        night.update(NightFrame(board, False, board.t_ns, board.t_ns), SwitchStatus(False, 0))
    assert "Not seen: A50, A90." in sentences(night)


def test_who_may_be_somebody_else_keeps_no_power_off():
    night = night_of()
    boards = film({**LINEMEN, **FAR, **STILL}, 1.0)
    for board in boards:
        seen = tuple(replace(each, doubtful=True) for each in board.seen)
        night.update(
            NightFrame(replace(board, seen=seen), False, board.t_ns, board.t_ns),
            SwitchStatus(False, 0),
        )
    assert not any("who" in reason.lower() and "ball" not in reason for reason in sentences(night))


def test_eyes_that_wait_for_a_line_up_name_nobody_as_not_seen():
    night = night_of()
    run(night, STILL, 1.0)
    for k in range(30):
        board = BoardFrame(2 * S + k * 33 * MS, False, ())
        night.update(
            NightFrame(board, False, board.t_ns, board.t_ns, line_up_awaited=WAITS_FOR_LINE_UP),
            SwitchStatus(False, 0),
        )
    assert WAITS_FOR_LINE_UP in sentences(night)
    assert not any(reason.startswith("Not seen") for reason in sentences(night))


def test_ready_at_a_kick_is_refused_with_what_to_do():
    """No power follows, whatever is done at the table: the end of the kick is entered first."""
    night = night_of(events=BEGUN[:1])
    answer = handle_command(night, ReportReady(), S)
    assert "enter where it ended" in answer.refused
    assert not night.readiness.ready
    assert handle_command(night, RevokeReady(), S).refused == ""
