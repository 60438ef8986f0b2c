"""No night without a next step: what the page says leads on, from every state that is reached.

The deep walk is `referee bench states`; this is a short one of each rulebook, and proof that the
walk would find a dead end.
"""

from __future__ import annotations

import pytest

from referee.game.state import GamePhase
from referee.lab.bench.states import bench
from referee.lab.bench.states.made_up_table import BoardEvent, MadeUpTable, TableFault
from referee.lab.bench.states.patient_person import PATIENCE, REPAIRS, PatientPerson
from referee.lab.bench.states.walk import walk
from referee.night.commands import PanicOff
from referee.night.gate import PowerReasonKind
from referee.night.screen import next_step as page
from referee.night.screen.next_step import StepKind

LEAGUES = bench.LEAGUES
FRAMES, SEED = 400, 7


@pytest.mark.parametrize("league", LEAGUES)
def test_from_every_state_of_a_short_walk_the_page_leads_on(league):
    walked = walk(league, FRAMES, SEED)
    assert [end.path for end in walked.dead_ends] == []
    assert walked.mute == set()
    assert len(walked.states) >= 8


@pytest.fixture
def person():
    """Whoever sits at a table on which a play has just been snapped."""
    person = PatientPerson(MadeUpTable.of("hefl"))
    assert person.gets_on() is not None
    return person


@pytest.mark.parametrize("fault", TableFault)
def test_after_each_fault_in_a_play_the_evening_goes_on(person, fault):
    person.table.faults.add(fault)
    person.table.hide()
    person.table.run(1.0)
    assert person.gets_on() is not None, person.path


def test_a_board_that_shakes_and_nobody_gets_anywhere_is_got_out_of(person):
    person.table.event = BoardEvent.SHAKES
    assert person.gets_on() is not None, person.path


def test_after_a_persons_off_the_evening_goes_on(person):
    person.press(PanicOff())
    assert person.gets_on() is not None, person.path


def test_a_page_that_forgot_to_say_clear_would_be_found(person, monkeypatch):
    rows = tuple(row for row in page.STEPS if row.kind is not StepKind.PUT_RIGHT)
    monkeypatch.setattr(page, "STEPS", rows)
    monkeypatch.setattr("referee.lab.bench.states.patient_person.PATIENCE", 25)
    person.press(PanicOff())
    assert person.gets_on() is None
    assert PATIENCE > 25


def test_every_reason_that_is_put_right_at_the_table_has_a_fault_that_makes_it():
    by_word = {PowerReasonKind.SWITCH_LATCHED, PowerReasonKind.SWITCHED_OFF}
    of_rules = {
        PowerReasonKind.PLAY_OVER,
        PowerReasonKind.OPEN_QUESTION,
        PowerReasonKind.GAME_OVER,
        PowerReasonKind.UNSEEN_PLAYERS,
    }
    assert set(REPAIRS) == set(PowerReasonKind) - by_word - of_rules


def test_the_report_counts_states_and_dead_ends_of_every_league(monkeypatch):
    monkeypatch.setattr(bench, "QUICK_FRAMES", 40)
    report = bench.run(quick=True)
    labels = [row.label for row in report.rows]
    for league in LEAGUES:
        assert f"{league}: states reached" in labels
        assert f"{league}: from which the page leads nowhere" in labels
    assert any("made-up eyes" in note for note in report.notes)


def test_a_walk_goes_on_to_the_end_of_a_game():
    """Nobody has scored in four quarters: the book asks for an overtime or a tie (SIMP-OT-01)."""
    table = MadeUpTable.of("simplified")
    person = PatientPerson(table)
    for _ in range(4):
        person.say({"do": "enter", "event": {"what": "quarter"}})
    assert table.night.state.phase is GamePhase.OVERTIME
    assert person.gets_on() is not None
