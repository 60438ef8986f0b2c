"""What the coach answers where the referee is in doubt."""

from __future__ import annotations

from referee.solitaire.seat import standing_at


def test_nobody_is_said_to_stand_at_two_places():
    places = {"H1": (100.0, 100.0), "H2": (110.0, 100.0), "A1": (400.0, 300.0)}
    # Both places are nearest to H1; H2 is the only one who can stand at the other.
    assert standing_at(places, [(101.0, 100.0), (99.0, 100.0)]) == ("H2", "H1")


def test_the_nearest_stands_there():
    places = {"H1": (100.0, 100.0), "H2": (160.0, 100.0), "A1": (400.0, 300.0)}
    assert standing_at(places, [(390.0, 300.0), (120.0, 100.0)]) == ("A1", "H1")
