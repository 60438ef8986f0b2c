"""Trouble at random moments of a night that runs: cameras, switch, disk, page, clock."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

from referee.core.clock import MS_NS, ns_from_s
from referee.lab.bench.play.bench_night import BenchNight, bench_night
from referee.lab.bench.play.open_page import page_open
from referee.lab.bench.play.timed_devices import CameraFault
from referee.lab.bench.play.trial import Trial, Trouble, has_passed
from referee.night.commands import ClearAlarm
from referee.night.gate import PowerReason
from referee.record.game.game_folder import read_game
from referee.sim.live.setup import SimSetup
from referee.system_clock import clock_ns

try:
    import resource
except ImportError:  # Windows limits no file's size
    resource = None  # type: ignore[assignment]

NEVER_MS = 5_000.0
MOMENT_S = 60.0
LATEST_TROUBLE_S = 1.2
# A trouble is over once it has done what it has to, or has had so long; not before it was noticed.
LASTS_S, LEAST_S = 1.5, 0.4
GOES_ON_S = 45.0
RESTING_SHARE = 0.2
# As quick as eyes can still follow hands.
PACE = 3.0
KNOCK_PX = (6.0, 60.0)
CAMERAS = {
    Trouble.SILENT: CameraFault.SILENT,
    Trouble.FROZEN: CameraFault.FROZEN,
    Trouble.UNPLUGGED: CameraFault.UNPLUGGED,
    Trouble.MOVED: CameraFault.MOVED,
}
IN_PROCESS_TROUBLE = (
    *CAMERAS,
    Trouble.SWITCH_GONE,
    *(() if resource is None else (Trouble.DISK_FULL,)),
    Trouble.PAGE_CLOSED,
    Trouble.CLOCK_SET,
)


def run_trials(
    troubles: Sequence[Trouble], seed: int, folder: Path, told: Callable[[], None]
) -> list[Trial]:
    """One after the other in one night; a night that did not go on is followed by another."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng(seed)
    trials: list[Trial] = []
    while len(trials) < len(troubles):
        night = folder.with_name(f"{folder.name}-from-{len(trials) + 1}")
        with bench_night(SimSetup(seed=seed + len(trials)), folder=night, pace=PACE) as seat:
            for trouble in troubles[len(trials) :]:
                trials.append(run_trial(seat, trouble, night, rng))
                told()
                if not trials[-1].went_on:
                    break
    return trials


def run_trial(seat: BenchNight, trouble: Trouble, folder: Path, rng: np.random.Generator) -> Trial:
    """One trouble at a random moment of a night, until the game goes on."""
    ran = _at_a_moment(seat, rng)
    entries, known = len(seat.now.entries), frozenset(seat.now.reasons)
    with _in_trouble(seat, trouble, folder, rng):
        begun_ns = clock_ns()
        off_ms = alarm_ms = None
        while (gone_ms := (clock_ns() - begun_ns) / MS_NS) < LASTS_S * 1000.0:
            state = seat.board.power()
            if off_ms is None and not state.closed:
                off_ms = max(0.0, (state.since_ns - begun_ns) / MS_NS)
            if alarm_ms is None and _told_of(seat, trouble, known):
                alarm_ms = gone_ms
            if gone_ms >= LEAST_S * 1000.0 and has_passed(trouble, off_ms, alarm_ms):
                break
            time.sleep(0.004)
    went_on = _goes_on(seat)
    # What stood there before is on the disk, once there is room on it again.
    intact = _entries_on_disk(folder) >= entries
    return Trial(trouble, ran, off_ms, alarm_ms, intact, went_on, "" if went_on else _why(seat))


def _at_a_moment(seat: BenchNight, rng: np.random.Generator) -> bool:
    """A random moment, mostly one in which the board runs; whether it does."""
    if rng.random() < RESTING_SHARE:
        time.sleep(float(rng.uniform(0.0, LATEST_TROUBLE_S)))
        return seat.board.power().closed
    seat.wait(lambda: seat.board.power().closed, MOMENT_S)
    time.sleep(float(rng.uniform(0.0, LATEST_TROUBLE_S)))
    seat.wait(lambda: seat.board.power().closed, MOMENT_S)
    return seat.board.power().closed


def _told_of(seat: BenchNight, trouble: Trouble, known: frozenset[PowerReason]) -> bool:
    """Whether the page says so; what it said before the trouble was about something else."""
    now = seat.now
    if trouble is Trouble.DISK_FULL:
        return bool(now.record)
    fresh = frozenset(now.reasons) - known
    return not now.watching or bool(now.alarm) or (bool(fresh) and not now.power)


def _goes_on(seat: BenchNight) -> bool:
    """Whether the same game gets its power again; a person looks, and clears what has latched."""

    def well() -> bool:
        now = seat.now
        if (seat.board.power().latched or now.alarm) and not now.power:
            seat.evening.submit(ClearAlarm())
        return now.power and now.watching and not now.record and seat.board.power().closed

    return seat.wait(well, GOES_ON_S) is not None


def _why(seat: BenchNight) -> str:
    now = seat.now
    said = (
        f"play {now.state.plays + 1}, {now.phase.value}",
        now.alarm,
        now.record,
        *(each.sentence for each in now.reasons),
    )
    return "; ".join(words for words in said if words) + f"; power {'on' if now.power else 'off'}"


def _entries_on_disk(folder: Path) -> int:
    with read_game(folder) as game:
        return len(game.journal().entries)


@contextmanager
def _in_trouble(
    seat: BenchNight, trouble: Trouble, folder: Path, rng: np.random.Generator
) -> Iterator[None]:
    """The trouble, for as long as the block lasts."""
    with contextlib.ExitStack() as over:
        if trouble in CAMERAS:
            turn = float(rng.uniform(0.0, 2.0 * np.pi))
            far = float(rng.uniform(*KNOCK_PX))
            seat.camera.moved_px = (far * float(np.cos(turn)), far * float(np.sin(turn)))
            seat.camera.fault = CAMERAS[trouble]
            over.callback(setattr, seat.camera, "fault", CameraFault.NONE)
        elif trouble is Trouble.SWITCH_GONE:
            seat.switch.unplug()
            over.callback(setattr, seat.switch, "gone", False)
        elif trouble is Trouble.DISK_FULL:
            over.enter_context(_full_disk(folder))
        elif trouble is Trouble.CLOCK_SET:
            over.enter_context(_clock_set(float(rng.uniform(-7200.0, 7200.0))))
        elif trouble is Trouble.PAGE_CLOSED:
            # The page is open until now; its viewer goes away in the middle of a play.
            with page_open(seat.evening):
                time.sleep(float(rng.uniform(0.5, 1.0)))
        yield


@contextmanager
def _full_disk(folder: Path) -> Iterator[None]:
    """No file of this process grows any more."""
    largest = max(p.stat().st_size for p in folder.rglob("*") if p.is_file())
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (min(largest, 4096), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def _clock_set(by_s: float) -> Iterator[None]:
    """The wall clock as this program reads it, set to another time."""
    real, real_ns = time.time, time.time_ns
    time.time = lambda: real() + by_s
    time.time_ns = lambda: real_ns() + ns_from_s(by_s)
    try:
        yield
    finally:
        time.time, time.time_ns = real, real_ns
