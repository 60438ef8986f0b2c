"""Bases close together, fitted jointly: the gap is what matters, and none is inside another.

All bases of a crowd are moved at once to where their outlines fit best under the bound that no
gap is negative. The bound pulls at nothing that does not overlap, so open gaps keep their size.
"""

from __future__ import annotations

import math

import numpy as np

from referee.core.arrays import F64, I64, U8
from referee.core.compiler import compiled
from referee.core.geometry.gap_kernel import signed_distance, to_frame_of

NEAR_GAP_MM = 5.0  # pairs this near are measured jointly
JOINT_GAP_MM = 3.0  # pairs this near may come to touch while they are fitted
ROUNDS = 5  # of looking for overlaps
SWEEPS = 30  # of pushing bases apart in one round
DEEPEST_MM = 0.05  # an overlap that is no more than what bevelled edges show
OVERLAP_MM = 0.06  # rows of moving bases are exposed at different times, and edges are bevelled
NUDGE_RAD = 1e-4  # for the slope of a gap by a turn
TIED = 0.95  # how closely the errors of two bases may go together


@compiled
def _gap(
    edges: F64,
    firsts: I64,
    radii_mm: F64,
    poses: F64,
    a: int,
    b: int,
    moved: F64,
) -> tuple[float, float, float]:
    """The gap and the way from the first to the second, in the first one's frame."""
    of_b = edges[firsts[b] : firsts[b + 1]]
    seen = moved[: of_b.shape[0]]
    to_frame_of(poses[a], of_b, poses[b], seen)
    apart_mm, nx, ny = signed_distance(edges[firsts[a] : firsts[a + 1]], seen)
    return float(apart_mm - radii_mm[a] - radii_mm[b]), nx, ny


@compiled
def _slopes(
    edges: F64,
    firsts: I64,
    radii_mm: F64,
    poses: F64,
    a: int,
    b: int,
    way: tuple[float, float],
    moved: F64,
    out: F64,
) -> None:
    """How the gap changes with the pose of each of the two."""
    c, s = math.cos(poses[a, 2]), math.sin(poses[a, 2])
    out[3], out[4] = c * way[0] - s * way[1], s * way[0] + c * way[1]
    out[0], out[1] = -out[3], -out[4]
    for side in range(2):
        who = a if side == 0 else b
        kept = poses[who, 2]
        poses[who, 2] = kept + NUDGE_RAD
        more = _gap(edges, firsts, radii_mm, poses, a, b, moved)[0]
        poses[who, 2] = kept - NUDGE_RAD
        less = _gap(edges, firsts, radii_mm, poses, a, b, moved)[0]
        poses[who, 2] = kept
        out[3 * side + 2] = (more - less) / (2.0 * NUDGE_RAD)


@compiled
def near_pairs(
    edges: F64,
    firsts: I64,
    radii_mm: F64,
    reaches_mm: F64,
    poses: F64,
    usable: U8,
    nearer_mm: float,
    who: I64,
    gaps: F64,
    slopes: F64,
) -> int:
    """Fill ``who`` (two indices), ``gaps`` and ``slopes`` (six) of near pairs; how many."""
    found = 0
    bases = poses.shape[0]
    moved = np.empty_like(edges)
    for a in range(bases):
        for b in range(a + 1, bases):
            far = math.hypot(poses[a, 0] - poses[b, 0], poses[a, 1] - poses[b, 1])
            if usable[a] == 0 or usable[b] == 0 or far > reaches_mm[a] + reaches_mm[b] + nearer_mm:
                continue
            gap, nx, ny = _gap(edges, firsts, radii_mm, poses, a, b, moved)
            if gap >= nearer_mm or found == who.shape[0]:
                continue
            who[found, 0], who[found, 1] = a, b
            gaps[found] = gap
            _slopes(edges, firsts, radii_mm, poses, a, b, (nx, ny), moved, slopes[found])
            found += 1
    return found


@compiled
def _pulls(covariances: F64, a: int, b: int, slopes: F64, pull: F64) -> float:
    """How each pose moves with the gap, and the gap's variance if the two err independently."""
    total = 0.0
    for side in range(2):
        who = a if side == 0 else b
        for i in range(3):
            moved = 0.0
            for j in range(3):
                moved += covariances[who, i, j] * slopes[3 * side + j]
            pull[3 * side + i] = moved
            total += slopes[3 * side + i] * moved
    return total


