"""A coach's hands over the board: where they are, and what they carry, at any instant.

A visit is drawn up in advance as keyframes; whatever changes on the board changes at a keyframe.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster
from referee.sim.board_state import HandState, PieceState

# The coach sits at the near side; shoulders apart and back from the edge.
SHOULDER_APART_MM = 190.0
SHOULDER_BACK_MM = 420.0
# Velocities are differences over this long.
STEP_NS = 1_000_000
STEP_S = 1e-3


@dataclass(frozen=True, slots=True)
class HandKeyframe:
    """Where a hand is at an instant."""

    t_ns: int
    x_mm: float
    y_mm: float
    z_mm: float
    grip_mm: float


@dataclass(frozen=True, slots=True)
class CarryKeyframe:
    """Where a carried figure is at an instant; the heading runs on beyond 360."""

    t_ns: int
    x_mm: float
    y_mm: float
    heading_deg: float
    lift_mm: float


@dataclass(frozen=True, slots=True)
class CarriedFigure:
    """A figure in a hand, from its first keyframe to before its last."""

    row: int
    keys: tuple[CarryKeyframe, ...]

    def at(self, t_ns: int) -> CarryKeyframe | None:
        """Where it is, or None when the hand does not hold it."""
        if not self.keys[0].t_ns <= t_ns < self.keys[-1].t_ns:
            return None
        k = bisect_right(self.keys, t_ns, key=lambda key: key.t_ns) - 1
        a, b = self.keys[k], self.keys[k + 1]
        s = (t_ns - a.t_ns) / (b.t_ns - a.t_ns)
        return CarryKeyframe(
            t_ns,
            a.x_mm + s * (b.x_mm - a.x_mm),
            a.y_mm + s * (b.y_mm - a.y_mm),
            a.heading_deg + s * (b.heading_deg - a.heading_deg),
            a.lift_mm + s * (b.lift_mm - a.lift_mm),
        )


@dataclass(frozen=True, slots=True)
class BoardChange:
    """Something on the board changes at an instant."""

    t_ns: int
    apply: Callable[[int], None]


@dataclass(frozen=True, slots=True)
class HandVisit:
    """All that hands do in one visit."""

    tracks: tuple[tuple[HandKeyframe, ...], ...] = ()
    carries: tuple[CarriedFigure, ...] = ()
    changes: tuple[BoardChange, ...] = ()
    end_ns: int = 0

    def hands(self, t_ns: int, field_: FieldProfile) -> tuple[HandState, ...]:
        """The hands over the board at an instant."""
        shown = []
        for which, keys in enumerate(self.tracks):
            if keys and keys[0].t_ns <= t_ns < keys[-1].t_ns:
                shown.append(_hand_at(keys, t_ns, which, field_))
        return tuple(shown)


def carried_pieces(visit: HandVisit, t_ns: int, roster: Roster) -> Iterator[PieceState]:
    """The figures in the hands at an instant; those beside the board are out of the picture."""
    for carry in visit.carries:
        now = carry.at(t_ns)
        if now is None:
            continue
        before = carry.at(t_ns - STEP_NS) or now
        yield _piece(roster.players[carry.row].id, now, before)


def _piece(player_id: str, now: CarryKeyframe, before: CarryKeyframe) -> PieceState:
    return PieceState(
        player_id=player_id,
        pose=Pose(now.x_mm, now.y_mm, now.heading_deg),
        vx_mm_s=(now.x_mm - before.x_mm) / STEP_S,
        vy_mm_s=(now.y_mm - before.y_mm) / STEP_S,
        spin_deg_s=(now.heading_deg - before.heading_deg) / STEP_S,
        lift_mm=now.lift_mm,
    )


def shoulder_mm(which: int, field_: FieldProfile) -> tuple[float, float]:
    """Where the arm of hand 0 (right) or 1 (left) comes from."""
    middle = (field_.metal_left_x_mm + field_.metal_right_x_mm) / 2
    side = 1.0 if which == 0 else -1.0
    return middle + side * SHOULDER_APART_MM, field_.metal_near_y_mm - SHOULDER_BACK_MM


def _hand_at(
    keys: Sequence[HandKeyframe], t_ns: int, which: int, field_: FieldProfile
) -> HandState:
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
