"""A carrier who comes back toward its own goal, or is turned toward it by a touch."""

from __future__ import annotations

import math
from collections.abc import Sequence

from referee.calls.doubts import Doubt, DoubtKind
from referee.calls.progress.carrier_trail import CarrierTrail, TrailPoint
from referee.calls.progress.no_gain import ProgressEnd
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.geometry.measured_instant import MeasuredInstant, crossing_instant
from referee.core.geometry.travel import off_goal_deg
from referee.core.probability import p_above

_TOGETHER = 3
# A carrier turned further than this faces its own goal.
_ASIDE_DEG = 90.0
# A touch no longer than this before the turn is what turned the carrier.
_TURNING_NS = 500_000_000
_TURN_LOOKS = 30
# No base turns further than this from one frame to the next; the picture was misread.
_MOST_DEG = 60.0


def came_back(trail: CarrierTrail, back_mm: float, thresholds: Thresholds) -> ProgressEnd | None:
    """The end of progress of a carrier so far behind its furthest advance; None: not sure."""
    furthest = trail.furthest.along_mm
    if not math.isfinite(furthest):
        return None
    behind = [(step, furthest - step.along_mm - back_mm) for step in trail.steps[-_TOGETHER:]]
    probability, mean, sigma = _sure(behind, thresholds)
    if probability < thresholds.line_sure:
        return None
    since = max(
        (k for k, step in enumerate(trail.steps) if furthest - step.along_mm < back_mm), default=-1
    )
    beyond = trail.steps[since + 1 :]
    if not beyond:  # the newest frame alone does not show the carrier there
        return None
    before = trail.steps[since] if since >= 0 else None
    offs = [furthest - step.along_mm - back_mm for step in (before or beyond[0], beyond[0])]
    instant = _crossing(before, beyond[0], offs[0], offs[1])
    return _found(trail, instant, probability, mean + back_mm, sigma, beyond, thresholds)


def turned_round(
    trail: CarrierTrail, met: Sequence[int], front: float, thresholds: Thresholds
) -> ProgressEnd | None:
    """The end of progress by a touch that turned the carrier; ``met``: frames with opponents."""
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
    if not touched or probability < thresholds.line_sure:
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
    return _found(trail, instant, probability, -gained, sigma_mm, steps[first:], thresholds)


def _sure(
    behind: list[tuple[TrailPoint, float]], thresholds: Thresholds
) -> tuple[float, float, float]:
    """What the newest frames say together; errors repeat in part, so they average in part."""
    best = (0.0, 0.0, 1.0)
    for count in range(1, len(behind) + 1):
        some = behind[-count:]
        mean = sum(off for _, off in some) / count
        shared = thresholds.prior.shared
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
    thresholds: Thresholds,
) -> ProgressEnd:
    frames = tuple(step.t_ns for step in steps)
    hole = trail.hole(trail.steps[-len(steps) - 1 :], thresholds.hole_ns)
    flag = (Doubt(DoubtKind.CARRIER_GONE_A_MOMENT),) if hole else ()
    return ProgressEnd(instant, probability, -lost_mm, sigma_mm, frames[0], frames, flag)
