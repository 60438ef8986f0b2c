"""Which player a figure may be, by its own colours: a base or helmet painted one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from referee.core.arrays import F64
from referee.vision.appearance.colour_densities import CELLS, cells_of, density_of
from referee.vision.appearance.figure_colours import LIGHT, WEIGHT, YELLOW_BLUE, ZONE
from referee.vision.appearance.team_colours import ANY_CELL, GAIN_SAMPLES, GAIN_SIGMA, GAINS

UNKNOWN = 0.3  # one picture of a figure is not all that it looks like
# Samples lie close together and go wrong together: so many are worth one.
WORTH = 12.0
MOST = 4.0


@dataclass(frozen=True)
class PlayerColours:
    """What each player looks like; ``ids`` in the order of the columns."""

    ids: tuple[str, ...]
    counts: tuple[F64, ...]
    densities: F64  # (players, ZONES, CELLS)

    @staticmethod
    def of_counts(counts: Mapping[str, F64]) -> PlayerColours:
        """From the colour shares of each player."""
        ids = tuple(counts)
        rows = tuple(counts[name] for name in ids)
        return PlayerColours(ids, rows, np.stack([density_of([row]) for row in rows]))

    def log_likelihoods(self, descriptions: Sequence[F64]) -> F64:
        """(figures, players): natural logarithms against the likeliest one, which has 0.

        Cut off at -4, so that colours alone never rule anybody out.
        """
        logs = np.log((1.0 - UNKNOWN) * self.densities + UNKNOWN * ANY_CELL)
        flat = logs.reshape(len(self.ids), -1)
        out = np.zeros((len(descriptions), len(self.ids)))
        held = GAIN_SAMPLES * 0.5 * (np.log(GAINS) / GAIN_SIGMA) ** 2
        for k, rows in enumerate(descriptions):
            seen = rows[:, WEIGHT] > 0.0
            colours, zones = rows[seen, LIGHT : YELLOW_BLUE + 1], rows[seen, ZONE].astype(np.int64)
            scores = [
                flat[:, zones * CELLS + cells_of(colours, gain)].sum(axis=1) - hold
                for gain, hold in zip(GAINS, held, strict=True)
            ]
            best = np.max(scores, axis=0)
            out[k] = np.maximum((best - best.max()) / WORTH, -MOST)
        return out
