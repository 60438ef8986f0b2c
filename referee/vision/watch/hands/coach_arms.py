"""From a hand's box in the picture to what it and its arm hide, and where its fingers are."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64
from referee.vision.roster.roster_frame import HandArea
from referee.vision.sighting import HandSighting

# Hands work about this high above the board.
HAND_HEIGHT_MM = 45.0
FINGERS_MM = 30.0
AT_EDGE = 0.02  # of the picture's smaller side
LONGEST_AHEAD_S = 0.12
TOP_SPEED_MM_S = 2500.0


class ArmSide(IntEnum):
    """Where an arm enters the picture."""

    BOTTOM = 0
    TOP = 1
    LEFT = 2
    RIGHT = 3


@dataclass(frozen=True, slots=True)
class _HandsLook:
    """The hands of one frame: their areas and when."""

    t_ns: int
    areas: tuple[HandArea, ...]


class CoachArms:
    """Remembers from which side the coach's arms come; that side is learned where they enter."""

    def __init__(self, camera: CameraModel) -> None:
        self._camera = camera
        self._votes = [1.0, 0.0, 0.0, 0.0]
        self._before = _HandsLook(0, ())
        self._last = _HandsLook(0, ())

    def look(self, t_ns: int, hands: Sequence[HandSighting]) -> None:
        """The hands that a frame shows."""
        for hand in hands:
            side = self._touched(hand.box_px)
            if side is not None:
                self._votes[side] += 1.0
        areas = tuple(self._area(hand.box_px) for hand in hands)
        self._before, self._last = self._last, _HandsLook(t_ns, areas)

    def at(self, t_ns: int) -> tuple[HandArea, ...]:
        """Where the hands are a little after they were seen, if they move on as they did."""
        ahead_s = min((t_ns - self._last.t_ns) * 1e-9, LONGEST_AHEAD_S)
        passed_s = (self._last.t_ns - self._before.t_ns) * 1e-9
        if ahead_s <= 0.0 or passed_s <= 0.0 or not self._before.areas:
            return self._last.areas
        out = []
        for area in self._last.areas:
            old = min(self._before.areas, key=lambda a: _apart(a, area))
            dx, dy = (a - b for a, b in zip(_tip(area), _tip(old), strict=True))
            if math.hypot(dx, dy) > TOP_SPEED_MM_S * passed_s:
                out.append(area)
                continue
            out.append(_moved(area, dx * ahead_s / passed_s, dy * ahead_s / passed_s))
        return tuple(out)

    def _touched(self, box_px: tuple[float, float, float, float]) -> ArmSide | None:
        """The side of the picture that a box reaches; where two, the one it lies on longest."""
        width, height = self._camera.width_px, self._camera.height_px
        left, top, right, bottom = box_px
        edge = AT_EDGE * min(width, height)
        reached = {
            ArmSide.BOTTOM: (height - 1 - bottom, right - left),
            ArmSide.TOP: (top, right - left),
            ArmSide.LEFT: (left, bottom - top),
            ArmSide.RIGHT: (width - 1 - right, bottom - top),
        }
        near = [(long_px, -side) for side, (far, long_px) in reached.items() if far <= edge]
        return ArmSide(-max(near)[1]) if near else None

    def _area(self, box_px: tuple[float, float, float, float]) -> HandArea:
        side = self._touched(box_px)
        if side is None:
            side = ArmSide(max(ArmSide, key=lambda s: self._votes[s]))
        left, top, right, bottom = box_px
        tips = self._on_board(_tips_px(box_px, side))
        stretched = {
            ArmSide.BOTTOM: (left, top, right, self._camera.height_px - 1.0),
            ArmSide.TOP: (left, 0.0, right, bottom),
            ArmSide.LEFT: (0.0, top, right, bottom),
            ArmSide.RIGHT: (left, top, self._camera.width_px - 1.0, bottom),
        }[side]
        a, b, c, d = stretched
        corners = self._on_board([(a, b), (c, b), (c, d), (a, d)])
        low, high = corners.min(axis=0), corners.max(axis=0)
        inward = tips.mean(axis=0) - self._on_board([((left + right) / 2, (top + bottom) / 2)])[0]
        back = inward / max(float(np.hypot(*inward)), 1e-9) * FINGERS_MM
        one, other = (tuple(float(v) for v in tip - back) for tip in tips)
        return HandArea(
            float(low[0]),
            float(low[1]),
            float(high[0]),
            float(high[1]),
            ((one[0], one[1]), (other[0], other[1])),
        )

    def _on_board(self, points_px: Sequence[tuple[float, float]]) -> F64:
        return self._camera.to_plane(np.array(points_px), HAND_HEIGHT_MM)


def _tips_px(box_px: tuple[float, float, float, float], side: ArmSide) -> list[tuple[float, float]]:
    """Two places on the side of the box that lies farthest from where the arm enters."""
    left, top, right, bottom = box_px
    quarter_x, quarter_y = (right - left) / 4, (bottom - top) / 4
    return {
        ArmSide.BOTTOM: [(left + quarter_x, top), (right - quarter_x, top)],
        ArmSide.TOP: [(left + quarter_x, bottom), (right - quarter_x, bottom)],
        ArmSide.LEFT: [(right, top + quarter_y), (right, bottom - quarter_y)],
        ArmSide.RIGHT: [(left, top + quarter_y), (left, bottom - quarter_y)],
    }[side]


def _tip(area: HandArea) -> tuple[float, float]:
    (a, b), (c, d) = area.tips_mm
    return (a + c) / 2, (b + d) / 2


def _apart(a: HandArea, b: HandArea) -> float:
    (x, y), (u, v) = _tip(a), _tip(b)
    return math.hypot(x - u, y - v)


def _moved(area: HandArea, dx_mm: float, dy_mm: float) -> HandArea:
    """The fingers move on; what is hidden grows with them, so that nothing hidden seems free."""
    return HandArea(
        area.left_mm + min(dx_mm, 0.0),
        area.near_mm + min(dy_mm, 0.0),
        area.right_mm + max(dx_mm, 0.0),
        area.far_mm + max(dy_mm, 0.0),
        tuple((x + dx_mm, y + dy_mm) for x, y in area.tips_mm),
    )
