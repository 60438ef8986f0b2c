"""A carrier who comes back toward his own goal, or is turned toward it by a touch."""

from __future__ import annotations

import math
from collections.abc import Sequence

from referee.calls.progress.carrier_trail import CarrierTrail, TrailPoint
from referee.calls.progress.no_gain import ProgressEnd
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.geometry.measured_instant import MeasuredInstant, crossing_instant
from referee.core.geometry.travel import off_goal_deg
from referee.core.probability import p_above

_TOGETHER = 3
# Beyond this he faces his own goal.
_ASIDE_DEG = 90.0
# A touch that long before he has turned is what turned him.
_TURNING_NS = 500_000_000
_TURN_LOOKS = 30
# No base turns further than this from one frame to the next; the picture was misread.
_MOST_DEG = 60.0


def came_back(trail: CarrierTrail, back_mm: float, levels: Thresholds) -> ProgressEnd | None:
    """That he is so far behind his furthest advance, once it is sure."""
    furthest = trail.furthest.along_mm
    if not math.isfinite(furthest):
        return None
    behind = [(step, furthest - step.along_mm - back_mm) for step in trail.steps[-_TOGETHER:]]
    probability, mean, sigma = _sure(behind, levels)
    if probability < levels.line_sure:
        return None
    since = max(
        (k for k, step in enumerate(trail.steps) if furthest - step.along_mm < back_mm), default=-1
    )
    beyond = trail.steps[since + 1 :]
    if not beyond:  # the newest frame alone does not show him there
        return None
    before = trail.steps[since] if since >= 0 else None
    offs = [furthest - step.along_mm - back_mm for step in (before or beyond[0], beyond[0])]
    instant = _crossing(before, beyond[0], offs[0], offs[1])
    return _found(trail, instant, probability, mean + back_mm, sigma, beyond, levels)


def turned_round(
    trail: CarrierTrail, met: Sequence[int], front: float, levels: Thresholds
) -> ProgressEnd | None:
    """That a touch turned him toward his own goal. ``met``: frames with opponents beside him."""
    steps = trail.steps[-_TURN_LOOKS:]
    if len(steps) < 2 or off_goal_deg(steps[-1].measured, trail.plays).value <= _ASIDE_DEG:
        return None
    offs = [off_goal_deg(step.measured, trail.plays) for step in steps]
    first = len(steps) - 1
    while first > 0 and offs[first - 1].value > _ASIDE_DEG:
        first -= 1
    if first == 0 or offs[first].value - offs[first - 1].value > _MOST_DEG:
        return None
    last = range(max(first, len(steps) - _TOGETHER), len(steps))
    beyond = [offs[k].value - _ASIDE_DEG for k in last]
    sigma = math.sqrt(sum(offs[k].sigma ** 2 for k in last)) / len(beyond)
    probability = front * p_above(sum(beyond) / len(beyond), sigma)
    started_ns = steps[first].t_ns - _TURNING_NS
    touched = any(started_ns <= t_ns <= steps[first].t_ns for t_ns in met)
    if not touched or probability < levels.line_sure:
        return None
    instant = _crossing(
        steps[first - 1],
        steps[first],
        offs[first - 1].value - _ASIDE_DEG,
        offs[first].value - _ASIDE_DEG,
        offs[first].sigma,
    )
    gained = steps[-1].along_mm - steps[first].along_mm
    sigma_mm = math.hypot(steps[-1].sigma_mm, steps[first].sigma_mm)
    return _found(trail, instant, probability, -gained, sigma_mm, steps[first:], levels)


def _sure(behind: list[tuple[TrailPoint, float]], levels: Thresholds) -> tuple[float, float, float]:
    """What the newest frames say together; errors repeat in part, so they average in part."""
    best = (0.0, 0.0, 1.0)
    for count in range(1, len(behind) + 1):
        some = behind[-count:]
        mean = sum(off for _, off in some) / count
        shared = levels.belief.shared
        variance = sum(step.sigma_mm**2 for step, _ in some) / count
        sigma = math.sqrt(variance * (1.0 + shared + (1.0 - shared) / count))
        best = max(best, (p_above(mean, sigma), mean, sigma))
    return best


def _crossing(
    before: TrailPoint | None,
    after: TrailPoint,
    off: float,
    over: float,
    sigma: float | None = None,
) -> MeasuredInstant:
    if before is None:
        return MeasuredInstant.exact(after.t_ns)
    errors = (before.sigma_mm, after.sigma_mm) if sigma is None else (sigma, sigma)
    return crossing_instant(
        before.t_ns / S_NS, min(off, 0.0), after.t_ns / S_NS, max(over, 0.0), *errors
    )


def _found(
    trail: CarrierTrail,
    instant: MeasuredInstant,
    probability: float,
    lost_mm: float,
    sigma_mm: float,
    steps: list[TrailPoint],
    levels: Thresholds,
) -> ProgressEnd:
    frames = tuple(step.t_ns for step in steps)
    hole = trail.hole(trail.steps[-len(steps) - 1 :], levels.hole_ns)
    flag = ("he was out of sight for a moment",) if hole else ()
    return ProgressEnd(
        instant.t_s, instant.sigma_s, probability, -lost_mm, sigma_mm, frames[0], frames, flag
    )
