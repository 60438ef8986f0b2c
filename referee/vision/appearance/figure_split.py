"""Figures to be split into two sides by what they wear, and how clear a split is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from referee.core.arrays import F64, I64
from referee.core.roster import Team
from referee.vision.appearance.colour_densities import cells_of, coarse, counts_of, paint_of
from referee.vision.appearance.figure_colours import BASE, FIGURE, LIGHT, WEIGHT, YELLOW_BLUE, ZONE
from referee.vision.appearance.team_colours import (
    ANY_CELL,
    GAIN_SAMPLES,
    GAIN_SIGMA,
    GAINS,
    UNKNOWN,
    bases_tell,
)

FEWEST_OF_A_TEAM = 2
ROUNDS = 8
STARTS = 8
NEXT_START = 0.6  # of their distances count when points have started a split before
MOST_MARGIN = 1.5  # of one figure, in natural logarithms for each sample: it is clear enough


@dataclass(frozen=True)
class ZoneColours:
    """One zone of all figures: their paints over the cells that occur, and their samples.

    ``cells`` are columns of ``paints``, for each gain and sample.
    """

    paints: F64  # (figures, columns)
    owner: I64
    cells: I64
    weight: F64

    @property
    def seen(self) -> F64:
        """The weight of each figure's samples."""
        return np.asarray(np.bincount(self.owner, self.weight, len(self.paints)), dtype=float)

    def scores(self, labels: I64) -> F64:
        """(sides, gains, figures): log-likelihoods under both sides, without the figure itself."""
        there = self.paints.any(axis=1).astype(float)
        own = self.paints[self.owner, self.cells]
        out = []
        for side in (0, 1):
            mine = (labels == side).astype(float)
            asked = mine[self.owner]
            people = (mine @ there) - mine * there
            mean = ((mine @ self.paints)[self.cells] - asked * own) / np.maximum(
                people[self.owner], 1.0
            )
            logs = np.log((1.0 - UNKNOWN) * np.maximum(mean, 0.0) + UNKNOWN * ANY_CELL)
            out.append([np.bincount(self.owner, log * self.weight, len(there)) for log in logs])
        return np.array(out)


@dataclass(frozen=True)
class FigureSplit:
    """A split of the figures: which side each is on, and how it would be judged by the others.

    ``margins`` are for each sample, positive where right; ``score`` is how clear the split is.
    """

    labels: I64
    margins: F64
    score: float


@dataclass(frozen=True)
class FiguresToSplit:
    """Figures to be split, with everything that is asked again and again."""

    paints: F64  # (figures, ZONES, CELLS)
    zones: tuple[ZoneColours, ZoneColours]
    share: F64  # of each figure that is seen

    @staticmethod
    def of(descriptions: Sequence[F64]) -> FiguresToSplit:
        """From one description of each figure."""
        rows = np.concatenate(descriptions)
        owner = np.repeat(np.arange(len(descriptions)), [len(d) for d in descriptions])
        paints = np.stack([paint_of(counts_of(d)) for d in descriptions])
        figure, base = (
            _zone(rows[rows[:, ZONE] == zone], owner[rows[:, ZONE] == zone], paints[:, zone])
            for zone in (FIGURE, BASE)
        )
        whole = np.bincount(figure.owner, minlength=len(paints))
        return FiguresToSplit(paints, (figure, base), figure.seen / np.maximum(whole, 1))

    def starts(self) -> Iterator[tuple[I64, float]]:
        """Ways to begin, and how much bases count: around figures or bases that are most unlike."""
        for zone, count in ((FIGURE, STARTS), (BASE, 1)):
            points = np.sqrt(coarse(self.paints[:, zone]))  # their distances are Hellinger's
            far = _apart(points, points)
            left = far.copy()
            for _ in range(count):
                a, b = np.unravel_index(int(left.argmax()), left.shape)
                nearer = (far[:, a] > far[:, b]).astype(np.int64)
                for labels in (nearer, _two_means(points, nearer)):
                    yield labels, self.bases_tell(labels) if zone == BASE else 0.0
                for k in (a, b):
                    left[k] *= NEXT_START
                    left[:, k] *= NEXT_START
                left[a, b] = left[b, a] = 0.0

    def split(self, labels: I64, tell: float) -> FigureSplit | None:
        """Labels on which every figure agrees though it was not asked itself."""
        passed: set[bytes] = set()
        while len(passed) < ROUNDS and labels.tobytes() not in passed:
            if min(np.bincount(labels, minlength=2)) < FEWEST_OF_A_TEAM:
                return None
            passed.add(labels.tobytes())
            before, margins = labels, self.margins(labels, tell)
            labels = (margins < 0.0).astype(np.int64)
        right = np.where(before == 0, margins, -margins)
        part = float(before.mean())
        even = 4.0 * part * (1.0 - part)  # a few odd ones are no team
        clear = float(np.minimum(right, MOST_MARGIN).mean())
        return FigureSplit(before, right, even * clear)

    def margins(self, labels: I64, tell: float) -> F64:
        """For each figure: label 0 against 1 for each sample, asked of all the others."""
        figure, base = self.zones
        scores, seen = figure.scores(labels), figure.seen
        if tell > 0.0:
            scores, seen = scores + tell * base.scores(labels), seen + tell * base.seen
        held = GAIN_SAMPLES * 0.5 * (np.log(GAINS) / GAIN_SIGMA) ** 2
        best = (scores - held[:, None]).max(axis=1)
        return np.asarray((best[0] - best[1]) / np.maximum(seen, 1.0))

    def bases_tell(self, labels: I64) -> float:
        """Whether bases go by these teams."""
        home, away = (tuple(self.paints[labels == side]) for side in (0, 1))
        return bases_tell({Team.HOME: home, Team.AWAY: away})


def _two_means(points: F64, labels: I64) -> I64:
    """Labels 0 and 1 of points around two middles, which move to where they belong."""
    for _ in range(ROUNDS):
        if len(set(labels.tolist())) < 2:
            break
        middles = np.stack([points[labels == side].mean(axis=0) for side in (0, 1)])
        labels = _apart(points, middles).argmin(axis=1).astype(np.int64)
    return labels


def _apart(a: F64, b: F64) -> F64:
    """(points, points): squares of their distances."""
    squares = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1) - 2.0 * a @ b.T
    return np.asarray(np.maximum(squares, 0.0))


def _zone(rows: F64, owner: I64, paints: F64) -> ZoneColours:
    cells = np.stack([cells_of(rows[:, LIGHT : YELLOW_BLUE + 1], gain) for gain in GAINS])
    kept, columns = np.unique(cells, return_inverse=True)
    return ZoneColours(paints[:, kept], owner, columns.reshape(cells.shape), rows[:, WEIGHT])
