"""Something slow beside something fast: one job at a time, and only the newest waits."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from referee.system_clock import clock_s

JobT = TypeVar("JobT")
AnswerT = TypeVar("AnswerT")
JobT_contra = TypeVar("JobT_contra", contravariant=True)
AnswerT_co = TypeVar("AnswerT_co", covariant=True)

# A job that takes longer has stalled.
STALLED_S = 3.0
# The same while the board runs: nobody may move figures that long without being looked for.
STALLED_UNDER_POWER_S = 1.0
CLOSING_S = 10.0
# The first job compiles and loads; it may take longer.
FIRST_S = 30.0
# How long one thread may keep the interpreter while another waits; Python's own 5 ms are too long
# for frames that take less.
TURN_S = 0.0005


class EyesFailed(RuntimeError):  # noqa: N818 - it is caught and shown as a sentence
    """The detector cannot go on; the message says why and what to do."""


class JobRunner(Protocol[JobT_contra, AnswerT_co]):
    """Takes jobs, gives answers; how and when is its own business."""

    def offer(self, job: JobT_contra) -> None:
        """Do this one, if there is time for it."""

    def take(self, powered: bool = False, /) -> AnswerT_co | None:
        """An answer not taken yet, if there is one. Raises `EyesFailed` if there will be none.

        ``powered``: the board runs, so that a stall is one sooner.
        """

    def close(self) -> None:
        """Stop; nothing of it runs afterwards. Calling it twice is fine."""


class InlineJobs(Generic[JobT, AnswerT]):
    """Does every job at once, in the caller's thread: the same jobs, the same answers."""

    def __init__(self, work: Callable[[JobT], AnswerT]) -> None:
        self._work = work
        self._answer: AnswerT | None = None

    def offer(self, job: JobT) -> None:
        """Do it now."""
        self._answer = self._work(job)

    def take(self, _powered: bool = False, /) -> AnswerT | None:
        """The last one's answer."""
        answer, self._answer = self._answer, None
        return answer

    def close(self) -> None:
        """There is nothing to stop."""


class BackgroundJobs(Generic[JobT, AnswerT]):
    """A thread of its own. A job that has not begun is replaced by a newer one."""

    def __init__(
        self,
        work: Callable[[JobT], AnswerT],
        name: str = "detector",
        clock: Callable[[], float] = clock_s,
    ) -> None:
        self._work, self._clock, self._name = work, clock, name
        self._turn = threading.Condition()
        self._job: list[JobT] = []
        self._answers: list[AnswerT] = []
        self._error: BaseException | None = None
        self._since_s: float | None = None
        self._done = 0
        self._closing = False
        self._usual_turn_s = sys.getswitchinterval()
        sys.setswitchinterval(TURN_S)
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def offer(self, job: JobT) -> None:
        """Do it next."""
        with self._turn:
            self._job[:] = [job]
            self._turn.notify()

    def take(self, powered: bool = False, /) -> AnswerT | None:
        """The newest answer, if one has come since the last call."""
        with self._turn:
            if self._error is not None:
                what = str(self._error) or type(self._error).__name__
                raise EyesFailed(f"the {self._name} failed: {what}") from self._error
            answer = self._answers.pop() if self._answers else None
            if answer is None and self._since_s is not None:
                self._check_stalled(self._clock() - self._since_s, powered=powered)
            return answer

    def close(self) -> None:
        """Wait for the job at hand and end the thread."""
        with self._turn:
            self._closing = True
            self._job.clear()
            self._turn.notify()
        self._thread.join(CLOSING_S)
        sys.setswitchinterval(self._usual_turn_s)
        if self._thread.is_alive():
            raise EyesFailed(f"the {self._name} did not stop within {CLOSING_S:g} s")

    def _check_stalled(self, passed_s: float, *, powered: bool) -> None:
        allowed_s = STALLED_S if self._done else FIRST_S
        if powered:
            allowed_s = STALLED_UNDER_POWER_S
        if passed_s > allowed_s:
            raise EyesFailed(
                f"the {self._name} has not answered for {passed_s:.1f} s; is the computer "
                "overloaded or asleep?"
            )

    def _run(self) -> None:
        while True:
            with self._turn:
                self._turn.wait_for(lambda: self._job or self._closing)
                if self._closing:
                    return
                job = self._job.pop()
                self._since_s = self._clock()
            try:
                answer = self._work(job)
            except BaseException as error:  # noqa: BLE001 - it is raised again by take()
                with self._turn:
                    self._error = error
                return
            with self._turn:
                self._answers[:] = [answer]
                self._since_s = None
                self._done += 1
