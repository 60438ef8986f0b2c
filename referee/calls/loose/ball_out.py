"""A loose ball leaves the field: where, and what the rulebook makes of that."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from referee.calls.call import BallSpot, Call, CallAction, CallKind
from referee.calls.call_builder import build_call
from referee.calls.context import JudgingContext
from referee.calls.episode import Consequence, Episode, EpisodeTopic
from referee.calls.lines.in_bounds import boundaries
from referee.calls.loose.loose_rules import FarEndZone, LooseSpot
from referee.calls.phase_state import PhaseState
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.field.areas import areas_of
from referee.core.field.field_profile import FieldProfile
from referee.core.field.lateral_spot import middle_y_mm
from referee.core.field.yards import spot_x_mm
from referee.core.geometry.crossing import HalfPlane
from referee.core.geometry.marker import Marker
from referee.core.geometry.measured_instant import MeasuredInstant, crossing_instant
from referee.core.probability import mean_of_frames, p_above

_TOGETHER = 3


@dataclass(frozen=True, slots=True)
class BallOut:
    """That a ball is out: beyond which line, when, where, and how sure."""

    line: str
    instant: MeasuredInstant
    x_mm: float
    y_mm: float
    probability: float
    beyond_mm: float
    sigma_mm: float
    frames: tuple[int, ...]


class BallOutTracker:
    """The ball against the lines that bound the field: any part of it beyond one is out."""

    def __init__(self, field: FieldProfile, thresholds: Thresholds) -> None:
        self._lines, self._thresholds = boundaries(field), thresholds
        self._seen: list[tuple[int, Marker]] = []

    def update(self, t_ns: int, ball: Marker) -> BallOut | None:
        """Take in a frame; the crossing it makes sure."""
        self._seen = [*self._seen, (t_ns, ball)][-_TOGETHER * 4 :]
        found = (self._beyond(line, side) for line, side in self._lines)
        return next((out for out in found if out is not None), None)

    def _beyond(self, line: str, side: HalfPlane) -> BallOut | None:
        newest = self._seen[-_TOGETHER:]
        best = (0.0, 0.0, 1.0)
        for count in range(1, len(newest) + 1):
            some = [ball for _, ball in newest[-count:]]
            over_mm, sigmas_mm = [_over(ball, side) for ball in some], [b.sigma_mm for b in some]
            mean, variance = mean_of_frames(over_mm, sigmas_mm, self._thresholds.prior.shared)
            sigma = math.sqrt(variance)
            best = max(best, (p_above(mean, sigma), mean, sigma))
        probability, mean, sigma = best
        if probability < self._thresholds.line_sure:
            return None
        first = len(self._seen) - 1
        while first > 0 and _over(self._seen[first - 1][1], side) > 0.0:
            first -= 1
        instant, x_mm, y_mm = self._crossing(first, side)
        frames = tuple(t_ns for t_ns, _ in self._seen[first:])
        return BallOut(line, instant, x_mm, y_mm, probability, mean, sigma, frames)

    def _crossing(self, first: int, side: HalfPlane) -> tuple[MeasuredInstant, float, float]:
        """When and where; a ball that was never seen inside went out where it lies."""
        t_ns, ball = self._seen[first]
        if first == 0:
            return MeasuredInstant.exact(t_ns), ball.x_mm, ball.y_mm
        before_ns, before = self._seen[first - 1]
        start, end = before_ns / S_NS, t_ns / S_NS
        here, there = min(_over(before, side), 0.0), max(_over(ball, side), 0.0)
        instant = crossing_instant(start, here, end, there, before.sigma_mm, ball.sigma_mm)
        share = (instant.t_s - start) / (end - start)
        x_mm = before.x_mm + share * (ball.x_mm - before.x_mm)
        y_mm = before.y_mm + share * (ball.y_mm - before.y_mm)
        return instant, x_mm, y_mm


def ball_out_calls(context: JudgingContext, state: PhaseState, out: BallOut) -> list[Call]:
    """The call, and the safety or touchback that it is in an end zone."""
    rules, field, sign = context.rules.loose, context.field, state.plays.sign
    x_mm = min(max(out.x_mm, field.left_end_line_x_mm), field.right_end_line_x_mm)
    y_mm = min(max(out.y_mm, 0.0), field.width_mm)
    spot, rule = BallSpot(x_mm, y_mm, out.sigma_mm), rules.out.rule
    lost = state.lost
    forward = lost is not None and sign * (x_mm - lost.x_mm) > 0.0
    if forward and lost is not None and rules.out.value is LooseSpot.NOT_FORWARD:
        spot = BallSpot(lost.x_mm, y_mm, lost.sigma_mm)
    areas, plays = areas_of(field), state.plays
    # On a goal line is not past it.
    past = not areas.field_of_play.covers(x_mm, y_mm)
    ahead = past and areas.end_zone(plays).covers(x_mm, y_mm)
    behind = past and areas.end_zone(plays.other).covers(x_mm, y_mm)
    touchback = ahead and rules.out_ahead.value is FarEndZone.TOUCHBACK
    if ahead:
        rule = rules.out_ahead.rule
        if not touchback and lost is not None:
            spot = BallSpot(lost.x_mm, lost.y_mm, lost.sigma_mm)
    call = build_call(
        CallKind.LOOSE_OUT,
        rule,
        Episode(EpisodeTopic.LOOSE_OUT, state.play, since_ns=out.frames[0]),
        out.instant,
        certainty=out.probability,
        gap=(out.beyond_mm, out.sigma_mm),
        spot=spot,
        frames=out.frames,
    )
    if behind and rules.out_behind.value:
        safety = replace(
            call, kind=CallKind.SAFETY, rule=rules.out_behind.rule, action=CallAction.RECORD
        )
        return [call, replace(safety, episode=call.episode.leading_to(Consequence.SAFETY))]
    return [call, touchback_call(context, state, call)] if touchback else [call]


def touchback_call(context: JudgingContext, state: PhaseState, call: Call) -> Call:
    """The touchback of the side that had not the ball: its own yard line, in the middle."""
    rules, field = context.rules.loose, context.field
    x_mm = spot_x_mm(field, rules.touchback_yd.value, state.plays.other)
    return replace(
        call,
        kind=CallKind.TOUCHBACK,
        rule=rules.touchback_yd.rule,
        action=CallAction.RECORD,
        spot=BallSpot(x_mm, middle_y_mm(field), 0.0),
        episode=call.episode.leading_to(Consequence.TOUCHBACK),
    )


def _over(ball: Marker, side: HalfPlane) -> float:
    """How far its furthest part is beyond a line."""
    ux, uy = side.direction
    return ball.x_mm * ux + ball.y_mm * uy + ball.radius_mm - side.offset_mm
