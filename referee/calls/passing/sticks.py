"""Sticks: which one measures a pass, and where its far end may lie.

The stick runs from some point of the front of the receiver's base to the middle of the marker.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from referee.calls.call import Call
from referee.calls.episode import EpisodeTopic
from referee.calls.passing.rules.stick_rules import StickUnit
from referee.calls.phase_state import PassAttempt
from referee.calls.play_name import PassStick
from referee.calls.stops.stopped_board import StoppedBoard, StopTest
from referee.core.field.areas import areas_of
from referee.core.field.yards import base_lengths_mm, goal_x_mm, stick_mm
from referee.core.geometry.base_shape import BasePart, Point
from referee.core.geometry.marker import Marker
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.probability import p_at_least
from referee.core.units import mm_from_inches


@dataclass(frozen=True, slots=True)
class StickChoice:
    """The stick for a pass: colour, length, and how likely it is that one."""

    stick: PassStick
    length_mm: float
    share: float


_ORDER = (PassStick.RED, PassStick.GREEN, PassStick.WHITE, PassStick.YELLOW, PassStick.BLUE)


def sticks_for(stop: StoppedBoard, passer: str, receiver: str) -> tuple[StickChoice, ...]:
    """Every stick that it may be, the likeliest first.

    None where one of the two was not seen, or nobody said how far any stick reaches.
    """
    one, other = stop.seen(passer), stop.seen(receiver)
    told = any(_reach_mm(stop, stick) > 0.0 for stick in _ORDER if stick is not PassStick.BLUE)
    if one is None or other is None or not told:
        return ()
    apart_mm, sigma_mm = _heads(one.measured, other.measured)
    found, before = [], 0.0
    for stick in _ORDER:
        reach_mm = _reach_mm(stop, stick)
        if reach_mm == 0.0:
            continue
        until = 1.0 if math.isinf(reach_mm) else p_at_least(reach_mm - apart_mm, sigma_mm)
        share, before = max(until - before, 0.0), max(until, before)
        if share > 0.0:
            found.append(StickChoice(stick, _length_mm(stop, stick), share))
    return tuple(sorted(found, key=lambda each: -each.share))


def p_pressed(stop: StoppedBoard, passer: str) -> float:
    """How likely the passer is under pressure: a defender near it, or the goal."""
    rules, seen = stop.context.rules.sticks, stop.seen(passer)
    if not rules.pressure.value or seen is None:
        return 0.0
    field, pose = stop.context.field, seen.measured.pose
    plays = stop.state.plays
    to_goal = plays.sign * (goal_x_mm(field, plays) - pose.x_mm)
    sigma = math.sqrt(seen.measured.covariance[0][0])
    likely = p_at_least(stick_mm(field, rules.red_zone_yd.value) - to_goal, sigma)
    reach_mm = _mm(stop, rules.pressure_to.value)
    for name in stop.others(passer, mates=False):
        other = stop.seen(name)
        if other is None:
            continue
        apart_mm, sigma_mm = _heads(seen.measured, other.measured)
        near = p_at_least(reach_mm - apart_mm, sigma_mm) * other.p_upright
        likely = max(likely, near)
    return likely


def length_under_pressure_mm(stop: StoppedBoard, choice: StickChoice) -> float:
    """The length of a stick for a passer under pressure."""
    return choice.length_mm + _mm(stop, stop.context.rules.sticks.pressure_more.value)


def marker_refusals(
    stop: StoppedBoard, said: PassAttempt, stick: PassStick | None
) -> tuple[Call, ...]:
    """Refuses a stick that is not the one for the pass, and a marker that is not at its end."""
    return stop.refused(marker_tests(stop, said, stick), *_about(stop, said))


def marker_allowed(
    stop: StoppedBoard, said: PassAttempt, stick: PassStick | None
) -> tuple[Call, ...]:
    """What of a marker at the end of its stick is too close to tell, and allowed."""
    return stop.allowed(marker_tests(stop, said, stick), *_about(stop, said))


def _about(stop: StoppedBoard, said: PassAttempt) -> tuple[tuple[str, ...], EpisodeTopic]:
    players = (said.passer or stop.state.carrier, said.intended)
    return tuple(name for name in players if name is not None), EpisodeTopic.TARGET


def marker_tests(stop: StoppedBoard, said: PassAttempt, stick: PassStick | None) -> list[StopTest]:
    """What a stick and the marker at its far end have to fulfil."""
    passer = said.passer or stop.state.carrier
    if said.target is None or said.intended is None or passer is None:
        return []
    return list(_tests(stop, said.target, passer, said.intended, stick, backward=said.backward))


def _tests(
    stop: StoppedBoard,
    target: Marker,
    passer: str,
    receiver: str,
    stick: PassStick | None,
    *,
    backward: bool,
) -> Iterator[StopTest]:
    rules, seen = stop.context.rules.sticks, stop.seen(receiver)
    may_be = sticks_for(stop, passer, receiver)
    if stick is not None and may_be:
        share = sum(each.share for each in may_be if each.stick is stick)
        yield StopTest(share, rules.unit.rule, f"the {stick.value} stick is the one for it")
    if seen is None:
        return
    used = next((each for each in may_be if each.stick is stick), may_be[0] if may_be else None)
    if used is not None and used.length_mm > 0.0:
        yield _at_its_end(stop, target, seen.measured, receiver, used, p_pressed(stop, passer))
    if rules.forward_deg.value < 180.0:
        left = rules.forward_deg.value - _least_turn(stop, receiver, target)
        sigma = math.degrees(math.sqrt(seen.measured.covariance[2][2]))
        yield StopTest(p_at_least(left, sigma), rules.forward_deg.rule, "the stick points forward")
    if rules.stays_in.value:
        inside = areas_of(stop.context.field).in_bounds.depth_mm(target.x_mm, target.y_mm)
        holds = p_at_least(inside, target.sigma_mm)
        yield StopTest(holds, rules.stays_in.rule, "its far end is in bounds", inside)
    one = stop.seen(passer)
    if backward and one is not None:
        behind = stop.state.plays.sign * (one.measured.pose.x_mm - target.x_mm)
        sigma = math.hypot(math.sqrt(one.measured.covariance[0][0]), target.sigma_mm)
        rule = stop.context.rules.passes.backward.rule
        yield StopTest(p_at_least(behind, sigma), rule, "it goes backward", behind)


def _at_its_end(
    stop: StoppedBoard,
    target: Marker,
    measured: MeasuredPose,
    receiver: str,
    used: StickChoice,
    pressure: float,
) -> StopTest:
    """From some point of the front the marker is a stick's length away, or nearly."""
    rules, base = stop.context.rules.sticks, stop.base(receiver)
    off_mm = max(
        base_lengths_mm(base, rules.off_base_lengths.value),
        stick_mm(stop.context.field, rules.off_yd.value),
    )
    near, far = _from_front(stop, receiver, measured, target)
    more = _mm(stop, rules.pressure_more.value)
    sigma = math.hypot(math.sqrt(measured.covariance[0][0]), target.sigma_mm)
    holds, by = 0.0, -math.inf
    for length, share in ((used.length_mm, 1.0 - pressure), (used.length_mm + more, pressure)):
        left = min(length + off_mm - near, far + off_mm - length)
        holds += share * p_at_least(left, sigma)
        by = max(by, left) if share >= 0.5 else by
    words = "the marker is at the end of the stick"
    return StopTest(holds, rules.off_base_lengths.rule, words, by, on_board=True)


