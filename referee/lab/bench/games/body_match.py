"""Which true figure each name of the referee stands on: matched by place, one to one.

The referee's names may be permuted; what it says is judged body by body.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from referee.vision.roster.assignment import best_pairs

# A name this near to a figure may stand on it: less than half of the narrowest base (17.5 mm), so
# that no place is within reach of two figures that stand side by side.
REACH_MM = 8.0
PlacesMm = Mapping[str, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class BodyMatch:
    """``true_of`` gives the figure of each name that stands on one; the rest is what is amiss.

    ``shared`` are names that stand on a figure which another name has, ``nowhere`` names that stand
    on no figure, ``unnamed`` figures on the board that no name stands on.
    """

    true_of: Mapping[str, str]
    shared: tuple[str, ...] = ()
    nowhere: tuple[str, ...] = ()
    unnamed: tuple[str, ...] = ()

    @property
    def right(self) -> int:
        """How many figures have their own name."""
        return sum(name == figure for name, figure in self.true_of.items())

    @property
    def seen(self) -> int:
        """How many names there are: a name beside its figure, or the second on it, is wrong."""
        return len(self.true_of) + len(self.shared) + len(self.nowhere)


def match_bodies(named: PlacesMm, true: PlacesMm) -> BodyMatch:
    """The pairing of names and figures whose places are nearest on the whole."""
    names, figures = sorted(named), sorted(true)
    if not names or not figures:
        return BodyMatch({}, nowhere=tuple(names), unnamed=tuple(figures))
    apart = [[math.dist(named[name], true[figure]) for figure in figures] for name in names]
    taken = best_pairs(np.array(apart) - REACH_MM)
    true_of = {
        name: figures[int(k)] for name, k in zip(names, taken, strict=True) if 0 <= k < len(figures)
    }
    left = [name for name in names if name not in true_of]
    near = {name: min(row) <= REACH_MM for name, row in zip(names, apart, strict=True)}
    owned = set(true_of.values())
    return BodyMatch(
        true_of,
        shared=tuple(name for name in left if near[name]),
        nowhere=tuple(name for name in left if not near[name]),
        unnamed=tuple(figure for figure in figures if figure not in owned),
    )
