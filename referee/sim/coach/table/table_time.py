"""The time of a night at a simulated table that goes by its own clock."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeVar

from referee.core.clock import MS_NS, S_NS
from referee.sim.live.own_time.paced_board import PacedBoard
from referee.vision.watch.background_jobs import JobRunner
from referee.vision.watch.timed_jobs import TimedJobs

JobT = TypeVar("JobT")
AnswerT = TypeVar("AnswerT")

# A look at the board takes so long: as on the laptop that real nights are measured on, where looks
# begin that far apart (`referee.vision.watch.line_up.watch_start.LIVE_LOOK_S`).
LOOK_NS = 150 * MS_NS


def look_frames(fps: float) -> int:
    """So many frames pass while somebody looks at the board."""
    return max(1, math.ceil(LOOK_NS * fps / S_NS))


class TableTime:
    """See `referee.night.start.night_time.NightTime`; everything takes the same time everywhere."""

    def __init__(self, board: PacedBoard) -> None:
        self._board = board
        self._frames = look_frames(board.fps)

    @property
    def speed(self) -> float | None:
        """How quick the table's time passes, 1 is real time."""
        return self._board.speed

    def now_ns(self) -> int:
        """The table's clock."""
        return self._board.now_ns

    def answered(self) -> None:
        """The eyes have answered a frame."""
        self._board.answered()

    def beside(self, work: Callable[[JobT], AnswerT], name: str) -> JobRunner[JobT, AnswerT]:
        """Slow work, answered as many frames later as a look takes."""
        return TimedJobs(work, self._frames, name)
