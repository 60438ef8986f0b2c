"""A night beside other programs that keep the computer busy: it goes on, and calls nothing wrong.

The table is simulated, in real time, and reacts to the referee's switch as a real one does. A real
camera draws nothing, so the process that draws goes before all others where the system allows it;
what it takes of the cores it takes from night and busy programs alike.
"""

from __future__ import annotations

import multiprocessing
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import cv2

from referee.calls.call import CallAction
from referee.core.clock import S_NS
from referee.lab.bench.play.bench_night import BenchNight, bench_night
from referee.lab.bench.play.kept_parts import RowOrNote
from referee.lab.bench.play.latency import TOUCHES, touched_ns
from referee.lab.bench.play.open_page import page_open
from referee.lab.bench.report import Row
from referee.lab.bench.tools.busy_computer import busy_computer
from referee.sim.live.setup import SimSetup
from referee.system_clock import clock_ns

# A camera's usual rate.
FPS = 30.0
LOOK_S = 0.01
# The first play goes by without any other program.
SETTLE_S = 120.0
# Once the load has ended all is normal within the bar; it is waited for so much longer.
BACK_BAR_S, BACK_S = 10.0, 60.0
# Of the rate without a load.
USUAL_SHARE = 0.8
# Of the process that draws; a smaller number goes first.
DRAWING_NICE = -10


@dataclass
class BusyNight:
    """``back_s``: from the end of the load until all was normal, ``BACK_S`` if that never came.

    ``watching`` is the share of the time under load in which the referee saw the board, ``fps``
    what the eyes took then; ``wrong`` are touches that were called without a flag and that the
    physics does not know, of ``judged``. ``drawn_first``: the drawing process went before others.
    """

    busy: int
    seconds: float
    plays: int = 0
    watching: float = 0.0
    usual_fps: float = 0.0
    fps: float = 0.0
    back_s: float = BACK_S
    judged: int = 0
    flagged: int = 0
    wrong: int = 0
    lost_leases: int = 0
    drawn_first: bool = False


def play_beside(busy: int, seconds: float, seed: int, told: Callable[[float], None]) -> BusyNight:
    """One night with page and record: a play without load, so many seconds with it, and after."""
    cv2.setNumThreads(1)
    out = BusyNight(busy, seconds)
    with (
        tempfile.TemporaryDirectory() as name,
        bench_night(SimSetup(seed=seed, fps=FPS), folder=Path(name) / "game") as seat,
        page_open(seat.evening),
    ):
        out.drawn_first = _draws_first()
        seat.wait(lambda: seat.now.state.plays >= 1, SETTLE_S)
        out.usual_fps = seat.now.performance.fps
        with busy_computer(busy):
            _watch(seat, out, told)
        ended_ns = clock_ns()
        back_ns = seat.wait(lambda: _normal(seat, out.usual_fps), BACK_S)
        if back_ns is not None:
            out.back_s = (back_ns - ended_ns) / S_NS
        _judge(seat, out)
    return out


def _watch(seat: BenchNight, out: BusyNight, told: Callable[[float], None]) -> None:
    begun_ns, plays = clock_ns(), seat.now.state.plays
    seen: list[bool] = []
    rates: list[float] = []
    closed = False
    while (gone_ns := clock_ns() - begun_ns) < out.seconds * S_NS:
        seat.check()
        now, state = seat.now, seat.board.power()
        out.lost_leases += closed and not state.closed and state.latched
        closed = state.closed
        seen.append(now.watching)
        rates.append(now.performance.fps)
        told(gone_ns / S_NS / out.seconds)
        time.sleep(LOOK_S)
    out.plays = seat.now.state.plays - plays
    out.watching = sum(seen) / max(1, len(seen))
    out.fps = sorted(rates)[len(rates) // 2] if rates else 0.0


def _normal(seat: BenchNight, usual_fps: float) -> bool:
    now = seat.now
    keeps_up = now.performance.fps >= USUAL_SHARE * usual_fps and not now.performance.strained
    return now.watching and keeps_up


def _judge(seat: BenchNight, out: BusyNight) -> None:
    """Every touch that ended a play, against what the physics knows of the two."""
    for shown in seat.now.calls:
        call = shown.call
        if call.kind in TOUCHES and call.action is CallAction.CUT:
            out.judged += 1
            out.flagged += call.flagged
            out.wrong += not call.flagged and touched_ns(seat, call) is None


def _draws_first() -> bool:
    """Whether the board's process could be put before all others, as hardware would be."""
    for child in multiprocessing.active_children():
        if child.name == "simulated board" and child.pid is not None:
            with suppress(OSError, AttributeError):
                os.setpriority(os.PRIO_PROCESS, child.pid, DRAWING_NICE)
                return True
    return False


def busy_rows(found: BusyNight) -> Iterator[RowOrNote]:
    """What a night beside so many busy processes has to show."""
    at = f"a night at load {found.busy} (simulated table, real time)"
    stopped = float(found.plays == 0)
    yield Row(f"{at}: nights that did not go on", stopped, "", 0.0), ""
    yield Row(f"{at}: touches wrong and not flagged, of {found.judged}", found.wrong, "", 0.0), ""
    yield Row(f"{at}: back to normal after the load", found.back_s, "s", BACK_BAR_S), ""
    first = "before all others" if found.drawn_first else "like all others"
    note = (
        f"{at}: {found.plays} plays in {found.seconds:g} s, {found.flagged} touches flagged; the "
        f"eyes took {found.fps:.1f} frames/s ({found.usual_fps:.1f} without the load), watched "
        f"{100.0 * found.watching:.0f} % of the time, {found.lost_leases} leases ran out; the "
        f"pictures were drawn {first}"
    )
    yield None, note
