"""The board's process as its parent holds it: started, listened to, ended with all it held."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection

from referee.camera.camera_model import CameraModel
from referee.core.closing import Closing
from referee.sim.live.guided_hands import HandsReport, figure_poses
from referee.sim.live.process.board_process import BoardBuilder, run_board
from referee.sim.live.process.frame_ring import FrameRing
from referee.sim.live.process.messages import (
    BoardOrder,
    BoardPreparing,
    BoardReady,
    BoardReport,
    BoardStep,
    BoardTick,
    PictureRequest,
)
from referee.sim.live.process.reports import BoardLost, BoardReports
from referee.sim.physics import TruthEvent

CLOSE_S = 3.0
PREPARING_CLOSE_S = 0.1


class BoardChild(Closing):
    """Starts the child process and keeps its reports; close it at the end.

    ``in_step``: the board goes no further than it is told, else it keeps up with the clock.
    """

    def __init__(
        self, build: BoardBuilder, width_px: int, height_px: int, fps: float, *, in_step: bool
    ) -> None:
        self.fps = fps
        self.closed = False
        self._news = BoardReports()
        self._ring = FrameRing.create(width_px, height_px)
        self._sending = threading.Lock()
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe(duplex=True)
        self._process = context.Process(
            target=run_board,
            args=(theirs, self._ring.shape, fps, build),
            kwargs={"in_step": in_step},
            name="simulated board",
            daemon=True,
        )
        with _ctrl_c_stays_here():
            self._process.start()
        theirs.close()
        self._reader = threading.Thread(target=self._read, name="board reports", daemon=True)
        self._reader.start()

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

    @property
    def hands(self) -> HandsReport:
        """How far guided hands are, as last reported."""
        tick = self.tick
        return HandsReport() if tick is None else tick.hands

    @property
    def places(self) -> dict[str, tuple[float, float]]:
        """Where the figures stand, as somebody beside the board sees them."""
        tick = self.tick
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

    def _send(self, message: BoardOrder | BoardStep | PictureRequest | None) -> None:
        with self._sending:
            self._pipe.send(message)

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
