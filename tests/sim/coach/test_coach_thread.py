"""The simulated coach beside a running night: whatever stops it is said and logged."""

from __future__ import annotations

import pytest

from referee.sim.coach import coach_thread
from referee.sim.coach.coach import SimulatedCoach
from referee.sim.coach.coach_thread import CoachThread
from referee.sim.coach.table.simulated_table import SimulatedTable
from referee.sim.live.setup import SimSetup


class Table:
    """A desk without a night, and a board that nobody moves."""

    about = snapshot = None


@pytest.fixture
def coach_and_told(monkeypatch):
    monkeypatch.setattr(coach_thread, "LOOK_S", 0.0)
    told = []
    return CoachThread(Table(), Table(), report=told.append), told


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (KeyError("H12"), "an error in the program (KeyError)"),
        (RuntimeError("the simulated board has ended"), "the simulated board has ended"),
    ],
)
def test_a_coach_who_stops_says_so_and_the_log_has_the_traceback(
    coach_and_told, error, words, caplog
):
    coach, told = coach_and_told

    def fails():
        raise error

    coach.driver.step = fails
    coach._run()
    (sentence,) = told
    assert sentence.startswith(f"The simulated coach has stopped: {words}. Nobody moves")
    assert coach.trouble == sentence
    assert caplog.records[-1].exc_info[1] is error


def test_the_coach_of_the_simulated_table_reports_too(monkeypatch):
    def fails(_driver):
        raise KeyError("H12")

    monkeypatch.setattr(coach_thread, "LOOK_S", 0.0)
    monkeypatch.setattr(SimulatedCoach, "step", fails)
    table, told = SimulatedTable(SimSetup(), coached=True), []
    table.board = Table()
    close = table.begun(Table(), told.append)
    close()
    assert [sentence.partition(":")[0] for sentence in told] == ["The simulated coach has stopped"]


def test_a_coach_whose_game_is_over_has_nothing_to_say(coach_and_told, caplog):
    coach, told = coach_and_told
    steps = []

    def plays_on():
        steps.append(1)
        coach.driver.over = len(steps) == 3

    coach.driver.step = plays_on
    coach._run()
    assert (len(steps), told, coach.trouble, caplog.records) == (3, [], "", [])
