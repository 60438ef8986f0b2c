"""The live board as its parent process sees it: orders go in, frames and reports come out."""

from __future__ import annotations

import contextlib

from referee.camera.frame_source import Frame
from referee.power.switch import PowerLost, PowerState
from referee.sim.live.process.board_child import BoardChild
from referee.sim.live.process.board_process import BoardBuilder
from referee.sim.live.process.messages import BoardOrder, PictureRequest
from referee.system_clock import clock_ns, clock_s

LOOK_EVERY_S = 0.25
STALE_AFTER_S = 0.75


class LiveBoard(BoardChild):
    """A board that keeps up with the clock, whatever becomes of its pictures."""

    def __init__(
        self, build: BoardBuilder, width_px: int, height_px: int, fps: float = 30.0
    ) -> None:
        super().__init__(build, width_px, height_px, fps, in_step=False)
        self._given = 0
        self._looked_s = 0.0

    @property
    def now_ns(self) -> int:
        """The clock that everything here is stamped with."""
        return clock_ns()

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

    def _say_that_we_look(self) -> None:
        """Pictures stop being drawn when nobody looks; what was drawn before that is old by now."""
        now_s = clock_s()
        if now_s >= self._looked_s + STALE_AFTER_S:
            self._given = self._news.newest_sequence
        if now_s >= self._looked_s + LOOK_EVERY_S:
            self._looked_s = now_s
            with contextlib.suppress(OSError):  # gone: the wait for a frame says so
                self._send(PictureRequest())
