"""The pose that explains what every strip says about its edge, by annealed association.

Each strip says how likely its edge lies at each offset along the normal, often with several peaks.
The likelihoods are widened first, so that a distant start still feels the right peak, then
sharpened step by step while the pose moves.
"""

from __future__ import annotations

import math

import numpy as np

from referee.core.arrays import F32, F64, U8
from referee.core.compiler import compiled

LEVEL, AWAY, CERTAIN = range(3)  # what a strip says of a fitted pose
BINS = 33  # offsets for which a strip has a likelihood
LOWEST_MM = -4.0  # the first of them
BIN_MM = 0.25  # from one to the next
DOUBT = 0.02  # share of a likelihood that knows nothing: what one strip can at most say
REACH = 3.2  # widths, beyond which a bell is nothing
WIDE_MM = 0.6  # how far from the pose a strip's edge is looked for when a fit is judged
LONGEST_STEP_MM = 1.5
LONGEST_TURN_RAD = 0.12
SETTLED = 0.003  # of the longest step: what is left is not worth another
DAMPING = 0.05  # strips of one square millimetre that hold the pose back


@compiled
def solve3(h: F64, g: F64, out: F64) -> bool:
    """``out`` = h^-1 g for a symmetric positive 3 x 3 matrix; False where it has no inverse."""
    c00 = h[1, 1] * h[2, 2] - h[1, 2] * h[1, 2]
    c01 = h[0, 2] * h[1, 2] - h[0, 1] * h[2, 2]
    c02 = h[0, 1] * h[1, 2] - h[0, 2] * h[1, 1]
    det = h[0, 0] * c00 + h[0, 1] * c01 + h[0, 2] * c02
    if not det > 1e-12:
        return False
    c11 = h[0, 0] * h[2, 2] - h[0, 2] * h[0, 2]
    c12 = h[0, 1] * h[0, 2] - h[0, 0] * h[1, 2]
    c22 = h[0, 0] * h[1, 1] - h[0, 1] * h[0, 1]
    out[0] = (c00 * g[0] + c01 * g[1] + c02 * g[2]) / det
    out[1] = (c01 * g[0] + c11 * g[1] + c12 * g[2]) / det
    out[2] = (c02 * g[0] + c12 * g[1] + c22 * g[2]) / det
    return True


@compiled
def felt(likelihood: F32, at_mm: float, width_mm: float) -> tuple[float, float, float]:
    """One strip's likelihood, widened by a Gaussian, at an offset.

    Returns its logarithm, its slope and how strongly it bends down.
    """
    change = math.exp(-BIN_MM * BIN_MM / (width_mm * width_mm))
    total, mean, spread = _sums(likelihood, at_mm, width_mm, change)
    if total < 1e-12:
        return -12.0, 0.0, 0.0
    inverse = 1.0 / (width_mm * width_mm)
    level = math.log(total * BIN_MM / (width_mm * 2.5066282746310002))
    return level, mean * inverse, inverse - spread * inverse * inverse


@compiled
def _sums(
    likelihood: F32, at_mm: float, width_mm: float, change: float
) -> tuple[float, float, float]:
    """Under a Gaussian at an offset: the sum of a likelihood, its mean offset and its spread.

    ``change`` is by how much the ratio of a Gaussian's neighbouring bins changes.
    """
    place = (at_mm - LOWEST_MM) / BIN_MM
    reach = REACH * width_mm / BIN_MM
    first, last = max(0, math.ceil(place - reach)), min(BINS - 1, math.floor(place + reach))
    if first > last:
        return 0.0, 0.0, 0.0
    even = DOUBT / BINS
    total = mean = square = 0.0
    tight = 0.5 / (width_mm * width_mm)
    middle = min(max(round(place), first), last)
    away = LOWEST_MM + BIN_MM * middle - at_mm
    # A Gaussian on even steps needs no exponential of its own at each; two ways out from the
    # middle are two chains of products that do not wait for each other.
    bell = math.exp(-away * away * tight)
    up = math.exp(-(2.0 * away + BIN_MM) * BIN_MM * tight)
    down = change / up
    left, right = bell * down, bell
    down *= change
    for j in range(max(last - middle + 1, middle - first)):
        k = middle + j
        if k <= last:
            w = (likelihood[k] * (1.0 - DOUBT) + even) * right
            out = away + BIN_MM * j
            total += w
            mean += w * out
            square += w * out * out
        right *= up
        up *= change
        k = middle - 1 - j
        if k >= first:
            w = (likelihood[k] * (1.0 - DOUBT) + even) * left
            out = away - BIN_MM * (j + 1)
            total += w
            mean += w * out
            square += w * out * out
        left *= down
        down *= change
    if total < 1e-12:
        return 0.0, 0.0, 0.0
    mean /= total
    return total, mean, square / total - mean * mean


