"""The time that a night goes by: the system's clock, or that of a simulated table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from referee.camera.frame_source import Frame
from referee.night.loop import NightEyes
from referee.system_clock import clock_ns
from referee.vision.watch.background_jobs import BackgroundJobs, JobRunner
from referee.vision.watch.watcher import WatchedFrame

JobT = TypeVar("JobT")
AnswerT = TypeVar("AnswerT")


class NightTime(Protocol):
    """What a night asks of its time."""

    @property
    def speed(self) -> float | None:
        """How quick it passes, 1 is real time; None: it is the system's clock."""

    def now_ns(self) -> int:
        """The clock of everything that is seen, decided and kept."""

    def answered(self) -> None:
        """The eyes have answered a frame: on a clock of its own that takes time now."""

    def beside(self, work: Callable[[JobT], AnswerT], name: str) -> JobRunner[JobT, AnswerT]:
        """Whoever does slow work beside the frames."""


class SystemTime:
    """The system's clock; slow work takes as long as it takes."""

    speed: float | None = None

    def now_ns(self) -> int:
        """The system's clock."""
        return clock_ns()

    def answered(self) -> None:
        """It has taken time already."""

    def beside(self, work: Callable[[JobT], AnswerT], name: str) -> JobRunner[JobT, AnswerT]:
        """A thread of its own."""
        return BackgroundJobs(work, name)


class EyesInTime:
    """Eyes that tell the night's time of each answer."""

    def __init__(self, eyes: NightEyes, time: NightTime) -> None:
        self._eyes, self._time = eyes, time

    def see(self, frame: Frame, powered: bool | None = None) -> WatchedFrame:
        """One frame."""
        watched = self._eyes.see(frame, powered)
        self._time.answered()
        return watched
