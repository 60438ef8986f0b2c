"""How long an hour's game takes to judge again: its frames, and who is engaged at each stop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import thread_time

from referee.calls.call_rules import CallRules
from referee.calls.contact.engagement import Engagement
from referee.calls.frame import BoardFrame
from referee.calls.thresholds import Thresholds
from referee.lab.bench.calls.judged_play import calls_that_count
from referee.lab.bench.calls.plays.recorded_play import RecordedPlay
from referee.lab.bench.calls.simulated_eyes import board_frames

FRAMES = 108_000  # an hour at 30 frames a second
# Simulated coaches have the board on for 16 to 29 % of the time, in 4 to 6 runs a minute.
POWER_ON_SHARE = 0.29
STOPS_PER_HOUR = 360
AT_A_STOP = 10  # frames that say who is engaged


@dataclass(frozen=True, slots=True)
class HourCost:
    """Seconds of one core."""

    total_s: float
    on_ms: float
    off_ms: float


def hour_cost(takes: Sequence[RecordedPlay], rules: CallRules) -> HourCost:
    """Scaled from a few plays, each with power and then without."""
    on: list[float] = []
    off: list[float] = []
    stops: list[float] = []
    for take in takes:
        seen = board_frames(take)
        calls_that_count(take, rules, seen, on)
        calls_that_count(take, rules, [replace(board, power=False) for board in seen], off)
        stops.append(_stop(take, rules, seen[:AT_A_STOP]))
    mean_on, mean_off = sum(on) / len(on), sum(off) / len(off)
    mean_stop = sum(stops) / len(stops)
    frames = FRAMES * (POWER_ON_SHARE * mean_on + (1.0 - POWER_ON_SHARE) * mean_off)
    return HourCost(frames + STOPS_PER_HOUR * mean_stop, 1e3 * mean_on, 1e3 * mean_off)


def _stop(take: RecordedPlay, rules: CallRules, seen: Sequence[BoardFrame]) -> float:
    before = thread_time()
    engaged = Engagement(rules.engagement, take.roster, Thresholds())
    for board in seen:
        engaged.update(replace(board, power=False))
    engaged.calls(1)
    return thread_time() - before
