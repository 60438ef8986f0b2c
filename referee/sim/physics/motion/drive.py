"""What vibration does to every base in one tick: the force that makes it creep, turn or stop.

Each base slips against the board like a rubber sole: the force grows with the slip between the
velocity it has and the one its prongs ask for, and saturates at its traction. All contests of
strength follow from this one limit.
"""

from __future__ import annotations

import math
from enum import IntEnum

from referee.core.compiler import compiled
from referee.core.geometry.base_shape import FloatArray
from referee.sim.physics.outlines import IntArray


class BodyMode(IntEnum):
    """What a row of the tables is at the moment."""

    AWAY = 0  # not on the board, or in a hand
    DRIVEN = 1
    PASSIVE = 2  # a fallen figure: shaken, but going nowhere by itself
    FELT = 3


# Columns of the body table, in the order pymunk hands them over.
X, Y, ANGLE, VX, VY, SPIN, FX, FY, TORQUE = range(9)
BODY_COLUMNS = 9
# Columns of the dynamics table.
SPEED, DRIFT, CURVE, SPEED_NOISE, TURN_NOISE, KEEP, FRESH, STRENGTH, MASS, INERTIA, ARM = range(11)
DYNAMICS_COLUMNS = 11
# Rows of the constants vector.
TRACTION, REST_FRICTION, SLIP, CREEP, TICK = range(5)
CONSTANTS = 5
# A blocked base still tries to turn with its dial, but mostly it turns by travelling.
BLOCKED_TURN = 0.2

_DRIVEN, _FELT, _AWAY = int(BodyMode.DRIVEN), int(BodyMode.FELT), int(BodyMode.AWAY)


@compiled
def drive(
    bodies: FloatArray,
    dynamics: FloatArray,
    modes: IntArray,
    noise: FloatArray,
    fresh: FloatArray,
    gain: float,
    constants: FloatArray,
    expected: FloatArray,
) -> None:
    """Write forces and torques for the coming tick, and the velocities they would lead to alone."""
    dt = constants[TICK]
    grip_mm_s2 = constants[TRACTION] * gain + constants[REST_FRICTION] * (1.0 - gain)
    for i in range(bodies.shape[0]):
        if modes[i] == _AWAY:
            continue
        for k in range(2):
            noise[i, k] = dynamics[i, KEEP] * noise[i, k] + dynamics[i, FRESH] * fresh[i, k]
        vx, vy, spin = bodies[i, VX], bodies[i, VY], bodies[i, SPIN]
        want_x, want_y, want_spin = 0.0, 0.0, 0.0
        if modes[i] == _DRIVEN:
            a = bodies[i, ANGLE]
            speed = gain * max(
                0.0, dynamics[i, SPEED] * (1.0 + dynamics[i, SPEED_NOISE] * noise[i, 0])
            )
            want_x = speed * math.cos(a + dynamics[i, DRIFT])
            want_y = speed * math.sin(a + dynamics[i, DRIFT])
            ahead = vx * math.cos(a) + vy * math.sin(a)
            travel = (1.0 - BLOCKED_TURN) * ahead + BLOCKED_TURN * speed
            want_spin = dynamics[i, CURVE] * travel + gain * dynamics[i, TURN_NOISE] * noise[i, 1]
        elif modes[i] == _FELT:
            want_x = gain * constants[CREEP] * noise[i, 0]
            want_y = gain * constants[CREEP] * noise[i, 1]
        arm = dynamics[i, ARM]
        limit = grip_mm_s2 * dynamics[i, STRENGTH]
        dx, dy = want_x - vx, want_y - vy
        slip = math.sqrt(dx * dx + dy * dy)
        turn = (want_spin - spin) * arm
        per_slip = _grip(slip, limit, gain, constants[SLIP], dt)
        per_turn = _grip(abs(turn), limit, gain, constants[SLIP], dt)
        mass = dynamics[i, MASS]
        bodies[i, FX] = mass * per_slip * dx
        bodies[i, FY] = mass * per_slip * dy
        alpha = per_turn * turn * mass * arm / dynamics[i, INERTIA]
        # A light hand on the spin: never turn further than to the wanted rate within one tick.
        most = abs(want_spin - spin) / dt
        alpha = min(max(alpha, -most), most)
        bodies[i, TORQUE] = alpha * dynamics[i, INERTIA]
        expected[i, 0] = vx + dt * per_slip * dx
        expected[i, 1] = vy + dt * per_slip * dy
        expected[i, 2] = spin + dt * alpha


@compiled
def _grip(slip: float, limit: float, gain: float, soft: float, dt: float) -> float:
    """Acceleration per mm/s of slip: softly saturating when shaken, dry friction when not."""
    shaken = limit / math.sqrt(slip * slip + soft * soft)
    dry = limit / max(slip, 1e-12)
    return min(shaken * gain + dry * (1.0 - gain), 1.0 / dt)
