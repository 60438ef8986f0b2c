"""Figures that several benches give: percentiles, shares, how honest stated errors are."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from referee.lab.bench.report import Row

INSIDE = 1.959964  # sigmas of a 95 % interval of the normal distribution
HONEST_PERCENT = 95.0  # what such intervals have to hold
SLACK_POINTS = 2.0  # by how much they may be off
Numbers = npt.ArrayLike


def percentile(values: Sequence[float] | npt.NDArray[np.float64], percent: float) -> float:
    """A percentile between the nearest two values; NaN of no values."""
    return float(np.percentile(values, percent)) if len(values) else math.nan


def median(values: Sequence[float] | npt.NDArray[np.float64]) -> float:
    """The middle value; NaN of no values."""
    return percentile(values, 50.0)


def ratio(part: float, whole: float) -> float:
    """The share of a part in a whole, 0 to 1; NaN of nothing."""
    return part / whole if whole else math.nan


def share(values: Iterable[bool]) -> float:
    """The share of what is true, 0 to 1; NaN of no values."""
    rows = list(values)
    return ratio(sum(rows), len(rows))


def inside(errors: Numbers) -> float:
    """The share of errors in sigmas that lie inside their 95 % intervals; NaN of no errors."""
    found = np.abs(np.asarray(errors, dtype=float))
    return float((found < INSIDE).mean()) if found.size else math.nan


def honest_rows(held: str, apart: str, errors: Numbers, *, barred: bool = True) -> Iterator[Row]:
    """How many errors lie inside, and how far that is from 95 %: too many is dishonest, too.

    ``held`` and ``apart`` are the labels of the two rows.
    """
    percent = 100.0 * inside(errors)
    yield Row(held, percent, "%")
    off = abs(percent - HONEST_PERCENT)
    yield Row(apart, off, "points", SLACK_POINTS if barred else None)
