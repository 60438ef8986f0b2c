"""Two bases close together: their gap is what matters, and bases are never inside each other."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

from referee.core.base_shape import FloatArray
from referee.core.compiled import compiled
from referee.core.gap_kernel import signed_distance, to_frame_of

I64 = npt.NDArray[np.int64]

NEAR_GAP_MM = 5.0
ROUNDS = 3
OVERLAP_MM = 0.06  # rows of moving bases are exposed at different times, and edges are bevelled
NUDGE_MM, NUDGE_RAD = 1e-3, 1e-4


@compiled
def _gap(
    edges: FloatArray, firsts: I64, radii_mm: FloatArray, poses: FloatArray, a: int, b: int
) -> float:
    of_b = edges[firsts[b] : firsts[b + 1]]
    moved = np.empty_like(of_b)
    to_frame_of(poses[a], of_b, poses[b], moved)
    apart_mm = signed_distance(edges[firsts[a] : firsts[a + 1]], moved)[0]
    return float(apart_mm - radii_mm[a] - radii_mm[b])


@compiled
def _slopes(
    edges: FloatArray,
    firsts: I64,
    radii_mm: FloatArray,
    poses: FloatArray,
    a: int,
    b: int,
    out: FloatArray,
) -> None:
    """How the gap changes with the pose of each of the two."""
    for side in range(2):
        who = a if side == 0 else b
        for i in range(3):
            nudge = NUDGE_MM if i < 2 else NUDGE_RAD
            kept = poses[who, i]
            poses[who, i] = kept + nudge
            more = _gap(edges, firsts, radii_mm, poses, a, b)
            poses[who, i] = kept - nudge
            less = _gap(edges, firsts, radii_mm, poses, a, b)
            poses[who, i] = kept
            out[3 * side + i] = (more - less) / (2.0 * nudge)


@compiled
def _spread(covariances: FloatArray, a: int, b: int, slopes: FloatArray, pull: FloatArray) -> float:
    """The gap's variance; ``pull`` gets how each pose moves with the gap."""
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
def part_and_measure(
    edges: FloatArray,
    firsts: I64,
    radii_mm: FloatArray,
    reaches_mm: FloatArray,
    poses: FloatArray,
    covariances: FloatArray,
    usable: npt.NDArray[np.uint8],
    who: I64,
    gaps: FloatArray,
) -> int:
    """Move pairs that overlap apart, each base by its share of the doubt, then measure all pairs.

    Fills ``who`` (rows of two indices) and ``gaps`` (rows of gap and sigma, mm); returns how many.
    """
    slopes, pull = np.zeros(6), np.zeros(6)
    bases = poses.shape[0]
    for turn in range(ROUNDS + 1):
        found = 0
        for a in range(bases):
            for b in range(a + 1, bases):
                far = math.hypot(poses[a, 0] - poses[b, 0], poses[a, 1] - poses[b, 1])
                if (
                    usable[a] == 0
                    or usable[b] == 0
                    or far > reaches_mm[a] + reaches_mm[b] + NEAR_GAP_MM
                ):
                    continue
                gap = _gap(edges, firsts, radii_mm, poses, a, b)
                if turn < ROUNDS and gap >= 0.0:
                    continue
                if gap >= NEAR_GAP_MM or found == who.shape[0]:
                    continue
                _slopes(edges, firsts, radii_mm, poses, a, b, slopes)
                variance = _spread(covariances, a, b, slopes, pull)
                if turn == ROUNDS:
                    who[found, 0], who[found, 1] = a, b
                    gaps[found, 0], gaps[found, 1] = gap, math.sqrt(variance)
                    found += 1
                    continue
                share = -gap / (variance + OVERLAP_MM * OVERLAP_MM)
                for i in range(3):
                    poses[a, i] += share * pull[i]
                    poses[b, i] += share * pull[3 + i]
    return found
