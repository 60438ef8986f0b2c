"""Draws up what hands do in one visit: where each goes, what it grips, and when things change."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from referee.core.clock import MS_NS
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.turns import turn_deg
from referee.sim.physics.hands.paths import smooth, straight_path
from referee.sim.physics.hands.visits import (
    BoardChange,
    CarriedFigure,
    CarryKeyframe,
    HandKeyframe,
    HandVisit,
    shoulder_mm,
)

# Where thumb and fingertips hold a figure, above the underside of its base.
GRIP_Z_MM = 23.0
TRAVEL_Z_MM = 62.0
AWAY_Z_MM = 110.0
AWAY_MM = 130.0
OPEN_MM, CLOSED_MM = 30.0, 12.0
PATH_STEPS = 8
HANDS = 2


@dataclass
class _HandTrack:
    which: int
    t_ms: int
    x: float
    y: float
    z: float = AWAY_Z_MM
    grip: float = OPEN_MM
    keys: list[HandKeyframe] = field(default_factory=list)

    def go(self, ms: float, x: float, y: float, z: float, grip: float) -> int:
        """Move there within ``ms``, starting and ending gently; the instant of arrival."""
        before = (self.x, self.y, self.z, self.grip)
        start_ms, whole_ms = self.t_ms, max(1, round(ms))
        steps = min(PATH_STEPS, whole_ms)
        for k in range(1, steps + 1):
            s = smooth(k / steps)
            now = (a + s * (b - a) for a, b in zip(before, (x, y, z, grip), strict=True))
            self.glide(start_ms + whole_ms * k // steps, *now)
        return self.t_ms * MS_NS

    def glide(self, t_ms: int, x: float, y: float, z: float, grip: float) -> int:
        """Move there in a straight line until ``t_ms``, or the next millisecond."""
        if not self.keys:
            self.keys.append(self._key())
        self.t_ms = max(t_ms, self.t_ms + 1)
        self.x, self.y, self.z, self.grip = x, y, z, grip
        self.keys.append(self._key())
        return self.t_ms * MS_NS

    def _key(self) -> HandKeyframe:
        return HandKeyframe(self.t_ms * MS_NS, self.x, self.y, self.z, self.grip)


class Choreographer:
    """Draws up one visit of two hands, action by action. ``pace`` 2 is twice as quick."""

    def __init__(self, field_: FieldProfile, start_ns: int, pace: float) -> None:
        self._field = field_
        self._pace = pace
        start_ms = -(-start_ns // MS_NS)
        self._hands = []
        for which in range(HANDS):
            x, y = self._away(which)
            self._hands.append(_HandTrack(which, start_ms, x, y))
        self._carries: list[CarriedFigure] = []
        self._changes: list[BoardChange] = []

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
        """Grip a figure at ``path(0)``, take it to ``path(1)`` and let go.

        The tray, where a figure may come from or go to, is beside the board.
        """
        hand = self._next_hand()
        start, end = path(0.0), path(1.0)
        x, y = self._away(hand.which)
        if from_tray:
            start = Pose(x, y, start.heading_deg)
        if to_tray:
            end = Pose(x, y, end.heading_deg)
        through = straight_path(start, end) if from_tray or to_tray else path
        self._reach(hand, start.x_mm, start.y_mm)
        gripped = hand.go(60 / self._pace, start.x_mm, start.y_mm, GRIP_Z_MM, CLOSED_MM)
        self._changes.append(BoardChange(gripped, on_grip))
        away = apart_mm(end, start)
        turned = abs(turn_deg(start.heading_deg, end.heading_deg))
        ms = (130.0 + away / 1.1 + turned) / self._pace
        keys = [_carry_key(gripped, start, start.heading_deg, 0.0)]
        heading = start.heading_deg
        begun_ms = hand.t_ms
        for k in range(1, PATH_STEPS + 1):
            share = k / PATH_STEPS
            pose = through(smooth(share))
            heading += turn_deg(heading, pose.heading_deg)
            high = lift_mm * math.sin(math.pi * share) ** 0.5 if k < PATH_STEPS else 0.0
            due_ms = begun_ms + round(ms * share)
            t_ns = hand.glide(due_ms, pose.x_mm, pose.y_mm, GRIP_Z_MM + high, CLOSED_MM)
            keys.append(_carry_key(t_ns, pose, heading, high))
        self._carries.append(CarriedFigure(row, tuple(keys)))
        self._changes.append(BoardChange(keys[-1].t_ns, on_put))
        hand.go(50 / self._pace, end.x_mm, end.y_mm, GRIP_Z_MM + 6.0, OPEN_MM)

    def touch(self, x_mm: float, y_mm: float, on_touch: Callable[[int], None]) -> None:
        """Reach down to a spot, where something happens, and come up again."""
        hand = self._next_hand()
        self._reach(hand, x_mm, y_mm)
        down = hand.go(90 / self._pace, x_mm, y_mm, 6.0, CLOSED_MM)
        self._changes.append(BoardChange(down, on_touch))
        hand.go(80 / self._pace, x_mm, y_mm, GRIP_Z_MM, OPEN_MM)

    def visit(self) -> HandVisit:
        """The whole visit, with the hands gone at its end."""
        for hand in self._hands:
            if hand.keys:
                x, y = self._away(hand.which)
                hand.go(self._travel_ms(hand, x, y), x, y, AWAY_Z_MM, OPEN_MM)
        end_ns = max(hand.t_ms for hand in self._hands) * MS_NS
        changes = sorted(self._changes, key=lambda change: change.t_ns)
        tracks = tuple(tuple(hand.keys) for hand in self._hands)
        return HandVisit(tracks, tuple(self._carries), tuple(changes), end_ns)

    def _next_hand(self) -> _HandTrack:
        return min(self._hands, key=lambda hand: (hand.t_ms, hand.which))

    def _reach(self, hand: _HandTrack, x: float, y: float) -> None:
        ms = self._travel_ms(hand, x, y)
        high = max(hand.z, TRAVEL_Z_MM)
        hand.go(ms * 0.6, 0.3 * hand.x + 0.7 * x, 0.3 * hand.y + 0.7 * y, high, OPEN_MM)
        hand.go(ms * 0.4, x, y, GRIP_Z_MM, OPEN_MM)

    def _travel_ms(self, hand: _HandTrack, x: float, y: float) -> float:
        return (110.0 + math.hypot(x - hand.x, y - hand.y) / 1.3) / self._pace

    def _away(self, which: int) -> tuple[float, float]:
        x, _ = shoulder_mm(which, self._field)
        return x, self._field.metal_near_y_mm - AWAY_MM


def _carry_key(t_ns: int, pose: Pose, heading_deg: float, lift_mm: float) -> CarryKeyframe:
    return CarryKeyframe(t_ns, pose.x_mm, pose.y_mm, heading_deg, lift_mm)
