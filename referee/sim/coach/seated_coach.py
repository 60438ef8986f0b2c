"""The coach at the table of a night: looks when told, and says so when it stops."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

import numpy as np

from referee.core.clock import MS_NS
from referee.night.failures import START_AGAIN, words_of
from referee.night.interface import NightInterface
from referee.sim.coach.board_hands import PERSONS_PACE, BoardHands, GuidedBoard
from referee.sim.coach.coach import SimulatedCoach
from referee.sim.coach.finger_taps import TAPS_STREAM, FiguresInView, FingerTaps

# The coach looks so often.
LOOK_NS = 100 * MS_NS

logger = logging.getLogger(__name__)


class CoachedBoard(GuidedBoard, FiguresInView, Protocol):
    """A board with hands that somebody stands beside."""


class SeatedCoach:
    """Plays a whole game against a night, on a guided board.

    ``trouble`` says why the coach stopped, if so, and ``report`` is told the same.
    """

    def __init__(
        self,
        desk: NightInterface,
        board: CoachedBoard,
        seed: int = 0,
        *,
        pace: float = PERSONS_PACE,
        report: Callable[[str], None] = lambda _sentence: None,
    ) -> None:
        taps = FingerTaps(board, np.random.default_rng([seed, TAPS_STREAM]))
        self.driver = SimulatedCoach(desk, BoardHands(board, pace), taps, seed, introduces=True)
        self.trouble = ""
        self._board, self._report = board, report
        self._due_ns = 0
        self._left = False

    @property
    def plays(self) -> bool:
        """Whether the coach goes on."""
        return not (self._left or self.trouble or self.driver.over)

    def leave(self) -> None:
        """Play no more."""
        self._left = True

    def look(self) -> None:
        """Look, and do the next thing if there is one."""
        if not self.plays:
            return
        try:
            self.driver.step()
        except Exception as error:
            logger.exception("The simulated coach has stopped.")
            self.trouble = (
                f"The simulated coach has stopped: {words_of(error)}."
                f" Nobody moves the figures any more. {START_AGAIN}"
            )
            self._report(self.trouble)

    def look_when_due(self) -> None:
        """Look ten times a second of the board's time; told of every picture."""
        now_ns = self._board.now_ns
        if now_ns >= self._due_ns:
            self._due_ns = now_ns + LOOK_NS
            self.look()
