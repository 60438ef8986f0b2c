"""An evening: opened piece by piece while the page already shows how far it is, then run.

This is the desk that pages, voices and coaches talk to; see `referee.play.desk`.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from referee.camera.source import CameraLost
from referee.core.errors import BadValue
from referee.machine.clock import clock_ns
from referee.play.commands import Command
from referee.play.desk import About, Doing, Shot
from referee.play.eyes import LiveEyes
from referee.play.gear import Gear, Opens
from referee.play.keeping import Keeping
from referee.play.orders import Orders
from referee.play.runner import Runner
from referee.play.snapshot import Snapshot

NOT_YET = Orders(refused="The night has not begun yet.")
STARTING = Doing("starting", 0.0)


def no_reply(_orders: Orders) -> None:
    """For wishes whose answer nobody waits for."""


@dataclass(frozen=True)
class Running:
    """A night that runs, and everything that has to be closed after it."""

    about: About
    runner: Runner
    eyes: LiveEyes
    gear: Gear
    keeping: Keeping | None

    def close(self) -> None:
        """Power off first, then everything else."""
        self.runner.close()
        self.eyes.close()
        if self.keeping is not None:
            self.keeping.close()
        self.gear.close()


class Begins(Protocol):
    """Whoever puts a night together from its gear."""

    def __call__(self, gear: Gear, say: Callable[[str, float], None], hear: Hear) -> Running:
        """A night that is about to run."""


Hear = Callable[[Orders], None]


class Evening:
    """See `referee.play.desk.Desk`. ``start`` returns at once."""

    def __init__(self, opens: Opens, begins: Begins) -> None:
        self._opens, self._begins = opens, begins
        self._hearers: tuple[Hear, ...] = ()
        self._running: Running | None = None
        self._closing = False
        self._lock = threading.Lock()
        self.doing = STARTING
        self._thread = threading.Thread(target=self._open, name="evening", daemon=True)

    def start(self) -> None:
        """Begin to open everything."""
        self._thread.start()

    @property
    def about(self) -> About | None:
        """What stays as it is; only the camera may have moved a little."""
        running = self._running
        if running is None:
            return None
        camera = running.eyes.camera or running.about.camera
        return replace(running.about, camera=camera)

    @property
    def snapshot(self) -> Snapshot | None:
        """The newest moment."""
        return self._running.runner.snapshot if self._running else None

    @property
    def shot(self) -> Shot | None:
        """The newest picture."""
        return self._running.runner.shot if self._running else None

    @property
    def now_ns(self) -> int:
        """The clock that everything here is stamped with."""
        return clock_ns()

    @property
    def gear(self) -> Gear | None:
        """What is played with, once it is open."""
        return self._running.gear if self._running else None

    def wish(self, command: Command, reply: Callable[[Orders], None] = no_reply) -> None:
        """Hand over a wish of the coach."""
        if self._running is None:
            reply(NOT_YET)
        else:
            self._running.runner.wish(command, reply)

    def listen(self, hear: Hear) -> None:
        """Be told of everything that people should hear."""
        with self._lock:
            self._hearers = (*self._hearers, hear)

    def close(self) -> None:
        """Off, and let go of everything; calling it twice is fine."""
        with self._lock:
            self._closing = True
            running = self._running
        if running is not None:
            running.close()

    def _hear(self, orders: Orders) -> None:
        for hear in self._hearers:
            # One who listens badly must not stop the night.
            with contextlib.suppress(Exception):
                hear(orders)

    def _say(self, words: str, done: float) -> None:
        self.doing = Doing(words, min(done, 0.99))

    def _open(self) -> None:
        gear: Gear | None = None
        try:
            gear = self._opens(self._say)
            running = self._begins(gear, self._say, self._hear)
        except (BadValue, CameraLost, RuntimeError, OSError) as error:
            if gear is not None:
                gear.close()
            self.doing = Doing(self.doing.words, self.doing.done, str(error))
            return
        with self._lock:
            if not self._closing:
                self._running = running
        if self._running is None:
            running.close()
            return
        running.runner.start()
        self.doing = Doing("the night runs", 1.0)
