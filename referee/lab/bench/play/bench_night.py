"""A whole night in this process, as `referee play --sim` runs it, with devices that are watched."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from referee.core.errors import BadValue, PlainWord
from referee.lab.bench.play.timed_devices import FaultyCamera, TimedSwitch
from referee.loaders.rulebooks import load_rulebook
from referee.night.screen.snapshot import Snapshot
from referee.night.start.assembly import assemble_night
from referee.night.start.equipment import Equipment, ProgressReporter
from referee.night.start.night_session import NightSession
from referee.night.start.plan import NightPlan
from referee.sim.coach.coach_thread import CoachThread
from referee.sim.coach.table.simulated_table import Links, SimulatedTable
from referee.sim.live.live_board import LiveBoard
from referee.sim.live.setup import SimSetup
from referee.system_clock import clock_ns, clock_s

RULEBOOK = "efhl"
LOOK_S = 0.005
START_S = 600.0  # a busy computer calibrates and enrolls slowly


@dataclass(frozen=True)
class BenchNight:
    """Everything of a night that a bench looks at."""

    evening: NightSession
    board: LiveBoard
    camera: FaultyCamera
    switch: TimedSwitch
    coach: CoachThread

    @property
    def now(self) -> Snapshot:
        """The newest moment."""
        snapshot = self.evening.snapshot
        if snapshot is None:
            raise BadValue("the night", PlainWord("not running"), "one that has begun")
        return snapshot

    def check(self) -> None:
        """Without a coach nothing that is measured means anything."""
        if self.coach.trouble:
            raise BadValue("the coach", PlainWord(self.coach.trouble), "one who plays on")

    def wait(self, until: Callable[[], bool], seconds: float) -> int | None:
        """When something became true on the monotonic clock, None: it did not in time."""
        end_s = clock_s() + seconds
        while clock_s() < end_s:
            self.check()
            if until():
                return clock_ns()
            time.sleep(LOOK_S)
        return None


class _WatchedTable:
    """A simulated table whose devices go through ours."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table
        self.camera: FaultyCamera | None = None
        self.switch: TimedSwitch | None = None

    def open(self, say: ProgressReporter) -> Equipment:
        """The gear, watched."""
        gear = self._table.open(say)
        camera = self.camera = FaultyCamera(gear.camera)
        switch = self.switch = TimedSwitch(gear.power, lambda: camera.arrived_ns)
        return replace(gear, camera=camera, power=switch)


@contextmanager
def bench_night(
    setup: SimSetup,
    folder: Path | None = None,
    *,
    links: Links | None = None,
    pace: float = 3.0,
) -> Iterator[BenchNight]:
    """A night that runs in real time, with the simulated coach; a game in the folder goes on."""
    table = SimulatedTable(setup, coached=True, links=links, real_time=True)
    watched = _WatchedTable(table)
    resume = folder is not None and folder.exists()
    plan = NightPlan(RULEBOOK, load_rulebook(RULEBOOK), folder=folder, resume=resume)
    evening = NightSession(watched.open, partial(assemble_night, plan))
    evening.start()
    try:
        end_s = clock_s() + START_S
        while evening.doing.done < 1.0 or evening.snapshot is None:
            if evening.doing.trouble or clock_s() > end_s:
                why = evening.doing.trouble or f"not begun after {START_S:g} s"
                raise BadValue("the night", PlainWord(why), "one that begins")
            time.sleep(LOOK_S)
        board = table.board
        if watched.camera is None or watched.switch is None or not isinstance(board, LiveBoard):
            raise BadValue("the table", PlainWord("not open"), "one with a board")
        with CoachThread(evening, board, setup.seed, pace=pace) as coach:
            yield BenchNight(evening, board, watched.camera, watched.switch, coach)
    finally:
        evening.close()
