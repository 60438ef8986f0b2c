"""The coach beside a night that runs in real time: a thread that looks ten times a second."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol, Self

from referee.core.clock import S_NS
from referee.core.closing import Closing
from referee.night.interface import NightInterface
from referee.sim.coach.board_hands import PERSONS_PACE
from referee.sim.coach.coach import SimulatedCoach
from referee.sim.coach.seated_coach import LOOK_NS, CoachedBoard, SeatedCoach

LOOK_S = LOOK_NS / S_NS


class Seated(Protocol):
    """Somebody at the table who looks ten times a second."""

    @property
    def plays(self) -> bool:
        """Whether this one goes on."""

    def look(self) -> None:
        """Look, and do the next thing if there is one."""


class SeatThread(Closing):
    """Has somebody at the table look, in real time, until the game is over."""

    def __init__(self, seated: Seated, name: str) -> None:
        self._seated = seated
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def __enter__(self) -> Self:
        self.start()
        return self

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def close(self) -> None:
        """Look no more; calling it twice is fine."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join(2.0)

    def _run(self) -> None:
        while not self._closing.wait(LOOK_S) and self._seated.plays:
            self._seated.look()


class CoachThread(SeatThread):
    """Has a coach play a whole game; see `SeatedCoach`."""

    def __init__(
        self,
        desk: NightInterface,
        board: CoachedBoard,
        seed: int = 0,
        *,
        pace: float = PERSONS_PACE,
        report: Callable[[str], None] = lambda _sentence: None,
    ) -> None:
        self._coach = SeatedCoach(desk, board, seed, pace=pace, report=report)
        super().__init__(self._coach, "simulated coach")

    @property
    def driver(self) -> SimulatedCoach:
        """The coach that looks."""
        return self._coach.driver

    @property
    def trouble(self) -> str:
        """Why the coach has stopped, if so."""
        return self._coach.trouble
