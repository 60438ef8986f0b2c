"""What the simulated coach knows and can do, shared by all parts of the coach."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from referee.calls.play_name import RollKind
from referee.core.clock import S_NS
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.roster import Team
from referee.night.commands import Command, Declare, ReportReady
from referee.night.interface import NightInfo
from referee.night.screen.snapshot import Snapshot
from referee.official.declarations.handoffs import dice_test_of
from referee.official.declarations.types import Declaration, DiceRolled
from referee.sim.board_state import MarkerKind
from referee.sim.coach.board_hands import BoardHands
from referee.sim.coach.board_view import BoardView, board_view_of
from referee.sim.coach.command_sender import CommandSender
from referee.sim.coach.finger_taps import FingerTaps
from referee.sim.coach.line_up.line_up import PlannedLineUp
from referee.sim.coach.line_up.substitutions import Substitutions
from referee.sim.coach.plays.playbook import CalledPlay
from referee.sim.physics import Pivot, RemoveMarker

# "Ready" is said again when nothing has come of it for so long.
AGAIN_NS = 3 * S_NS
# A tap this near to a base means it: a figure with its base is about 25 mm long.
POINTED_MM = 20.0
BALLS = (MarkerKind.BALL_MAGNET, MarkerKind.FELT_BALL)


@dataclass
class CoachMemory:
    """What the coach remembers of the play: the plan, where it laid the ball, what was done."""

    intent: CalledPlay | None = None
    line_up: PlannedLineUp | None = None
    offense: Team | None = None
    stops: int = 0
    chases: int = 0
    tries: int = 0
    receiver: str | None = None
    target: Pose | None = None
    ball: Pose | None = None
    last_carrier: Pose | None = None
    named: bool = False
    turned: bool = False


@dataclass
class CoachContext:
    """One coach at one desk; ``live`` while a play is on, from the snap to its end."""

    about: NightInfo
    hands: BoardHands
    taps: FingerTaps
    commands: CommandSender
    rng: np.random.Generator
    substitutions: Substitutions
    memory: CoachMemory = field(default_factory=CoachMemory)
    live: bool = False
    _ready_ns: int = -AGAIN_NS

    def ready(self, at: Snapshot) -> None:
        """Say that all is set, unless that is known."""
        if not at.ready and at.t_ns - self._ready_ns >= AGAIN_NS:
            self._ready_ns = at.t_ns
            self.submit(at, ReportReady())

    def say(self, at: Snapshot, said: Declaration) -> None:
        """Declare something."""
        self.submit(at, Declare(said))

    def submit(self, at: Snapshot, command: Command) -> None:
        """Submit a command to the night."""
        self.commands.say(command, at, live=self.live)

    def scene(self, at: Snapshot) -> BoardView:
        """The board as it is seen."""
        return board_view_of(self.about.roster, at)

    def shown(self, at: Snapshot, player: str) -> str:
        """What the page calls the figure of a player, which the coach points at.

        A declaration is about the body: what it is called on the page may be wrong.
        """
        seen = () if at.board is None else at.board.seen
        pointed = self.taps.card([player]).get(player)
        if pointed is None or not seen:
            return player
        here = Pose(*pointed, 0.0)
        nearest = min(seen, key=lambda each: apart_mm(each.measured.pose, here))
        return nearest.player if apart_mm(nearest.measured.pose, here) <= POINTED_MM else player

    def turn(self, at: Snapshot, turns: Sequence[Pivot]) -> None:
        """Turn the figures that the page calls so, whoever they are."""
        poses = self.scene(at).poses
        here = {turn.player: poses.get(turn.player) for turn in turns}
        real = {name: pose and self.taps.read(pose) for name, pose in here.items()}
        front = self.about.rulebook.calls.pivots.front_yd.value > 0.0
        self.hands.turn(
            [
                replace(turn, player=real[turn.player] or turn.player, about_front=front)
                for turn in turns
            ]
        )

    def tidies(self) -> bool:
        """Take balls and targets off the board; whether there were any."""
        lying = self.hands.lying(*BALLS)
        self.hands.do([RemoveMarker(number) for number in lying])
        return bool(lying)

    def rolls(self, at: Snapshot) -> bool:
        """Roll the dice that are asked for; whether there were any."""
        roll = next((ask.roll for ask in at.notice.asks if ask.roll is not None), None)
        if roll is None:
            return False
        kick = at.notice.kicks.dice
        if roll is RollKind.KICK and kick is not None:
            count, sides = kick
        else:
            test = dice_test_of(self.about.rulebook, roll).value
            count, sides = test.count, test.sides
        pips = tuple(int(p) for p in self.rng.integers(1, sides + 1, count))
        self.say(at, DiceRolled(roll, pips))
        return True
