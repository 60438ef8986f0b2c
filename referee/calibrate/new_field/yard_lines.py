"""The evenly spaced lines of a field: from goal line to goal line, every 1, 2, 5 or 10 yards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from referee.calibrate.outcome import Unusable

Float = npt.NDArray[np.float64]
BINS = 2400
STRONG = 0.30  # of the usual strong line's weight
ALIKE = 0.10  # of the spacing by which a line may be off its place
MISSES = 2  # lines in a row that a logo or a hand may hide
LEAST = 9
LEAST_SEEN = 0.8  # of the lines of a run
UNEVEN = 0.7  # by which the outer steps may differ from the usual one
SAME = 1.02  # neighbours among all distances, sorted, that are one spacing
# How many lines an evenly spaced run has, how many yards apart, and how many of them lie beyond
# each goal line: with a line every ten yards the end lines are part of the run.
RUNS = {101: (1, 0), 51: (2, 0), 21: (5, 0), 11: (10, 0), 13: (10, 1)}
NO_LINES = Unusable(
    "No evenly spaced yard lines from goal line to goal line were found.",
    "Take a picture of the whole empty board without glare, or measure with `referee field new`.",
)


@dataclass(frozen=True)
class YardLines:
    """How places become yards: yards = every_yd (x - b) / (a - c x), 0 at the left goal line.

    ``c`` is what is left of a tilt: lines that are evenly printed are seen ever nearer together.
    """

    a: float
    b: float
    c: float
    every_yd: int
    seen: float

    def straightened(self, points: Float) -> Float:
        """Points in yards along the field, and in the same length across it."""
        x, y = points.T
        depth = self.a - self.c * x
        level = (self.a - self.b * self.c) / self.a  # alike both ways where the picture is centred
        run, across = self.every_yd * (x - self.b) / depth, self.every_yd * level * y / depth
        return np.asarray(np.stack([run, across], axis=1), dtype=float)


def off_line_yd(yards: Float, every_yd: int) -> Float:
    """How far places along the field are from their nearest yard line."""
    return np.asarray(np.abs(yards - np.round(yards / every_yd) * every_yd))


def peaks(values: Float, weights: Float) -> tuple[Float, Float]:
    """Places where many values pile up, and how much lies there; the largest first."""
    low, high = float(values.min()), float(values.max())
    heap, edges = np.histogram(values, BINS, (low, high), weights=weights)
    piled = np.convolve(heap, np.ones(5), "same")
    middle = np.convolve(heap * (edges[:-1] + edges[1:]) / 2, np.ones(5), "same")
    best = np.array([piled[max(0, k - 4) : k + 5].max() for k in range(BINS)])
    top = np.flatnonzero((piled == best) & (piled > 0))
    top = top[np.r_[True, np.diff(top) > 4]]
    order = np.argsort(-piled[top], kind="stable")
    chosen = top[order]
    return middle[chosen] / piled[chosen], piled[chosen]


def find_yard_lines(values: Float, weights: Float) -> YardLines:
    """The longest evenly spaced run of strong lines that a field can have."""
    if len(values) < 50:
        raise NO_LINES
    places, piles = peaks(values, weights)
    strong = np.sort(places[piles > STRONG * float(np.median(piles[:LEAST]))])
    found = []
    for usual in _spacings(strong):
        for start, after in pairwise(strong):
            # Under a tilt the first step is not the usual one.
            step = after - start if UNEVEN < (after - start) / usual < 1.0 / UNEVEN else usual
            runs = [run for run in _runs(strong, float(start), float(step)) if len(run) in RUNS]
            found += [(len(run), float(np.isfinite(run).mean()), tuple(run)) for run in runs]
    if not found:
        raise NO_LINES
    count, seen, run = max(found, key=lambda f: (f[1] > LEAST_SEEN, f[0], f[1]))
    every, beyond = RUNS[count]
    line = np.arange(count, dtype=float) - beyond
    # End lines are not as exactly ten yards away as yard lines are evenly spaced.
    there = np.isfinite(run) & (line >= 0) & (line < count - 2 * beyond)
    k, x = line[there], np.array(run)[there]
    sides = np.stack([k, np.ones(len(k)), -k * x], axis=1)
    a, b, c = np.linalg.lstsq(sides, x, rcond=None)[0]
    return YardLines(float(a), float(b), float(c), every, seen)


def _spacings(strong: Float) -> list[float]:
    """Distances of neighbours that occur several times."""
    steps = np.sort(np.diff(strong))
    groups: list[list[float]] = []
    for step in steps:
        if groups and step < SAME * groups[-1][-1]:
            groups[-1].append(float(step))
        else:
            groups.append([float(step)])
    return [float(np.median(g)) for g in groups if len(g) >= LEAST - 2]


def _runs(strong: Float, start: float, step: float) -> Iterator[list[float]]:
    """Lines from a start to the right, NaN where one is hidden, cut at any gap or at the end.

    None if the run begins further left. The spacing may change slowly: the camera is tilted.
    """
    if np.abs(strong - (start - step)).min() < ALIKE * step:
        return
    run, missed, at = [start], 0, start
    while missed <= MISSES:
        k = int(np.abs(strong - (at + step)).argmin())
        if abs(strong[k] - (at + step)) < ALIKE * step:
            if missed:
                yield run[: len(run) - missed]
            else:
                step = (step + float(strong[k]) - at) / 2
            at, missed = float(strong[k]), 0
            run.append(at)
        else:
            at, missed = at + step, missed + 1
            run.append(float("nan"))
    yield run[: len(run) - missed]
