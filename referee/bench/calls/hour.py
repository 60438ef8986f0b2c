"""How long an hour's game takes to judge again: its frames, and who is engaged at each stop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import thread_time

from referee.bench.calls.eyes import boards
from referee.bench.calls.judging import called
from referee.bench.calls.take import Take
from referee.calls.board import Board
from referee.calls.contact import Engagement
from referee.calls.levels import Levels
from referee.calls.rules import CallRules

FRAMES = 108_000  # an hour at 30 frames a second
# Simulated coaches have the board on for 16 to 29 % of the time, in 4 to 6 runs a minute.
ON_SHARE = 0.29
STOPS = 360
AT_A_STOP = 10  # frames that say who is engaged


@dataclass(frozen=True, slots=True)
class Hour:
    """Seconds of one core."""

    total_s: float
    on_ms: float
    off_ms: float
    stop_ms: float


def hour(takes: Sequence[Take], rules: CallRules) -> Hour:
    """Scaled from a few plays, each with power and then without."""
    on: list[float] = []
    off: list[float] = []
    stops: list[float] = []
    for take in takes:
        seen = boards(take)
        called(take, rules, seen, on)
        called(take, rules, [replace(board, power=False) for board in seen], off)
        stops.append(_stop(take, rules, seen[:AT_A_STOP]))
    mean_on, mean_off = sum(on) / len(on), sum(off) / len(off)
    mean_stop = sum(stops) / len(stops)
    frames = FRAMES * (ON_SHARE * mean_on + (1.0 - ON_SHARE) * mean_off)
    return Hour(frames + STOPS * mean_stop, 1e3 * mean_on, 1e3 * mean_off, 1e3 * mean_stop)


def _stop(take: Take, rules: CallRules, seen: Sequence[Board]) -> float:
    before = thread_time()
    engaged = Engagement(rules.engagement, take.roster, Levels())
    for board in seen:
        engaged.see(replace(board, power=False))
    engaged.calls(1)
    return thread_time() - before
