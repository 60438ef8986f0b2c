"""After the solver: overlapping bases go apart and stay inside the rim; which figures fall.

The solver finds a contact only once bases overlap, by half a millimetre in one tick at top speed.
Undoing that here, along the exact gap, keeps every overlap within hundredths of a millimetre, so
the solver's own soft correction is switched off and nothing moves once everything is at rest.
"""

from __future__ import annotations

import math

import numpy as np

from referee.core.compiler import compiled
from referee.core.geometry.base_shape import FloatArray
from referee.core.geometry.gap_kernel import signed_distance, to_frame_of
from referee.sim.physics.motion.drive import ANGLE, MASS, SPIN, VX, VY, BodyMode, X, Y
from referee.sim.physics.outlines import IntArray, OutlineArrays

# Bases that lean on each other overlap by this much, so that the solver keeps seeing the contact.
REST_OVERLAP_MM = 0.006
MOST_OVERLAP_MM = 0.010
ROUNDS = 12
# A felt ball laid where a base stands makes room at this pace instead of jumping.
MOST_PUSH_MM = 0.35
# Bases within this of each other are looked at until the neighbours are searched again.
NEAR_MM = 12.0
NEAR_TICKS = 16
# Slower than this on a still board is standing still.
STILL_MM_S = 0.2
STILL_RAD_S = 0.01
_AWAY = int(BodyMode.AWAY)
_FELT = int(BodyMode.FELT)


@compiled
def find_near(
    bodies: FloatArray, modes: IntArray, reaches: FloatArray, margin_mm: float, pairs: IntArray
) -> int:
    """Pairs that could touch soon, in a fixed order; returns how many."""
    count = 0
    for i in range(bodies.shape[0]):
        if modes[i] == _AWAY:
            continue
        for j in range(i + 1, bodies.shape[0]):
            if modes[j] == _AWAY:
                continue
            dx, dy = bodies[j, X] - bodies[i, X], bodies[j, Y] - bodies[i, Y]
            reach = reaches[i] + reaches[j] + margin_mm
            if dx * dx + dy * dy < reach * reach:
                pairs[count, 0], pairs[count, 1] = i, j
                count += 1
    return count


@compiled
def push_apart(
    bodies: FloatArray,
    dynamics: FloatArray,
    outlines: OutlineArrays,
    pairs: IntArray,
    pair_count: int,
    pair_gaps: FloatArray,
    rim: FloatArray,
) -> None:
    """Move overlapping bases apart, lighter ones further; ``pair_gaps`` receives the gaps found."""
    edges, counts, radii, reaches = outlines
    seen = np.empty(edges.shape[1:])
    for k in range(pair_count):
        pair_gaps[k] = -np.inf
    for _ in range(ROUNDS):
        worst = 0.0
        for k in range(pair_count):
            if pair_gaps[k] > 2.0 * MOST_PUSH_MM:
                continue
            i, j = pairs[k, 0], pairs[k, 1]
            dx, dy = bodies[j, X] - bodies[i, X], bodies[j, Y] - bodies[i, Y]
            reach = reaches[i] + reaches[j]
            if dx * dx + dy * dy > reach * reach:
                pair_gaps[k] = math.sqrt(dx * dx + dy * dy) - reach
                continue
            a, b = edges[i, : counts[i]], seen[: counts[j]]
            to_frame_of(bodies[i], edges[j, : counts[j]], bodies[j], b)
            distance, nx, ny = signed_distance(a, b)
            gap = distance - radii[i] - radii[j]
            pair_gaps[k] = gap
            if gap >= -MOST_OVERLAP_MM:
                continue
            worst = min(worst, gap)
            push = min(-REST_OVERLAP_MM - gap, MOST_PUSH_MM)
            c, s = math.cos(bodies[i, ANGLE]), math.sin(bodies[i, ANGLE])
            ux, uy = c * nx - s * ny, s * nx + c * ny
            share = dynamics[j, MASS] / (dynamics[i, MASS] + dynamics[j, MASS])
            bodies[i, X] -= share * push * ux
            bodies[i, Y] -= share * push * uy
            bodies[j, X] += (1.0 - share) * push * ux
            bodies[j, Y] += (1.0 - share) * push * uy
            pair_gaps[k] = -REST_OVERLAP_MM
        outside = _inside_rim(bodies, outlines, rim)
        if worst == 0.0 and not outside:
            break


