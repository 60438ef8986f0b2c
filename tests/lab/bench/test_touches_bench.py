"""The bench of touches: pairs that are played, approaches that are judged, and the table."""

from __future__ import annotations

import pytest

from referee.lab.bench.calls.plays.play_recipe import PlayRecipe
from referee.lab.bench.calls.truth.contacts import contacts_of
from referee.lab.bench.touches.bench import decision_rows, reliability_lines
from referee.lab.bench.touches.close_pairs import JudgedApproach, judge_pair
from referee.lab.bench.touches.pair_setup import HEAD_ON, record_pair

SEEDS = 23_000


@pytest.fixture(scope="module")
def head_on():
    """A pair that is aimed head on."""
    return record_pair(PlayRecipe(HEAD_ON, SEEDS))


def test_two_bases_alone_come_at_each_other(head_on):
    assert len(head_on.roster) == 2
    assert {player.team for player in head_on.roster} == {"home", "away"}
    assert len(contacts_of(head_on)) > 0


def test_the_same_recipe_gives_the_same_pair(head_on):
    again = record_pair(PlayRecipe(HEAD_ON, SEEDS))
    assert (again.poses == head_on.poses).all()


def test_an_approach_is_judged_by_what_really_happened(head_on):
    figures = judge_pair(head_on)
    truth = contacts_of(head_on)
    longest_s = max((c.until_ns - c.began_ns) / 1e9 for c in truth)
    assert all(0.0 <= each.touched_s <= len(truth) * longest_s for each in figures.approaches)
    assert all(each.fps == head_on.recipe.fps for each in figures.approaches)
    assert len(figures.seconds) > 20


def approach(said, by_frames, touched_s):
    return JudgedApproach(30, said, by_frames, touched_s)


def test_what_is_decided_and_what_is_wrong_is_counted():
    made = [
        approach(0.999, 0.9, 0.1),  # sure, and right
        approach(0.996, 0.999, 0.0),  # sure, and wrong
        approach(0.01, 0.4, 0.0),  # none, and right
        approach(0.5, 0.1, 0.02),  # open; by frames alone none, and wrong
        approach(None, 0.7, 0.0),  # nothing known
    ]
    rows = {row.label: row.value for row in decision_rows(made)}
    assert rows["decided and wrong"] == 1
    assert rows["decided ones right"] == pytest.approx(200 / 3)
    assert rows["undecided"] == pytest.approx(40.0)
    assert rows["decided and wrong, frames alone"] == 2
    assert rows["undecided, frames alone"] == pytest.approx(40.0)
    assert rows["of these touches"] == pytest.approx(40.0)


def test_the_table_says_how_often_what_was_said_is_true():
    made = [approach(0.4, 0.999, 0.1), approach(0.35, 0.999, 0.0), approach(None, 0.2, 0.0)]
    lines = list(reliability_lines(made))
    assert "with the motion: said 0.3 to 0.5, 2: true 0.500" in lines
    assert "with the motion: nothing said of 1" in lines
    assert "frames alone: said 0.999 to 1, 2: true 0.500" in lines
    assert "frames alone: said 0.1 to 0.3, 1: true 0.000" in lines
