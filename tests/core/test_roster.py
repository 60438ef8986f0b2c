"""Rosters: a fixed order, and each id once."""

from __future__ import annotations

import pytest

from referee.core.errors import BadValue
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.roster import Player, Roster, Team

BASE = rounded_rectangle("standard", 27.8, 20.6, 2.0)


def player(player_id: str = "H54", number: int = 54) -> Player:
    return Player(player_id, Team.HOME, number, BASE)


def test_players_keep_their_place():
    roster = Roster((player("H7"), player("H54"), player("A7")))
    assert [p.id for p in roster] == ["H7", "H54", "A7"]
    assert len(roster) == 3
    assert roster.index("A7") == 2


def test_an_unknown_player_is_answered_with_the_known():
    with pytest.raises(BadValue, match="player is 'H8', but should be one of H7, H54"):
        Roster((player("H7"), player("H54"))).index("H8")


def test_an_id_used_twice_is_named():
    with pytest.raises(BadValue, match="players is 'H54'"):
        Roster((player(), player("H7"), player()))


@pytest.mark.parametrize("number", [-1, 100])
def test_jersey_numbers_have_two_digits(number):
    with pytest.raises(BadValue, match="number"):
        player(number=number)


@pytest.mark.parametrize("player_id", ["", "H 5", "Ä5", "H-5"])
def test_ids_are_letters_and_digits(player_id):
    with pytest.raises(BadValue, match="id is"):
        player(player_id)


def test_the_other_team():
    assert (Team.HOME.other, Team.AWAY.other) == (Team.AWAY, Team.HOME)
