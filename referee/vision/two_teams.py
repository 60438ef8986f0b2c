"""Two teams found in figures that nobody has named: by their colours alone.

The darker team is called home, as it is on most game nights; whoever knows better may swap them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.core.roster import Team
from referee.vision.colours import FIGURE, LIGHT, WEIGHT, YELLOW_BLUE, ZONE
from referee.vision.light import Float
from referee.vision.paints import CELLS, Int, cells_of, coarse, counts_of, paint_of
from referee.vision.teams import (
    ANY_CELL,
    GAIN_SAMPLES,
    GAIN_SIGMA,
    GAINS,
    HIDDEN_POWER,
    SLOPE,
    UNKNOWN,
)

FEWEST_OF_A_TEAM = 2
ROUNDS = 8
SURE = 0.9
CLEAR_SHARE = 0.85  # of the figures are surely of one team or the other, or there are not two
CLEAR_MARGIN = 0.25  # natural logarithms for each sample between the teams
VIEWS = ((0, 1), (0,), (1,))  # figure and base, figures alone, bases alone


@dataclass(frozen=True)
class Crowd:
    """Figures with their paints, and all their samples one after the other.

    ``places`` are cells of zones, for each gain and sample.
    """

    paints: Float  # (figures, ZONES, CELLS)
    owner: Int
    zone: Int
    places: Int
    weight: Float

    @staticmethod
    def of(descriptions: Sequence[Float]) -> Crowd:
        """Everything that is asked again and again, once."""
        rows = np.concatenate(descriptions)
        zone = rows[:, ZONE].astype(np.int64)
        cells = np.stack([cells_of(rows[:, : YELLOW_BLUE + 1], gain) for gain in GAINS])
        return Crowd(
            np.stack([paint_of(counts_of(d)) for d in descriptions]),
            np.repeat(np.arange(len(descriptions)), [len(d) for d in descriptions]),
            zone,
            zone * CELLS + cells,
            rows[:, WEIGHT],
        )

    def spots(self, zones: Sequence[int]) -> Float:
        """Figures as points, (figures, n): their distances are Hellinger's."""
        count = len(self.paints)
        blocks = np.stack([coarse(self.paints[:, zone]) for zone in zones], axis=1)
        return np.asarray(np.sqrt(blocks).reshape(count, -1))

    def lone_margins(self, labels: Int) -> Float:
        """For each figure: label 0 against 1 for each sample, asked of all the others."""
        count = len(self.paints)
        there = (self.paints.sum(axis=2) > 0.0).astype(float)
        flat = self.paints.reshape(count, -1)
        own = flat[self.owner, self.places]
        held = GAIN_SAMPLES * 0.5 * (np.log(GAINS) / GAIN_SIGMA) ** 2
        best = []
        for side in (0, 1):
            mine = (labels == side).astype(float)
            asked = mine[self.owner]
            people = (mine @ there)[self.zone] - asked * there[self.owner, self.zone]
            mean = ((mine @ flat)[self.places] - asked * own) / np.maximum(people, 1.0)
            logs = np.log((1.0 - UNKNOWN) * np.maximum(mean, 0.0) + UNKNOWN * ANY_CELL)
            sums = [np.bincount(self.owner, log * self.weight, count) for log in logs]
            best.append((np.array(sums) - held[:, None]).max(axis=0))
        seen = np.bincount(self.owner, self.weight, count)
        share = seen / np.maximum(np.bincount(self.owner, minlength=count), 1)
        return np.asarray((best[0] - best[1]) / np.maximum(seen, 1.0) * share**HIDDEN_POWER)


def two_teams(descriptions: Sequence[Float]) -> tuple[Team | None, ...]:
    """The team of each figure, or None for all of them if there are not two teams."""
    nobody = tuple(None for _ in descriptions)
    if len(descriptions) < 2 * FEWEST_OF_A_TEAM:
        return nobody
    crowd = Crowd.of(descriptions)
    best: tuple[float, Int] | None = None
    for view in VIEWS:
        found = _settled(crowd, _two_means(crowd.spots(view)))
        if found is not None and (best is None or found[0] > best[0]):
            best = found
    if best is None:
        return nobody
    dark = [
        _lightness([d for d, k in zip(descriptions, best[1], strict=True) if k == side])
        for side in (0, 1)
    ]
    home = int(dark[1] < dark[0])
    return tuple(Team.HOME if k == home else Team.AWAY for k in best[1].tolist())


def _two_means(points: Float) -> Int:
    """Labels 0 and 1, started from the two points that lie furthest apart."""
    square = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    first, second = np.unravel_index(int(square.argmax()), square.shape)
    middles = points[[first, second]]
    labels = np.zeros(len(points), dtype=np.int64)
    for _ in range(30):
        far = ((points[:, None] - middles[None]) ** 2).sum(axis=2)
        labels = far.argmin(axis=1)
        if len(set(labels.tolist())) < 2:
            break
        middles = np.stack([points[labels == side].mean(axis=0) for side in (0, 1)])
    return np.asarray(labels)


def _settled(crowd: Crowd, labels: Int) -> tuple[float, Int] | None:
    """Labels on which every figure agrees though it was not asked itself, and how clearly."""
    for _ in range(ROUNDS):
        if min(np.bincount(labels, minlength=2)) < FEWEST_OF_A_TEAM:
            return None
        margins = crowd.lone_margins(labels)
        changed = (margins < 0.0).astype(np.int64)
        if (changed == labels).all():
            break
        labels = changed
    if min(np.bincount(labels, minlength=2)) < FEWEST_OF_A_TEAM:
        return None
    margins = crowd.lone_margins(labels)
    right = np.where(labels == 0, margins, -margins)
    sure = right > math.log(SURE / (1.0 - SURE)) / SLOPE
    if sure.mean() < CLEAR_SHARE or float(np.median(right)) < CLEAR_MARGIN:
        return None
    return float(right.mean()), labels


def _lightness(descriptions: Sequence[Float]) -> float:
    """How light figures are, without their bases."""
    rows = np.concatenate(descriptions)
    weight = np.where(rows[:, ZONE] == FIGURE, rows[:, WEIGHT], 0.0)
    return float((rows[:, LIGHT] * weight).sum() / max(weight.sum(), 1e-9))
