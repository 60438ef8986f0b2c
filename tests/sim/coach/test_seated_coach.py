"""The coach in step with the pictures: looks ten times a second of the board's time."""

from __future__ import annotations

import pytest

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
