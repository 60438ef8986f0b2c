"""Earlier line-ups say who stands where: also shifted, turned to the other side, and with gaps."""

from __future__ import annotations

import numpy as np
import pytest

from referee.vision.roster.assignment import best_pairs
from referee.vision.roster.line_up_habits import LineUpHabits

ROWS = np.arange(11)
# Five linemen, two ends, a quarterback, two backs, a flanker: places in mm, playing to the right.
LINE = [[0, 30], [0, 15], [0, 0], [0, -15], [0, -30]]
ENDS_AND_BACKS = [[0, 46], [0, -120], [-25, 0], [-60, 8], [-60, -20], [-12, 110]]
OFFENSE = np.array([*LINE, *ENDS_AND_BACKS], dtype=float)
FRONT_SEVEN = [[20, 24], [20, 8], [20, -8], [20, -24], [45, 30], [45, 0], [45, -30]]
SECONDARY = [[30, 120], [30, -110], [110, 40], [110, -40]]
DEFENSE = np.array([*FRONT_SEVEN, *SECONDARY], dtype=float)


def named(habits: LineUpHabits, places: np.ndarray) -> list[int]:
    """Whom the habits alone put at each place."""
    likely = habits.log_likelihoods(ROWS, places)
    found = best_pairs(-(likely + 100.0))
    at = {int(place): player for player, place in enumerate(found)}
    return [at[k] for k in range(len(places))]


def test_nothing_is_said_before_anything_was_seen():
    assert not LineUpHabits().log_likelihoods(ROWS, OFFENSE).any()


@pytest.mark.parametrize("shift", [(0.0, 0.0), (180.0, -40.0), (-75.0, 60.0)])
def test_the_same_formation_elsewhere_gives_the_same_names(shift):
    habits = LineUpHabits()
    habits.learn(ROWS, OFFENSE)
    noise = np.random.default_rng(5).normal(0.0, 2.0, OFFENSE.shape)
    assert named(habits, OFFENSE + np.array(shift) + noise) == list(range(11))


def test_places_in_any_order_are_named_by_what_stood_there():
    habits = LineUpHabits()
    habits.learn(ROWS, OFFENSE)
    order = np.random.default_rng(8).permutation(11)
    assert named(habits, OFFENSE[order]) == order.tolist()


def test_of_two_kinds_of_line_up_the_one_that_fits_counts():
    habits = LineUpHabits()
    for _ in range(3):
        habits.learn(ROWS, OFFENSE)
    habits.learn(ROWS, DEFENSE)
    assert named(habits, DEFENSE + np.array([240.0, 12.0])) == list(range(11))


def test_who_moved_to_another_place_leaves_the_others_their_names():
    habits = LineUpHabits()
    habits.learn(ROWS, OFFENSE)
    other = OFFENSE.copy()
    other[10], other[8] = (-12.0, -90.0), (-30.0, 40.0)
    found = named(habits, other)
    assert [found[k] for k in (0, 1, 2, 3, 4, 5, 6, 7)] == [0, 1, 2, 3, 4, 5, 6, 7]


def test_a_line_up_like_none_before_says_little():
    habits = LineUpHabits()
    habits.learn(ROWS, OFFENSE)
    scattered = np.random.default_rng(3).uniform((-400, -150), (400, 150), (11, 2))
    likely = habits.log_likelihoods(ROWS, scattered)
    assert np.ptp(likely) < np.ptp(habits.log_likelihoods(ROWS, OFFENSE)) / 2


def test_too_few_players_are_no_line_up():
    habits = LineUpHabits()
    habits.learn(ROWS[:4], OFFENSE[:4])
    assert not habits.log_likelihoods(ROWS, OFFENSE).any()
