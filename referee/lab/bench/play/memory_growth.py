"""Two hours of play: how much this process grows, and whether a lease was ever missed."""

from __future__ import annotations

import gc
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from referee.core.clock import S_NS
from referee.night.ledger.record_keeper import RecordKeeper
from referee.power.switch import PowerCause
from referee.record.game.game_store import GameStore
from referee.sim.coach.table.lockstep_night import LockstepNight, NightSetup

MIB = 2**20
# Everything is loaded, compiled and filled for the first time by then.
SETTLED_S = 600.0
LOOK_NS = 60 * S_NS
MANY_PLAYS = 500
PAGE_BYTES = 4096


@dataclass(frozen=True, slots=True)
class MemoryGrowth:
    """``grown_mib`` since everything was loaded; None where the system does not say.

    ``left_out`` are frames whose positions the record had no time for: here they come faster than
    any camera's.
    """

    hours: float
    plays: int
    grown_mib: float | None
    missed_leases: int
    wall_s: float = 0.0
    left_out: int = 0


# A quarter of which no play is the last: it goes on for as long as is asked for.
ENDLESS = 'name = "long"\ntitle = "Long quarters"\nextends = "efhl"\n[quarters]\nplays = 0\n'


def play_for_hours(hours: float, seed: int, told: Callable[[float], None]) -> MemoryGrowth:
    """Play in the board's own time, which passes faster than a clock's; with a record, no video."""
    began_s = time.perf_counter()
    with tempfile.TemporaryDirectory() as name:
        keeping = RecordKeeper(GameStore.new(Path(name) / "game", {}), 0)
        try:
            house = Path(name) / "long.toml"
            house.write_text(ENDLESS, encoding="utf-8")
            setup = NightSetup(str(house), seed=seed, plays_a_quarter=MANY_PLAYS)
            night = LockstepNight(setup, keeping=keeping)
            keeping.store.entries(night.night.ledger.journal.entries)
            found = _play_on(night, hours, told)
        finally:
            keeping.close()
        left_out = keeping.store.dropped_frames
    return replace(found, wall_s=time.perf_counter() - began_s, left_out=left_out)


def _play_on(night: LockstepNight, hours: float, told: Callable[[float], None]) -> MemoryGrowth:
    end_ns = round(hours * 3600 * S_NS)
    settled_ns = round(min(SETTLED_S, hours * 1800) * S_NS)
    first: float | None = None
    missed, looked_ns, was, truths = 0, 0, False, 0
    while night.now_ns < end_ns and not night.over:
        night.step()
        state = night.power.state()
        missed += was and state.cause is PowerCause.LEASE_ENDED and not state.closed
        was = state.closed
        if night.now_ns - looked_ns >= LOOK_NS:
            looked_ns = night.now_ns
            # The truth of the physics is nothing that a referee has.
            truths += len(night.board.facts_after(truths))
            night.board.forget_facts(truths)
            told(night.now_ns / end_ns)
        if first is None and night.now_ns >= settled_ns:
            first = resident_mib()
    last, plays = resident_mib(), night.night.ledger.official.number
    grown = None if first is None or last is None else last - first
    return MemoryGrowth(night.now_ns / S_NS / 3600, plays, grown, missed)


def resident_mib() -> float | None:
    """What this process holds in memory, without what is garbage."""
    gc.collect()
    if not sys.platform.startswith("linux"):
        return None
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * PAGE_BYTES / MIB
