"""The coach beside a night that runs in real time: a thread that looks ten times a second."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Protocol, Self

import numpy as np

from referee.core.closing import Closing
from referee.night.failures import START_AGAIN, words_of
from referee.night.interface import NightInterface
from referee.sim.coach.board_hands import BoardHands, GuidedBoard
from referee.sim.coach.coach import SimulatedCoach
from referee.sim.coach.finger_taps import TAPS_STREAM, FiguresInView, FingerTaps

LOOK_S = 0.1
# Quick hands, but such as a camera can follow.
PACE = 3.0

logger = logging.getLogger(__name__)


class CoachedBoard(GuidedBoard, FiguresInView, Protocol):
    """A board with hands that somebody stands beside."""


class CoachThread(Closing):
    """Plays a whole game against a night, on a guided board.

    ``trouble`` says why the coach stopped, if so, and ``report`` is told the same.
    """

    def __init__(
        self,
        desk: NightInterface,
        board: CoachedBoard,
        seed: int = 0,
        *,
        pace: float = PACE,
        report: Callable[[str], None] = lambda _sentence: None,
    ) -> None:
        taps = FingerTaps(board, np.random.default_rng([seed, TAPS_STREAM]))
        self.driver = SimulatedCoach(desk, BoardHands(board, pace), taps, seed, introduces=True)
        self.trouble = ""
        self._report = report
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="simulated coach", daemon=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def start(self) -> None:
        """Begin to play."""
        self._thread.start()

    def close(self) -> None:
        """Stop playing; calling it twice is fine."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join(2.0)

    def _run(self) -> None:
        while not self._closing.wait(LOOK_S) and not self.driver.over:
            try:
                self.driver.step()
            except Exception as error:
                logger.exception("The simulated coach has stopped.")
                self.trouble = (
                    f"The simulated coach has stopped: {words_of(error)}."
                    f" Nobody moves the figures any more. {START_AGAIN}"
                )
                self._report(self.trouble)
                return
