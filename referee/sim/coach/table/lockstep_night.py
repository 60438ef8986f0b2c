"""A whole night without threads and wall clock: board, eyes, official, switch and coach in step.

Time passes only when told. Between a frame and what is done about it lies as much of it as the
real eyes take, so that cuts come as late as they would.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from referee.camera.frame_source import Frame, FrameSource
from referee.core.clock import S_NS
from referee.core.field.direction import Direction
from referee.core.geometry.marker import Marker
from referee.core.roster import Team
from referee.game.events import Started
from referee.game.journal import Journal
from referee.loaders.rulebooks import load_rulebook
from referee.night.commands import Command, NamingCommand
from referee.night.dice_roller import DiceRoller
from referee.night.eyes.names_put_right import NamesPutRight
from referee.night.interface import NightInfo, ObservedFrame, StartProgress
from referee.night.ledger.record_keeper import RecordKeeper
from referee.night.loop import NightEyes, NightLoop, no_marker, no_names
from referee.night.night import Night
from referee.night.night_output import NightOutput
from referee.night.screen.snapshot import Snapshot
from referee.power.switch import PowerSwitch
from referee.sim.art.looks.table_light import TableLight
from referee.sim.coach.board_hands import PERSONS_PACE, TURNING_PACE, BoardHands
from referee.sim.coach.coach import SimulatedCoach
from referee.sim.coach.finger_taps import TAPS_STREAM, FingerTaps
from referee.sim.coach.table.made_up_eyes import MadeUpEyes
from referee.sim.coach.table.picture_eyes import PictureCamera, picture_eyes
from referee.sim.coach.table.table_set_up import TableSetUp, set_up_table
from referee.sim.live.devices import SimulatedPower
from referee.sim.live.lockstep_board import LockstepBoard
from referee.sim.live.setup import SimSetup, build_scene
from referee.sim.live.simulated_board import SimulatedBoard
from referee.vision.watch.watcher import WatchedFrame

# From a frame in memory to the order for the switch, as measured with everything running.
LATENCY_NS = 20_000_000
DRIVER_NS = 100_000_000
NAMES = {Team.HOME: "Home", Team.AWAY: "Away"}
COLOURS = {Team.HOME: "#c0392b", Team.AWAY: "#2d6cb5"}
# Hands of a night that nobody watches.
QUICK_PACE = 20.0
# A game that gets no further for so long has a fault.
STUCK_NS = 90 * S_NS
# Pictures that are looked at, and pictures that nobody looks at.
PICTURE_PX = (1920, 1080)
UNSEEN_PX = (320, 180)
_BLANK = np.zeros((2, 2, 3), np.uint8)

# The coins and dice that the referee throws have numbers of their own.
CHANCE_STREAM = 76


class GameStuck(RuntimeError):  # noqa: N818 - it is shown as a sentence
    """A game that gets no further; the message says where it stands."""


class EyesKind(StrEnum):
    """How the referee sees: the real eyes on pictures, or made-up ones that the physics feeds."""

    MADE_UP = "made-up"
    PICTURES = "pictures"


@dataclass(frozen=True, slots=True)
class NightSetup:
    """One game: rulebook, length, seed; ``latency_ns`` is what the eyes take for a frame.

    ``kicks`` is None where the game begins with what the rulebook has for a toss; ``playoff``: it
    goes on until somebody has won.

    ``picture_px`` is the size of pictures that are looked at; hands in them are no quicker than
    those of a live board. ``substitutes`` of each team begin beside the board.
    """

    rulebook: str = "efhl"
    seed: int = 1
    plays_a_quarter: int | None = None
    field: str = "620"
    fps: float = 30.0
    pace: float = QUICK_PACE
    latency_ns: int = LATENCY_NS
    kicks: Team | None = Team.AWAY
    playoff: bool = False
    eyes: EyesKind = EyesKind.MADE_UP
    picture_px: tuple[int, int] = PICTURE_PX
    light: TableLight = TableLight.LAMP
    substitutes: int = 0

    def board_setup(self) -> SimSetup:
        """The board; pictures that nobody looks at are small."""
        width_px, height_px = self.picture_px if self.eyes is EyesKind.PICTURES else UNSEEN_PX
        return SimSetup(
            field=self.field,
            seed=self.seed,
            width_px=width_px,
            height_px=height_px,
            fps=self.fps,
            guided=True,
            coach_switches=False,
            light=self.light,
            substitutes=self.substitutes,
        )


class LockstepCamera:
    """Frames without pictures: the next instant, and what the board is then is up to the eyes."""

    name = "lockstep camera"

    def __init__(self, board: LockstepBoard) -> None:
        self._board, self._given = board, 0
        self.fps = board.fps

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return _BLANK.shape[1], _BLANK.shape[0]

    def newest(self, _timeout_s: float) -> Frame:
        """Moves on to the next frame's instant; never waits."""
        board = self._board
        due = math.floor((board.now_ns + 0.5) * self.fps / S_NS) + 1
        board.advance_to(round(due * S_NS / self.fps))
        self._given += 1
        return Frame(board.now_ns, _BLANK, self._given)

    def close(self) -> None:
        """Nothing to let go of."""


class LateEyes:
    """Eyes that take their time: the board goes on while they look."""

    def __init__(self, eyes: NightEyes, board: LockstepBoard, latency_ns: int) -> None:
        self._eyes, self._board, self._latency_ns = eyes, board, latency_ns

    def see(self, frame: Frame, powered: bool | None = None) -> WatchedFrame:
        """One frame."""
        watched = self._eyes.see(frame, powered)
        self._board.advance_to(self._board.now_ns + self._latency_ns)
        return watched


def simulated_board(setup: SimSetup) -> SimulatedBoard:
    """The board of a setup, in this process."""
    return SimulatedBoard(setup, build_scene(setup))


