"""The simulated table: a board with its camera, two teams, a switch, and perhaps a coach.

What the referee knows of it before the first frame was calibrated and enrolled from its pictures
(`table_set_up`); from then on it sees the frames of its camera.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from functools import partial

from referee.night.interface import NightInterface
from referee.night.start.equipment import Equipment, ProgressReporter, nothing_to_close
from referee.night.start.night_session import Report
from referee.power.link import PowerLink
from referee.power.switch import PowerSwitch
from referee.sim.coach.coach_thread import CoachThread
from referee.sim.coach.table.table_set_up import set_up_table
from referee.sim.live.devices import SimulatedCamera, SimulatedPower
from referee.sim.live.live_board import LiveBoard
from referee.sim.live.setup import SimSetup
from referee.sim.live.switch_wire import SwitchWire
from referee.sim.live.warm_up import build_simulated_board

# Shares of the start that are done when the table is set up, and when the board stands.
SET_UP_SHARE = 0.3
BOARD_SHARE = 0.5
Links = Callable[[], AbstractContextManager[PowerLink]]


class SimulatedTable:
    """``coached``: a simulated coach plays both sides; else the board's own sets figures up.

    ``board`` is there once `open` has started it. ``links`` opens another switch than the board's
    own, such as the firmware in a simulated chip.
    """

    def __init__(self, setup: SimSetup, *, coached: bool, links: Links | None = None) -> None:
        self._setup = replace(setup, guided=coached, coach_switches=False)
        self._coached, self._links = coached, links
        self.board: LiveBoard | None = None

    @property
    def words(self) -> str:
        """What is about to be seen."""
        who = "A simulated coach plays both sides" if self._coached else "You are the coach"
        return f"{who}; the referee knows only what the simulated camera shows and the coach says."

    def open(self, say: ProgressReporter) -> Equipment:
        """The board, standing, as the gear of a night."""
        opened = ExitStack()
        try:
            return self._open(opened, say)
        except BaseException:
            opened.close()
            raise

    def begun(self, desk: NightInterface, report: Report) -> Callable[[], None]:
        """Start the coach; returns what ends it. A coach that stops is reported."""
        if not self._coached or self.board is None:
            return nothing_to_close
        coach = CoachThread(desk, self.board, self._setup.seed, report=report)
        coach.start()
        return coach.close

    def _open(self, opened: ExitStack, say: ProgressReporter) -> Equipment:
        setup = self._setup
        build = partial(build_simulated_board, setup=setup)
        board = LiveBoard(build, setup.width_px, setup.height_px, setup.fps)
        self.board = opened.enter_context(board)
        # The board gets ready in a process of its own meanwhile.
        known = set_up_table(setup, lambda what, share: say(what, SET_UP_SHARE * share))
        board.wait_ready(lambda p: say(f"the board: {p.doing}", _from_set_up(p.done)))
        power: PowerSwitch = SimulatedPower(board)
        lacks: tuple[str, ...] = ()
        if self._links is not None:
            say("the power switch", BOARD_SHARE)
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
            lacks=lacks,
            about={
                "seed": setup.seed,
                "size": [setup.width_px, setup.height_px],
                "board": setup.field,
            },
            close=opened.close,
        )


def _from_set_up(done: float) -> float:
    return SET_UP_SHARE + (BOARD_SHARE - SET_UP_SHARE) * done