@compiled
def _inside_rim(bodies: FloatArray, outlines: OutlineArrays, rim: FloatArray) -> bool:
    """Move what sticks out over the rim back in; ``rim`` is low x, high x, low y, high y."""
    edges, counts, radii, reaches = outlines
    moved = False
    for i in range(bodies.shape[0]):
        x, y, reach = bodies[i, X], bodies[i, Y], reaches[i]
        clear_x = rim[0] + reach < x < rim[1] - reach
        clear_y = rim[2] + reach < y < rim[3] - reach
        if (clear_x and clear_y) or not rim[0] - 1e4 < x < rim[1] + 1e4:
            continue
        c, s = math.cos(bodies[i, ANGLE]), math.sin(bodies[i, ANGLE])
        low_x, high_x, low_y, high_y = np.inf, -np.inf, np.inf, -np.inf
        for k in range(counts[i]):
            px = c * edges[i, k, 0] - s * edges[i, k, 1]
            py = s * edges[i, k, 0] + c * edges[i, k, 1]
            low_x, high_x = min(low_x, px), max(high_x, px)
            low_y, high_y = min(low_y, py), max(high_y, py)
        r = radii[i]
        over_x = max(rim[0] - (x + low_x - r), 0.0) - max(x + high_x + r - rim[1], 0.0)
        over_y = max(rim[2] - (y + low_y - r), 0.0) - max(y + high_y + r - rim[3], 0.0)
        if abs(over_x) > MOST_OVERLAP_MM:
            bodies[i, X] += over_x - math.copysign(REST_OVERLAP_MM, over_x)
            moved = True
        if abs(over_y) > MOST_OVERLAP_MM:
            bodies[i, Y] += over_y - math.copysign(REST_OVERLAP_MM, over_y)
            moved = True
    return moved


@compiled
def come_to_rest(bodies: FloatArray, modes: IntArray) -> bool:
    """On a still board: stop everything if all of it is as good as still; True when it stopped."""
    for i in range(bodies.shape[0]):
        if modes[i] == _AWAY:
            continue
        speed = math.hypot(bodies[i, VX], bodies[i, VY])
        if speed > STILL_MM_S or abs(bodies[i, SPIN]) > STILL_RAD_S:
            return False
    bodies[:, VX : SPIN + 1] = 0.0
    return True


@compiled
def draw_falls(
    bodies: FloatArray,
    modes: IntArray,
    expected: FloatArray,
    hits: FloatArray,
    chance: FloatArray,
    gain: float,
    hazards: FloatArray,
    fell: IntArray,
) -> int:
    """Who falls in this tick. ``hits`` holds everyone's recent kick (x, y) and if it was hard.

    ``hazards``: falls per tick of shaking, hard hit in mm/s, falls per hard hit, falls per tick and
    full side push, the velocity full traction gives in a tick, and how much of a kick stays a tick.
    """
    count = 0
    for i in range(bodies.shape[0]):
        if modes[i] == _AWAY:
            continue
        kick_x, kick_y = bodies[i, VX] - expected[i, 0], bodies[i, VY] - expected[i, 1]
        hits[i, 0] = hits[i, 0] * hazards[5] + kick_x
        hits[i, 1] = hits[i, 1] * hazards[5] + kick_y
        hit = math.hypot(hits[i, 0], hits[i, 1])
        sideways = abs(kick_y * math.cos(bodies[i, ANGLE]) - kick_x * math.sin(bodies[i, ANGLE]))
        risk = hazards[0] * gain + hazards[3] * min(sideways / hazards[4], 3.0)
        if hit > hazards[1] and hits[i, 2] == 0.0:
            risk += hazards[2]
            hits[i, 2] = 1.0
        elif hit < 0.5 * hazards[1]:
            hits[i, 2] = 0.0
        if chance[i] < risk and modes[i] == 1:
            fell[count] = i
            count += 1
    return count
