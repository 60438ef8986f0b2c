"""Every base of a new line-up gets one player of its team; a person's word outweighs everything."""

from __future__ import annotations

import numpy as np
import pytest

from referee.core.roster import Player, Roster, Team
from referee.loaders.bases import load_base
from referee.vision.appearance.figure_gallery import FigureGallery
from referee.vision.roster.assignment import NOBODY
from referee.vision.roster.habits.line_up_habits import LineUpHabits
from referee.vision.roster.player_rows import slot_rows
from referee.vision.roster.stops.dwells import DWELL, MOST_DWELLS
from referee.vision.roster.stops.line_up_names import (
    LineUpFigures,
    LinkedDwells,
    line_up_names,
)

SIZE_MM = 0.8
CERTAIN = 4.6
NO_HABITS = (LineUpHabits(), LineUpHabits())


def roster() -> Roster:
    """Three against three; H1 stands on a narrow base."""
    usual, narrow = load_base("standard"), load_base("narrow")
    return Roster(
        tuple(Player(f"H{n}", Team.HOME, n, narrow if n == 1 else usual) for n in (1, 2, 3))
        + tuple(Player(f"A{n}", Team.AWAY, n, usual) for n in (1, 2, 3))
    )


def table(bases):
    """Dwells from (x, y, log-odds of home, shape)."""
    dwells = np.zeros(MOST_DWELLS, DWELL)
    for k, (x_mm, y_mm, home, shape) in enumerate(bases):
        row, base = dwells[k], load_base(shape)
        row["x_mm"], row["y_mm"], row["home"], row["count"] = x_mm, y_mm, home, 40.0
        row["length_mm"], row["width_mm"], row["live"] = base.length_mm, base.width_mm, True
    return dwells


BASES = [
    (0.0, 0.0, 3.0, "standard"),
    (0.0, 40.0, 3.0, "narrow"),
    (0.0, 80.0, 3.0, "standard"),
    (90.0, 0.0, -3.0, "standard"),
    (90.0, 40.0, -3.0, "standard"),
    (90.0, 80.0, -3.0, "standard"),
]


def names(bases=BASES, shares=(), margins=0.0, pinned=(), before=()):
    """Who is named what; ``shares``, ``pinned`` and ``before`` are (player, dwell)."""
    known = slot_rows(roster())
    known["placed"] = True
    share = np.zeros((6, MOST_DWELLS))
    for i, k in shares:
        share[i, k] = 1.0
    kept, pins = np.full(6, NOBODY), np.full(6, NOBODY)
    for i, k in before:
        kept[i] = k
    for i, k in pinned:
        pins[i] = k
    links = LinkedDwells(
        share, np.full(6, margins), CERTAIN, kept, pins, np.full(6, NOBODY), ~known["placed"]
    )
    return line_up_names(known, table(bases), np.arange(len(bases)), links, NO_HABITS, SIZE_MM)


def test_everybody_gets_a_base_of_the_own_team_and_no_two_the_same():
    found = names()
    assert sorted(found.at[:3]) == [0, 1, 2]
    assert sorted(found.at[3:]) == [3, 4, 5]


def test_the_odd_base_goes_to_whoever_stands_on_one():
    found = names()
    assert found.at[0] == 1
    assert found.probability[0] > 0.9
    assert found.probability[1] < 0.7  # two who are alike


def test_two_who_are_alike_are_each_others_second_names():
    found = names()
    assert found.other[1:3].tolist() == [2, 1]
    assert found.other[0] == NOBODY  # nobody else stands on a narrow base


def test_the_second_likeliest_is_of_the_own_team():
    others = names().other
    assert set(others[3:].tolist()) <= {3, 4, 5}
    assert all(other != row for row, other in enumerate(others.tolist()))


def test_whom_a_person_has_named_nobody_else_may_be():
    assert (names(pinned=[(1, 0), (2, 2)]).other[:3] == NOBODY).all()


def test_what_hands_did_names_those_who_are_alike():
    found = names(shares=[(1, 2), (2, 0)], margins=9.0)
    assert (found.at[1], found.at[2]) == (2, 0)
    assert found.probability[1] > 0.9


def test_links_that_might_be_otherwise_say_less():
    sure = names(shares=[(1, 2), (2, 0)], margins=9.0)
    unsure = names(shares=[(1, 2), (2, 0)], margins=1.0)
    assert unsure.at.tolist() == sure.at.tolist()
    assert unsure.probability[1] < sure.probability[1]


