"""The helper beside the simulated table of a person who coaches by hand.

    helper = TableHelper(night, board, seed=1)
    while helper.plays:
        helper.look()     # about ten times a second

It sets both teams up for what comes next, moves and turns figures that the page asks for, and says
who is who, as somebody beside a real table would. It presses nothing else: every word about the
game, "ready" and "stop" are the person's.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue

import numpy as np

from referee.core.clock import ns_from_s
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.roster import Roster
from referee.core.turns import turn_deg
from referee.night.failures import START_AGAIN, words_of
from referee.night.gate import CLEARED_BY_LOOKING
from referee.night.interface import NightInterface
from referee.night.phase import NightPhase
from referee.night.screen.snapshot import Snapshot
from referee.sim.coach.board_hands import PERSONS_PACE, BoardHands
from referee.sim.coach.board_view import BoardView, board_view_of
from referee.sim.coach.by_hand.moment_line_up import WantedFormations, line_up_of, moment_of
from referee.sim.coach.coach_context import POINTED_MM, CoachContext
from referee.sim.coach.command_sender import CommandSender
from referee.sim.coach.finger_taps import TAPS_STREAM, FingerTaps
from referee.sim.coach.line_up.substitutions import SUBSTITUTIONS_STREAM, Substitutions
from referee.sim.coach.name_corrections import NameCorrections
from referee.sim.coach.seated_coach import LOOK_NS, CoachedBoard
from referee.sim.physics import HandAction, Pivot, PutDown, SetFormation, TakeOff
from referee.sim.physics.free_space import OccupiedPlace, free_spot
from referee.sim.physics.outlines import BodyOutline

# Bases roll on, and calls come a little after what they are about.
SETTLE_NS = ns_from_s(0.9)
# A figure that is put down again so near to where it stood is only turned.
SAME_PLACE_MM = 2.0
# No more than this waits for the hands: a page that asks for more is told to wait.
MOST_WAITING = 24
RUNS = "The board is running: stop it first."
NOT_THERE = "No figure stands there."
ONLY_TURNED = "Between the snap and the end of the play figures are turned, not moved."
NOT_NOW = "Figures are set up between plays."
BUSY = "The hands are still at work: wait a moment."
_BETWEEN = frozenset({NightPhase.BETWEEN, NightPhase.SET_UP, NightPhase.SET, NightPhase.KICK})
# While one of these holds a person has to look first.
_PERSONS = CLEARED_BY_LOOKING

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class FigureWish:
    """A figure that stands near ``at_mm`` shall stand at ``to``."""

    at_mm: tuple[float, float]
    to: Pose


class TableHelper:
    """Waits on the person in front of the page. The page's threads call `place` and `set_up`.

    ``trouble`` says why the helper stopped, if so, and ``report`` is told the same.
    """

    def __init__(
        self,
        desk: NightInterface,
        board: CoachedBoard,
        seed: int = 0,
        wanted: WantedFormations | None = None,
        *,
        pace: float = PERSONS_PACE,
        report: Callable[[str], None] = lambda _sentence: None,
    ) -> None:
        self._desk, self._board, self._report = desk, board, report
        self._hands = BoardHands(board, pace)
        self._taps = FingerTaps(board, np.random.default_rng([seed, TAPS_STREAM]))
        self._rng = np.random.default_rng([seed, 79])
        self._seed, self._wanted = seed, wanted or WantedFormations()
        self._wishes: SimpleQueue[FigureWish] = SimpleQueue()
        self._anew = self._left = self._stirred = False
        self._for: object = None
        self._off_ns = 0
        self._due_ns = 0
        self._context: CoachContext | None = None
        self._names: NameCorrections | None = None
        self.commands = CommandSender(desk)
        self.trouble = ""

    @property
    def plays(self) -> bool:
        """Whether the helper goes on."""
        return not (self._left or self.trouble)

    def leave(self) -> None:
        """Help no more."""
        self._left = True

    # --- what the page asks for, from its own threads -----------------------------------------

    def place(self, at_mm: tuple[float, float], to: Pose) -> str:
        """Put a figure somewhere else, or turn it; why not, empty: it will be done."""
        at = self._desk.snapshot
        if at is None or at.power:
            return RUNS
        if self._wishes.qsize() >= MOST_WAITING:
            return BUSY
        here = Pose(*at_mm, 0.0)
        if self._figure_at(here) is None:
            return NOT_THERE
        if at.phase not in _BETWEEN and apart_mm(here, to) > SAME_PLACE_MM:
            return ONLY_TURNED
        self._wishes.put(FigureWish(at_mm, to))
        return ""

    def set_up(self) -> str:
        """Set both teams up once more, perhaps in other formations; why not, empty: it is done."""
        at = self._desk.snapshot
        if at is None or at.power:
            return RUNS
        if moment_of(at) is None:
            return NOT_NOW
        self._anew = True
        return ""

    # --- ten times a second -------------------------------------------------------------------

    def look_when_due(self) -> None:
        """Look ten times a second of the board's time; told of every picture."""
        now_ns = self._board.now_ns
        if now_ns >= self._due_ns:
            self._due_ns = now_ns + LOOK_NS
            self.look()

    def look(self) -> None:
        """Look, and do the next thing if there is one."""
        if not self.plays:
            return
        try:
            self.step()
        except Exception as error:
            logger.exception("The helper at the simulated table has stopped.")
            self.trouble = f"Figures are not set up any more: {words_of(error)}. {START_AGAIN}"
            self._report(self.trouble)

    def step(self) -> None:
        """The next thing to do, if there is one."""
        at = self._desk.snapshot
        if at is None or self._desk.about is None or not self.commands.answered(at):
            return
        context, names = self._seated()
        now_ns = self._desk.now_ns
        context.live = at.phase not in _BETWEEN
        if at.power:
            self._off_ns, self._for = now_ns, None
            self._forget_wishes()
            return
        if not self._hands.free or not self._hands.resting or now_ns - self._off_ns < SETTLE_NS:
            names.stir(at.t_ns)
            return
        if {reason.kind for reason in at.reasons} & _PERSONS:
            return
        moment = moment_of(at)
        if moment is not None and (self._anew or moment != self._for):
            self._anew, self._for = False, moment
            self._line_up(at)
        elif (wish := self._next_wish()) is not None:
            self._obey(at, wish)
        elif not names.introduced:
            names.introduce(at)
        else:
            names.step(at)

    def _seated(self) -> tuple[CoachContext, NameCorrections]:
        """What is known of the night, once it runs."""
        about = self._desk.about
        if about is None:
            raise RuntimeError("the night has not begun")
        if self._context is None or self._names is None:
            others = np.random.default_rng([self._seed, SUBSTITUTIONS_STREAM])
            self._context = CoachContext(
                about,
                self._hands,
                self._taps,
                self.commands,
                self._rng,
                Substitutions(about.roster, others),
            )
            self._names = NameCorrections(self._context, introduced=False)
        return self._context, self._names

    def _line_up(self, at: Snapshot) -> None:
        context, _ = self._seated()
        context.tidies()
        poses = line_up_of(context.about, at, self._wanted, self._rng)
        going: list[HandAction] = [
            TakeOff(name) for name in self._taps.on_board if name not in poses
        ]
        self._hands.do([*going, SetFormation(poses)])

    def _next_wish(self) -> FigureWish | None:
        try:
            return self._wishes.get_nowait()
        except Empty:
            return None

    def _forget_wishes(self) -> None:
        while self._next_wish() is not None:
            pass

    def _obey(self, at: Snapshot, wish: FigureWish) -> None:
        here = Pose(*wish.at_mm, 0.0)
        name = self._figure_at(here)
        if name is None:
            return
        scene = board_view_of(self._seated()[0].about.roster, at)
        shown = scene.nearest(here, scene.poses)[:1]
        stands = scene.poses[shown[0]] if shown else here
        if apart_mm(here, wish.to) <= SAME_PLACE_MM:
            by_deg = turn_deg(stands.heading_deg, wish.to.heading_deg)
            front = self._seated()[0].about.rulebook.calls.pivots.front_yd.value > 0.0
            self._hands.turn([Pivot(name, by_deg=by_deg, about_front=front)])
            return
        others = {each: pose for each, pose in scene.poses.items() if each not in shown}
        self._hands.do([PutDown(name, self._free(scene, name, others, wish.to))])

    def _free(self, scene: BoardView, name: str, others: dict[str, Pose], wanted: Pose) -> Pose:
        """The nearest place with room, as the page shows the others."""
        taken = [OccupiedPlace(each, _outline(scene.roster, each), p) for each, p in others.items()]
        place = OccupiedPlace(name, _outline(scene.roster, name), wanted)
        about = self._seated()[0].about
        return free_spot(place, taken, about.field)

    def _figure_at(self, here: Pose) -> str | None:
        """Whose figure stands there, as somebody beside the table sees; None: nobody's."""
        return self._taps.read(here, POINTED_MM)


def _outline(roster: Roster, name: str) -> BodyOutline:
    return BodyOutline(roster.player(name).base)
