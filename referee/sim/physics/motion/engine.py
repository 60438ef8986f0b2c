"""The board as rigid bodies: one pymunk space, one table of bodies, one tick at a time.

The tick is one millisecond. The quickest thing to resolve is how a base takes up speed (slip over
traction, about 27 ms). The worst closing speed, 540 mm/s, makes half a millimetre per tick, which
``separation`` undoes exactly. A shorter tick buys nothing that shows and costs in proportion.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
import pymunk
from pymunk import batch

from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import FloatArray
from referee.core.roster import Roster
from referee.sim.board_state import MarkerKind
from referee.sim.physics.marker_shapes import FELT_SLOTS, MARKER_SHAPES, MARKER_SLOTS
from referee.sim.physics.motion import drive as d
from referee.sim.physics.motion import separation
from referee.sim.physics.motion.drive import BodyMode
from referee.sim.physics.motion.locks import Locks
from referee.sim.physics.outlines import BodyOutline, IntArray, OutlineTable
from referee.sim.physics.random_streams import TickNoise
from referee.sim.physics.settings import Dynamics, PhysicsSettings

TICK_NS = 1_000_000
TICK_S = 1e-3
FELT_DYNAMICS = Dynamics(speed_mm_s=0.0, noise_s=0.8, strength=0.5, mass_g=1.0)
SOLVER_ROUNDS = 12
PARKED_MM = 1e6
HIT_MEMORY_S = 0.02
TOUCHING_MM = 0.02
_FIELDS = (
    batch.BodyFields.POSITION
    | batch.BodyFields.ANGLE
    | batch.BodyFields.VELOCITY
    | batch.BodyFields.ANGULAR_VELOCITY
    | batch.BodyFields.FORCE
    | batch.BodyFields.TORQUE
)


class PhysicsEngine:
    """Rows 0 to n-1 are the roster's players, then places for felt balls, which are bodies too.

    The table of outlines goes on with places for markers that lie still.
    """

    def __init__(
        self,
        field: FieldProfile,
        roster: Roster,
        dynamics: Mapping[str, Dynamics],
        settings: PhysicsSettings,
        noise: TickNoise,
        locking: np.random.Generator,
    ) -> None:
        self.settings = settings
        self._noise = noise
        self.rows = len(roster) + FELT_SLOTS
        players = [BodyOutline(p.base) for p in roster]
        felts = [BodyOutline(MARKER_SHAPES[MarkerKind.FELT_BALL])] * MARKER_SLOTS
        self.table = OutlineTable(players + felts)
        self.modes: IntArray = np.zeros(self.rows, dtype=np.int64)
        self._dynamics: FloatArray = np.zeros((self.rows, d.DYNAMICS_COLUMNS))
        # pymunk hands over the rim's static body too, behind the others, and would move our memory
        # elsewhere if it were full: hence two rows more.
        self._flat = np.zeros((self.rows + 2) * d.BODY_COLUMNS)
        self.bodies: FloatArray = self._flat[: self.rows * d.BODY_COLUMNS].reshape(self.rows, -1)
        self._buffer = batch.Buffer()
        self._buffer.set_float_buf(self._flat)
        self._base_friction = math.sqrt(settings.base_friction + 1e-9)
        self.space = self._new_space()
        self.rim = np.array(
            [
                field.metal_left_x_mm,
                field.metal_right_x_mm,
                field.metal_near_y_mm,
                field.metal_far_y_mm,
            ]
        )
        self._add_rim()
        self._shapes: list[pymunk.Poly | None] = [None] * self.rows
        self.pymunk_bodies = [self._add_body(i) for i in range(self.rows)]
        for i, player in enumerate(roster):
            self.set_dynamics(i, dynamics[player.id])
        for i in range(len(roster), self.rows):
            self.set_dynamics(i, FELT_DYNAMICS)
        self._locks = Locks(
            self.space,
            self.pymunk_bodies,
            locking,
            TICK_S,
            settings.locks_per_s,
            settings.lock_holds_s,
            settings.lock_breaks_mm_s2,
        )
        self._wander: FloatArray = np.zeros((self.rows, 2))
        self._expected: FloatArray = np.zeros((self.rows, 3))
        self._hits: FloatArray = np.zeros((self.rows, 3))
        self._fell: IntArray = np.zeros(self.rows, dtype=np.int64)
        self.pairs: IntArray = np.zeros((self.rows * (self.rows - 1) // 2, 2), dtype=np.int64)
        self.pair_gaps: FloatArray = np.zeros(len(self.pairs))
        self.pair_count = 0
        self._near_age = separation.NEAR_TICKS
        self.moving = False
        self._constants = np.array(
            [
                settings.traction_mm_s2,
                settings.rest_friction_mm_s2,
                settings.slip_mm_s,
                settings.felt_creep_mm_s,
                TICK_S,
            ]
        )
        self._hazards = np.array(
            [
                settings.falls_per_s * TICK_S,
                settings.hard_hit_mm_s,
                settings.falls_per_hard_hit,
                settings.falls_per_side_push_s * TICK_S,
                settings.traction_mm_s2 * TICK_S,
                math.exp(-TICK_S / HIT_MEMORY_S),
            ]
        )

    def tick(self, gain: float) -> IntArray:
        """Advance everything by one tick; returns the rows of the players who fell in it."""
        normals, chance = self._noise.draw()
        d.drive(
            self.bodies,
            self._dynamics,
            self.modes,
            self._wander,
            normals,
            gain,
            self._constants,
            self._expected,
        )
        batch.set_space_bodies(self.space, _FIELDS, self._buffer)
        self.space.step(TICK_S)
        self._buffer.clear()
        batch.get_space_bodies(self.space, _FIELDS, self._buffer)
        self._push_apart()
        if self._locks.due:
            self._locks.tick(self.touching_pairs(TOUCHING_MM))
        self.moving = not (gain == 0.0 and separation.come_to_rest(self.bodies, self.modes))
        count = separation.draw_falls(
            self.bodies,
            self.modes,
            self._expected,
            self._hits,
            chance,
            gain,
            self._hazards,
            self._fell,
        )
        return self._fell[:count]

    def put(self, i: int, x_mm: float, y_mm: float, heading_rad: float, mode: BodyMode) -> None:
        """Stand row ``i`` on the board, at rest."""
        self.bodies[i] = 0.0
        self.bodies[i, :3] = x_mm, y_mm, heading_rad
        self.modes[i] = mode
        self._hits[i] = 0.0
        self._wander[i] = 0.0
        self._reshape(i)

    def take(self, i: int) -> None:
        """Take row ``i`` off the board, or into a hand."""
        self.modes[i] = BodyMode.AWAY
        self.bodies[i] = 0.0
        self.bodies[i, :2] = PARKED_MM + 1000.0 * i, PARKED_MM
        self._reshape(i)

    def set_outline(self, i: int, outline: BodyOutline) -> None:
        """Give row ``i`` another outline."""
        self.table.put(i, outline)
        self._reshape(i)

    def set_dynamics(self, i: int, dynamics: Dynamics) -> None:
        """Give row ``i`` another way to creep."""
        shape = self.table.outlines[i].shape
        inertia = dynamics.mass_g * (shape.length_mm**2 + shape.width_mm**2) / 12.0
        keep = math.exp(-TICK_S / dynamics.noise_s)
        self._dynamics[i] = (
            dynamics.speed_mm_s,
            math.radians(dynamics.drift_deg),
            math.radians(dynamics.curve_deg_per_mm),
            dynamics.speed_noise,
            math.radians(dynamics.turn_noise_deg_s),
            keep,
            math.sqrt(1.0 - keep * keep),
            dynamics.strength,
            dynamics.mass_g,
            inertia,
            0.9 * math.sqrt(inertia / dynamics.mass_g),
        )
        body = self.pymunk_bodies[i]
        body.mass, body.moment = dynamics.mass_g, inertia

    def touching_pairs(self, gap_mm: float) -> Sequence[tuple[int, int]]:
        """Pairs whose gap after the last tick was at most ``gap_mm``, in a fixed order."""
        found = np.flatnonzero(self.pair_gaps[: self.pair_count] <= gap_mm)
        return [(int(self.pairs[k, 0]), int(self.pairs[k, 1])) for k in found]

    def _push_apart(self) -> None:
        self._near_age += 1
        if self._near_age >= separation.NEAR_TICKS:
            self.pair_count = separation.find_near(
                self.bodies, self.modes, self.table.arrays.reaches, separation.NEAR_MM, self.pairs
            )
            self._near_age = 0
        separation.push_apart(
            self.bodies,
            self._dynamics,
            self.table.arrays,
            self.pairs,
            self.pair_count,
            self.pair_gaps,
            self.rim,
        )

    def _new_space(self) -> pymunk.Space:
        space = pymunk.Space()
        space.iterations = SOLVER_ROUNDS
        space.collision_slop = 0.0
        space.collision_bias = 1.0  # overlaps are undone exactly, in settle
        return space

    def _add_rim(self) -> None:
        low_x, high_x, low_y, high_y = self.rim
        r = 10.0
        corners = [(low_x - r, low_y - r), (high_x + r, low_y - r)]
        corners += [(high_x + r, high_y + r), (low_x - r, high_y + r)]
        for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
            wall = pymunk.Segment(self.space.static_body, start, end, r)
            wall.friction = self.settings.rim_friction / math.sqrt(
                self.settings.base_friction + 1e-9
            )
            self.space.add(wall)

    def _add_body(self, i: int) -> pymunk.Body:
        body = pymunk.Body(1.0, 100.0)
        self.bodies[i, :2] = PARKED_MM + 1000.0 * i, PARKED_MM
        body.position = (float(self.bodies[i, 0]), float(self.bodies[i, 1]))
        self.space.add(body)
        return body

    def _reshape(self, i: int) -> None:
        """Make the solver's shape of row ``i`` what the tables say; none when it is away."""
        self._locks.open_all(i)
        old = self._shapes[i]
        if old is not None:
            self.space.remove(old)
            old.body = None  # or the body would keep it
            self._shapes[i] = None
        self._near_age = separation.NEAR_TICKS
        if self.modes[i] == BodyMode.AWAY:
            return
        body, outline = self.pymunk_bodies[i], self.table.outlines[i]
        body.position = (float(self.bodies[i, 0]), float(self.bodies[i, 1]))
        body.angle = float(self.bodies[i, 2])
        corners = [(float(x), float(y)) for x, y in outline.skeleton]
        shape = pymunk.Poly(body, corners, radius=outline.shape.radius_mm)
        shape.friction = self._base_friction
        self.space.add(shape)
        self._shapes[i] = shape
