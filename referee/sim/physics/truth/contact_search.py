"""The compiled search for touches: when the gap of two outlines reached zero, and when it reopened.

Between ticks x, y and heading are linear in time. The search first asks what cannot have happened
(centres too far apart for the whole block, then for one tick), and only then measures exact gaps.
"""

from __future__ import annotations

import math

import numpy as np

from referee.core.compiler import compiled
from referee.core.geometry.base_shape import FloatArray
from referee.core.geometry.gap_kernel import signed_distance, to_frame_of
from referee.sim.physics.outlines import BoolArray, OutlineArrays
from referee.sim.physics.truth.search_rows import SHARE, add_row, pose_at

# An episode of touching ends when the gap has opened beyond this.
RELEASE_MM = 0.05
# A gap this small is none.
ZERO_MM = 1e-10
MOST_ADVANCES = 400


@compiled
def gap_of(
    outlines: OutlineArrays,
    i: int,
    pose_i: FloatArray,
    j: int,
    pose_j: FloatArray,
    seen: FloatArray,
) -> float:
    """Signed gap of rows i and j at two poses."""
    edges, counts = outlines.edges, outlines.counts
    b = seen[: counts[j]]
    to_frame_of(pose_i, edges[j, : counts[j]], pose_j, b)
    distance, _, _ = signed_distance(edges[i, : counts[i]], b)
    return float(distance - outlines.radii[i] - outlines.radii[j])


@compiled
def _first_zero(
    outlines: OutlineArrays,
    i: int,
    j: int,
    before: FloatArray,
    after: FloatArray,
    gap: float,
    gap_after: float,
    fastest: float,
    seen: FloatArray,
) -> float:
    """Share of the tick at which the gap first reaches zero, or 2 when it does not.

    Conservative advancement: the gap cannot close faster than ``fastest``, so stepping by
    gap / fastest never passes a root. Once few steps remain, the bracket is halved instead.
    """
    pose_i, pose_j = np.empty(3), np.empty(3)
    share = 0.0
    for step in range(MOST_ADVANCES):
        if gap <= ZERO_MM:
            return share
        share += gap / fastest
        if share >= 1.0:
            return 1.0 if gap_after <= 0.0 else 2.0
        pose_at(before[i], after[i], share, pose_i)
        pose_at(before[j], after[j], share, pose_j)
        gap = gap_of(outlines, i, pose_i, j, pose_j, seen)
        if step >= 8 and gap_after <= 0.0:
            break
    if gap_after > 0.0:
        return 2.0
    low, high = share, 1.0
    while high - low > SHARE:
        middle = 0.5 * (low + high)
        pose_at(before[i], after[i], middle, pose_i)
        pose_at(before[j], after[j], middle, pose_j)
        if gap_of(outlines, i, pose_i, j, pose_j, seen) <= 0.0:
            high = middle
        else:
            low = middle
    return high


@compiled
def _release(
    outlines: OutlineArrays,
    i: int,
    j: int,
    before: FloatArray,
    after: FloatArray,
    seen: FloatArray,
) -> float:
    """Share of the tick at which the gap opens beyond the release gap, which it does by its end."""
    pose_i, pose_j = np.empty(3), np.empty(3)
    low, high = 0.0, 1.0
    while high - low > SHARE:
        middle = 0.5 * (low + high)
        pose_at(before[i], after[i], middle, pose_i)
        pose_at(before[j], after[j], middle, pose_j)
        if gap_of(outlines, i, pose_i, j, pose_j, seen) > RELEASE_MM:
            high = middle
        else:
            low = middle
    return high


@compiled
def scan_contacts(
    history: FloatArray,
    ticks: int,
    players: int,
    present: BoolArray,
    outlines: OutlineArrays,
    touching: BoolArray,
    found: FloatArray,
) -> int:
    """Beginnings and ends of touching in ``history[: ticks + 1]``; ``touching`` is carried on."""
    rows = history.shape[1]
    seen = np.empty(outlines.edges.shape[1:])
    roam = np.zeros(rows)
    for i in range(rows):
        if not present[i]:
            continue
        for k in range(1, ticks + 1):
            dx = history[k, i, 0] - history[0, i, 0]
            dy = history[k, i, 1] - history[0, i, 1]
            roam[i] = max(roam[i], dx * dx + dy * dy)
        roam[i] = math.sqrt(roam[i])
    count = 0
    for i in range(players):
        if not present[i]:
            continue
        for j in range(i + 1, rows):
            if not present[j]:
                continue
            reach = outlines.reaches[i] + outlines.reaches[j]
            dx = history[0, j, 0] - history[0, i, 0]
            dy = history[0, j, 1] - history[0, i, 1]
            most = reach + roam[i] + roam[j] + RELEASE_MM
            if dx * dx + dy * dy > most * most and not touching[i, j]:
                continue
            count = _scan_pair(history, ticks, i, j, outlines, touching, found, count, seen)
    return count


@compiled
def _scan_pair(
    history: FloatArray,
    ticks: int,
    i: int,
    j: int,
    outlines: OutlineArrays,
    touching: BoolArray,
    found: FloatArray,
    count: int,
    seen: FloatArray,
) -> int:
    gap, known = 0.0, False
    reach = outlines.reaches[i] + outlines.reaches[j]
    for k in range(ticks):
        before, after = history[k], history[k + 1]
        sx = (after[j, 0] - before[j, 0]) - (after[i, 0] - before[i, 0])
        sy = (after[j, 1] - before[j, 1]) - (after[i, 1] - before[i, 1])
        fastest = math.sqrt(sx * sx + sy * sy) + 1e-15
        fastest += abs(after[i, 2] - before[i, 2]) * outlines.reaches[i]
        fastest += abs(after[j, 2] - before[j, 2]) * outlines.reaches[j]
        if not touching[i, j]:
            dx, dy = before[j, 0] - before[i, 0], before[j, 1] - before[i, 1]
            most = reach + fastest
            if dx * dx + dy * dy > most * most:
                known = False
                continue
        if not known:
            gap = gap_of(outlines, i, before[i], j, before[j], seen)
        gap_after = gap_of(outlines, i, after[i], j, after[j], seen)
        if touching[i, j]:
            if gap_after > RELEASE_MM:
                share = _release(outlines, i, j, before, after, seen)
                count = add_row(found, count, k, share, i, j, 0.0)
                touching[i, j] = False
        elif gap <= fastest:
            share = _first_zero(outlines, i, j, before, after, gap, gap_after, fastest, seen)
            if share <= 1.0:
                count = add_row(found, count, k, share, i, j, 1.0)
                touching[i, j] = True
        gap, known = gap_after, True
    return count


@compiled
def scan_gaps(
    poses: FloatArray,
    players: int,
    present: BoolArray,
    outlines: OutlineArrays,
    under_mm: float,
    found: FloatArray,
) -> int:
    """Pairs of players whose gap is below ``under_mm``: row a, row b, gap."""
    seen = np.empty(outlines.edges.shape[1:])
    count = 0
    for i in range(players):
        for j in range(i + 1, players):
            if not present[i] or not present[j]:
                continue
            dx, dy = poses[j, 0] - poses[i, 0], poses[j, 1] - poses[i, 1]
            most = outlines.reaches[i] + outlines.reaches[j] + under_mm
            if dx * dx + dy * dy > most * most:
                continue
            gap = gap_of(outlines, i, poses[i], j, poses[j], seen)
            if gap < under_mm:
                found[count, 0], found[count, 1], found[count, 2] = i, j, gap
                count += 1
    return count
