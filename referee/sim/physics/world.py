"""The simulated board: figures that creep while it shakes, and what is where at any instant.

Between ticks everything moves on straight lines in x, y and heading; that polyline is the world,
and states, gaps and truth are all read from it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.errors import BadValue, PlainWord
from referee.core.field.field_lines import FieldLine
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster
from referee.sim.board_state import BoardState, MarkerKind
from referee.sim.physics.board import PhysicsBoard
from referee.sim.physics.free_space import OccupiedPlace, must_fit
from referee.sim.physics.hands.actions import HandAction
from referee.sim.physics.hands.choreographer import Choreographer
from referee.sim.physics.hands.director import Director
from referee.sim.physics.hands.planner import Planner
from referee.sim.physics.hands.visits import HandVisit, carried_pieces
from referee.sim.physics.marker_shapes import FELT_SLOTS
from referee.sim.physics.motion.engine import TICK_NS, PhysicsEngine
from referee.sim.physics.outlines import BodyOutline
from referee.sim.physics.power_supply import PowerSupply
from referee.sim.physics.random_streams import TickNoise, streams
from referee.sim.physics.settings import Dynamics, PhysicsSettings, random_dynamics
from referee.sim.physics.truth.events import (
    MotionStarted,
    MotionStopped,
    PowerBegan,
    PowerCommanded,
    PowerDone,
    TruthEvent,
)

LATEST_NS = 2**62


class PhysicsWorld:
    """One board with one roster. Time only moves forward, by ``step_to``."""

    def __init__(
        self,
        field: FieldProfile,
        roster: Roster,
        dynamics: Mapping[str, Dynamics] | None = None,
        seed: int = 0,
        settings: PhysicsSettings | None = None,
    ) -> None:
        self.field = field
        self.roster = roster
        self.settings = settings or PhysicsSettings()
        chance = streams(seed)
        for player_id in dynamics or {}:
            roster.index(player_id)
        self.dynamics = random_dynamics(roster, chance["dynamics"]) | dict(dynamics or {})
        noise = TickNoise(chance["creep"], chance["falls"], len(roster) + FELT_SLOTS)
        engine = PhysicsEngine(field, roster, self.dynamics, self.settings, noise, chance["locks"])
        self._board = PhysicsBoard(field, roster, engine, chance["falling"])
        self._director = Director(self._board, roster)
        self._supply = PowerSupply(self.settings)
        self._effects: list[PowerBegan | PowerDone] = []
        self._visit = HandVisit()
        self._next_change = 0
        self._now_ns = 0
        self._head_ns = 0
        self._going = False

    @property
    def now_ns(self) -> int:
        """The instant the world has been stepped to."""
        return self._now_ns

    @property
    def power_is_on(self) -> bool:
        """The last command; the shaking follows with its delay."""
        return self._supply.on

    @property
    def at_rest(self) -> bool:
        """Nothing shakes, nothing moves, and nothing is about to."""
        still = not self._going and self._supply.gain(self._now_ns) == 0.0
        return still and not self._supply.on

    @property
    def hands_busy(self) -> bool:
        """Whether a coach's hands are at work."""
        return self._now_ns < self._visit.end_ns

    def power_on(self) -> None:
        """Switch the board on, now. On a board that is on, nothing happens."""
        self._command(on=True)

    def power_off(self) -> None:
        """Switch the board off, now. On a board that is off, nothing happens."""
        self._command(on=False)

    def step_to(self, t_ns: int) -> None:
        """Let time pass up to ``t_ns``; the result does not depend on the size of the steps."""
        if not self._now_ns <= t_ns <= LATEST_NS:
            raise BadValue("t_ns", t_ns, f"{self._now_ns} or later; time does not run backward")
        while self._head_ns < t_ns:
            self._apply_changes()
            gain = self._supply.gain(self._head_ns)
            if self._board.engine.moving or gain > 0.0:
                self._tick(gain)
            else:
                self._head_ns = self._rest_until(t_ns)
                self._board.rest(self._head_ns)
        self._now_ns = t_ns
        if self._head_ns == t_ns:
            self._apply_changes()
        self._publish()

    def place(self, player_id: str, pose: Pose) -> None:
        """Put a figure down at once, without a hand, before anything moves."""
        row = self.roster.index(player_id)
        self._must_rest()
        shape = self._board.shapes[player_id]
        others = self._board.layout().figures.values()
        must_fit(OccupiedPlace(player_id, BodyOutline(shape), pose), others, self.field)
        self._board.put(row, pose, self._head_ns)

    def act(self, *actions: HandAction, pace: float = 1.0) -> int:
        """Let a coach's hands do something between stops; returns when they will be gone again.

        Everything is checked first: one action that cannot be done and none of them is.
        """
        if not 0.2 <= pace <= 20.0:
            raise BadValue("pace", pace, "a number from 0.2 to 20")
        planner = self._planned(actions)
        if planner.steps:
            choreographer = Choreographer(self.field, self._now_ns, pace)
            for step in planner.steps:
                self._director.direct(choreographer, step)
            self._visit = choreographer.visit()
            self._next_change = 0
        return self._visit.end_ns

    def objection(self, *actions: HandAction) -> BadValue | None:
        """Why these actions cannot be done now, or None."""
        try:
            self._planned(actions)
        except BadValue as reason:
            return reason
        return None

    def state(self) -> BoardState:
        """What is on the board, and over it, now."""
        at, velocity = self._board.between(1.0 - (self._head_ns - self._now_ns) / TICK_NS)
        lying = self._board.pieces(at, velocity)
        held = carried_pieces(self._visit, self._now_ns, self.roster)
        order = {player.id: k for k, player in enumerate(self.roster)}
        return BoardState(
            t_ns=self._now_ns,
            power_gain=self._supply.gain(self._now_ns),
            pieces=tuple(sorted((*lying, *held), key=lambda piece: order[piece.player_id])),
            markers=tuple(self._board.markers(at, velocity)),
            hands=self._visit.hands(self._now_ns, self.field),
        )

    def markers(self) -> dict[int, tuple[MarkerKind, Pose]]:
        """The markers on the board by their numbers."""
        return self._board.layout().markers

    def shape_of(self, player_id: str) -> BaseShape:
        """The base a figure stands on now."""
        self.roster.index(player_id)
        return self._board.shapes[player_id]

    def events(self, since: int = 0) -> Sequence[TruthEvent]:
        """The truth up to now, without its first ``since`` facts."""
        return self._board.truth.events(since)

    def forget(self, count: int) -> None:
        """The first ``count`` facts of the truth are kept no longer: a long evening has many."""
        self._board.truth.forget(count)

    def gaps_under(self, gap_mm: float) -> list[tuple[str, str, float]]:
        """Pairs of figures on the board nearer than ``gap_mm`` now, with their exact gaps."""
        at, _ = self._board.between(1.0 - (self._head_ns - self._now_ns) / TICK_NS)
        return self._board.truth.gaps_under(gap_mm, at)

    def watch(self, line: FieldLine) -> None:
        """Tell the truth about one more line, such as the line to gain; its name may move."""
        self._board.truth.watch(line)

    def unwatch(self, name: str) -> None:
        """Tell no more about a line that was added, if there is one of that name."""
        self._board.truth.unwatch(name)

    def keep_truth(self, *, keep: bool) -> None:
        """Search for contacts and crossings or not; what moves is the same either way."""
        self._board.truth.keep(keep=keep)

    def _planned(self, actions: Sequence[HandAction]) -> Planner:
        self._must_rest()
        planner = Planner(self.field, self.roster, self._board.layout())
        for action in actions:
            planner.plan(action)
        return planner

    def _command(self, *, on: bool) -> None:
        if on == self._supply.on:
            return
        effect = self._supply.command(on=on, t_ns=self._now_ns)
        self._board.truth.note(PowerCommanded(self._now_ns, on))
        # What an earlier command still had to do, this one undoes.
        self._effects = [e for e in self._effects if e.t_ns < effect.begins_ns]
        self._effects.append(PowerBegan(effect.begins_ns, on, self._now_ns))
        self._effects.append(PowerDone(effect.done_ns, on, self._now_ns))

    def _publish(self) -> None:
        for effect in self._effects:
            if effect.t_ns <= self._now_ns:
                self._board.truth.note(effect)
        self._effects = [e for e in self._effects if e.t_ns > self._now_ns]
        self._supply.forget_before(self._now_ns)
        self._board.truth.release_up_to(self._now_ns)

    def _tick(self, gain: float) -> None:
        if not self._going:
            self._going = True
            self._board.truth.note(MotionStarted(self._head_ns))
        self._board.tick(gain, self._head_ns)
        self._head_ns += TICK_NS
        still = not self._board.engine.moving
        if still and self._supply.gain(self._head_ns) == 0.0:
            self._going = False
            self._board.truth.note(MotionStopped(self._head_ns))

    def _rest_until(self, t_ns: int) -> int:
        """The tick to go on from when nothing moves: where something happens, or ``t_ns``'s."""
        last = -(-t_ns // TICK_NS) * TICK_NS
        if self._next_change < len(self._visit.changes):
            last = min(last, self._visit.changes[self._next_change].t_ns)
        shaking = self._supply.next_shaking_ns(self._head_ns)
        if shaking is not None:
            last = min(last, shaking // TICK_NS * TICK_NS)
        return max(last, self._head_ns + TICK_NS)

    def _apply_changes(self) -> None:
        changes = self._visit.changes
        while self._next_change < len(changes):
            change = changes[self._next_change]
            if change.t_ns > self._head_ns:
                return
            self._next_change += 1
            change.apply(change.t_ns)

    def _must_rest(self) -> None:
        if not self.at_rest:
            now = PlainWord("on" if self._supply.on else "not yet at rest")
            raise BadValue("the board", now, "off and at rest before a hand may touch it")
        if self.hands_busy:
            raise BadValue("the hands", PlainWord("still at work"), "one visit at a time")
