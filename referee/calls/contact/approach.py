"""How two bases came at each other: whether they would have met by now had nothing stopped them.

Bases cannot pass through each other. Where the motion before would have led them into each other
they have touched, unless somebody else held one of them up: so much of the odds is left to chance.
And the poses at which they would have met tell with which parts they touched first, before a push
has turned them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee.core.geometry.base_shape import BaseShape, FloatArray
from referee.core.geometry.extrapolation import extrapolation_weights
from referee.core.geometry.gap import pair_gaps_mm, pose_row
from referee.core.geometry.measured_instant import MeasuredInstant
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.meeting import WANDER_MM_S
from referee.core.probability import p_below

# How headings wander before anything touches, in radians and the root of a second.
WANDER_RAD_S = 0.6
# A motion takes so many frames to be seen, none longer ago than this, and is carried on so long.
FEWEST, MOST, AGO_S, LONGEST_S = 2, 6, 0.25, 0.4
# Without power they slow down evenly until they rest, in one of these times; it is carried on for
# less long, as it shows soon enough how they slow.
_ROLLS_S, _ROLLING_S = np.linspace(0.03, 0.2, 9), 0.06
# How often something else turns a motion aside.
_PUSHED = 0.1
# Of touches so many are over before the next frame, and then mostly no further apart than this, but
# never further than they would have got into each other: nobody bounces back faster than it came.
# Somebody who was pushed aside may be anywhere up to the other length.
_REBOUNDS, REBOUND_MM, _WIDEST_MM = 0.3, 0.7, 3.0
# While one of the two was out of sight most touches are over, and they may have parted any way.
_OVER = 0.6
_STEPS = 8
_SLOWEST_MM_S = 5.0


@dataclass(frozen=True, slots=True)
class ApartFrame:
    """Both bases in one frame in which they are plainly apart."""

    t_s: float
    sigma_mm: float
    a: MeasuredPose
    b: MeasuredPose


@dataclass(frozen=True)
class PredictedContact:
    """What the motion before a frame leads to. ``met``: how likely into each other by then.

    The gap is that of the frame, had nothing stopped them. ``when`` they would have met, or would
    have been nearest, ``poses`` are rows of a and b then, and ``known`` is the 6 x 6 covariance of
    both. ``inside_mm`` is how far they would have come since they met.
    """

    met: float
    gap_mm: float
    sigma_mm: float
    when: MeasuredInstant
    poses: tuple[FloatArray, FloatArray]
    known: FloatArray
    inside_mm: float = 0.0


def approach_log_odds(met: float) -> float:
    """Log-odds of a touch that the motion before speaks for; it never speaks against one.

    Whoever was about to be run into may have been pushed aside by somebody else.
    """
    even = _PUSHED / 2
    straight = 1.0 - _PUSHED
    return max(math.log((straight * met + even) / (straight * (1.0 - met) + even)), 0.0)


def p_bounced(met: float, gap_mm: float, inside_mm: float = 0.0, *, unseen: bool = False) -> float:
    """How likely two have touched between frames and are this far apart again.

    ``inside_mm`` is how far they would have got into each other; ``unseen``: one of them was out of
    sight in between.
    """
    near = gap_mm <= REBOUND_MM and not unseen
    furthest_mm = REBOUND_MM if near else max(inside_mm, REBOUND_MM)
    if not 0.0 <= gap_mm <= furthest_mm:
        return 0.0
    even, over = _PUSHED / 2, _OVER if unseen else _REBOUNDS
    touched = ((1.0 - _PUSHED) * met + even) * over / furthest_mm
    stopped = (1.0 - _PUSHED) * (1.0 - met) / furthest_mm + even / _WIDEST_MM
    return touched / (touched + stopped)


def predicted_contact(
    shape_a: BaseShape,
    shape_b: BaseShape,
    sights: list[ApartFrame],
    t_s: float,
    power_s: float = math.inf,
    outline_mm: float = 0.0,
) -> PredictedContact | None:
    """From frames in order, the last the nearest; None if they are too few or too long ago.

    ``power_s`` is when the board last had power: from then on bases roll out, and get less far;
    ``outline_mm`` is the sigma of the outlines themselves.
    """
    sights = sights[-MOST:]
    longest_s = LONGEST_S if t_s <= power_s else _ROLLING_S
    if len(sights) < FEWEST or t_s - sights[-1].t_s > longest_s:
        return None
    last_s = sights[-1].t_s
    times = np.array([sight.t_s - last_s for sight in sights])
    when = np.linspace(0.0, t_s - last_s, _STEPS + 1)[1:]
    sigmas = np.array([sight.sigma_mm for sight in sights])
    turns = np.array(
        [
            math.sqrt(max((sight.a.covariance[2][2] + sight.b.covariance[2][2]) / 2, 1e-8))
            for sight in sights
        ]
    )
    counts, variances = extrapolation_weights(times, sigmas, when, WANDER_MM_S)
    counts_turn, variances_turn = extrapolation_weights(times, turns, when, WANDER_RAD_S)
    rows_a, rows_b = (
        _carried(np.array([pose_row(each.pose) for each in poses]), counts, counts_turn)
        for poses in ([sight.a for sight in sights], [sight.b for sight in sights])
    )
    gaps = pair_gaps_mm(shape_a, rows_a, shape_b, rows_b)
    open_variances = variances + outline_mm * outline_mm
    ahead = np.minimum.accumulate(gaps / np.sqrt(open_variances))
    by_then = [0.0, *(p_below(float(each), 1.0) for each in ahead)]
    gone = _gone(t_s - last_s, power_s - last_s)
    met = float(np.interp(gone, [0.0, *when], by_then).mean())
    inside = np.flatnonzero(gaps <= 0.0)
    place = int(inside[0]) if len(inside) else int(gaps.argmin())
    closing = float(gaps[0] - gaps[-1]) / float(when[-1] - when[0])
    spread_s = math.sqrt(float(open_variances[place])) / max(closing, _SLOWEST_MM_S)
    at = MeasuredInstant(
        last_s + float(when[place]), math.hypot(spread_s, float(when[0]) / math.sqrt(12.0))
    )
    last = sights[-1]
    row_a, row_b = pose_row(last.a.pose)[None, :], pose_row(last.b.pose)[None, :]
    apart_mm = float(pair_gaps_mm(shape_a, row_a, shape_b, row_b)[0])
    came_mm_s = (apart_mm - float(gaps[place])) / float(when[place])
    stretch = float(variances[place] / sigmas[-1] ** 2)
    turned = float(variances_turn[place] / turns[-1] ** 2)
    return PredictedContact(
        met,
        float(gaps[-1]),
        math.sqrt(float(open_variances[-1])),
        at,
        (rows_a[place], rows_b[place]),
        _known(sights[-1], stretch, turned),
        max(came_mm_s, 0.0) * float(when[-1] - when[place]),
    )


def _gone(after_s: float, power_s: float) -> FloatArray:
    """For how long bases at their speed would have to go to get as far as they do by then."""
    powered_s = min(max(power_s, 0.0), after_s)
    left_s = after_s - powered_s
    if left_s == 0.0:
        return np.array([after_s])
    rolled = np.where(left_s > _ROLLS_S, _ROLLS_S / 2, left_s - left_s**2 / (2 * _ROLLS_S))
    return np.asarray(powered_s + rolled)


def _carried(rows: FloatArray, counts: FloatArray, counts_turn: FloatArray) -> FloatArray:
    headings = np.unwrap(rows[:, 2])
    return np.column_stack([counts @ rows[:, :2], counts_turn @ headings])


def _known(last: ApartFrame, stretch: float, turned: float) -> FloatArray:
    """The covariance of both poses, as much larger as carrying on makes it."""
    joint = np.zeros((6, 6))
    joint[:3, :3], joint[3:, 3:] = last.a.matrix, last.b.matrix
    scale = np.sqrt(np.array([stretch, stretch, turned] * 2))
    return np.asarray(joint * np.outer(scale, scale))