@compiled
def fit_poses(
    likelihoods: F32,
    seen: U8,
    rings: F64,
    poses: F64,
    widths_mm: F64,
    moves: F64,
    hessians: F64,
    says: F64,
) -> None:
    """Move each pose to where its strips agree; ``moves`` gets the change.

    ``hessians`` gets the strips' joint information at the last width; ``says`` (bases, points,
    3) what each strip says of the outcome: the logarithm of its likelihood, how far outside the
    outline it sees its edge in mm, and how sure it is of that, 0 to 1.
    """
    g = np.zeros(3)
    h = np.zeros((3, 3))
    step = np.zeros(3)
    jacobian = np.empty((rings.shape[1], 3))
    for b in range(poses.shape[0]):
        c, s = math.cos(poses[b, 2]), math.sin(poses[b, 2])
        for k in range(rings.shape[1]):
            ux, uy, mx, my = rings[b, k, 0], rings[b, k, 1], rings[b, k, 2], rings[b, k, 3]
            jacobian[k, 0] = c * mx - s * my
            jacobian[k, 1] = s * mx + c * my
            jacobian[k, 2] = ux * my - uy * mx
        moves[b, :] = 0.0
        for width in widths_mm:
            g[:] = 0.0
            h[:] = 0.0
            inverse = 1.0 / (width * width)
            hold = DAMPING * inverse
            h[0, 0] = h[1, 1] = hold
            h[2, 2] = hold * 80.0
            floor = 0.02 * inverse
            change = math.exp(-BIN_MM * BIN_MM / (width * width))
            for k in range(rings.shape[1]):
                if seen[b, k] == 0:
                    continue
                j0, j1, j2 = jacobian[k, 0], jacobian[k, 1], jacobian[k, 2]
                at = j0 * moves[b, 0] + j1 * moves[b, 1] + j2 * moves[b, 2]
                total, mean, spread = _sums(likelihoods[b, k], at, width, change)
                if total == 0.0:
                    continue
                slope = mean * inverse
                bend = max(inverse - spread * inverse * inverse, floor)
                g[0] += slope * j0
                g[1] += slope * j1
                g[2] += slope * j2
                h[0, 0] += bend * j0 * j0
                h[0, 1] += bend * j0 * j1
                h[0, 2] += bend * j0 * j2
                h[1, 1] += bend * j1 * j1
                h[1, 2] += bend * j1 * j2
                h[2, 2] += bend * j2 * j2
            if not solve3(h, g, step):
                break
            far = max(
                math.hypot(step[0], step[1]) / LONGEST_STEP_MM, abs(step[2]) / LONGEST_TURN_RAD
            )
            shorter = 1.0 / max(far, 1.0)
            for i in range(3):
                moves[b, i] += shorter * step[i]
            if width == widths_mm[-1] and far < SETTLED:
                break
        _hear(likelihoods[b], seen[b], jacobian, moves[b], widths_mm[-1], hessians[b], says[b])


@compiled
def _hear(
    likelihoods: F32,
    seen: U8,
    jacobian: F64,
    move: F64,
    width_mm: float,
    hessian: F64,
    says: F64,
) -> None:
    """What the strips of one base say of where it was moved to."""
    hessian[:, :] = 0.0
    for k in range(jacobian.shape[0]):
        says[k, LEVEL] = -12.0
        says[k, AWAY] = says[k, CERTAIN] = 0.0
        if seen[k] == 0:
            continue
        at = jacobian[k, 0] * move[0] + jacobian[k, 1] * move[1] + jacobian[k, 2] * move[2]
        says[k, LEVEL], _, bend = felt(likelihoods[k], at, width_mm)
        bend = max(bend, 0.0)
        for i in range(3):
            for j in range(3):
                hessian[i, j] += bend * jacobian[k, i] * jacobian[k, j]
        _, slope, bend = felt(likelihoods[k], at, WIDE_MM)
        says[k, AWAY] = slope * WIDE_MM * WIDE_MM
        says[k, CERTAIN] = max(bend, 0.0) * WIDE_MM * WIDE_MM