def _from_front(
    stop: StoppedBoard, receiver: str, measured: MeasuredPose, target: Marker
) -> tuple[float, float]:
    """The least and the greatest distance of the marker's middle from the front edge."""
    ends = _front(stop, receiver, measured)
    apart = [math.hypot(x - target.x_mm, y - target.y_mm) for x, y in ends]
    return min(apart), max(apart)


def _front(stop: StoppedBoard, receiver: str, measured: MeasuredPose) -> list[Point]:
    """Points along the front edge of a base, corners included."""
    base = stop.base(receiver)
    half, side = base.length_mm / 2, base.width_mm / 2
    fronts = {BasePart.FRONT, BasePart.FRONT_LEFT, BasePart.FRONT_RIGHT}
    across = [
        y
        for (_, y), part in zip(base.skeleton_mm, base.vertex_parts, strict=True)
        if part in fronts
    ]
    low, high = min(across), max(across)
    row = [(half, low + share * (high - low)) for share in np.linspace(0.0, 1.0, 9)]
    row += [(half - base.radius_mm, side), (half - base.radius_mm, -side)]
    return [(float(x), float(y)) for x, y in measured.pose.to_board(np.array(row))]


def _least_turn(stop: StoppedBoard, receiver: str, target: Marker) -> float:
    """How far the stick is turned from the receiver's heading, in degrees, at the least."""
    seen = stop.seen(receiver)
    if seen is None:
        return 180.0
    heading = math.radians(seen.measured.pose.heading_deg)
    turns = []
    for x, y in _front(stop, receiver, seen.measured):
        way = math.atan2(target.y_mm - y, target.x_mm - x) - heading
        turns.append(abs(math.degrees(math.atan2(math.sin(way), math.cos(way)))))
    return min(turns)


def _heads(a: MeasuredPose, b: MeasuredPose) -> tuple[float, float]:
    """From head to head; heads are over the middles of the bases."""
    dx, dy = b.pose.x_mm - a.pose.x_mm, b.pose.y_mm - a.pose.y_mm
    spread = math.sqrt(a.covariance[0][0] + b.covariance[0][0])
    return math.hypot(dx, dy), spread


def _mm(stop: StoppedBoard, length: float) -> float:
    inches = stop.context.rules.sticks.unit.value is StickUnit.INCHES
    return mm_from_inches(length) if inches else stick_mm(stop.context.field, length)


def _reach_mm(stop: StoppedBoard, stick: PassStick) -> float:
    """The longest pass a stick is for: no end for the last, 0 for one that the league has not."""
    if stick is PassStick.BLUE:
        return math.inf
    return _mm(stop, float(getattr(stop.context.rules.sticks, f"{stick.value}_to").value))


def _length_mm(stop: StoppedBoard, stick: PassStick) -> float:
    return _mm(stop, float(getattr(stop.context.rules.sticks, stick.value).value))
