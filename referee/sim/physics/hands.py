"""A coach's hands over the board: where they are, and what they carry, at any instant.

A visit is drawn up in advance as keyframes; whatever changes on the board changes at a keyframe.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from referee.core.field import FieldProfile
from referee.core.pose import Pose
from referee.sim.scene import HandState

NS_PER_MS = 1_000_000
# Where thumb and fingertips hold a figure, above the underside of its base.
GRIP_Z_MM = 23.0
TRAVEL_Z_MM = 62.0
AWAY_Z_MM = 110.0
AWAY_MM = 130.0
OPEN_MM, CLOSED_MM = 30.0, 12.0
CARRY_LIFT_MM = 38.0
# The coach sits at the near side; shoulders apart and back from the edge.
SHOULDER_APART_MM = 190.0
SHOULDER_BACK_MM = 420.0
PATH_STEPS = 8


@dataclass(frozen=True, slots=True)
class HandKey:
    """Where a hand is at an instant."""

    t_ns: int
    x_mm: float
    y_mm: float
    z_mm: float
    grip_mm: float


@dataclass(frozen=True, slots=True)
class CarryKey:
    """Where a carried figure is at an instant; the heading runs on beyond 360."""

    t_ns: int
    x_mm: float
    y_mm: float
    heading_deg: float
    lift_mm: float


@dataclass(frozen=True, slots=True)
class Carry:
    """A figure in a hand, from its first keyframe to before its last."""

    row: int
    keys: tuple[CarryKey, ...]

    def at(self, t_ns: int) -> CarryKey | None:
        """Where it is, or None when the hand does not hold it."""
        if not self.keys[0].t_ns <= t_ns < self.keys[-1].t_ns:
            return None
        k = bisect_right(self.keys, t_ns, key=lambda key: key.t_ns) - 1
        a, b = self.keys[k], self.keys[k + 1]
        s = (t_ns - a.t_ns) / (b.t_ns - a.t_ns)
        return CarryKey(
            t_ns,
            a.x_mm + s * (b.x_mm - a.x_mm),
            a.y_mm + s * (b.y_mm - a.y_mm),
            a.heading_deg + s * (b.heading_deg - a.heading_deg),
            a.lift_mm + s * (b.lift_mm - a.lift_mm),
        )


@dataclass(frozen=True, slots=True)
class Change:
    """Something on the board changes at an instant."""

    t_ns: int
    apply: Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Visit:
    """All that hands do in one visit."""

    tracks: tuple[tuple[HandKey, ...], ...] = ()
    carries: tuple[Carry, ...] = ()
    changes: tuple[Change, ...] = ()
    end_ns: int = 0

    def hands(self, t_ns: int, field_: FieldProfile) -> tuple[HandState, ...]:
        """The hands over the board at an instant."""
        shown = []
        for which, keys in enumerate(self.tracks):
            if keys and keys[0].t_ns <= t_ns < keys[-1].t_ns:
                shown.append(_hand_at(keys, t_ns, which, field_))
        return tuple(shown)


def shoulder_mm(which: int, field_: FieldProfile) -> tuple[float, float]:
    """Where the arm of hand 0 (right) or 1 (left) comes from."""
    middle = (field_.metal_left_x_mm + field_.metal_right_x_mm) / 2
    side = 1.0 if which == 0 else -1.0
    return middle + side * SHOULDER_APART_MM, field_.metal_near_y_mm - SHOULDER_BACK_MM


def _hand_at(keys: Sequence[HandKey], t_ns: int, which: int, field_: FieldProfile) -> HandState:
    k = bisect_right(keys, t_ns, key=lambda key: key.t_ns) - 1
    a, b = keys[k], keys[k + 1]
    s = (t_ns - a.t_ns) / (b.t_ns - a.t_ns)
    x, y = a.x_mm + s * (b.x_mm - a.x_mm), a.y_mm + s * (b.y_mm - a.y_mm)
    sx, sy = shoulder_mm(which, field_)
    return HandState(
        x,
        y,
        a.z_mm + s * (b.z_mm - a.z_mm),
        math.degrees(math.atan2(sy - y, sx - x)) % 360.0,
        a.grip_mm + s * (b.grip_mm - a.grip_mm),
        left=which == 1,
    )


@dataclass
class _Hand:
    which: int
    t_ms: int
    x: float
    y: float
    z: float = AWAY_Z_MM
    grip: float = OPEN_MM
    keys: list[HandKey] = field(default_factory=list)

    def go(self, ms: float, x: float, y: float, z: float, grip: float) -> int:
        """Move there within ``ms``, starting and ending gently; the instant of arrival."""
        before = (self.x, self.y, self.z, self.grip)
        start_ms, whole_ms = self.t_ms, max(1, round(ms))
        steps = min(PATH_STEPS, whole_ms)
        for k in range(1, steps + 1):
            s = _smooth(k / steps)
            now = (a + s * (b - a) for a, b in zip(before, (x, y, z, grip), strict=True))
            self.glide(start_ms + whole_ms * k // steps, *now)
        return self.t_ms * NS_PER_MS

    def glide(self, t_ms: int, x: float, y: float, z: float, grip: float) -> int:
        """Move there in a straight line until ``t_ms``, or the next millisecond."""
        if not self.keys:
            self.keys.append(self._key())
        self.t_ms = max(t_ms, self.t_ms + 1)
        self.x, self.y, self.z, self.grip = x, y, z, grip
        self.keys.append(self._key())
        return self.t_ms * NS_PER_MS

    def _key(self) -> HandKey:
        return HandKey(self.t_ms * NS_PER_MS, self.x, self.y, self.z, self.grip)


class Choreographer:
    """Draws up one visit, action by action, for one or two hands. ``pace`` 2 is twice as quick."""

    def __init__(self, field_: FieldProfile, start_ns: int, pace: float, hands: int) -> None:
        self._field = field_
        self._pace = pace
        start_ms = -(-start_ns // NS_PER_MS)
        self._hands = []
        for which in range(hands):
            x, y = self._away(which)
            self._hands.append(_Hand(which, start_ms, x, y))
        self._carries: list[Carry] = []
        self._changes: list[Change] = []

    def carry(
        self,
        row: int,
        path: Callable[[float], Pose],
        *,
        lift_mm: float,
        on_grip: Callable[[int], None],
        on_put: Callable[[int], None],
        from_tray: bool = False,
        to_tray: bool = False,
    ) -> None:
        """Grip a figure at ``path(0)``, take it along to ``path(1)`` and let go."""
        hand = self._next_hand()
        start, end = path(0.0), path(1.0)
        if from_tray:
            start = self._tray(hand.which, start.heading_deg)
        if to_tray:
            end = self._tray(hand.which, end.heading_deg)
        through = path if not from_tray and not to_tray else straight_path(start, end)
        self._reach(hand, start.x_mm, start.y_mm)
        gripped = hand.go(60 / self._pace, start.x_mm, start.y_mm, GRIP_Z_MM, CLOSED_MM)
        self._changes.append(Change(gripped, on_grip))
        away = math.hypot(end.x_mm - start.x_mm, end.y_mm - start.y_mm)
        turned = abs(_turn(start.heading_deg, end.heading_deg))
        ms = (130.0 + away / 1.1 + turned) / self._pace
        keys = [_carry_key(gripped, start, start.heading_deg, 0.0)]
        heading = start.heading_deg
        begun_ms = hand.t_ms
        for k in range(1, PATH_STEPS + 1):
            share = k / PATH_STEPS
            pose = through(_smooth(share))
            heading += _turn(heading, pose.heading_deg)
            high = lift_mm * math.sin(math.pi * share) ** 0.5 if k < PATH_STEPS else 0.0
            due_ms = begun_ms + round(ms * share)
            t_ns = hand.glide(due_ms, pose.x_mm, pose.y_mm, GRIP_Z_MM + high, CLOSED_MM)
            keys.append(_carry_key(t_ns, pose, heading, high))
        self._carries.append(Carry(row, tuple(keys)))
        self._changes.append(Change(keys[-1].t_ns, on_put))
        hand.go(50 / self._pace, end.x_mm, end.y_mm, GRIP_Z_MM + 6.0, OPEN_MM)

    def touch(self, x_mm: float, y_mm: float, on_touch: Callable[[int], None]) -> None:
        """Reach down to a spot, where something happens, and come up again."""
        hand = self._next_hand()
        self._reach(hand, x_mm, y_mm)
        down = hand.go(90 / self._pace, x_mm, y_mm, 6.0, CLOSED_MM)
        self._changes.append(Change(down, on_touch))
        hand.go(80 / self._pace, x_mm, y_mm, GRIP_Z_MM, OPEN_MM)

    def at_once(self, change: Callable[[int], None]) -> None:
        """Something beside the board changes without a hand in the picture."""
        self._changes.append(Change(self._next_hand().t_ms * NS_PER_MS, change))

    def visit(self) -> Visit:
        """The whole visit, with the hands gone at its end."""
        for hand in self._hands:
            if hand.keys:
                x, y = self._away(hand.which)
                hand.go(self._travel_ms(hand, x, y), x, y, AWAY_Z_MM, OPEN_MM)
        end_ns = max(hand.t_ms for hand in self._hands) * NS_PER_MS
        changes = sorted(self._changes, key=lambda change: change.t_ns)
        tracks = tuple(tuple(hand.keys) for hand in self._hands)
        return Visit(tracks, tuple(self._carries), tuple(changes), end_ns)

    def _next_hand(self) -> _Hand:
        return min(self._hands, key=lambda hand: (hand.t_ms, hand.which))

    def _reach(self, hand: _Hand, x: float, y: float) -> None:
        ms = self._travel_ms(hand, x, y)
        high = max(hand.z, TRAVEL_Z_MM)
        hand.go(ms * 0.6, 0.3 * hand.x + 0.7 * x, 0.3 * hand.y + 0.7 * y, high, OPEN_MM)
        hand.go(ms * 0.4, x, y, GRIP_Z_MM, OPEN_MM)

    def _travel_ms(self, hand: _Hand, x: float, y: float) -> float:
        return (110.0 + math.hypot(x - hand.x, y - hand.y) / 1.3) / self._pace

    def _away(self, which: int) -> tuple[float, float]:
        x, _ = shoulder_mm(which, self._field)
        return x, self._field.metal_near_y_mm - AWAY_MM

    def _tray(self, which: int, heading_deg: float) -> Pose:
        x, y = self._away(which)
        return Pose(x, y, heading_deg)


def straight_path(start: Pose, end: Pose) -> Callable[[float], Pose]:
    """The direct way, turning the shorter way round."""
    way = _turn(start.heading_deg, end.heading_deg)

    def at(share: float) -> Pose:
        return Pose(
            start.x_mm + share * (end.x_mm - start.x_mm),
            start.y_mm + share * (end.y_mm - start.y_mm),
            start.heading_deg + share * way,
        )

    return at


def _turn(from_deg: float, to_deg: float) -> float:
    return (to_deg - from_deg + 180.0) % 360.0 - 180.0


def _smooth(share: float) -> float:
    return share * share * (3.0 - 2.0 * share)


def _carry_key(t_ns: int, pose: Pose, heading_deg: float, lift_mm: float) -> CarryKey:
    return CarryKey(t_ns, pose.x_mm, pose.y_mm, heading_deg, lift_mm)
