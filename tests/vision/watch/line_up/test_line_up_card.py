"""A line-up card: names go to the bases that were pointed at, and to no others."""

from __future__ import annotations

import pytest

from referee.core.roster import Player, Roster, Team
from referee.vision.watch.line_up.line_up_card import placed_by_card
from tests.vision.watch.line_up.test_line_up_finder import BASE, look, row, started

ROSTER = Roster(tuple(Player(f"H{n}", Team.HOME, n, BASE) for n in (1, 2, 3)))
# Three bases at x = 100 and y = 0, 50 and 100.
STANDING = started(look(k, row(3)) for k in range(40)).standing


def test_names_go_to_the_bases_that_were_pointed_at():
    card = {"H1": (104.0, 96.0), "H2": (93.0, 4.0), "H3": (100.0, 55.0)}
    places = placed_by_card(ROSTER, STANDING, card).places
    assert {name: pose.y_mm for name, pose in places.items()} == pytest.approx(
        {"H1": 100.0, "H2": 0.0, "H3": 50.0}
    )


def test_who_is_not_on_the_card_waits_beside_the_board():
    beginning = placed_by_card(ROSTER, STANDING, {"H1": (100.0, 0.0)})
    assert set(beginning.places) == {"H1"}
    assert len(beginning.clutter) == 2


def test_a_finger_far_from_every_base_names_none():
    beginning = placed_by_card(ROSTER, STANDING, {"H1": (100.0, 0.0), "H2": (300.0, 50.0)})
    assert set(beginning.places) == {"H1"}
