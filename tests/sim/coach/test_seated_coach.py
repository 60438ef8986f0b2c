"""The coach in step with the pictures: looks ten times a second of the board's time."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from referee.night.screen.next_step import NextStep, StepKind
from referee.sim.coach import seated_coach
from referee.sim.coach.seated_coach import SeatedCoach

MS = 1_000_000


class Table:
    """A desk without a night, and a board whose time is told."""

    about = snapshot = None
    now_ns = 0


@pytest.fixture
def coach():
    table, told = Table(), []
    coach = SeatedCoach(table, table, report=told.append)
    coach.table, coach.told, coach.looks = table, told, []
    coach.driver.step = lambda: coach.looks.append(table.now_ns)
    return coach


def seconds(coach, many, fps=30):
    for k in range(1, many * fps + 1):
        coach.table.now_ns = round(k * 1000 * MS / fps)
        coach.look_when_due()


def test_it_looks_with_the_first_picture_that_is_a_tenth_of_a_second_later(coach):
    seconds(coach, 1)
    # Pictures come 33.3 ms apart: with every third one, from the first on.
    assert coach.looks == [round(k * 1000 * MS / 30) for k in range(1, 31, 3)]


def test_one_that_has_left_looks_no_more(coach):
    coach.leave()
    seconds(coach, 1)
    assert coach.looks == []


def test_one_whose_game_is_over_looks_no_more(coach):
    coach.driver.over = True
    seconds(coach, 1)
    assert coach.looks == []


def test_one_that_fails_says_so_once_and_looks_no_more(coach):
    def fails():
        coach.looks.append(coach.table.now_ns)
        raise KeyError("H12")

    coach.driver.step = fails
    seconds(coach, 1)
    assert len(coach.looks) == 1
    (sentence,) = coach.told
    assert sentence.startswith("The simulated coach has stopped: an error in the program")
    assert coach.trouble == sentence


@dataclass(frozen=True)
class Notice:
    """Where a play stands."""

    step: str = "set"


@dataclass(frozen=True)
class Shown:
    """As much of a snapshot as tells whether an evening gets on."""

    t_ns: int
    state: str = "1st and 10"
    entries: tuple = ()
    power: bool = False
    notice: Notice = Notice()


def waits(coach, seconds, since_s=0, **shown):
    """So many seconds of an evening that stands where it is."""
    for k in range(seconds):
        coach.table.now_ns = (since_s + k) * 1000 * MS
        coach.table.snapshot = Shown(coach.table.now_ns, **shown)
        coach.look()


@pytest.fixture
def next_on_the_page(monkeypatch):
    step = NextStep(StepKind.PUT_RIGHT, "Look at the board; when all is well, press Clear.")
    monkeypatch.setattr(seated_coach, "next_step", lambda _shown: step)


@pytest.mark.usefixtures("next_on_the_page")
def test_an_evening_that_waits_for_a_person_says_so_once_with_what_to_do(coach):
    waits(coach, 59)
    assert coach.told == []
    waits(coach, 120, since_s=59)
    (said,) = coach.told
    assert said.startswith("The simulated coach does not get on and waits for a person.")
    assert said.endswith("Look at the board; when all is well, press Clear.")
    assert coach.plays


@pytest.mark.usefixtures("next_on_the_page")
def test_one_that_gets_on_again_may_wait_for_a_person_again(coach):
    waits(coach, 70)
    waits(coach, 10, since_s=70, power=True)
    waits(coach, 70, since_s=80)
    assert len(coach.told) == 2


@pytest.mark.usefixtures("next_on_the_page")
def test_one_that_gets_on_says_nothing(coach):
    for k in range(10):
        waits(coach, 30, since_s=30 * k, state=f"play {k}")
    assert coach.told == []
