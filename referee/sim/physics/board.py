"""What is on the board: figures standing, fallen or in a hand, and markers; keeps their truth."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from referee.core.clock import S_NS
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape, FloatArray
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster
from referee.sim.board_state import MarkerKind, MarkerState, PieceState
from referee.sim.physics.free_space import OccupiedPlace, free_spot, obstacle
from referee.sim.physics.hands.plan_steps import BoardLayout
from referee.sim.physics.marker_shapes import FELT_SLOTS, MARKER_SHAPES, MARKER_SLOTS
from referee.sim.physics.motion.drive import BodyMode
from referee.sim.physics.motion.engine import TICK_NS, PhysicsEngine
from referee.sim.physics.motion.falls import (
    fall_direction_deg,
    fallen_outline,
    quarters_by_nearness,
)
from referee.sim.physics.outlines import BodyOutline
from referee.sim.physics.truth.events import Fell
from referee.sim.physics.truth.watcher import TruthWatcher


class PhysicsBoard:
    """Figures and markers by their rows: players of the roster, then marker places."""

    def __init__(
        self,
        field: FieldProfile,
        roster: Roster,
        engine: PhysicsEngine,
        falling: np.random.Generator,
    ) -> None:
        self._field = field
        self._roster = roster
        self._falling = falling
        self.engine = engine
        self.n = len(roster)
        self.truth = TruthWatcher(field, roster, engine.table, TICK_NS)
        self.shapes: dict[str, BaseShape] = {p.id: p.base for p in roster}
        self._rows = self.n + MARKER_SLOTS
        self.before: FloatArray = np.zeros((self._rows, 3))
        self.after: FloatArray = np.zeros((self._rows, 3))
        self._fallen: dict[int, int] = {}

    def put(self, row: int, pose: Pose, t_ns: int) -> None:
        """Stand a figure somewhere, upright; where others crept in meanwhile, beside them."""
        self._fallen.pop(row, None)
        name = self._roster.players[row].id
        outline = BodyOutline(self.shapes[name])
        pose = free_spot(OccupiedPlace(name, outline, pose), self._figures(), self._field)
        self.engine.set_outline(row, outline)
        self.engine.put(row, pose.x_mm, pose.y_mm, math.radians(pose.heading_deg), BodyMode.DRIVEN)
        self.truth.standing[row] = True
        self._appear(row, pose, t_ns)

    def take(self, row: int, t_ns: int) -> None:
        """Take a figure off the board or into a hand."""
        self.engine.take(row)
        self._vanish(row, t_ns)

    def put_marker(self, slot: int, kind: MarkerKind, pose: Pose, t_ns: int) -> None:
        """Lay a marker down; what lay in its place before goes."""
        row = self.n + slot
        self.take_marker(slot, t_ns)
        self.engine.table.put(row, BodyOutline(MARKER_SHAPES[kind]))
        self.truth.marker_kinds[slot] = kind
        if slot < FELT_SLOTS:
            heading = math.radians(pose.heading_deg)
            self.engine.put(row, pose.x_mm, pose.y_mm, heading, BodyMode.FELT)
        self._appear(row, pose, t_ns)

    def take_marker(self, slot: int, t_ns: int) -> None:
        """Take a marker off the board."""
        if slot < FELT_SLOTS:
            self.engine.take(self.n + slot)
        self._vanish(self.n + slot, t_ns)
        self.truth.marker_kinds[slot] = None

    def fall(self, row: int, t_ns: int) -> None:
        """A figure falls, to a side where it can lie if there is one; else it leans on others."""
        self.truth.flush()
        player = self._roster.players[row]
        pose = self._pose(row)
        heading = math.radians(pose.heading_deg)
        toward = heading + float(self._falling.uniform(-math.pi, math.pi))
        sides = quarters_by_nearness(heading, toward)
        quarter, outline = sides[0], fallen_outline(self.shapes[player.id], sides[0], lying=False)
        others = [*self._figures(), *self._felt_balls()]
        for side in sides:
            lying = fallen_outline(self.shapes[player.id], side, lying=True)
            if obstacle(OccupiedPlace(player.id, lying, pose), others, self._field) is None:
                quarter, outline = side, lying
                break
        self._fallen[row] = quarter
        self.engine.modes[row] = BodyMode.PASSIVE
        self.engine.set_outline(row, outline)
        self.truth.standing[row] = False
        self.truth.part_from_all(row, t_ns)
        self.truth.note(Fell(t_ns, player.id, fall_direction_deg(heading, quarter)))

    def tick(self, gain: float, t_ns: int) -> None:
        """One tick from ``t_ns``."""
        bodies = self.engine.rows
        self.before[:bodies] = self.after[:bodies]
        fell = self.engine.tick(gain)
        self.after[:bodies] = self.engine.bodies[:, :3]
        self.truth.extend(self.engine.bodies)
        for row in fell:
            self.fall(int(row), t_ns + TICK_NS)

    def rest(self, t_ns: int) -> None:
        """Nothing has moved up to ``t_ns``."""
        np.copyto(self.before, self.after)
        self.truth.begin(t_ns, self.after)

    def layout(self) -> BoardLayout:
        """What stands where, for the planner."""
        ids = [p.id for p in self._roster]
        kinds = enumerate(self.truth.marker_kinds)
        return BoardLayout(
            {s.name: s for s in self._figures()},
            {ids[row]: float(quarter) for row, quarter in self._fallen.items()},
            dict(self.shapes),
            {m: (kind, self._pose(self.n + m)) for m, kind in kinds if kind is not None},
        )

    def pieces(self, at: FloatArray, velocity: FloatArray) -> Iterator[PieceState]:
        """The figures on the board at given poses."""
        for row, player in enumerate(self._roster):
            if not self.truth.present[row]:
                continue
            x, y, heading = (float(v) for v in at[row])
            vx, vy, spin = (float(v) for v in velocity[row])
            quarter = self._fallen.get(row)
            yield PieceState(
                player_id=player.id,
                pose=Pose(x, y, math.degrees(heading)),
                vx_mm_s=vx,
                vy_mm_s=vy,
                spin_deg_s=math.degrees(spin),
                fallen=quarter is not None,
                fall_toward_deg=0.0 if quarter is None else fall_direction_deg(heading, quarter),
            )

    def markers(self, at: FloatArray, velocity: FloatArray) -> Iterator[MarkerState]:
        """The markers on the board at given poses, in the order of their places."""
        for slot, kind in enumerate(self.truth.marker_kinds):
            if kind is None:
                continue
            x, y, heading = (float(v) for v in at[self.n + slot])
            vx, vy, _ = (float(v) for v in velocity[self.n + slot])
            yield MarkerState(kind, Pose(x, y, math.degrees(heading)), vx, vy)

    def between(self, share: float) -> tuple[FloatArray, FloatArray]:
        """Poses and velocities of all rows on the straight line between the last two ticks."""
        step = self.after - self.before
        return self.before + share * step, step * (S_NS / TICK_NS)

    def _pose(self, row: int) -> Pose:
        x, y, heading = (float(v) for v in self.after[row])
        return Pose(x, y, math.degrees(heading))

    def _figures(self) -> Iterator[OccupiedPlace]:
        for row, player in enumerate(self._roster):
            if self.truth.present[row]:
                yield OccupiedPlace(player.id, self.engine.table.outlines[row], self._pose(row))

    def _felt_balls(self) -> Iterator[OccupiedPlace]:
        for slot in range(FELT_SLOTS):
            if self.truth.marker_kinds[slot] is not None:
                outline = self.engine.table.outlines[self.n + slot]
                yield OccupiedPlace(f"felt ball {slot}", outline, self._pose(self.n + slot))

    def _appear(self, row: int, pose: Pose, t_ns: int) -> None:
        self.truth.flush()
        self.after[row] = pose.x_mm, pose.y_mm, math.radians(pose.heading_deg)
        self.before[row] = self.after[row]
        self.truth.present[row] = True
        self.truth.begin(t_ns, self.after)

    def _vanish(self, row: int, t_ns: int) -> None:
        self.truth.flush()
        self.truth.present[row] = False
        self.truth.part_from_all(row, t_ns)
        self._fallen.pop(row, None)