class LockstepNight:
    """A night with its simulated coach; ``step`` is one frame."""

    def __init__(
        self,
        setup: NightSetup,
        board: Callable[[SimulatedBoard, float], LockstepBoard] = LockstepBoard,
        keeping: RecordKeeper | None = None,
        simulated: Callable[[SimSetup], SimulatedBoard] = simulated_board,
    ) -> None:
        self.setup = setup
        sim = setup.board_setup()
        self.simulated = simulated(sim)
        self.board = board(self.simulated, setup.fps)
        self.power: PowerSwitch = SimulatedPower(self.board)
        pictured = setup.eyes is EyesKind.PICTURES
        known = set_up_table(sim) if pictured else None
        if known is None:
            profile, roster, camera = (
                self.simulated.profile,
                self.simulated.roster,
                self.simulated.camera,
            )
        else:
            profile, roster = known.calibration.board, known.teams.roster
            camera = known.calibration.camera
        rulebook = load_rulebook(setup.rulebook)
        start = Started(rulebook.name, setup.kicks, Direction.RIGHT, setup.playoff)
        journal = Journal().append(0, "coach", start)
        self.night = Night(rulebook, profile, roster, journal, NAMES)
        self.night.chance = DiceRoller((setup.seed, CHANCE_STREAM))
        self.about = NightInfo(
            "simulated game", rulebook, profile, roster, NAMES, COLOURS, camera, setup.fps,
            simulated=True, folder=None,
        )  # fmt: skip
        self._listeners: list[Callable[[NightOutput], None]] = []
        self._close: Callable[[], None] = lambda: None
        self.runner = self._pictured(known, keeping) if known else self._made_up(keeping)
        # Made-up eyes know everybody under any hand: nothing is gained by turning slowly.
        pace, turning = setup.pace, setup.pace
        if pictured:
            pace, turning = min(setup.pace, PERSONS_PACE), TURNING_PACE
        self.hands = BoardHands(self.board, pace, turning)
        self.driver = SimulatedCoach(
            self,
            self.hands,
            FingerTaps(self.board, np.random.default_rng([setup.seed, TAPS_STREAM])),
            setup.seed,
            plays_a_quarter=setup.plays_a_quarter,
            introduces=pictured,
        )
        self._due_ns = 0
        self._moved_ns = 0
        self._key: object = None

    def _pictured(self, known: TableSetUp, keeping: RecordKeeper | None) -> NightLoop:
        """The loop with the real eyes: what it knows comes from pictures and from the coach."""
        eyes = picture_eyes(known, self.setup.fps)
        self._close = eyes.close
        return self._loop(eyes, PictureCamera(self.board), eyes.hear, eyes.laid, keeping)

    def _made_up(self, keeping: RecordKeeper | None) -> NightLoop:
        """The loop with made-up eyes: the physics says what they would have measured."""
        simulated, setup = self.simulated, self.setup
        rng = np.random.default_rng([setup.seed, 5])
        near, camera = simulated.world.gaps_under, simulated.camera
        eyes = MadeUpEyes(simulated.profile, simulated.roster, camera, simulated.state, near, rng)
        return self._loop(eyes, LockstepCamera(self.board), no_names, no_marker, keeping)

    def _loop(
        self,
        eyes: NightEyes,
        camera: FrameSource,
        name: Callable[[NamingCommand], NamesPutRight],
        laid: Callable[[Marker | None], None],
        keeping: RecordKeeper | None,
    ) -> NightLoop:
        board = self.board
        return NightLoop(
            self.night,
            self.about.roster,
            LateEyes(eyes, board, self.setup.latency_ns),
            camera,
            self.power,
            keeping,
            name=name,
            laid=laid,
            on_output=self._tell,
            clock=lambda: board.now_ns,
        )

    @property
    def doing(self) -> StartProgress:
        """It runs from the start."""
        return StartProgress("running", 1.0)

    @property
    def snapshot(self) -> Snapshot | None:
        """The newest moment."""
        return self.runner.snapshot

    @property
    def shot(self) -> ObservedFrame | None:
        """Nobody looks at pictures."""
        return None

    @property
    def now_ns(self) -> int:
        """The board's time."""
        return self.board.now_ns

    def submit(
        self, command: Command, reply: Callable[[NightOutput], None] = lambda _output: None
    ) -> None:
        """Hand over a wish."""
        self.runner.submit(command, reply)

    def listen(self, hear: Callable[[NightOutput], None]) -> None:
        """Be told of everything that people should hear."""
        self._listeners.append(hear)

    @property
    def over(self) -> bool:
        """Whether the final whistle has blown."""
        return self.driver.over

    def step(self) -> None:
        """One frame; now and then the coach does something."""
        self.runner.step()
        if self.board.now_ns >= self._due_ns:
            self._due_ns = self.board.now_ns + DRIVER_NS
            self.driver.step()
        self._must_move()

    def play(self) -> None:
        """To the final whistle."""
        while not self.over:
            self.step()

    def close(self) -> None:
        """Stop looking; nothing of it runs on."""
        self._close()

    def _tell(self, output: NightOutput) -> None:
        for hear in self._listeners:
            hear(output)

    def _must_move(self) -> None:
        at = self.snapshot
        if at is None:
            return
        key = (at.notice.step, at.state, len(at.entries), at.power)
        if key != self._key:
            self._key, self._moved_ns = key, self.board.now_ns
        if self.board.now_ns - self._moved_ns > STUCK_NS:
            why = "; ".join(reason.sentence for reason in at.reasons) or "nothing"
            stuck = f"{at.down_and_distance}, {at.notice.step.value}: {why}"
            raise GameStuck(f"no further for {STUCK_NS // S_NS} s: {stuck}")
