"""The plays of a recording: line-up, snap of a quarter second, turns, run, rest, next play.

The end of a play is read from the physics' truth; no referee is involved.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

import numpy as np

from referee.core.errors import BadValue, PlainWord
from referee.core.roster import Player, Team
from referee.sim.live.script.formation_calls import FormationCall, FormationWishes, call_formations
from referee.sim.live.script.line_up import line_up_actions
from referee.sim.live.script.read_pivots import read_pivots
from referee.sim.live.script.series import (
    ScriptedEnding,
    SeriesPlayKind,
    SeriesState,
    first_down,
    kickoff,
    series_after_play,
)
from referee.sim.live.script.truth_whistle import TruthWhistle
from referee.sim.physics import PhysicsWorld, TruthEvent
from referee.sim.physics.random_streams import check_seed

# Decisions fall on a fixed grid of time, so the size of the caller's steps changes nothing.
DECIDE_NS = 10_000_000
SNAP_NS = 250_000_000
# A play that ends by itself in no other way ends after this much power.
LONGEST_NS = 8_000_000_000
KICK_NS = 1_500_000_000
ELEVEN = 11
# A game with wished formations begins with a first down at home's own 35, not with a kickoff.
START_YD = 35.0


class ScriptPhase(Enum):
    """Which part of a play is on."""

    LINE_UP = auto()
    SNAP = auto()
    READ = auto()
    TURN = auto()
    RUN = auto()
    DEAD = auto()


@dataclass(frozen=True, slots=True)
class ScriptedPlay:
    """One play as it went; ``dead_yd`` is counted from the left goal line."""

    number: int
    series: SeriesState
    offence: str
    defence: str
    carrier: str
    ending: ScriptedEnding
    ended_ns: int
    dead_yd: float


class PlayScript:
    """Drives a world. ``power`` is the switch; without one the world's own is used.

    A ``power`` that does nothing leaves the switch to somebody else: the script sets figures up and
    goes on when the power comes and goes.
    """

    def __init__(
        self,
        world: PhysicsWorld,
        seed: int = 0,
        *,
        pace: float = 3.0,
        power: Callable[[bool], None] | None = None,
        wishes: FormationWishes | None = None,
    ) -> None:
        check_seed(seed)
        self._world = world
        self._rng = np.random.Generator(np.random.PCG64([seed, 1]))
        self._pace = pace
        self._power = power or (lambda on: world.power_on() if on else world.power_off())
        self._elevens = {team: _eleven(world, team) for team in Team}
        self._heard = 0
        self._fresh = True
        self._decided_ns = self._since_ns = world.now_ns
        self._saw_power = False
        self._ending: ScriptedEnding | None = None
        self._dead_yd = 0.0
        self._wishes = wishes or FormationWishes()
        self.plays: list[ScriptedPlay] = []
        kicking = Team.HOME if self._rng.random() < 0.5 else Team.AWAY
        wished = self._wishes != FormationWishes()
        self.series = first_down(Team.HOME, START_YD) if wished else kickoff(kicking)
        self.phase = ScriptPhase.LINE_UP
        self.call: FormationCall = call_formations(self.series, self._rng, self._wishes)
        self._steps: dict[ScriptPhase, Callable[[], None]] = {
            ScriptPhase.LINE_UP: self._line_up,
            ScriptPhase.SNAP: self._snap,
            ScriptPhase.READ: self._read,
            ScriptPhase.TURN: self._turn,
            ScriptPhase.RUN: self._run,
            ScriptPhase.DEAD: self._dead,
        }

    @property
    def carrier(self) -> str:
        """The id of the figure that has, or will have, the ball."""
        formation = self.call.offence if self.call.carried_by_offence else self.call.defence
        return self._elevens[self._carrying][formation.index(self.call.carrier)].id

    def advance(self, t_ns: int) -> None:
        """Let the world go on up to ``t_ns``, deciding on the way."""
        while (due := self._decided_ns + DECIDE_NS) <= t_ns:
            self._world.step_to(due)
            self._decided_ns = due
            self._steps[self.phase]()
        self._world.step_to(t_ns)

    @property
    def _carrying(self) -> Team:
        offence = self.series.offence
        return offence if self.call.carried_by_offence else offence.other

    @property
    def _goal_direction(self) -> int:
        direction = self.series.direction
        return direction if self.call.carried_by_offence else -direction

    def _go(self, phase: ScriptPhase) -> None:
        self.phase = phase
        self._since_ns = self._decided_ns

    @property
    def _age_ns(self) -> int:
        return self._decided_ns - self._since_ns

    @property
    def _free(self) -> bool:
        return self._world.at_rest and not self._world.hands_busy

    def _line_up(self) -> None:
        if not self._free:
            return
        if self._fresh:
            self._fresh = False
            setting = line_up_actions(self._world, self._elevens, self.series, self.call, self._rng)
            self._world.act(*setting, pace=self._pace)
            return
        scrimmage = self.series.kind is SeriesPlayKind.SCRIMMAGE
        self._switch_on(ScriptPhase.SNAP if scrimmage else ScriptPhase.RUN)

    def _snap(self) -> None:
        if self._powered():
            if self._age_ns >= SNAP_NS:
                self._power(False)
                self._go(ScriptPhase.READ)
        elif self._saw_power:
            self._go(ScriptPhase.READ)

    def _read(self) -> None:
        if not self._free:
            return
        team = self._carrying
        pivots = read_pivots(
            self._world,
            self.carrier,
            [p.id for p in self._elevens[team]],
            [p.id for p in self._elevens[team.other]],
            self._goal_direction,
            self._rng,
        )
        self._world.act(*pivots, pace=self._pace)
        self._go(ScriptPhase.TURN)

    def _turn(self) -> None:
        if self._free:
            self._switch_on(ScriptPhase.RUN)

    def _run(self) -> None:
        powered = self._powered()
        foes = tuple(p.id for p in self._elevens[self._carrying.other])
        whistle = TruthWhistle(self.carrier, foes, self._goal_direction)
        for event in self._new_events():
            ending = whistle.ending_of(event)
            if ending is not None:
                self._note_ending(ending)
        kick = self.series.kind is SeriesPlayKind.FIELD_GOAL
        late = self._age_ns >= (KICK_NS if kick else LONGEST_NS)
        if powered and (late or self._ending is not None):
            self._power(False)
            self._note_ending(ScriptedEnding.TIME)
            self._go(ScriptPhase.DEAD)
        elif not powered and self._saw_power:
            self._note_ending(ScriptedEnding.CUT)
            self._go(ScriptPhase.DEAD)

    def _dead(self) -> None:
        if not self._free:
            return
        play = self._play(self._ending or ScriptedEnding.TIME)
        self.plays.append(play)
        self.series = series_after_play(self.series, play.ending, play.dead_yd)
        self.call = call_formations(self.series, self._rng, self._wishes)
        self._fresh = True
        self._go(ScriptPhase.LINE_UP)

    def _switch_on(self, phase: ScriptPhase) -> None:
        self._heard = len(self._world.events())
        self._ending = None
        self._saw_power = False
        self._power(True)
        self._go(phase)

    def _powered(self) -> bool:
        """Whether the board is on; a phase counts from when it was first seen on."""
        if self._world.power_is_on and not self._saw_power:
            self._saw_power = True
            self._since_ns = self._decided_ns
        return self._world.power_is_on

    def _note_ending(self, ending: ScriptedEnding) -> None:
        """The first reason to stop decides where the ball is dead."""
        if self._ending is not None:
            return
        self._ending = ending
        poses = {piece.player_id: piece.pose for piece in self._world.state().pieces}
        ahead = self._goal_direction * self._world.shape_of(self.carrier).length_mm / 2
        self._dead_yd = self.series.spot_yd
        if self.carrier in poses:
            x = poses[self.carrier].x_mm + ahead
            self._dead_yd = self._world.field.yards_from_left_goal(x)

    def _new_events(self) -> Sequence[TruthEvent]:
        fresh = self._world.events(self._heard)
        self._heard += len(fresh)
        return fresh

    def _play(self, ending: ScriptedEnding) -> ScriptedPlay:
        return ScriptedPlay(
            len(self.plays) + 1,
            self.series,
            self.call.offence.name,
            self.call.defence.name,
            self.carrier,
            ending,
            self._since_ns,
            self._dead_yd,
        )


def _eleven(world: PhysicsWorld, team: Team) -> tuple[Player, ...]:
    players = [p for p in world.roster if p.team is team]
    if len(players) < ELEVEN:
        raise BadValue(
            f"players of {team.value}", PlainWord(str(len(players))), f"{ELEVEN} or more"
        )
    return tuple(players[:ELEVEN])
