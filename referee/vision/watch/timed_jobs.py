"""Something slow beside something fast: the same answers at the same frames on any computer."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

from referee.core.errors import BadValue
from referee.vision.watch.background_jobs import TURN_S, EyesFailed

JobT = TypeVar("JobT")
AnswerT = TypeVar("AnswerT")

# Frames wait for an answer that is due; no computer that works needs so long for one.
PATIENCE_S = 120.0


class TimedJobs(Generic[JobT, AnswerT]):
    """One job at a time, and only the newest waits; an answer comes ``frames`` frames later.

    A frame is a call of `take`. The job is done in a thread meanwhile; the frame that has to have
    the answer waits for it.
    """

    def __init__(
        self, work: Callable[[JobT], AnswerT], frames: int, name: str = "detector"
    ) -> None:
        if frames < 1:
            raise BadValue("frames until an answer", frames, "1 or more")
        self._work, self._frames, self._name = work, frames, name
        self._thread = ThreadPoolExecutor(1, name)
        self._running: Future[AnswerT] | None = None
        self._waiting: list[JobT] = []
        self._left = 0
        self._usual_turn_s = sys.getswitchinterval()
        sys.setswitchinterval(TURN_S)

    def offer(self, job: JobT) -> None:
        """Do it now, or next."""
        if self._running is None:
            self._begin(job)
        else:
            self._waiting[:] = [job]

    def take(self, _powered: bool = False, /) -> AnswerT | None:
        """One frame: the answer that is due with it, if one is."""
        if self._running is None:
            return None
        self._left -= 1
        if self._left > 0:
            return None
        answer = self._answer(self._running)
        self._running = None
        if self._waiting:
            self._begin(self._waiting.pop())
        return answer

    def close(self) -> None:
        """Wait for the job at hand and end the thread."""
        self._waiting.clear()
        self._running = None
        self._thread.shutdown(wait=True, cancel_futures=True)
        sys.setswitchinterval(self._usual_turn_s)

    def _begin(self, job: JobT) -> None:
        self._left = self._frames
        self._running = self._thread.submit(self._work, job)

    def _answer(self, running: Future[AnswerT]) -> AnswerT:
        try:
            return running.result(PATIENCE_S)
        except TimeoutError:
            raise EyesFailed(f"the {self._name} has not answered for {PATIENCE_S:g} s") from None
        except Exception as error:
            what = str(error) or type(error).__name__
            raise EyesFailed(f"the {self._name} failed: {what}") from error
