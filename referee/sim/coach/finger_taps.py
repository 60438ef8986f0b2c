"""What the coach's eyes and finger add to the screen: the number on a figure, and a tap on a page.

Nothing else of the simulated figures reaches the referee, and a finger is not exact.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import numpy as np

from referee.core.geometry.pose import Pose
from referee.vision.roster.assignment import best_pairs

# The error of a tap along each axis, in mm of the board: a board of 0.9 m is 0.3 m wide on a page,
# and a finger comes within about a millimetre of what it points at on the glass.
FINGER_MM = 3.0
# A coach reads the number of a figure this near to a place on the page: half a base.
READ_MM = 14.0
# The stream of random numbers that fingers take, beside the game's seed.
TAPS_STREAM = 78
# Farther than anything on a board is from anything else.
FAR_MM = 1e4


class FiguresInView(Protocol):
    """A board with figures that somebody stands beside."""

    @property
    def places(self) -> Mapping[str, tuple[float, float]]:
        """Where the figures stand, by the numbers that can be read on them."""


class FingerTaps:
    """Reads numbers on figures, and points at figures and places with a finger."""

    def __init__(self, board: FiguresInView, rng: np.random.Generator) -> None:
        self._board, self._rng = board, rng

    @property
    def on_board(self) -> tuple[str, ...]:
        """Whose figures are on the board."""
        return tuple(self._board.places)

    def at(self, place: Pose) -> tuple[float, float]:
        """A tap on a place, in mm."""
        dx, dy = (float(off) for off in self._rng.normal(0.0, FINGER_MM, 2))
        return place.x_mm + dx, place.y_mm + dy

    def card(self, players: Iterable[str] | None = None) -> dict[str, tuple[float, float]]:
        """A tap on each of these players, None: on everybody on the board."""
        places = self._board.places
        wanted = places if players is None else [p for p in players if p in places]
        return {name: self.at(Pose(*places[name], 0.0)) for name in wanted}

    def read(self, place: Pose, within_mm: float = READ_MM) -> str | None:
        """The player whose figure stands at a place that the page shows; None: nobody does."""
        places = self._board.places
        here = place.x_mm, place.y_mm
        name = min(places, key=lambda each: math.dist(places[each], here), default=None)
        return name if name is not None and math.dist(places[name], here) <= within_mm else None

    def standing(self, places_mm: Sequence[tuple[float, float]]) -> tuple[str, ...]:
        """Who stands at the places that the page asks about."""
        return players_at(self._board.places, places_mm) if places_mm else ()


def players_at(
    places: Mapping[str, tuple[float, float]], wanted_mm: Sequence[tuple[float, float]]
) -> tuple[str, ...]:
    """Who stands at some places: the figures that are nearest to them, each at one place only."""
    names = sorted(places)
    far_mm = [[math.dist(places[name], here) for name in names] for here in wanted_mm]
    taken = best_pairs(np.array(far_mm) - FAR_MM)
    return tuple(names[k] for k in taken)
