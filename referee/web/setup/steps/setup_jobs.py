"""Work of the set-up page that takes a while: one piece at a time, with progress, then its end."""

from __future__ import annotations

import base64
import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from referee.camera.frame_source import CameraLost, NoFrame
from referee.core.errors import BadValue
from referee.night.failures import words_of
from referee.web.server.page_app import JsonValues
from referee.web.setup.steps.error_sentence import sentence_of

logger = logging.getLogger(__name__)

TellWork = Callable[[str, float], None]


class JobKind(StrEnum):
    """The steps that are worked on."""

    CALIBRATE = "calibrate"
    ENROL = "enrol"
    SWITCH = "switch"


@dataclass(frozen=True, slots=True)
class JobOutcome:
    """How it ended: good or not, a title, a few lines, a picture, and values for the page."""

    good: bool
    title: str
    lines: tuple[str, ...] = ()
    jpeg: bytes = b""
    values: JsonValues = field(default_factory=dict)


Work = Callable[[TellWork], JobOutcome]


class SetupJobs:
    """One piece of work at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kind: JobKind | None = None
        self._words, self._share = "", 0.0
        self._outcome: JobOutcome | None = None
        self._thread: threading.Thread | None = None

    def start(self, kind: JobKind, work: Work) -> None:
        """Begin; raises `BadValue` while another one is under way."""
        with self._lock:
            if self._kind is not None and self._outcome is None:
                busy = f"one moment: the step '{self._kind.value}' is still under way"
                raise BadValue("the set-up", "busy", "free", sentence=busy)
            self._kind, self._outcome = kind, None
            self._words, self._share = "beginning", 0.0
            self._thread = threading.Thread(target=self._run, args=(work,), daemon=True)
            self._thread.start()

    def values(self) -> JsonValues:
        """How far it is, or how it ended."""
        with self._lock:
            outcome = self._outcome
            values: JsonValues = {
                "kind": None if self._kind is None else self._kind.value,
                "done": outcome is not None,
                "words": self._words,
                "share": round(self._share, 3),
            }
        if outcome is not None:
            values |= {
                "good": outcome.good,
                "title": outcome.title,
                "lines": list(outcome.lines),
                "jpeg": base64.b64encode(outcome.jpeg).decode("ascii"),
                **outcome.values,
            }
        return values

    def wait(self, timeout_s: float) -> None:
        """Until it has ended, at most so long."""
        if self._thread is not None:
            self._thread.join(timeout_s)

    def _run(self, work: Work) -> None:
        try:
            outcome = work(self._tell)
        except (BadValue, CameraLost, NoFrame, OSError) as error:
            outcome = JobOutcome(good=False, title=sentence_of(error))
        except Exception as error:
            logger.exception("A step of the set-up has failed.")
            outcome = JobOutcome(good=False, title=f"It failed because of {words_of(error)}.")
        with self._lock:
            self._outcome = outcome

    def _tell(self, words: str, share: float) -> None:
        with self._lock:
            self._words, self._share = words, share
