"""The coach at the table of a night: looks when told, and says so when it stops."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Protocol

import numpy as np

from referee.core.clock import MS_NS, S_NS
from referee.night.failures import START_AGAIN, words_of
from referee.night.interface import NightInterface
from referee.night.screen.next_step import next_step
from referee.sim.coach.board_hands import PERSONS_PACE, BoardHands, GuidedBoard
from referee.sim.coach.coach import SimulatedCoach
from referee.sim.coach.finger_taps import TAPS_STREAM, FiguresInView, FingerTaps

# The coach looks so often.
LOOK_NS = 100 * MS_NS
# An evening that stands still for so long waits for a person: a coach needs half of it at most, to
# set both teams up.
WAITS_NS = 60 * S_NS
WAITS = "The simulated coach does not get on and waits for a person. Next on the page: {}"

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
        self._desk, self._board, self._report = desk, board, report
        # Where the evening stands, since when, and whether that was said.
        self._here: object = None
        self._since_ns: int | None = None
        self._said = False
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
            self._minds_progress()
        except Exception as error:
            logger.exception("The simulated coach has stopped.")
            self.trouble = (
                f"The simulated coach has stopped: {words_of(error)}."
                f" Nobody moves the figures any more. {START_AGAIN}"
            )
            self._report(self.trouble)

    def _minds_progress(self) -> None:
        """Say once, each time that the evening stands still, that a person has to act."""
        at = self._desk.snapshot
        if at is None:
            return
        here = at.state, len(at.entries), at.notice.step, at.power
        if here != self._here or self._since_ns is None:
            self._here, self._since_ns, self._said = here, at.t_ns, False
        elif not self._said and at.t_ns - self._since_ns >= WAITS_NS:
            self._said = True
            self._report(WAITS.format(next_step(at).sentence))

    def look_when_due(self) -> None:
        """Look ten times a second of the board's time; told of every picture."""
        now_ns = self._board.now_ns
        if now_ns >= self._due_ns:
            self._due_ns = now_ns + LOOK_NS
            self.look()
