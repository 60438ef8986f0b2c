"""Plays a set-up play on the simulated board and records what really happens."""

from __future__ import annotations

import math

import numpy as np

from referee.core.clock import S_NS
from referee.core.field.direction import Direction
from referee.core.geometry.pose import Pose
from referee.lab.bench.calls.plays.play_recipe import PlayRecipe, PlayTwist
from referee.lab.bench.calls.plays.play_setup import PlaySetup, set_up_play
from referee.lab.bench.calls.plays.recorded_play import NEAR_COLUMNS, PARTS, PlayFact, RecordedPlay
from referee.lab.bench.calls.plays.touching_parts import touching_parts
from referee.sim.board_state import BoardState
from referee.sim.physics import (
    ContactBegan,
    ContactEnded,
    Fell,
    LineReached,
    PowerCommanded,
    TruthEvent,
)

FINE_HZ = 240
NEAR_MM, TOUCHING_MM = 3.0, 0.05
ON_S = 0.1
LONGEST_S = 2.4
AFTER_TOUCH_S, AFTER_LINE_S, FALLING_S = 0.95, 0.5, 0.55
AT_REST_S = 0.15


def record_play(recipe: PlayRecipe) -> RecordedPlay:
    """The whole play, until it is over by any rulebook."""
    setup = set_up_play(recipe)
    rng = recipe.chance(3)
    phase_ns = int(rng.integers(0, S_NS // recipe.fps))
    cut = recipe.turn is PlayTwist.CUT
    return PlayRecorder(setup, phase_ns, float(rng.uniform(0.3, 1.2)) if cut else math.inf).play()


class PlayRecorder:
    """Records a board that is set up. The first frame is taken at ``phase_ns``.

    The power goes off ``off_s`` after it went on.
    """

    def __init__(self, setup: PlaySetup, phase_ns: int, off_s: float = math.inf) -> None:
        self.setup, self.world = setup, setup.world
        self.phase_ns, self.off_s = phase_ns, off_s
        self.ids = [p.id for p in setup.roster]
        self.row = {name: k for k, name in enumerate(self.ids)}
        team = setup.phase_state.team
        self.foes = {p.id for p in setup.roster if p.team is not team}
        self.times: list[int] = []
        self.poses: list[list[tuple[float, float, float]]] = []
        self.fallen: list[list[bool]] = []
        self.power: list[bool] = []
        self.fine: list[int] = []
        self.carrier: list[tuple[float, float, float]] = []
        self.near: list[tuple[float, ...]] = []
        self.facts: list[PlayFact] = []
        self.heard = 0
        self.ends_ns = math.inf
        self.downs: dict[str, int] = {}

    def play(self) -> RecordedPlay:
        """Step by step; frames are every fourth or eighth step."""
        every = FINE_HZ // self.setup.recipe.fps
        k = 0
        switched_on = False
        rest_ns: int | None = None
        while True:
            t_ns = self.phase_ns + round(k * S_NS / FINE_HZ)
            if not switched_on and t_ns >= ON_S * S_NS:
                self.world.power_on()
                switched_on = True
            if self.world.power_is_on and t_ns >= (ON_S + self.off_s) * S_NS:
                self.world.power_off()
            self.world.step_to(t_ns)
            state = self.world.state()
            fell = self._hear(state)
            if fell:
                break
            self._look(t_ns, state)
            if k % every == 0:
                self._frame(t_ns, state)
            if switched_on and self.world.at_rest:
                rest_ns = rest_ns or t_ns
                if t_ns - rest_ns > AT_REST_S * S_NS:
                    break
            if t_ns > self._last_ns():
                break
            k += 1
        return self._take()

    def _last_ns(self) -> float:
        """When nothing that is still to come could matter."""
        stood = [
            t
            for name, t in self.downs.items()
            if not any(f.kind == "fell" and f.who == name for f in self.facts)
        ]
        down_ns = min(stood, default=math.inf) + AFTER_TOUCH_S * S_NS
        return min((ON_S + LONGEST_S) * S_NS, self.ends_ns + AFTER_LINE_S * S_NS, down_ns)

    def _hear(self, state: BoardState) -> bool:
        """New facts about the carrier; true when the carrier fell, which ends the recording."""
        events = self.world.events(self.heard)
        self.heard += len(events)
        carrier = self.setup.carrier
        for event in events:
            if isinstance(event, Fell) and event.player == carrier:
                return True
            fact = self._fact(event, state)
            if fact is not None:
                self.facts.append(fact)
        return False

    def _fact(self, event: TruthEvent, state: BoardState) -> PlayFact | None:
        carrier = self.setup.carrier
        match event:
            case ContactBegan() if carrier in {event.a, event.b}:
                return self._began(event, state)
            case ContactEnded() if carrier in {event.a, event.b}:
                other = event.b if event.a == carrier else event.a
                return PlayFact(event.t_ns, "ended", other) if other in self.foes else None
            case Fell(player=who) if who in self.foes:
                return PlayFact(event.t_ns, "fell", who)
            case LineReached(player=who) if who == carrier:
                if self._ends(event.line, event.direction):
                    self.ends_ns = min(self.ends_ns, event.t_ns)
                return PlayFact(event.t_ns, "reached", line=event.line, direction=event.direction)
            case PowerCommanded():
                return PlayFact(event.t_ns, "power", on=event.on)
            case _:
                return None

    def _began(self, event: ContactBegan, state: BoardState) -> PlayFact | None:
        first = event.a == self.setup.carrier
        other = event.b if first else event.a
        if other not in self.foes:
            return None
        own, other_part = (event.part_a, event.part_b) if first else (event.part_b, event.part_a)
        pose = next(p.pose for p in state.pieces if p.player_id == other)
        a = math.radians(pose.heading_deg)
        dx, dy = event.x_mm - pose.x_mm, event.y_mm - pose.y_mm
        ahead = dx * math.cos(a) + dy * math.sin(a)
        if other_part is not None and other_part.is_front:
            self.downs.setdefault(other, event.t_ns)
        codes = [-1 if part is None else PARTS.index(part) for part in (own, other_part)]
        return PlayFact(event.t_ns, "began", other, codes[0], codes[1], ahead)

    def _ends(self, line: str, direction: int) -> bool:
        """Whether a line ends the play in every rulebook."""
        goal = "right goal line" if self._right else "left goal line"
        outward = {"near sideline": -1, "far sideline": 1, goal: 1 if self._right else -1}
        return outward.get(line) == direction

    @property
    def _right(self) -> bool:
        return self.setup.phase_state.plays is Direction.RIGHT

    def _look(self, t_ns: int, state: BoardState) -> None:
        """Where the carrier is, who is close to it, and with which parts they touch."""
        poses = {piece.player_id: piece for piece in state.pieces}
        carrier = self.setup.carrier
        own = poses[carrier].pose
        self.fine.append(t_ns)
        self.carrier.append(_row(own))
        for a, b, gap in self.world.gaps_under(NEAR_MM):
            if carrier not in {a, b}:
                continue
            other = b if a == carrier else a
            if other not in self.foes or poses[other].fallen:
                continue
            parts = (-1.0, -1.0, 0.0)
            if gap <= TOUCHING_MM:
                shapes = self.world.shape_of(carrier), self.world.shape_of(other)
                mine, theirs, ahead = touching_parts(shapes[0], own, shapes[1], poses[other].pose)
                parts = (float(PARTS.index(mine)), float(PARTS.index(theirs)), ahead)
            self.near.append((float(t_ns), float(self.row[other]), gap, *parts))

    def _frame(self, t_ns: int, state: BoardState) -> None:
        self.times.append(t_ns)
        self.poses.append([_row(piece.pose) for piece in state.pieces])
        self.fallen.append([piece.fallen for piece in state.pieces])
        self.power.append(self.world.power_is_on)

    def _take(self) -> RecordedPlay:
        carrier = np.array(self.carrier)
        carrier[:, 2] = np.unwrap(carrier[:, 2])
        return RecordedPlay(
            self.setup.recipe,
            self.setup.field,
            self.setup.roster,
            self.setup.phase_state,
            np.array(self.times, np.int64),
            np.array(self.poses, np.float64),
            np.array(self.fallen, np.bool_),
            np.array(self.power, np.bool_),
            np.array(self.fine, np.int64),
            carrier,
            np.array(self.near, np.float64).reshape(-1, NEAR_COLUMNS),
            tuple(self.facts),
        )


def _row(pose: Pose) -> tuple[float, float, float]:
    return pose.x_mm, pose.y_mm, math.radians(pose.heading_deg)
