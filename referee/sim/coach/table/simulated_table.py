"""The simulated table: a board with its camera, two teams, a switch, and perhaps a coach.

What the referee knows of it before the first frame was calibrated and enrolled from its pictures
(`table_set_up`); from then on it sees the frames of its camera.

The table goes by its own clock: real time where the computer can, slower where it cannot, and the
same night either way. In real time it keeps up with the system's clock, and a slow computer misses
pictures.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from functools import partial

from referee.night.interface import NightInterface
from referee.night.start.equipment import Equipment, ProgressReporter, nothing_to_close
from referee.night.start.night_session import Report
from referee.night.start.night_time import NightTime, SystemTime
from referee.power.link import PowerLink
from referee.power.switch import PowerSwitch
from referee.sim.coach.by_hand.moment_line_up import WantedFormations
from referee.sim.coach.by_hand.table_helper import TableHelper
from referee.sim.coach.coach_thread import CoachThread, SeatThread
from referee.sim.coach.seated_coach import SeatedCoach
from referee.sim.coach.table.table_set_up import set_up_table
from referee.sim.coach.table.table_time import TableTime
from referee.sim.live.devices import SimulatedCamera, SimulatedPower
from referee.sim.live.live_board import LiveBoard
from referee.sim.live.own_time.paced_board import PacedBoard
from referee.sim.live.setup import SimSetup
from referee.sim.live.switch_wire import SwitchWire
from referee.sim.live.warm_up import build_simulated_board

# Shares of the start that are done when the table is set up, and when only the board is missing.
SET_UP_SHARE = 0.5
BOARD_SHARE = 0.9
Links = Callable[[], AbstractContextManager[PowerLink]]


class SimulatedTable:
    """``coached``: a simulated coach plays both sides; else a helper sets up what a person plays.

    ``hands`` is that helper once the night runs, None with a coach. ``board`` is there once `open`
    has started it. ``links`` opens another switch than the board's own, such as the firmware in a
    simulated chip; it knows no clock but the system's, so the table is in real time then, as with
    ``real_time``.
    """

    def __init__(
        self,
        setup: SimSetup,
        *,
        coached: bool,
        links: Links | None = None,
        real_time: bool = False,
    ) -> None:
        self._setup = replace(setup, guided=True, coach_switches=False)
        self._coached, self._links = coached, links
        self._real_time = real_time or links is not None
        self.board: LiveBoard | PacedBoard | None = None
        self.hands: TableHelper | None = None

    @property
    def words(self) -> str:
        """What is about to be seen."""
        who = "A simulated coach plays both sides" if self._coached else "You are the coach"
        clock = " in real time" if self._real_time else ""
        knows = "knows only what the simulated camera shows and the coach says"
        return f"{who}{clock}; the referee {knows}."

    @property
    def helped(self) -> bool:
        """Whether a helper sets figures up, and moves them as the page asks."""
        return not self._coached

    def open(self, say: ProgressReporter) -> Equipment:
        """The board as the gear of a night; it may not stand yet."""
        opened = ExitStack()
        try:
            return self._open(opened, say)
        except BaseException:
            opened.close()
            raise

    def begun(self, desk: NightInterface, report: Report) -> Callable[[], None]:
        """Start the coach; returns what ends it. A coach that stops is reported."""
        if self.board is None:
            return nothing_to_close
        if not self._coached:
            wanted = WantedFormations(self._setup.offence, self._setup.defence)
            self.hands = TableHelper(desk, self.board, self._setup.seed, wanted, report=report)
        if isinstance(self.board, PacedBoard):
            return self._begun_in_step(desk, self.board, report)
        if self.hands is not None:
            seat = SeatThread(self.hands, "helper at the table")
        else:
            seat = CoachThread(desk, self.board, self._setup.seed, report=report)
        seat.start()
        return seat.close

    def _begun_in_step(
        self, desk: NightInterface, board: PacedBoard, report: Report
    ) -> Callable[[], None]:
        """Time passes from here on."""
        if self.hands is not None:
            board.begin(self.hands.look_when_due)
            return self.hands.leave
        coach = SeatedCoach(desk, board, self._setup.seed, report=report)
        board.begin(coach.look_when_due)
        return coach.leave

    def _open(self, opened: ExitStack, say: ProgressReporter) -> Equipment:
        setup = self._setup
        build = partial(build_simulated_board, setup=setup)
        size = setup.width_px, setup.height_px
        board: LiveBoard | PacedBoard
        time: NightTime
        if self._real_time:
            board, time = LiveBoard(build, *size, setup.fps), SystemTime()
        else:
            board = PacedBoard(build, *size, setup.fps)
            time = TableTime(board)
        self.board = board
        opened.callback(board.close)
        # The board gets ready in a process of its own meanwhile.
        known = set_up_table(setup, lambda what, share: say(what, SET_UP_SHARE * share))
        power: PowerSwitch = SimulatedPower(board)
        lacks: tuple[str, ...] = ()
        if self._links is not None:
            _wait_ready(board, say)
            say("the power switch", SET_UP_SHARE)
            link = power = opened.enter_context(self._links())
            lacks = link.lacks
            opened.enter_context(SwitchWire(link, board))
        return Equipment(
            camera=SimulatedCamera(board),
            power=power,
            calibration=known.calibration,
            teams=known.teams,
            sheets=known.sheets,
            colours=known.colours,
            simulated=True,
            reference=known.reference,
            plate=known.plate,
            lacks=lacks,
            about={
                "seed": setup.seed,
                "size": [setup.width_px, setup.height_px],
                "board": setup.field,
            },
            time=time,
            close=opened.close,
            wait_ready=partial(_wait_ready, board),
        )


def _wait_ready(board: LiveBoard | PacedBoard, say: ProgressReporter) -> None:
    """Until the board stands; the eyes have loaded beside it by then, or wait for it here."""
    board.wait_ready(lambda p: say(f"the board: {p.doing}", BOARD_SHARE))
