"""How likely a measured quantity is above, below or between limits: tails of the normal curve.

The calls compare these probabilities with their thresholds, so the last bit counts: every formula
stands here once. Compiled kernels use `compiled_p_below`, because the compiler has its own `erfc`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from referee.core.compiler import compiled

_ROOT_2 = math.sqrt(2.0)


def p_above(value: float, sigma: float, limit: float = 0.0, *, at_limit: bool = False) -> float:
    """How likely the true value is above the limit.

    ``at_limit`` matters without an error only (sigma 0): whether exactly at the limit counts.

    >>> p_above(0.0, 0.1)
    0.5
    >>> p_above(0.0, 0.0), p_above(0.0, 0.0, at_limit=True)
    (0.0, 1.0)
    """
    if sigma == 0.0:
        return 1.0 if value > limit or (at_limit and value == limit) else 0.0
    return 0.5 * math.erfc((limit - value) / (sigma * _ROOT_2))


def p_at_least(value: float, sigma: float) -> float:
    """How likely the true value is zero or more; without an error zero itself counts."""
    return p_above(value, sigma, at_limit=True)


def p_below(value: float, sigma: float, limit: float = 0.0, *, at_limit: bool = False) -> float:
    """How likely the true value is below the limit.

    >>> p_below(3.0, 1.0, 3.0)
    0.5
    """
    if sigma == 0.0:
        return 1.0 if value < limit or (at_limit and value == limit) else 0.0
    return 0.5 * math.erfc((value - limit) / (sigma * _ROOT_2))


def p_between(low: float, high: float) -> float:
    """How likely a standard normal quantity lies between two limits, both in sigmas.

    Far out on the upper side it is counted from the curve's upper end, where digits are left.
    """
    if low > 0.0:
        return p_below(low, 1.0) - p_below(high, 1.0)
    return p_above(high, 1.0) - p_above(low, 1.0)


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
