"""A solitaire coach who plays both sides on the simulated board, for as long as anyone watches.

Line up, a snap of a quarter second, turn some figures at the read stop, run until the whistle, wait
for rest, next play. The whistle is the stage's own and blows on the world's truth; it is not the
referee, and with ``whistles=False`` it leaves cutting the power to somebody else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from referee.core.clock import ns_from_s
from referee.core.errors import BadValue, PlainWord
from referee.core.roster import Player, Team
from referee.sim.live.coach.formation_calls import FormationCall, FormationWishes, call_formations
from referee.sim.live.coach.line_up import line_up_actions
from referee.sim.live.coach.read_pivots import read_pivots
from referee.sim.live.coach.series import (
    PlayEnding,
    SeriesPlayKind,
    SeriesState,
    kickoff,
    series_after_play,
)
from referee.sim.live.coach.whistle import TruthWhistle
from referee.sim.physics import PhysicsWorld, TruthEvent
from referee.sim.physics.random_streams import check_seed

# Decisions fall on a fixed grid of time, so the size of the caller's steps changes nothing.
DECIDE_NS = 10_000_000
SNAP_NS = 250_000_000
ASK_AGAIN_NS = 500_000_000
KICK_NS = 1_500_000_000
ELEVEN = 11


class TruthCoachPhase(StrEnum):
    """What the coach is about."""

    LINE_UP = "lining up"
    SNAP = "snap"
    READ = "reading"
    TURN = "turning figures"
    RUN = "play is on"
    DEAD = "waiting for rest"


@dataclass(frozen=True, slots=True)
class TruthCoachPlay:
    """One play as the stage saw it."""

    number: int
    situation: SeriesState
    offence: str
    defence: str
    carrier: str
    ending: PlayEnding
    ended_ns: int
    dead_yd: float


class TruthCoach:
    """Drives a world. ``power`` replaces the coach's own hand on the switch, if given."""

    def __init__(
        self,
        world: PhysicsWorld,
        seed: int = 0,
        *,
        pace: float = 3.0,
        whistles: bool = True,
        longest_s: float = 8.0,
        power: Callable[[bool], None] | None = None,
        wishes: FormationWishes | None = None,
        start: SeriesState | None = None,
    ) -> None:
        if not 0.5 <= longest_s <= 120.0:
            raise BadValue("longest_s", longest_s, "0.5 to 120 s")
        check_seed(seed)
        self._world = world
        self._rng = np.random.Generator(np.random.PCG64([seed, 1]))
        self._pace, self._whistles = pace, whistles
        self._longest_ns = ns_from_s(longest_s)
        self._power = power or (lambda on: world.power_on() if on else world.power_off())
        self._elevens = {team: _eleven(world, team) for team in Team}
        self._heard = 0
        self._fresh = True
        self._decided_ns = world.now_ns
        self._since_ns = world.now_ns
        self._asked_ns = world.now_ns
        self._saw_power = False
        self._ending: PlayEnding | None = None
        self._dead_yd = 0.0
        self.plays: list[TruthCoachPlay] = []
        self.wishes = wishes or FormationWishes()
        kicking = Team.HOME if self._rng.random() < 0.5 else Team.AWAY
        self.situation = start or kickoff(kicking)
        self.phase = TruthCoachPhase.LINE_UP
        self.call: FormationCall = call_formations(self.situation, self._rng, self.wishes)
        self._steps: dict[TruthCoachPhase, Callable[[], None]] = {
            TruthCoachPhase.LINE_UP: self._line_up,
            TruthCoachPhase.SNAP: self._snap,
            TruthCoachPhase.READ: self._read,
            TruthCoachPhase.TURN: self._turn,
            TruthCoachPhase.RUN: self._run,
            TruthCoachPhase.DEAD: self._dead,
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

    def idle_to(self, t_ns: int) -> None:
        """Let the world go on up to ``t_ns`` while the coach only watches."""
        self._decided_ns += max(0, t_ns - self._decided_ns) // DECIDE_NS * DECIDE_NS
        self._world.step_to(t_ns)

    def end_play(self) -> None:
        """Give up the play that is on, and go on to the next one."""
        if self.phase not in {TruthCoachPhase.LINE_UP, TruthCoachPhase.DEAD}:
            self._power(False)
            self._note_ending(PlayEnding.CUT)
            self._go(TruthCoachPhase.DEAD)

    @property
    def _carrying(self) -> Team:
        offence = self.situation.offence
        return offence if self.call.carried_by_offence else offence.other

    def _go(self, phase: TruthCoachPhase) -> None:
        self.phase = phase
        self._since_ns = self._asked_ns = self._decided_ns

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
            setting = line_up_actions(
                self._world, self._elevens, self.situation, self.call, self._rng
            )
            self._world.act(*setting, pace=self._pace)
            return
        scrimmage = self.situation.kind is SeriesPlayKind.SCRIMMAGE
        self._switch_on(TruthCoachPhase.SNAP if scrimmage else TruthCoachPhase.RUN)

    def _snap(self) -> None:
        if self._powered():
            if self._age_ns >= SNAP_NS:
                self._power(False)
                self._go(TruthCoachPhase.READ)
        elif self._saw_power:
            self._go(TruthCoachPhase.READ)

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
        self._go(TruthCoachPhase.TURN)

    def _turn(self) -> None:
        if self._free:
            self._switch_on(TruthCoachPhase.RUN)

    def _run(self) -> None:
        powered = self._powered()
        foes = tuple(p.id for p in self._elevens[self._carrying.other])
        whistle = TruthWhistle(self.carrier, foes, self._goal_direction)
        for event in self._new_events():
            ending = whistle.ending_of(event)
            if ending is not None:
                self._note_ending(ending)
        kick = self.situation.kind is SeriesPlayKind.FIELD_GOAL
        late = self._age_ns >= (KICK_NS if kick else self._longest_ns)
        if powered and (late or (self._whistles and self._ending is not None)):
            self._power(False)
            self._note_ending(self._ending or PlayEnding.TIME)
            self._go(TruthCoachPhase.DEAD)
        elif not powered and self._saw_power:
            self._note_ending(self._ending or PlayEnding.CUT)
            self._go(TruthCoachPhase.DEAD)

    def _dead(self) -> None:
        if self._world.power_is_on and self._decided_ns - self._asked_ns >= ASK_AGAIN_NS:
            self._asked_ns = self._decided_ns
            self._power(False)
        if not self._free:
            return
        play = self._play(self._ending or PlayEnding.TIME)
        self.plays.append(play)
        self.situation = series_after_play(self.situation, play.ending, play.dead_yd)
        self.call = call_formations(self.situation, self._rng, self.wishes)
        self._fresh = True
        self._go(TruthCoachPhase.LINE_UP)

    def _switch_on(self, phase: TruthCoachPhase) -> None:
        self._heard = len(self._world.events())
        self._ending = None
        self._saw_power = False
        self._power(True)
        self._go(phase)

    def _powered(self) -> bool:
        """Whether the board is on; a switch that did not obey is asked again."""
        if self._world.power_is_on:
            if not self._saw_power:
                self._saw_power = True
                self._since_ns = self._decided_ns
            return True
        if not self._saw_power and self._decided_ns - self._asked_ns >= ASK_AGAIN_NS:
            self._asked_ns = self._decided_ns
            self._power(True)
        return False

    def _note_ending(self, ending: PlayEnding) -> None:
        """The first reason to stop decides where the ball is dead."""
        if self._ending is not None:
            return
        self._ending = ending
        poses = {piece.player_id: piece.pose for piece in self._world.state().pieces}
        ahead = self._goal_direction * self._world.shape_of(self.carrier).length_mm / 2
        self._dead_yd = self.situation.spot_yd
        if self.carrier in poses:
            x = poses[self.carrier].x_mm + ahead
            self._dead_yd = self._world.field.yards_from_left_goal(x)

    def _new_events(self) -> Sequence[TruthEvent]:
        fresh = self._world.events(self._heard)
        self._heard += len(fresh)
        return fresh

    @property
    def _goal_direction(self) -> int:
        direction = self.situation.direction
        return direction if self.call.carried_by_offence else -direction

    def _play(self, ending: PlayEnding) -> TruthCoachPlay:
        return TruthCoachPlay(
            len(self.plays) + 1,
            self.situation,
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
