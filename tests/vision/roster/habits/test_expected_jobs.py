"""Positions of a team file say who stands where before anything was played."""

from __future__ import annotations

import numpy as np

from referee.core.roster import Player, Roster, Team
from referee.loaders.bases import load_base
from referee.vision.roster.assignment import best_pairs
from referee.vision.roster.habits.team_habits import team_habits

# A line of seven, a passer, three backs: places in mm, playing to the right, left is +y.
OFFENSE = {
    "LT": (0, 46),
    "LG": (0, 23),
    "C": (2, 0),
    "RG": (0, -23),
    "RT": (0, -46),
    "TE": (0, -70),
    "SE": (0, 110),
    "QB": (-34, 0),
    "FB": (-62, 4),
    "HB": (-66, -26),
    "FL": (-14, -120),
}


def roster(positions: list[str]) -> Roster:
    base = load_base("standard")
    return Roster(
        tuple(Player(f"H{k}", Team.HOME, k, base, position=p) for k, p in enumerate(positions))
    )


def named(positions: list[str]) -> list[str]:
    """Whom positions put at each of the places above."""
    home, _ = team_habits(roster(positions))
    places = np.array(list(OFFENSE.values()), dtype=float) + np.array([310.0, 140.0])
    shares = home.shares(np.arange(11), places, np.zeros((11, 11)))
    return [f"H{k}" for k in best_pairs(-shares.T - 1.0)]


def test_everybody_with_a_position_stands_where_it_says():
    assert named(list(OFFENSE)) == [f"H{k}" for k in range(11)]


def test_a_player_of_both_units_may_have_two_positions():
    defense = ("LE", "LDT", "RDT", "RE", "LLB", "MLB", "RLB", "LCB", "RCB", "FS", "SS")
    both = [f"{a} / {b}" for a, b in zip(OFFENSE, defense, strict=True)]
    assert named(both) == [f"H{k}" for k in range(11)]


def test_words_that_are_no_position_say_nothing():
    home, _ = team_habits(roster(["wobbles", "", "captain"] * 3 + ["", ""]))
    shares = home.shares(np.arange(11), np.array(list(OFFENSE.values()), float), np.zeros((11, 11)))
    assert np.allclose(shares, 1.0 / 11.0)


def test_what_was_played_outweighs_what_the_file_says():
    home, _ = team_habits(roster(list(OFFENSE)))
    places = np.array(list(OFFENSE.values()), dtype=float)
    swapped = places[[0, 1, 2, 3, 4, 5, 6, 7, 9, 8, 10]]  # the two backs have changed their jobs
    home.learn(np.arange(11), swapped)
    shares = home.shares(np.arange(11), places + 30.0, np.zeros((11, 11)))
    assert best_pairs(-shares.T - 1.0).tolist()[8:10] == [9, 8]