def test_links_never_carry_a_player_to_the_other_team():
    found = names(shares=[(1, 4)], margins=9.0)
    assert found.at[1] in (0, 2)


def test_what_a_person_has_said_stands():
    found = names(shares=[(1, 2), (2, 0)], margins=9.0, pinned=[(1, 0), (2, 2)])
    assert (found.at[1], found.at[2]) == (0, 2)


def test_a_name_once_given_stays_where_nothing_speaks_against_it():
    assert names(before=[(1, 0), (2, 2)]).at[1:3].tolist() == [0, 2]
    assert names(before=[(1, 2), (2, 0)]).at[1:3].tolist() == [2, 0]


@pytest.mark.parametrize("gone", [0, 2])
def test_who_has_no_base_is_not_named(gone):
    bases = [base for k, base in enumerate(BASES) if k != gone]
    found = names(bases)
    assert (found.at[:3] == NOBODY).sum() == 1
    assert (found.at[3:] != NOBODY).all()


def test_of_too_many_bases_the_flickering_one_is_nobodys():
    extra = table([*BASES, (50.0, 150.0, 0.2, "standard")])
    extra["gaps_s"][6], extra["count"][6] = 3.0, 4.0
    known = slot_rows(roster())
    known["placed"] = True
    free = np.full(6, NOBODY)
    links = LinkedDwells(
        np.zeros((6, MOST_DWELLS)), np.zeros(6), CERTAIN, free, free, free, ~known["placed"]
    )
    found = line_up_names(known, extra, np.arange(7), links, NO_HABITS, SIZE_MM)
    assert 6 not in found.at


def looked_like(*players):
    """Figures for the first bases, each plainly like the player of this row; of others nothing."""
    looks = np.eye(8, dtype=np.float32)
    gallery = FigureGallery(6, 30.0)
    for row in range(6):
        gallery.learn(row, looks[row])
    views = np.full((len(BASES), 2, 8), np.nan, np.float32)
    for k, row in enumerate(players):
        views[k] = looks[row]
    return LineUpFigures(gallery, views)


def from_the_bench(beside, figures=None):
    """Two homes stand on equal bases, and the third of them waited beside the board before."""
    known = slot_rows(roster())
    known["placed"], known["placed"][beside] = True, False
    known["length_mm"], known["width_mm"] = known["length_mm"][1], known["width_mm"][1]
    bases = [BASES[0], BASES[2], *BASES[3:]]
    nobody = np.full(6, NOBODY)
    links = LinkedDwells(
        np.zeros((6, MOST_DWELLS)), np.zeros(6), CERTAIN, nobody, nobody, nobody, ~known["placed"]
    )
    if figures is not None:
        figures = LineUpFigures(figures.gallery, figures.views[[0, 1, 3, 4, 5]])
    here = np.arange(len(bases))
    return line_up_names(known, table(bases), here, links, NO_HABITS, SIZE_MM, figures)


@pytest.mark.parametrize("beside", [0, 1, 2])
def test_who_waited_beside_the_board_is_not_readily_taken_for_somebody_on_it(beside):
    assert from_the_bench(beside).at[beside] == NOBODY


def test_who_comes_in_is_known_by_its_looks():
    found = from_the_bench(2, looked_like(2, 0))
    assert found.at[[2, 0, 1]].tolist() == [0, 1, NOBODY]


@pytest.mark.parametrize("phantom", [0, 5, 11])
def test_of_twelve_things_eleven_are_a_team_and_what_is_least_like_a_base_is_none(phantom):
    """A team of thirteen; one of the twelve is a shadow that looks go on taking for a base."""
    many = Roster(tuple(Player(f"H{n}", Team.HOME, n, load_base("standard")) for n in range(1, 14)))
    known = slot_rows(many)
    known["placed"] = True
    dwells = table([(0.0, 30.0 * k, 3.0, "standard") for k in range(12)])
    dwells["score"][:12] = 0.97
    dwells["score"][phantom] = 0.3
    nobody = np.full(13, NOBODY)
    links = LinkedDwells(
        np.zeros((13, MOST_DWELLS)), np.zeros(13), CERTAIN, nobody, nobody, nobody, ~known["placed"]
    )
    found = line_up_names(known, dwells, np.arange(12), links, NO_HABITS, SIZE_MM)
    named = found.at[found.at != NOBODY]
    assert sorted(named) == [k for k in range(12) if k != phantom]
