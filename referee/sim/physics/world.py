"""The simulated board: figures that creep while it shakes, and what is where at any instant.

Between ticks everything moves on straight lines in x, y and heading; that polyline is the world,
and states, gaps and truth are all read from it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping

import numpy as np

from referee.core.base_shape import FloatArray
from referee.core.errors import BadValue
from referee.core.field import FieldProfile
from referee.core.pose import Pose
from referee.core.roster import Player, Roster
from referee.sim.physics.drive import Mode
from referee.sim.physics.engine import TICK_NS, Engine
from referee.sim.physics.falling import fall_direction_deg, fallen_outline, quarter_toward
from referee.sim.physics.noise import TickNoise, streams
from referee.sim.physics.outlines import Outline
from referee.sim.physics.settings import Dynamics, Settings, random_dynamics
from referee.sim.physics.supply import Supply
from referee.sim.scene import BoardState, PieceState

NS_PER_S = 1_000_000_000


class World:
    """One board with one roster. Time only moves forward, by ``step_to``."""

    def __init__(
        self,
        field: FieldProfile,
        roster: Roster,
        dynamics: Mapping[str, Dynamics] | None = None,
        seed: int = 0,
        settings: Settings | None = None,
    ) -> None:
        self.field = field
        self.roster = roster
        self.settings = settings or Settings()
        self.chance = streams(seed)
        drawn = random_dynamics(roster, self.chance["dynamics"])
        for player_id in dynamics or {}:
            roster.index(player_id)
        self.dynamics = drawn | dict(dynamics or {})
        noise = TickNoise(self.chance["creep"], self.chance["falls"], len(roster) + 2)
        self.engine = Engine(field, roster, self.dynamics, self.settings, noise)
        self.supply = Supply(self.settings)
        self._players: tuple[Player, ...] = roster.players
        self._now_ns = 0
        self._head_ns = 0
        self._before: FloatArray = self.engine.bodies[:, :3].copy()
        self._fallen: dict[int, int] = {}

    @property
    def now_ns(self) -> int:
        """The instant the world has been stepped to."""
        return self._now_ns

    @property
    def moving(self) -> bool:
        """Whether anything moves or the board still shakes."""
        return self.engine.moving or self.supply.gain(self._now_ns) > 0.0

    def power_on(self) -> None:
        """Switch the board on, now."""
        if not self.supply.on:
            self.supply.command(on=True, t_ns=self._now_ns)

    def power_off(self) -> None:
        """Switch the board off, now."""
        if self.supply.on:
            self.supply.command(on=False, t_ns=self._now_ns)

    def step_to(self, t_ns: int) -> None:
        """Let time pass up to ``t_ns``; the result does not depend on the size of the steps."""
        if t_ns < self._now_ns:
            raise BadValue("t_ns", t_ns, f"{self._now_ns} or later; time does not run backward")
        while self._head_ns < t_ns:
            if self.engine.moving or self.supply.gain(self._head_ns) > 0.0:
                self._tick()
            else:
                self._head_ns = self._rest_until(t_ns)
        self._now_ns = t_ns

    def place(self, player_id: str, pose: Pose) -> None:
        """Put a figure down at once, without a hand."""
        i = self.roster.index(player_id)
        if i in self._fallen:
            del self._fallen[i]
            self.engine.set_outline(i, Outline.of(self._players[i].base))
        self.engine.put(i, pose.x_mm, pose.y_mm, math.radians(pose.heading_deg), Mode.DRIVEN)
        self._before[i] = self.engine.bodies[i, :3]

    def state(self) -> BoardState:
        """What is on the board now."""
        at, velocity = self._poses_now()
        return BoardState(
            t_ns=self._now_ns,
            power_gain=self.supply.gain(self._now_ns),
            pieces=tuple(self._pieces(at, velocity)),
        )

    def _tick(self) -> None:
        np.copyto(self._before, self.engine.bodies[:, :3])
        fell = self.engine.tick(self.supply.gain(self._head_ns))
        self._head_ns += TICK_NS
        for i in fell:
            self._fall(int(i))

    def _rest_until(self, t_ns: int) -> int:
        """The tick to go on from when nothing moves: the first that shakes, or ``t_ns``'s."""
        np.copyto(self._before, self.engine.bodies[:, :3])
        last = -(-t_ns // TICK_NS) * TICK_NS
        shaking = self.supply.next_shaking_ns(self._head_ns)
        if shaking is None or shaking >= last:
            return last
        return max(self._head_ns + TICK_NS, shaking // TICK_NS * TICK_NS)

    def _fall(self, i: int) -> None:
        heading = float(self.engine.bodies[i, 2])
        toward = float(self.chance["falling"].uniform(-math.pi, math.pi))
        quarter = quarter_toward(heading, toward)
        self._fallen[i] = quarter
        self.engine.modes[i] = Mode.PASSIVE
        self.engine.set_outline(i, fallen_outline(self._players[i].base, quarter))

    def _poses_now(self) -> tuple[FloatArray, FloatArray]:
        """Poses and velocities of all rows, on the straight line between the last two ticks."""
        after = self.engine.bodies[:, :3]
        share = 1.0 - (self._head_ns - self._now_ns) / TICK_NS
        step = after - self._before
        return self._before + share * step, step * (NS_PER_S / TICK_NS)

    def _pieces(self, at: FloatArray, velocity: FloatArray) -> Iterable[PieceState]:
        for i, player in enumerate(self._players):
            if self.engine.modes[i] == Mode.AWAY:
                continue
            x, y, heading = (float(v) for v in at[i])
            vx, vy, spin = (float(v) for v in velocity[i])
            quarter = self._fallen.get(i)
            toward = 0.0 if quarter is None else fall_direction_deg(heading, quarter)
            yield PieceState(
                player_id=player.id,
                pose=Pose(x, y, math.degrees(heading)),
                vx_mm_s=vx,
                vy_mm_s=vy,
                spin_deg_s=math.degrees(spin),
                fallen=quarter is not None,
                fall_toward_deg=fall_direction_deg(heading, quarter)
                if quarter is not None
                else 0.0,
            )
