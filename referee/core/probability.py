"""How likely a measured quantity is above, below or between limits: tails of the normal curve.

The calls compare these probabilities with their thresholds, so the last bit counts: every formula
stands here once. Compiled kernels use `compiled_p_below`, because the compiler has its own `erfc`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from referee.core.compiler import compiled

_ROOT_2 = math.sqrt(2.0)


# Limits are compared with sums and products of measured lengths, times and angles, whose last bits
# are noise. What lies this near to a limit lies on it; no camera tells so little.
TIE = 1e-6
_JUST = 1e-9


def is_up_to(value: float, limit: float) -> bool:
    """Whether a value is no more than a limit; exactly on the limit it is.

    >>> is_up_to(0.1 + 0.2, 0.3)
    True
    """
    return value <= limit + TIE


def p_above(value: float, sigma: float, limit: float = 0.0, *, at_limit: bool = False) -> float:
    """How likely the true value is above the limit.

    ``at_limit``: whether exactly at the limit counts. A measured tie falls on that side: just over
    even where it counts, just under even where it does not, and all or nothing without an error.

    >>> p_above(0.0, 0.1) < 0.5 < p_above(0.0, 0.1, at_limit=True)
    True
    >>> p_above(0.0, 0.0), p_above(0.0, 0.0, at_limit=True)
    (0.0, 1.0)
    """
    above = value - limit
    tie = -TIE <= above <= TIE
    if sigma == 0.0:
        return 1.0 if (at_limit if tie else above > 0.0) else 0.0
    if tie:
        return 0.5 + _JUST if at_limit else 0.5 - _JUST
    return _upper_tail(-above, sigma)


def p_at_least(value: float, sigma: float) -> float:
    """How likely the true value is zero or more; zero itself counts."""
    return p_above(value, sigma, at_limit=True)


def p_below(value: float, sigma: float, limit: float = 0.0, *, at_limit: bool = False) -> float:
    """How likely the true value is below the limit; ``at_limit`` as in `p_above`.

    >>> round(p_below(3.0, 1.0, 3.0), 5)
    0.5
    """
    return p_above(-value, sigma, -limit, at_limit=at_limit)


def p_between(low: float, high: float) -> float:
    """How likely a standard normal quantity lies between two limits, both in sigmas.

    Far out on the upper side it is counted from the curve's upper end, where digits are left.
    """
    if low > 0.0:
        return _upper_tail(low, 1.0) - _upper_tail(high, 1.0)
    return _upper_tail(-high, 1.0) - _upper_tail(-low, 1.0)


def p_before(value: float, sigma: float, start: float, end: float) -> float:
    """How likely a measured instant is before another of which only its limits are known.

    >>> p_before(5.0, 0.0, 0.0, 10.0), p_before(0.0, 1.0, 1000.0, 1010.0)
    (0.5, 1.0)
    """
    if end <= start:
        return p_below(value, sigma, start)
    if sigma == 0.0:
        return min(max((end - value) / (end - start), 0.0), 1.0)
    after = (_excess(value, sigma, start) - _excess(value, sigma, end)) / (end - start)
    return min(max(1.0 - after, 0.0), 1.0)


def _excess(value: float, sigma: float, limit: float) -> float:
    """By how much a measured quantity is above a limit on the average; 0 where it is below."""
    away = (limit - value) / sigma
    return sigma * (normal_density(away) - away * _upper_tail(away, 1.0))


def _upper_tail(away: float, sigma: float) -> float:
    """The part of a normal curve that lies further out than this from its middle."""
    return 0.5 * math.erfc(away / (sigma * _ROOT_2))


def p_after_looks(probability: float, looks: int) -> float:
    """What is left of the probability of a limit passed, if one look out of so many shows it.

    Noise alone shows it in one look of a thousand. At the least an even chance is left.

    >>> round(p_after_looks(0.999, 10), 6), p_after_looks(0.9, 100), p_after_looks(0.2, 9)
    (0.99, 0.5, 0.2)
    """
    if looks <= 1 or probability <= 0.5:
        return probability
    return max(1.0 - (1.0 - probability) * looks, 0.5)


def normal_density(sigmas: float) -> float:
    """The height of the standard normal curve so many sigmas from its middle."""
    return math.exp(-0.5 * sigmas * sigmas) / math.sqrt(2.0 * math.pi)


@compiled
def compiled_p_below(value: float, root_2_sigma: float) -> float:
    """How likely the true value is below zero; its sigma comes multiplied by the root of 2."""
    return 0.5 * math.erfc(value / root_2_sigma)


def mean_of_frames(
    values: Sequence[float], sigmas: Sequence[float], shared: float
) -> tuple[float, float]:
    """The mean of what frames measured, and its variance.

    ``shared`` is the part of the variance that all frames have in common: it does not average out.

    >>> mean_of_frames([1.0, 3.0], [1.0, 1.0], 0.0)
    (2.0, 0.5)
    """
    count = len(values)
    variance = sum(sigma**2 for sigma in sigmas) / count
    return sum(values) / count, variance * (shared + (1.0 - shared) / count)


def p_from_log_odds(log_odds: float) -> float:
    """The probability behind log-odds.

    >>> p_from_log_odds(0.0)
    0.5
    """
    if log_odds >= 0.0:
        return 1.0 / (1.0 + math.exp(-log_odds))
    return 1.0 - 1.0 / (1.0 + math.exp(log_odds))


def log_odds(probability: float, least: float = 0.0) -> float:
    """The log-odds of a probability, taken for no less than ``least`` and no more than the rest.

    >>> log_odds(0.5)
    0.0
    """
    kept = min(max(probability, least), 1.0 - least)
    return math.log(kept / (1.0 - kept))
