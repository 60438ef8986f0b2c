"""The newest of everything a live board reports, to be read from any thread."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from referee.camera.frame_source import CameraLost, NoFrame
from referee.power.switch import PowerLost
from referee.sim.live.process.messages import (
    BoardFailed,
    BoardPreparing,
    BoardReady,
    BoardReport,
    BoardStepped,
    BoardTick,
    FrameWritten,
)
from referee.sim.physics import TruthEvent
from referee.system_clock import clock_s

KEPT_FACTS = 20_000
FIRST_TICK_S = 5.0
SHOW_EVERY_S = 0.1


class BoardLost(RuntimeError):  # noqa: N818 - it is caught and shown as a sentence
    """The simulated board is gone; the message says why."""


class BoardReports:
    """One thread keeps reports, others read or wait. ``lost`` says why nothing more will come."""

    def __init__(self) -> None:
        self.preparing = BoardPreparing("starting the simulator", 0.0)
        self.ready: BoardReady | None = None
        self.tick: BoardTick | None = None
        self.lost: str | None = None
        self._stepped: BoardStepped | None = None
        self.newest_sequence = 0  # of the frames in the ring; 0 before the first
        self._facts: deque[tuple[int, TruthEvent]] = deque(maxlen=KEPT_FACTS)
        self._known = 0
        self._changed = threading.Condition()

    def keep(self, report: BoardReport) -> None:
        """Take in one report and wake whoever waits for it."""
        with self._changed:
            match report:
                case BoardPreparing():
                    self.preparing = report
                case BoardReady():
                    self.ready = report
                case BoardTick():
                    self._note(report)
                case BoardStepped():
                    self._stepped = report
                    self._note(report.tick)
                case FrameWritten():
                    self.newest_sequence = report.sequence
                case BoardFailed():
                    self.lost = report.why
            self._changed.notify_all()

    def _note(self, tick: BoardTick) -> None:
        self.tick = tick
        for fact in tick.facts:
            self._known += 1
            self._facts.append((self._known, fact))

    def end(self, why: str) -> None:
        """Nothing more will come; the first reason counts."""
        with self._changed:
            self.lost = self.lost or why
            self._changed.notify_all()

    def raise_if_lost(self, kind: type[RuntimeError]) -> None:
        """Say why the board is gone, if it is."""
        if self.lost is not None:
            raise kind(self.lost)

    def wait_ready(self, show: Callable[[BoardPreparing], None], timeout_s: float) -> BoardReady:
        """Wait until the board stands, showing what the start-up is busy with."""
        end_s = clock_s() + timeout_s
        with self._changed:
            while self.ready is None:
                self.raise_if_lost(BoardLost)
                if clock_s() > end_s:
                    raise BoardLost(f"the simulated board was not ready after {timeout_s:g} s")
                show(self.preparing)
                self._changed.wait(SHOW_EVERY_S)
            return self.ready

    def first_tick(self) -> BoardTick:
        """How the board stood when it last said so, waiting for the first time."""
        self.raise_if_lost(PowerLost)
        with self._changed:
            self._changed.wait_for(lambda: self.tick is not None or self.lost, FIRST_TICK_S)
            if self.tick is None:
                raise PowerLost(self.lost or "the simulated board has not said anything yet")
            return self.tick

    def wait_frame(self, after: int, timeout_s: float) -> int:
        """The newest frame's sequence, once there is one above ``after``."""
        with self._changed:
            fresh = self._changed.wait_for(
                lambda: self.lost or self.newest_sequence > after, max(0.0, timeout_s)
            )
            self.raise_if_lost(CameraLost)
            if not fresh:
                raise NoFrame("no frame from the simulated camera in the time allowed")
            return self.newest_sequence

    def wait_step(self, number: int, timeout_s: float) -> BoardStepped:
        """The answer to the step with this number, the last that was asked for."""
        with self._changed:
            self._changed.wait_for(
                lambda: self.lost or self._answer(number) is not None, max(0.0, timeout_s)
            )
            self.raise_if_lost(CameraLost)
            answer = self._answer(number)
            if answer is None:
                raise NoFrame("the simulated board still draws")
            return answer

    def _answer(self, number: int) -> BoardStepped | None:
        newest = self._stepped
        return newest if newest is not None and newest.number == number else None

    def facts_after(self, number: int) -> list[tuple[int, TruthEvent]]:
        """The truth after the fact with this number, as far as it is kept."""
        with self._changed:
            return [item for item in self._facts if item[0] > number]
