"""What really happens on the board of a night, in fine steps, play by play."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass, field

import numpy as np

from referee.core.clock import S_NS
from referee.core.geometry.base_shape import FloatArray
from referee.lab.bench.calls.plays.recorded_play import Bools
from referee.sim.board_state import BoardState
from referee.sim.live.guided_hands import HandsOrder
from referee.sim.live.lockstep_board import LockstepBoard
from referee.sim.live.process.messages import BoardOrder
from referee.sim.live.simulated_board import SimulatedBoard
from referee.sim.physics import Pivot, TruthEvent

FINE_NS = S_NS // 240
NEAR_MM = 3.0
# Who turns a figure by no more than this, in degrees, only touches it.
TOUCH_DEG = 3.0
NearGaps = tuple[tuple[str, str, float], ...]


@dataclass
class BoardTape:
    """One play in fine steps: poses of x mm, y mm and heading in radians, in the roster's order."""

    names: tuple[str, ...]
    times_ns: list[int] = field(default_factory=list)
    poses: list[FloatArray] = field(default_factory=list)
    fallen: list[Bools] = field(default_factory=list)
    power: list[bool] = field(default_factory=list)
    near: list[NearGaps] = field(default_factory=list)
    facts: list[TruthEvent] = field(default_factory=list)

    def note(self, state: BoardState, near: NearGaps, *, power: bool) -> None:
        """One step."""
        pieces = {piece.player_id: piece for piece in state.pieces}
        rows = np.full((len(self.names), 3), np.nan)
        lie = np.zeros(len(self.names), np.bool_)
        for k, name in enumerate(self.names):
            piece = pieces.get(name)
            if piece is not None:
                pose = piece.pose
                rows[k] = pose.x_mm, pose.y_mm, math.radians(pose.heading_deg)
                lie[k] = piece.fallen
        self.times_ns.append(state.t_ns)
        self.poses.append(rows)
        self.fallen.append(lie)
        self.power.append(power)
        self.near.append(near)


class TapedBoard(LockstepBoard):
    """A board in step that writes down all that moves; `taken` is the tape so far.

    ``touched`` counts figures that a hand has touched without turning them, so that they are seen.
    """

    def __init__(self, simulated: SimulatedBoard, fps: float) -> None:
        super().__init__(simulated, fps)
        self._sim = simulated
        self._names = tuple(player.id for player in simulated.roster)
        self._tape, self._read = BoardTape(self._names), 0
        self.touched = 0

    def advance_to(self, t_ns: int) -> None:
        """Let time pass, looking closely while anything moves."""
        while self._moves() and self.now_ns + FINE_NS < t_ns:
            super().advance_to(self.now_ns + FINE_NS)
            self._note()
        super().advance_to(t_ns)
        if self._moves():
            self._note()

    def give(self, order: BoardOrder) -> None:
        """Obey an order; figures that are only touched are counted."""
        if isinstance(order, HandsOrder):
            turns = (act.by_deg for act in order.actions if isinstance(act, Pivot))
            self.touched += sum(deg is not None and abs(deg) <= TOUCH_DEG for deg in turns)
        super().give(order)

    def taken(self) -> BoardTape:
        """What happened since the last tape; the next one begins."""
        facts = self.facts_after(self._read)
        self._read += len(facts)
        self.forget_facts(self._read)
        taken, self._tape = self._tape, BoardTape(self._names)
        taken.facts = [fact for _, fact in facts]
        return taken

    def places_at(self, t_ns: int) -> dict[str, tuple[float, float]]:
        """Where the figures were at an instant of this tape; else where they are, for they rest."""
        tape = self._tape
        k = bisect_left(tape.times_ns, t_ns)
        if k == len(tape.times_ns) or tape.times_ns[k] - t_ns > FINE_NS:
            return {p.player_id: (p.pose.x_mm, p.pose.y_mm) for p in self._sim.state().pieces}
        rows = zip(tape.names, tape.poses[k], strict=True)
        return {name: (float(x), float(y)) for name, (x, y, _) in rows if not math.isnan(x)}

    def _moves(self) -> bool:
        return self.power().closed or not self._sim.world.at_rest

    def _note(self) -> None:
        world = self._sim.world
        near = tuple(world.gaps_under(NEAR_MM))
        self._tape.note(world.state(), near, power=world.power_is_on)
