"""Earlier line-ups say who stands where: also shifted, turned to the other side, and with gaps."""

from __future__ import annotations

import numpy as np
import pytest

from referee.vision.roster.assignment import best_pairs
from referee.vision.roster.habits.line_up_habits import LineUpHabits

ROWS = np.arange(11)
# Five linemen, two ends, a quarterback, two backs, a flanker: places in mm, playing to the right.
LINE = [[0, 30], [0, 15], [0, 0], [0, -15], [0, -30]]
ENDS_AND_BACKS = [[0, 46], [0, -120], [-25, 0], [-60, 8], [-60, -20], [-12, 110]]
OFFENSE = np.array([*LINE, *ENDS_AND_BACKS], dtype=float)
FRONT_SEVEN = [[20, 24], [20, 8], [20, -8], [20, -24], [45, 30], [45, 0], [45, -30]]
SECONDARY = [[30, 120], [30, -110], [110, 40], [110, -40]]
DEFENSE = np.array([*FRONT_SEVEN, *SECONDARY], dtype=float)


NOTHING_ELSE = np.zeros((11, 11))
# The same jobs in another formation: a wider line, deeper backs; two who play outside moved.
SPREAD = np.array(
    [
        *[[0, 36], [0, 18], [0, 0], [0, -18], [0, -36]],
        *[[0, 90], [0, -140], [-35, 0], [-72, 24], [-70, -24], [-14, 140]],
    ],
    dtype=float,
)
LINE_SPLIT_END_AND_BACKS = (0, 1, 2, 3, 4, 6, 7, 8, 9)


def named(habits: LineUpHabits, places: np.ndarray) -> list[int]:
    """Whom the habits alone put at each place."""
    shares = habits.shares(ROWS, places, NOTHING_ELSE)
    return best_pairs(-shares.T - 1.0).tolist()


def surest(habits: LineUpHabits, places: np.ndarray) -> float:
    """The mean probability of the names that habits alone give."""
    return float(habits.shares(ROWS, places, NOTHING_ELSE).max(axis=1).mean())


def test_nothing_is_said_before_anything_was_seen():
    assert LineUpHabits().shares(ROWS, OFFENSE, NOTHING_ELSE) == pytest.approx(1.0 / 11.0)


def test_another_formation_is_named_by_the_jobs_of_one_that_was_played():
    habits = LineUpHabits()
    habits.learn(ROWS, OFFENSE)
    found = named(habits, SPREAD + np.array([130.0, -60.0]))
    assert [found[k] for k in LINE_SPLIT_END_AND_BACKS] == list(LINE_SPLIT_END_AND_BACKS)


def test_a_formation_that_comes_again_after_many_others_is_still_known():
    habits, rng = LineUpHabits(), np.random.default_rng(2)
    habits.learn(ROWS, DEFENSE)
    for _ in range(30):
        habits.learn(ROWS, OFFENSE + rng.normal(0.0, 2.0, OFFENSE.shape))
    assert named(habits, DEFENSE + 40.0) == list(range(11))


def test_the_same_line_up_again_is_remembered_once():
    habits = LineUpHabits()
    for _ in range(5):
        habits.learn(ROWS, OFFENSE)
    assert [kept.count for kept in habits.kept] == [5.0]


def test_other_names_at_the_same_places_overtake_the_old_ones():
    habits = LineUpHabits()
    habits.learn(ROWS, OFFENSE)
    swapped = OFFENSE[[0, 1, 2, 3, 4, 5, 6, 7, 9, 8, 10]]  # the two backs change their jobs
    habits.learn(ROWS, swapped)
    assert named(habits, OFFENSE)[8:10] == [9, 8]


def test_what_else_is_known_outweighs_habit():
    habits, evidence = LineUpHabits(), np.zeros((11, 11))
    habits.learn(ROWS, OFFENSE)
    evidence[0, 10] = evidence[10, 0] = 30.0
    shares = habits.shares(ROWS, OFFENSE, evidence)
    assert shares[0, 10] > 0.9
    assert shares[1, 1] > 0.5


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
    assert surest(habits, OFFENSE) > 0.9
    assert surest(habits, scattered) < 0.5


def test_too_few_players_are_no_line_up():
    habits = LineUpHabits()
    habits.learn(ROWS[:4], OFFENSE[:4])
    assert habits.shares(ROWS, OFFENSE, NOTHING_ELSE) == pytest.approx(1.0 / 11.0)


def test_who_comes_in_is_known_by_its_looks_at_the_place_of_whom_it_comes_in_for():
    """It waited beside the board (log-odds of 2.5 against it), and its figure speaks for it by 5.5.

    That outweighs the habit of the one that went off: of eleven who might have, it was this one.
    """
    habits, rows = LineUpHabits(), np.arange(12)
    habits.learn(ROWS, OFFENSE)
    evidence = np.zeros((12, 11))
    evidence[11] -= 2.5
    evidence[11, 8] += 5.5
    shares = habits.shares(rows, OFFENSE, evidence)
    assert shares[11, 8] > shares[8, 8]
    # Without its looks everybody stands where it did.
    plain = habits.shares(rows, OFFENSE, evidence - 5.5 * (evidence > 0.0))
    assert best_pairs(-plain - 1.0).tolist()[:11] == list(range(11))
