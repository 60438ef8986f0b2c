"""A night as a session: opened piece by piece while the page already shows how far it is, then run.

Pages, voices and coaches talk to it; see `referee.night.interface`.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Protocol

from referee.core.errors import BadValue
from referee.night.commands import Command
from referee.night.eyes.live_eyes import LiveEyes
from referee.night.failures import SAID_AS_THEY_ARE, START_AGAIN, words_of
from referee.night.interface import NightInfo, ObservedFrame, StartProgress
from referee.night.ledger.record_keeper import RecordKeeper
from referee.night.loop import NightLoop
from referee.night.night_output import NightOutput
from referee.night.screen.snapshot import Snapshot
from referee.night.start.equipment import Equipment, EquipmentOpener
from referee.system_clock import clock_ns

NOT_YET = NightOutput(refused="The night has not begun yet.")
STARTING = StartProgress("starting", 0.0)
# So many different failures are shown; the log has all of them.
MOST_FAILURES = 6
NOT_KEPT = "The disk took no more. This is lost, so write it down if the game goes on in"
NOT_HEARD = "A part of the program that tells people what the referee says has failed"

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class RunningNight:
    """A night that runs, and everything that has to be closed after it."""

    about: NightInfo
    runner: NightLoop
    eyes: LiveEyes
    equipment: Equipment
    keeping: RecordKeeper | None

    def close(self) -> None:
        """Power off first, then everything else."""
        self.runner.close()
        self.eyes.close()
        if self.keeping is not None:
            self.keeping.close()
        self.equipment.close()


class NightAssembler(Protocol):
    """Puts a night together from its equipment."""

    def __call__(
        self,
        equipment: Equipment,
        say: Callable[[str, float], None],
        hear: OutputListener,
        report: Report,
    ) -> RunningNight:
        """A night that is about to run."""


OutputListener = Callable[[NightOutput], None]
Report = Callable[[str], None]


class NightSession:
    """See `referee.night.interface.NightInterface`. ``start`` returns at once.

    ``where`` is a sentence that says where the log is. ``complain`` is told every failure.
    """

    def __init__(
        self,
        opens: EquipmentOpener,
        begins: NightAssembler,
        *,
        where: Callable[[], str] = lambda: "",
        complain: Report = lambda _sentence: None,
    ) -> None:
        self._opens, self._begins = opens, begins
        self._where, self._complain = where, complain
        self._hearers: tuple[OutputListener, ...] = ()
        self._running: RunningNight | None = None
        self._closing = self._told_lost = False
        self._lock = threading.Lock()
        self._doing = STARTING
        self._failures: tuple[str, ...] = ()
        self._thread = threading.Thread(target=self._open, name="evening", daemon=True)

    def start(self) -> None:
        """Begin to open everything."""
        self._thread.start()

    @property
    def doing(self) -> StartProgress:
        """How far the start is, and what has failed since."""
        return replace(self._doing, failures=self._failures)

    @property
    def about(self) -> NightInfo | None:
        """What does not change; only the camera may have moved a little."""
        running = self._running
        if running is None:
            return None
        camera = running.eyes.camera or running.about.camera
        return replace(running.about, camera=camera)

    @property
    def snapshot(self) -> Snapshot | None:
        """The newest snapshot."""
        return self._running.runner.snapshot if self._running else None

    @property
    def shot(self) -> ObservedFrame | None:
        """The newest picture."""
        return self._running.runner.shot if self._running else None

    @property
    def now_ns(self) -> int:
        """The clock of every instant here, in ns."""
        equipment = self.equipment
        return clock_ns() if equipment is None else equipment.time.now_ns()

    @property
    def speed(self) -> float | None:
        """How quick the night's time passes, 1 is real time; None: it is the system's clock."""
        equipment = self.equipment
        return None if equipment is None else equipment.time.speed

    @property
    def equipment(self) -> Equipment | None:
        """What is played with, once it is open."""
        return self._running.equipment if self._running else None

    def submit(self, command: Command, reply: OutputListener = lambda _output: None) -> None:
        """Submit a command."""
        if self._running is None:
            reply(NOT_YET)
        else:
            self._running.runner.submit(command, reply)

    def listen(self, hear: OutputListener) -> None:
        """Be told of everything that people should hear."""
        with self._lock:
            self._hearers = (*self._hearers, hear)

    def report(self, sentence: str) -> None:
        """Tell people on page and terminal, once, that a part of the program has failed."""
        told = self._with_the_log(sentence)
        with self._lock:
            if told in self._failures or len(self._failures) >= MOST_FAILURES:
                return
            self._failures = (*self._failures, told)
        self._complain(told)

    def close(self) -> None:
        """Off, and let go of everything; calling it twice is fine."""
        with self._lock:
            self._closing = True
            running = self._running
        if running is None:
            return
        running.close()
        lost = () if running.keeping is None else running.keeping.lost
        if lost and not self._told_lost:
            self._told_lost = True
            self._complain("\n  ".join((f"{NOT_KEPT} {running.about.folder}", *lost)))

    def _hear(self, output: NightOutput) -> None:
        for hear in self._hearers:
            try:
                hear(output)
            except Exception:
                # One who listens badly must not stop the night.
                name = getattr(hear, "__qualname__", type(hear).__name__)
                logger.exception("%s failed to take what the night has told.", name)
                self.report(f"{NOT_HEARD} ({name}). The game goes on. {START_AGAIN}")

    def _say(self, words: str, done: float) -> None:
        self._doing = StartProgress(words, min(done, 0.99))

    def _open(self) -> None:
        """Whatever stops the start is said: people wait for it."""
        try:
            self._open_all()
        except BadValue as error:
            logger.info("The night does not start: %s", error)
            self._stopped(str(error))
        except SAID_AS_THEY_ARE as error:
            logger.warning("The night does not start.", exc_info=True)
            self._stopped(self._with_the_log(words_of(error)))
        except BaseException as error:
            logger.exception("The night does not start.")
            sentence = f"The night cannot start because of {words_of(error)}. {START_AGAIN}"
            self._stopped(self._with_the_log(sentence))

    def _with_the_log(self, sentence: str) -> str:
        where = self._where()
        return f"{sentence.rstrip('.')}. {where}" if where else sentence

    def _stopped(self, trouble: str) -> None:
        self._running = None
        self._doing = StartProgress(self._doing.words, self._doing.done, trouble)

    def _open_all(self) -> None:
        with ExitStack() as opened:
            equipment = self._opens(self._say)
            opened.callback(equipment.close)
            running = self._begins(equipment, self._say, self._hear, self.report)
            opened.pop_all()
            opened.callback(running.close)
            with self._lock:
                if not self._closing:
                    self._running = running
            if self._running is None:
                return
            running.runner.start()
            opened.pop_all()
        self._doing = StartProgress("the night runs", 1.0)
        logger.info("The night runs.")
