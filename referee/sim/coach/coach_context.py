"""What the simulated coach knows and can do, shared by all parts of the coach."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from referee.core.clock import S_NS
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.night.commands import AnswerNameDoubt, Command, Declare, NamePlayers, ReportReady
from referee.night.gate import PowerReasonKind
from referee.night.interface import NightInfo
from referee.night.screen.snapshot import Snapshot
from referee.official.declarations.handoffs import dice_test_of
from referee.official.declarations.types import Declaration, DiceRolled
from referee.sim.board_state import MarkerKind
from referee.sim.coach.board_hands import BoardHands
from referee.sim.coach.board_view import BoardView, board_view_of
from referee.sim.coach.command_sender import CommandSender
from referee.sim.coach.line_up.line_up import PlannedLineUp
from referee.sim.coach.plays.playbook import CalledPlay
from referee.sim.physics import Pivot, RemoveMarker
from referee.vision.roster.assignment import best_pairs

# "Ready" is said again, and names are said again, when nothing has come of it for so long.
AGAIN_NS = 3 * S_NS
# A doubt of the eyes is answered after so long.
ANSWER_NS = S_NS
# A figure that is not seen is touched after so long.
TOUCH_NS = 5 * S_NS
# A card of who stands where is filled in after so long.
CARD_NS = 12 * S_NS
# After so long everything is tried again.
AFRESH_NS = 60 * S_NS
# Eyes that look for a line-up are left alone for so long: a hand would make them begin again.
SEARCH_NS = 20 * S_NS
TOUCH_DEG = 3.0
# After quick hands have set everybody up anew, the card of the line-up says it for all.
LINE_UP_CARD_NS = 2 * S_NS
BALLS = (MarkerKind.BALL_MAGNET, MarkerKind.FELT_BALL)
# Farther than anything on a board is from anything else.
FAR_MM = 1e4
# Why there is no power as long as somebody is not seen or not known.
ABOUT_NAMES = frozenset(
    {
        PowerReasonKind.LINE_UP_AWAITED,
        PowerReasonKind.NAMES_TO_CONFIRM,
        PowerReasonKind.UNSEEN_PLAYERS,
        PowerReasonKind.DOUBTFUL_NAMES,
    }
)


@dataclass
class CoachMemory:
    """What the coach remembers of the play: the plan, where the ball was, what was done."""

    intent: CalledPlay | None = None
    line_up: PlannedLineUp | None = None
    offense: Team | None = None
    stops: int = 0
    chases: int = 0
    tries: int = 0
    receiver: str | None = None
    target: Pose | None = None
    last_carrier: Pose | None = None
    named: bool = False
    turned: bool = False


@dataclass
class CoachContext:
    """One coach at one desk; ``live`` while a play is on, from the snap to its end."""

    about: NightInfo
    hands: BoardHands
    commands: CommandSender
    rng: np.random.Generator
    memory: CoachMemory = field(default_factory=CoachMemory)
    live: bool = False
    _ready_ns: int = -AGAIN_NS
    _named_ns: int | None = None
    _search_ns: int | None = None
    _touched: frozenset[str] = frozenset()
    _carded: bool = False
    _answered: frozenset[int] = frozenset()

    def ready(self, at: Snapshot) -> None:
        """Say that all is set, unless that is known."""
        if not at.ready and at.t_ns - self._ready_ns >= AGAIN_NS:
            self._ready_ns = at.t_ns
            self.submit(at, ReportReady())

    def names(self, at: Snapshot) -> bool:
        """Say who stands where once that has been in doubt for a while; whether it is in doubt."""
        if not at.doubts and not any(reason.kind in ABOUT_NAMES for reason in at.reasons):
            self._named_ns, self._touched, self._carded = None, frozenset(), False
            return False
        if self._searched(at):
            return True
        if self._named_ns is None:
            self._named_ns = at.t_ns
        waited_ns = at.t_ns - self._named_ns
        missed = [name for name in _missed(at) if name not in self._touched]
        if not self.live and not self._carded:
            if waited_ns >= LINE_UP_CARD_NS:
                self._carded = True
                self.submit(at, NamePlayers(self.hands.places()))
            return True
        fresh = [doubt for doubt in at.doubts if doubt.number not in self._answered]
        if fresh and waited_ns >= ANSWER_NS:
            self._answered |= {fresh[0].number}
            standing = players_at(self.hands.places(), fresh[0].places_mm)
            self.submit(at, AnswerNameDoubt(fresh[0].number, standing))
        elif missed and waited_ns >= TOUCH_NS:
            self._touched |= frozenset(missed)
            self.hands.turn([Pivot(name, by_deg=TOUCH_DEG) for name in missed])
        elif waited_ns >= CARD_NS and not self._carded:
            self._carded = True
            self.submit(at, NamePlayers(self.hands.places()))
        elif waited_ns >= AFRESH_NS:
            self._named_ns, self._touched, self._carded = None, frozenset(), False
            self._answered = frozenset()
        return True

    def _searched(self, at: Snapshot) -> bool:
        """Whether the referee looks for a line-up; a card for it is filled in now and then."""
        if not any(reason.kind is PowerReasonKind.LINE_UP_AWAITED for reason in at.reasons):
            self._search_ns = None
            return False
        self._named_ns = None
        if self._search_ns is None:
            self._search_ns = at.t_ns
        elif at.t_ns - self._search_ns >= SEARCH_NS:
            self._search_ns = None
            self.submit(at, NamePlayers(self.hands.places()))
        return True

    def say(self, at: Snapshot, said: Declaration) -> None:
        """Declare something."""
        self.submit(at, Declare(said))

    def submit(self, at: Snapshot, command: Command) -> None:
        """Submit a command to the night."""
        self.commands.say(command, at, live=self.live)

    def scene(self, at: Snapshot) -> BoardView:
        """The board as it is seen."""
        return board_view_of(self.about.roster, at)

    def tidies(self) -> bool:
        """Take balls and targets off the board; whether there were any."""
        lying = self.hands.lying(*BALLS)
        self.hands.do([RemoveMarker(number) for number, _ in lying])
        return bool(lying)

    def rolls(self, at: Snapshot) -> bool:
        """Roll the dice that are asked for; whether there were any."""
        roll = next((ask.roll for ask in at.notice.asks if ask.roll is not None), None)
        if roll is None:
            return False
        test = dice_test_of(self.about.rulebook, roll).value
        pips = tuple(int(p) for p in self.rng.integers(1, test.sides + 1, test.count))
        self.say(at, DiceRolled(roll, pips))
        return True


def players_at(
    places: Mapping[str, tuple[float, float]], wanted_mm: Sequence[tuple[float, float]]
) -> tuple[str, ...]:
    """Who stands at some places: the figures that are nearest to them, each at one place only."""
    names = sorted(places)
    far_mm = [[math.dist(places[name], here) for name in names] for here in wanted_mm]
    taken = best_pairs(np.array(far_mm) - FAR_MM)
    return tuple(names[k] for k in taken)


def _missed(at: Snapshot) -> list[str]:
    """Players whom the referee reports as not seen."""
    unseen = (why for why in at.reasons if why.kind is PowerReasonKind.UNSEEN_PLAYERS)
    return [name for reason in unseen for name in reason.players]
