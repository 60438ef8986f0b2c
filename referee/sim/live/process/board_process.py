"""The process that owns the simulated board: physics keeps up with the clock, pictures if they can.

In step it knows no clock: it runs to the instant it is told, draws, and answers. In real time it
has two threads. The main one listens to the pipe, lets the board run up to now and says how it
stands; at every frame's instant it leaves a copy of the state in a mailbox that holds one. The
painter takes the newest copy, draws it and puts it into the ring. A slow painter skips frames and
nothing else suffers. One more thread waits for the parent's death, which ends everything at once.
"""

from __future__ import annotations

import os
import signal
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import parent_process
from multiprocessing.connection import Connection, wait

from referee.core.clock import S_NS
from referee.core.errors import BadValue
from referee.power.switch import PowerCause
from referee.sim.board_state import BoardState
from referee.sim.live.board_loop import BoardLoop
from referee.sim.live.process.frame_ring import FrameRing, RingShape
from referee.sim.live.process.messages import (
    BoardFailed,
    BoardOrder,
    BoardPreparing,
    BoardReady,
    BoardReport,
    BoardStep,
    BoardStepped,
    BoardTick,
    FrameWritten,
    PictureRequest,
    order_in_board_time,
    power_on_clock,
)
from referee.sim.live.stepped_board import SteppedBoard
from referee.system_clock import clock_ns

STEP_NS = S_NS // 100
TICK_NS = S_NS // 30
# Pictures are drawn as long as somebody asked for one within this time.
WATCHED_NS = S_NS

# They may reach the whole group of processes, so the parent may not be there to tidy up.
ENDING_SIGNALS = ("SIGTERM", "SIGHUP")

BuildProgress = Callable[[str, float], None]
BoardBuilder = Callable[[BuildProgress], SteppedBoard]


@dataclass(frozen=True, slots=True)
class PendingFrame:
    """The board at a frame's instant, waiting for the painter."""

    t_ns: int
    state: BoardState


class FrameMailbox:
    """Room for one shot; a newer one replaces it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._shot: PendingFrame | None = None
        self._dropped = 0
        self._open = True

    def put(self, shot: PendingFrame) -> None:
        """Replace what lies in it; a shot the painter never took is a dropped frame."""
        with self._changed:
            self._dropped += self._shot is not None
            self._shot = shot
            self._changed.notify()

    def take(self) -> tuple[PendingFrame, int] | None:
        """Wait for a shot, and how many were dropped before it; None when no more will come."""
        with self._changed:
            self._changed.wait_for(lambda: self._shot is not None or not self._open)
            shot, self._shot = self._shot, None
            dropped, self._dropped = self._dropped, 0
            return (shot, dropped) if shot is not None and self._open else None

    def close(self) -> None:
        """End the painter's wait: no more frames will come."""
        with self._changed:
            self._open = False
            self._changed.notify()


class ReportSender:
    """Sends reports from both threads; a parent that is gone ends the process elsewhere."""

    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()

    def say(self, report: BoardReport) -> None:
        """Send one report whole."""
        with self._lock:
            try:
                self._pipe.send(report)
            except (BrokenPipeError, ConnectionResetError, OSError):
                return


