"""The live board as its parent process sees it: orders go in, frames and reports come out."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Self

from referee.camera.model import CameraModel
from referee.camera.source import CameraLost, Frame, NoFrame
from referee.power.switch import PowerLost, PowerState
from referee.sim.live.child import Builder, run_board
from referee.sim.live.messages import Failed, FrameNote, Look, Order, Preparing, Ready, Report, Tick
from referee.sim.live.ring import FrameRing
from referee.sim.live.stage import Happening, PictureTruth

KEPT_HAPPENINGS = 400
KEPT_NOTES = 8
CLOSE_S = 3.0
PREPARING_CLOSE_S = 0.1
LOOK_EVERY_S = 0.25
STALE_AFTER_S = 0.75


class BoardLost(RuntimeError):  # noqa: N818 - it is caught and shown as a sentence
    """The simulated board is gone; the message says why."""


class LiveBoard:
    """Starts the child process and keeps the newest of everything it reports."""

    def __init__(self, build: Builder, width_px: int, height_px: int, fps: float = 30.0) -> None:
        self.fps = fps
        self._news = threading.Condition()
        self._ring = FrameRing.create(width_px, height_px)
        self._ready: Ready | None = None
        self._preparing = Preparing("starting the simulator", 0.0)
        self._tick: Tick | None = None
        self._notes: deque[FrameNote] = deque(maxlen=KEPT_NOTES)
        self._happenings: deque[tuple[int, Happening]] = deque(maxlen=KEPT_HAPPENINGS)
        self._happened = 0
        self._given = 0
        self._looked_s = 0.0
        self._lost: str | None = None
        self._closed = False
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

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @property
    def now_ns(self) -> int:
        """The clock that everything here is stamped with."""
        return time.monotonic_ns()

    @property
    def preparing(self) -> Preparing:
        """What the start-up is busy with."""
        return self._preparing

    @property
    def ready(self) -> Ready | None:
        """What does not change, once the board stands."""
        return self._ready

    @property
    def camera(self) -> CameraModel:
        """The eye above the board."""
        return self._standing().camera

    @property
    def lost(self) -> str | None:
        """Why the board is gone, if it is."""
        return self._lost

    @property
    def closed(self) -> bool:
        """Whether it was closed from here."""
        return self._closed

    @property
    def tick(self) -> Tick | None:
        """How the board stood when it last said so."""
        return self._tick

    def wait_ready(self, show: Callable[[Preparing], None], timeout_s: float = 300.0) -> Ready:
        """Wait until the board stands, showing what the start-up is busy with."""
        end_s = time.monotonic() + timeout_s
        with self._news:
            while self._ready is None:
                self._raise_if_lost(BoardLost)
                if time.monotonic() > end_s:
                    raise BoardLost(f"the simulated board was not ready after {timeout_s:g} s")
                show(self._preparing)
                self._news.wait(0.1)
            return self._ready

    def give(self, order: Order) -> None:
        """Send an order; it counts from its own instant, not from its arrival."""
        self._raise_if_lost(PowerLost)
        try:
            self._send(order)
        except OSError:
            raise PowerLost("the simulated board is gone") from None

    def power(self) -> PowerState:
        """The relay as last reported."""
        self._raise_if_lost(PowerLost)
        with self._news:
            self._news.wait_for(lambda: self._tick is not None or self._lost, 5.0)
            if self._tick is None:
                raise PowerLost(self._lost or "the simulated board has not said anything yet")
            return self._tick.power

    def newest_frame(self, timeout_s: float) -> Frame:
        """The newest frame not given yet."""
        end_s = time.monotonic() + timeout_s
        self._say_that_we_look()
        while True:
            note = self._newest_note(end_s - time.monotonic(), timeout_s)
            held = self._ring.read(note.sequence)
            if held is not None:
                self._given = note.sequence
                return Frame(held[0], held[1], note.sequence)

    def note_of(self, sequence: int) -> FrameNote | None:
        """What was said of a frame, if it is one of the last few."""
        with self._news:
            return next((n for n in self._notes if n.sequence == sequence), None)

    def truth_of(self, sequence: int) -> PictureTruth | None:
        """What a frame truly shows, if it is one of the last few."""
        note = self.note_of(sequence)
        return note.truth if note else None

    def happenings_after(self, number: int) -> list[tuple[int, Happening]]:
        """Everything that happened after the one with this number, as far as it is kept."""
        with self._news:
            return [item for item in self._happenings if item[0] > number]

    def close(self) -> None:
        """Stop the child and remove everything it held; calling it twice is fine."""
        if self._closed:
            return
        self._closed = True
        self._lost = self._lost or "the simulated board was closed"
        with contextlib.suppress(OSError):
            self._send(None)
        # A child that still prepares hears nothing and has nothing to lose.
        self._process.join(CLOSE_S if self._ready else PREPARING_CLOSE_S)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self._reader.join(CLOSE_S)
        self._pipe.close()
        self._ring.remove()

    def _send(self, message: Order | Look | None) -> None:
        with self._sending:
            self._pipe.send(message)

    def _say_that_we_look(self) -> None:
        """Pictures stop being drawn when nobody looks; what was drawn before that is old by now."""
        now_s = time.monotonic()
        if now_s >= self._looked_s + STALE_AFTER_S:
            with self._news:
                self._given = self._notes[-1].sequence if self._notes else 0
        if now_s >= self._looked_s + LOOK_EVERY_S:
            self._looked_s = now_s
            with contextlib.suppress(OSError):  # gone: the wait for a frame says so
                self._send(Look())

    def _standing(self) -> Ready:
        if self._ready is None:
            raise BoardLost(self._lost or "the simulated board is not ready yet")
        return self._ready

    def _newest_note(self, left_s: float, timeout_s: float) -> FrameNote:
        with self._news:
            fresh = self._news.wait_for(
                lambda: self._lost or (self._notes and self._notes[-1].sequence > self._given),
                max(0.0, left_s),
            )
            self._raise_if_lost(CameraLost)
            if not fresh:
                raise NoFrame(f"no frame from the simulated camera within {timeout_s:g} s")
            return self._notes[-1]

    def _raise_if_lost(self, kind: type[RuntimeError]) -> None:
        if self._lost is not None:
            raise kind(self._lost)

    def _read(self) -> None:
        for report in _reports(self._pipe):
            with self._news:
                self._keep(report)
                self._news.notify_all()
        with self._news:
            self._lost = self._lost or "the simulated board's process ended"
            self._news.notify_all()

    def _keep(self, report: Report) -> None:
        match report:
            case Preparing():
                self._preparing = report
            case Ready():
                self._ready = report
            case Tick():
                self._tick = report
                for happening in report.happenings:
                    self._happened += 1
                    self._happenings.append((self._happened, happening))
            case FrameNote():
                self._notes.append(report)
            case Failed():
                self._lost = report.why


def _reports(pipe: Connection) -> Iterator[Report]:
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
