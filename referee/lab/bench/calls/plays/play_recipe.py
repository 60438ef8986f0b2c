"""The recipe of a play: its number, from which everything else follows."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

# Seeds that are judged, and seeds to learn from: nothing is ever tuned on the former.
JUDGED, TUNED = 61_000, 17_000


class BenchPlayKind(StrEnum):
    """What kind of play it is."""

    RUN = "run"
    POCKET = "passer in the pocket"
    CATCH = "after the catch"
    RETURN = "return"


class PlayTwist(StrEnum):
    """What is special about it."""

    PLAIN = "plain"
    NEAR = "past a defender"
    SIDELINE = "toward a sideline"
    GOAL = "toward a goal line"
    SHAKEN = "figures fall when hit"
    CUT = "power off on the way"


# Out of twenty plays of a kind and a frame rate.
_TURNS = (
    *(PlayTwist.NEAR, PlayTwist.PLAIN, PlayTwist.SIDELINE, PlayTwist.PLAIN, PlayTwist.NEAR),
    *(PlayTwist.GOAL, PlayTwist.PLAIN, PlayTwist.NEAR, PlayTwist.PLAIN, PlayTwist.SHAKEN),
    *(PlayTwist.NEAR, PlayTwist.PLAIN, PlayTwist.SIDELINE, PlayTwist.PLAIN, PlayTwist.NEAR),
    *(PlayTwist.PLAIN, PlayTwist.PLAIN, PlayTwist.NEAR, PlayTwist.PLAIN, PlayTwist.CUT),
)
_KINDS, _RATES = tuple(BenchPlayKind), (30, 60)


@dataclass(frozen=True, slots=True)
class PlayRecipe:
    """One play. Kinds, frame rates and turns go round, so that any stretch of numbers has all."""

    number: int
    seeds: int = JUDGED

    @property
    def play(self) -> BenchPlayKind:
        """What kind of play it is."""
        return _KINDS[self.number % len(_KINDS)]

    @property
    def fps(self) -> int:
        """Frames a second."""
        return _RATES[self.number // len(_KINDS) % len(_RATES)]

    @property
    def turn(self) -> PlayTwist:
        """What is special about it."""
        return _TURNS[self.number // (len(_KINDS) * len(_RATES)) % len(_TURNS)]

    @property
    def seed(self) -> int:
        """The seed of the board's own chance."""
        return self.seeds * 100_000 + self.number

    def chance(self, use: int) -> np.random.Generator:
        """A stream of its own for each use: 0 staging, 1 seeing, 2 shuffling."""
        return np.random.default_rng([self.seeds, self.number, use])