def run_board(
    pipe: Connection, ring_shape: RingShape, fps: float, build: BoardBuilder, *, in_step: bool
) -> None:
    """The whole life of the child process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's business
    for name in ENDING_SIGNALS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _leave)
    ring = FrameRing.attach(ring_shape)
    threading.Thread(target=_die_with_parent, args=(ring,), daemon=True).start()
    reports = ReportSender(pipe)
    try:
        board = build(lambda doing, done: reports.say(BoardPreparing(doing, done)))
        start_ns = 0 if in_step else clock_ns()
        reports.say(BoardReady(board.profile, board.roster, board.camera, fps, start_ns))
        if in_step:
            _run_in_step(BoardLoop(board), pipe, reports, ring)
        else:
            _run_in_real_time(board, pipe, reports, ring, round(S_NS / fps), start_ns)
    except (EOFError, ConnectionResetError, SystemExit):
        ring.forget()  # the parent may be dying too and never do it
    except BadValue as error:
        reports.say(BoardFailed(str(error)))
    except Exception as error:  # noqa: BLE001 - the parent must learn of every end, whatever it was
        traceback.print_exc()
        reports.say(
            BoardFailed(f"the simulated board stopped: {str(error) or type(error).__name__}")
        )
    finally:
        pipe.close()
        ring.close()


def _run_in_step(loop: BoardLoop, pipe: Connection, reports: ReportSender, ring: FrameRing) -> None:
    """One picture for each step that is asked for, until the parent says goodbye."""
    while True:
        step: BoardStep | None = pipe.recv()
        if step is None:
            return
        for order in step.orders:
            loop.give(order)
        loop.advance_to(step.t_ns)
        tick = _tick(loop, 0)
        ring.write(step.number, step.t_ns, loop.board.render(tick.state))
        reports.say(BoardStepped(step.number, tick))


def _run_in_real_time(
    board: SteppedBoard,
    pipe: Connection,
    reports: ReportSender,
    ring: FrameRing,
    period_ns: int,
    start_ns: int,
) -> None:
    """Physics in this thread, pictures in another, until the parent says goodbye."""
    mailbox = FrameMailbox()
    painter = threading.Thread(target=_paint, args=(board, ring, mailbox, reports), daemon=True)
    painter.start()
    try:
        _run(BoardLoop(board), pipe, reports, mailbox, period_ns, start_ns)
        mailbox.close()
        painter.join(5.0)
    finally:
        mailbox.close()


def _run(
    loop: BoardLoop,
    pipe: Connection,
    reports: ReportSender,
    mailbox: FrameMailbox,
    period_ns: int,
    start_ns: int,
) -> None:
    """Physics up to now, again and again, until the parent says goodbye."""
    frame, next_step_ns, last_tick_ns = 1, STEP_NS, 0
    watched_until_ns, told = WATCHED_NS, (False, PowerCause.NEVER_ON)
    while True:
        next_ns = min(next_step_ns, frame * period_ns)
        wait_s = (start_ns + next_ns - clock_ns()) / S_NS
        heard = pipe.poll(max(0.0, wait_s))
        while heard:
            order: BoardOrder | PictureRequest | None = pipe.recv()
            if order is None:
                return
            if isinstance(order, PictureRequest):
                watched_until_ns = clock_ns() - start_ns + WATCHED_NS
            else:
                loop.give(order_in_board_time(order, start_ns))
            heard = pipe.poll(0.0)
        now_ns = clock_ns() - start_ns
        while frame * period_ns <= now_ns:
            loop.advance_to(frame * period_ns)
            if now_ns < watched_until_ns:
                t_ns = start_ns + loop.now_ns
                mailbox.put(PendingFrame(t_ns, loop.board.state()))
            frame += 1
        loop.advance_to(now_ns)
        next_step_ns = now_ns + STEP_NS
        switch = loop.relay.closed, loop.relay.cause
        if switch != told or now_ns >= last_tick_ns + TICK_NS:
            reports.say(_tick(loop, start_ns))
            told, last_tick_ns = switch, now_ns


def _tick(loop: BoardLoop, start_ns: int) -> BoardTick:
    board = loop.board
    power = power_on_clock(loop.power(), start_ns)
    t_ns = start_ns + loop.now_ns
    return BoardTick(t_ns, board.state(), power, board.hands(), board.take_facts())


def _paint(
    board: SteppedBoard, ring: FrameRing, mailbox: FrameMailbox, reports: ReportSender
) -> None:
    sequence = 0
    while (taken := mailbox.take()) is not None:
        shot, dropped = taken
        try:
            image = board.render(shot.state)
        except Exception as error:  # noqa: BLE001 - a board without a camera must not look alive
            traceback.print_exc()
            reports.say(
                BoardFailed(f"drawing the picture failed: {str(error) or type(error).__name__}")
            )
            return
        sequence += 1 + dropped  # a gap is a frame that was taken and never seen
        ring.write(sequence, shot.t_ns, image)
        reports.say(FrameWritten(sequence))


def _leave(_number: int, _frame: object) -> None:
    raise SystemExit


def _die_with_parent(ring: FrameRing) -> None:
    """However the parent ended: the board ends, and its shared memory goes with it."""
    parent = parent_process()
    if parent is None:
        return
    wait([parent.sentinel])
    ring.forget()
    os._exit(0)
