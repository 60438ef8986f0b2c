"""The live board as its parent process sees it: orders go in, frames and reports come out."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame
from referee.core.closing import Closing
from referee.power.switch import PowerLost, PowerState
from referee.sim.live.guided_hands import HandsReport, figure_poses
from referee.sim.live.process.board_process import BoardBuilder, run_board
from referee.sim.live.process.frame_ring import FrameRing
from referee.sim.live.process.messages import (
    BoardOrder,
    BoardPreparing,
    BoardReady,
    BoardReport,
    BoardTick,
    PictureRequest,
)
from referee.sim.live.process.reports import BoardLost, BoardReports
from referee.sim.physics import TruthEvent
from referee.system_clock import clock_ns, clock_s

CLOSE_S = 3.0
PREPARING_CLOSE_S = 0.1
LOOK_EVERY_S = 0.25
STALE_AFTER_S = 0.75


class LiveBoard(Closing):
    """Starts the child process, passes orders on and keeps its reports; close it at the end."""

    def __init__(
        self, build: BoardBuilder, width_px: int, height_px: int, fps: float = 30.0
    ) -> None:
        self.fps = fps
        self.closed = False
        self._news = BoardReports()
        self._ring = FrameRing.create(width_px, height_px)
        self._given = 0
        self._looked_s = 0.0
        self._sending = threading.Lock()
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe(duplex=True)
        self._process = context.Process(
            target=run_board,
            args=(theirs, self._ring.shape, fps, build),
            name="simulated board",
            daemon=True,
        )
        with _ctrl_c_stays_here():
            self._process.start()
        theirs.close()
        self._reader = threading.Thread(target=self._read, name="board reports", daemon=True)
        self._reader.start()

    @property
    def now_ns(self) -> int:
        """The clock that everything here is stamped with."""
        return clock_ns()

    @property
    def ready(self) -> BoardReady | None:
        """What does not change, once the board stands."""
        return self._news.ready

    @property
    def camera(self) -> CameraModel:
        """The camera above the board."""
        if self._news.ready is None:
            raise BoardLost(self.lost or "the simulated board is not ready yet")
        return self._news.ready.camera

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of its pictures."""
        return self._ring.shape.width_px, self._ring.shape.height_px

    @property
    def lost(self) -> str | None:
        """Why the board is gone, if it is."""
        return self._news.lost

    @property
    def tick(self) -> BoardTick | None:
        """How the board stood when it last said so."""
        return self._news.tick

    def wait_ready(
        self, show: Callable[[BoardPreparing], None], timeout_s: float = 300.0
    ) -> BoardReady:
        """Wait until the board stands, showing what the start-up is busy with."""
        return self._news.wait_ready(show, timeout_s)

    def give(self, order: BoardOrder) -> None:
        """Send an order; it counts from its own instant, not from its arrival."""
        self._news.raise_if_lost(PowerLost)
        try:
            self._send(order)
        except OSError:
            raise PowerLost("the simulated board is gone") from None

    def power(self) -> PowerState:
        """The relay as last reported."""
        return self._news.first_tick().power

    def newest_frame(self, timeout_s: float) -> Frame:
        """The newest frame not given yet."""
        end_s = clock_s() + timeout_s
        self._say_that_we_look()
        while True:
            sequence = self._news.wait_frame(self._given, end_s - clock_s())
            held = self._ring.read(sequence)
            if held is not None:
                self._given = sequence
                return Frame(held[0], held[1], sequence)

    @property
    def hands(self) -> HandsReport:
        """How far guided hands are, as last reported."""
        tick = self._news.tick
        return HandsReport() if tick is None else tick.hands

    @property
    def places(self) -> dict[str, tuple[float, float]]:
        """Where the figures stand, as somebody beside the board sees them."""
        tick = self._news.tick
        return {} if tick is None else figure_poses(tick.state)

    def facts_after(self, number: int) -> list[tuple[int, TruthEvent]]:
        """The truth after the fact with this number, in the board's own time."""
        return self._news.facts_after(number)

    def close(self) -> None:
        """Stop the child and remove everything it held; calling it twice is fine."""
        if self.closed:
            return
        self.closed = True
        self._news.end("the simulated board was closed")
        with contextlib.suppress(OSError):
            self._send(None)
        # A child that still prepares hears nothing and has nothing to lose.
        self._process.join(CLOSE_S if self.ready else PREPARING_CLOSE_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._reader.join(CLOSE_S)
        self._pipe.close()
        self._ring.remove()

    def _send(self, message: BoardOrder | PictureRequest | None) -> None:
        with self._sending:
            self._pipe.send(message)

    def _say_that_we_look(self) -> None:
        """Pictures stop being drawn when nobody looks; what was drawn before that is old by now."""
        now_s = clock_s()
        if now_s >= self._looked_s + STALE_AFTER_S:
            self._given = self._news.newest_sequence
        if now_s >= self._looked_s + LOOK_EVERY_S:
            self._looked_s = now_s
            with contextlib.suppress(OSError):  # gone: the wait for a frame says so
                self._send(PictureRequest())

    def _read(self) -> None:
        for report in _reports(self._pipe):
            self._news.keep(report)
        self._news.end("the simulated board's process ended")


def _reports(pipe: Connection) -> Iterator[BoardReport]:
    while True:
        try:
            yield pipe.recv()
        except (EOFError, OSError):
            return


@contextlib.contextmanager
def _ctrl_c_stays_here() -> Iterator[None]:
    """The child inherits deafness to Ctrl-C, so only the parent decides when to stop."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
