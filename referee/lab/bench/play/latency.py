"""How soon the power goes off: from a frame in memory, and from the contact in the physics."""

from __future__ import annotations

import math
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import cv2

from referee.calls.call import Call, CallAction, CallKind
from referee.core.clock import MS_NS, S_NS
from referee.lab.bench.play.bench_night import BenchNight, bench_night
from referee.lab.bench.play.open_page import page_open
from referee.sim.live.setup import SimSetup
from referee.sim.physics import ContactBegan
from referee.system_clock import clock_ns

LOOK_S = 0.004
# A call's own contact is found among the facts of so long around the instant it names.
AROUND_NS = 120 * MS_NS
OFF_WITHIN_NS = S_NS
# The eyes and everything else are loaded and compiled by then.
SETTLE_PLAYS, SETTLE_S = 1, 60.0
# Frames under power, and cuts at a contact, that a figure rests on.
LEAST_ANSWERS, LEAST_CUTS = 1_000, 40
TOUCHES = frozenset({CallKind.TACKLE, CallKind.SACK, CallKind.COVERAGE_SACK, CallKind.FUMBLE})


@dataclass
class PowerOffLatency:
    """All in milliseconds: ``answers`` frame to order, ``cuts`` contact to power off.

    ``best`` is what each cut would have taken had the first picture after it cut at once.
    """

    fps: float
    answers: list[float] = field(default_factory=list)
    cuts: list[float] = field(default_factory=list)
    best: list[float] = field(default_factory=list)
    plays: int = 0
    rate: float = 0.0
    dropped: int = 0
    lost_leases: int = 0
    seconds: float = 0.0

    @property
    def enough(self) -> bool:
        """Whether there are as many as the bars ask for."""
        return len(self.answers) >= LEAST_ANSWERS and len(self.cuts) >= LEAST_CUTS

    def joined(self, other: PowerOffLatency) -> PowerOffLatency:
        """Both nights as one; the rate is the mean of both by their lengths."""
        seconds = self.seconds + other.seconds
        rate = (self.rate * self.seconds + other.rate * other.seconds) / max(seconds, 1e-9)
        return PowerOffLatency(
            self.fps,
            [*self.answers, *other.answers],
            [*self.cuts, *other.cuts],
            [*self.best, *other.best],
            self.plays + other.plays,
            rate,
            self.dropped + other.dropped,
            self.lost_leases + other.lost_leases,
            seconds,
        )


def measure_latency(
    fps: float, seconds: float, seed: int, told: Callable[[float], None]
) -> PowerOffLatency:
    """Play for so long with everything running: pictures in another process, record, page."""
    cv2.setNumThreads(1)
    setup = SimSetup(seed=seed, fps=fps)
    found = PowerOffLatency(fps)
    with (
        tempfile.TemporaryDirectory() as name,
        bench_night(setup, folder=Path(name) / "game") as seat,
        page_open(seat.evening),
    ):
        seat.wait(lambda: seat.now.state.plays >= SETTLE_PLAYS, SETTLE_S)
        _watch(seat, found, seconds, told)
    return found


def _watch(
    seat: BenchNight, out: PowerOffLatency, seconds: float, told: Callable[[float], None]
) -> None:
    begun_ns, plays = clock_ns(), seat.now.state.plays
    skip, dropped = len(seat.switch.answers_ns), seat.now.performance.dropped
    opened: list[int] = []
    rates: list[float] = []
    closed = False
    while (gone_ns := clock_ns() - begun_ns) < seconds * S_NS:
        seat.check()
        state = seat.board.power()
        if closed and not state.closed:
            opened.append(state.since_ns)
            out.lost_leases += state.latched
        closed = state.closed
        if closed:
            rates.append(seat.now.performance.fps)
        told(gone_ns / S_NS / seconds)
        time.sleep(LOOK_S)
    out.seconds = seconds
    out.plays = seat.now.state.plays - plays
    out.answers = [ns / MS_NS for ns in seat.switch.answers_ns[skip:]]
    out.dropped = seat.now.performance.dropped - dropped
    out.rate = sorted(rates)[len(rates) // 2] if rates else 0.0
    _cuts(seat, out, opened)


def _cuts(seat: BenchNight, out: PowerOffLatency, opened: list[int]) -> None:
    """Every touch that ended a play, from the physics' own instant of it."""
    start_ns = _start_ns(seat)
    period_ns = S_NS / out.fps
    for shown in seat.now.calls:
        call = shown.call
        if call.kind not in TOUCHES or call.action is not CallAction.CUT:
            continue
        own_ns = touched_ns(seat, call)
        offs = [t for t in opened if call.t_ns <= t <= call.t_ns + OFF_WITHIN_NS]
        if own_ns is None or not offs:
            continue
        frame = math.ceil((own_ns - start_ns) / period_ns)
        out.cuts.append((offs[0] - own_ns) / MS_NS)
        out.best.append((start_ns + frame * period_ns - own_ns) / MS_NS)


def touched_ns(seat: BenchNight, call: Call) -> int | None:
    """When the physics let two of a call's players touch, nearest to the call's own instant."""
    start_ns = _start_ns(seat)
    own = [
        start_ns + fact.t_ns
        for _, fact in seat.board.facts_after(0)
        if isinstance(fact, ContactBegan)
        and {fact.a, fact.b} <= set(call.players)
        and abs(start_ns + fact.t_ns - call.t_ns) <= AROUND_NS
    ]
    return min(own, key=lambda t: abs(t - call.t_ns), default=None)


def _start_ns(seat: BenchNight) -> int:
    ready = seat.board.ready
    return 0 if ready is None else ready.start_ns


def percentile_of(values: list[float], share: float) -> float:
    """A percentile, by the nearest rank."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
