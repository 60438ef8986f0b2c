"""Did two bases touch? The likelihood of a shut gap against that of a narrow one, over frames.

Bases cannot pass through each other: a gap that is shut is zero and stays zero while one pushes the
other. A gap that is not shut is some length, and changes while the board shakes. So each run of
frames up to the newest is asked which of two it fits:

* touching: the gap is 0 in all of them;
* apart: the gap is somewhere between 0 and `widest_mm`, any length as likely as another, and
  changes evenly at a speed spread round zero by `drift_mm_s`, without ever getting below 0.

In both the frames err together by some part of their sigma (the same edge is seen in the same light
again) and each by itself by the rest; an outline that is not as it is taken to be errs in all of
them alike. The ratio of the two likelihoods is the odds; the run that
speaks most for touching counts, because a touch may have begun at any frame. A run without the
older frames is one of the runs, so a frame that is missing can never make a touch more likely.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.core.compiler import compiled
from referee.core.errors import BadValue
from referee.core.geometry.base_shape import FloatArray
from referee.core.probability import compiled_p_below

LENGTHS = 40
MOST_FRAMES = 12


@dataclass(frozen=True, slots=True)
class TouchPrior:
    """What is known of gaps and of measuring before any frame is seen.

    ``widest_mm`` and ``drift_mm_s`` describe gaps that are not shut, ``shared`` is the part of a
    gap's variance that repeats from frame to frame, ``least_sigma_mm`` what no measuring betters.
    """

    widest_mm: float = 3.0
    drift_mm_s: float = 25.0
    shared: float = 0.2
    least_sigma_mm: float = 0.02

    def __post_init__(self) -> None:
        for key, low, high in (
            ("widest_mm", 0.1, 50.0),
            ("drift_mm_s", 0.1, 500.0),
            ("shared", 0.0, 0.95),
            ("least_sigma_mm", 0.001, 1.0),
        ):
            if not low <= getattr(self, key) <= high:
                raise BadValue(key, getattr(self, key), f"{low:g} to {high:g}")


def touch_log_odds(
    times_s: npt.ArrayLike,
    gaps_mm: npt.ArrayLike,
    sigmas_mm: npt.ArrayLike,
    prior: TouchPrior,
    outline_mm: float = 0.0,
) -> FloatArray:
    """For each frame the log-odds of a touch that began there and lasts to the last frame.

    ``outline_mm`` is the sigma of the outlines themselves.
    """
    times = np.ascontiguousarray(times_s, dtype=np.float64)
    gaps = np.ascontiguousarray(gaps_mm, dtype=np.float64)
    sigmas = np.ascontiguousarray(sigmas_mm, dtype=np.float64)
    if not 0 < len(times) == len(gaps) == len(sigmas) <= MOST_FRAMES:
        raise BadValue("frames", len(times), f"1 to {MOST_FRAMES} times, gaps and sigmas")
    return _log_odds(
        times,
        gaps,
        np.maximum(sigmas, prior.least_sigma_mm),
        prior.widest_mm,
        prior.drift_mm_s,
        prior.shared,
        outline_mm,
        LENGTHS,
    )


@compiled
def _log_odds(
    times: FloatArray,
    gaps: FloatArray,
    sigmas: FloatArray,
    widest: float,
    drift: float,
    shared: float,
    outline: float,
    lengths: int,
) -> FloatArray:
    count = times.shape[0]
    out = np.empty(count)
    for first in range(count):
        mean_variance = 0.0
        for k in range(first, count):
            mean_variance += sigmas[k] * sigmas[k] / (count - first)
        common = max(math.sqrt(shared * mean_variance + outline * outline), 1e-6)
        s0, s1, s2, g0, g1, gg = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
        for k in range(first, count):
            weight = 1.0 / ((1.0 - shared) * sigmas[k] * sigmas[k])
            t = times[k] - times[first]
            s0 += weight
            s1 += weight * t
            s2 += weight * t * t
            g0 += weight * gaps[k]
            g1 += weight * t * gaps[k]
            gg += weight * gaps[k] * gaps[k]
        # The common error integrated out of a gap of 0, in closed form.
        narrow = 1.0 / (common * common)
        shut = -0.5 * (gg - g0 * g0 / (s0 + narrow)) - 0.5 * math.log(1.0 + s0 / narrow)
        span = times[count - 1] - times[first]
        out[first] = shut - _apart(common, s0, s1, s2, g0, g1, gg, span, widest, drift, lengths)
    return out


@compiled
def _apart(
    common: float,
    s0: float,
    s1: float,
    s2: float,
    g0: float,
    g1: float,
    gg: float,
    span: float,
    widest: float,
    drift: float,
    lengths: int,
) -> float:
    """Log-likelihood of some length above 0 that changes evenly and stays above 0.

    The sum is over what would be measured in the first frame but for its own error: the length
    with the common error on top. The speed is integrated out in closed form.
    """
    precision = 1.0 / (drift * drift) + s2
    spread = 1.0 / math.sqrt(precision)
    bend = s0 - s1 * s1 / precision
    likely, width = (g0 - s1 * g1 / precision) / bend, 1.0 / math.sqrt(bend)
    low = max(-5.0 * common, likely - 7.0 * width)
    high = min(widest + 5.0 * common, max(likely, low) + 7.0 * width)
    if high <= low:  # far beyond the widest: its tail is all there is
        low = high - 7.0 * width
    step = (high - low) / lengths
    total, best = 0.0, -np.inf
    root2 = math.sqrt(2.0)
    for k in range(lengths):
        q = low + (k + 0.5) * step
        below = compiled_p_below(-q, common * root2)
        density = below - compiled_p_below(widest - q, common * root2)
        if density <= 0.0:
            continue
        log = -0.5 * (gg - 2.0 * q * g0 + q * q * s0) + math.log(density * step / widest)
        if span > 0.0:
            # The length that such a reading stands for on average, were all lengths alike.
            bell = math.exp(-0.5 * (q / common) ** 2) / math.sqrt(2.0 * math.pi)
            length = max(q + common * bell / max(below, 1e-300), 0.0)
            pull = g1 - q * s1
            speed, lowest = pull / precision, -length / span
            allowed = compiled_p_below(lowest - speed, spread * root2)
            possible = compiled_p_below(lowest, drift * root2)
            log += 0.5 * pull * speed + math.log(spread / drift)
            log += math.log(max(allowed, 1e-300) / possible)
        if log > best:
            total = total * math.exp(best - log) + 1.0 if best > -np.inf else 1.0
            best = log
        else:
            total += math.exp(log - best)
    return best + math.log(total) if total > 0.0 else -700.0