@compiled
def hold_bases_apart(
    edges: F64,
    firsts: I64,
    radii_mm: F64,
    reaches_mm: F64,
    poses: F64,
    covariances: F64,
    usable: U8,
    who: I64,
    gaps: F64,
    slopes: F64,
) -> int:
    """Move bases as little as their error bars allow until none is inside another.

    The most likely poses of all bases together under the bound, whatever their order. ``poses``
    are changed; ``who``, ``gaps`` and ``slopes`` get all near pairs as they are then.
    """
    fitted = poses.copy()
    most = ROUNDS * who.shape[0]
    bound = np.empty((most, 2), np.int64)
    at_fit, steep = np.empty(most), np.empty((most, 6))
    bounds = 0
    for _ in range(ROUNDS):
        found = near_pairs(
            edges, firsts, radii_mm, reaches_mm, poses, usable, JOINT_GAP_MM, who, gaps, slopes
        )
        if found == 0 or gaps[:found].min() > -DEEPEST_MM:
            break
        # Whichever corner of two bases is nearest bounds them; each round may find another one.
        for p in range(found):
            bound[bounds], steep[bounds], at_fit[bounds] = who[p], slopes[p], gaps[p]
            for side in range(2):
                for i in range(3):
                    back = fitted[who[p, side], i] - poses[who[p, side], i]
                    at_fit[bounds] += slopes[p, 3 * side + i] * back
            bounds += 1
        _push(covariances, bound[:bounds], steep, at_fit, fitted, poses)
    return near_pairs(
        edges, firsts, radii_mm, reaches_mm, poses, usable, NEAR_GAP_MM, who, gaps, slopes
    )


@compiled
def _push(
    covariances: F64,
    bound: I64,
    steep: F64,
    at_fit: F64,
    fitted: F64,
    poses: F64,
) -> None:
    """The likeliest ``poses`` around the fitted ones with no bounded gap below zero."""
    bounds = bound.shape[0]
    pulls, variances, pushes = np.empty((bounds, 6)), np.empty(bounds), np.zeros(bounds)
    for p in range(bounds):
        variances[p] = _pulls(covariances, bound[p, 0], bound[p, 1], steep[p], pulls[p])
    poses[:] = fitted
    soft = OVERLAP_MM * OVERLAP_MM
    for _ in range(SWEEPS):
        for p in range(bounds):
            gap = at_fit[p] + soft * pushes[p]
            for side in range(2):
                who = bound[p, side]
                for i in range(3):
                    gap += steep[p, 3 * side + i] * (poses[who, i] - fitted[who, i])
            push = max(0.0, pushes[p] - gap / (variances[p] + soft))
            for side in range(2):
                for i in range(3):
                    poses[bound[p, side], i] += (push - pushes[p]) * pulls[p, 3 * side + i]
            pushes[p] = push


@compiled
def independent_sigmas(covariances: F64, who: I64, slopes: F64, out: F64) -> None:
    """Fill ``out`` with the deviations that gaps had if bases erred independently."""
    pull = np.empty(6)
    for p in range(who.shape[0]):
        out[p] = math.sqrt(_pulls(covariances, who[p, 0], who[p, 1], slopes[p], pull))


@compiled
def limit_sigmas(covariances: F64, who: I64, slopes: F64, sigmas_mm: F64) -> None:
    """Set the gaps' deviations to what two bases can have whose errors go together.

    Both outlines are read from one slit, so their errors go together along the gap, but never more
    than wholly.
    """
    pull = np.empty(6)
    for p in range(who.shape[0]):
        total = _pulls(covariances, who[p, 0], who[p, 1], slopes[p], pull)
        first = slopes[p, 0] * pull[0] + slopes[p, 1] * pull[1] + slopes[p, 2] * pull[2]
        second = total - first
        both = max(first * second, 1e-18)
        tied = (sigmas_mm[p] * sigmas_mm[p] - total) / (2.0 * both)
        limit = TIED / math.sqrt(both)
        tied = min(max(tied, -limit), limit)
        sigmas_mm[p] = math.sqrt(total + 2.0 * tied * both)
