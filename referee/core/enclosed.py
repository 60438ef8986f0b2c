"""Whether a base is hemmed in: which ways out are left to it, and where others touch it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.core.base_shape import BaseShape, FloatArray, Part
from referee.core.errors import BadValue
from referee.core.gap import pair_gaps_mm, signed_gap
from referee.core.pose import Pose

WAYS = 72
STEPS_PER_BASE = 4


@dataclass(frozen=True, slots=True)
class Enclosure:
    """``open_deg`` is the widest fan of straight ways out, 360 when nobody is in the way.

    ``touched`` are the parts of the base that somebody touches, in the order of the others.
    """

    open_deg: float
    touched: tuple[Part, ...]

    @property
    def sides_touched(self) -> int:
        """On how many different sides others touch it; a corner counts as the sides it joins."""
        return len({side for part in self.touched for side in _SIDES[part]})


_SIDES = {
    Part.FRONT: ("front",),
    Part.LEFT: ("left",),
    Part.BACK: ("back",),
    Part.RIGHT: ("right",),
    Part.FRONT_LEFT: ("front", "left"),
    Part.BACK_LEFT: ("back", "left"),
    Part.BACK_RIGHT: ("back", "right"),
    Part.FRONT_RIGHT: ("front", "right"),
}


def enclosure(
    shape: BaseShape,
    pose: Pose,
    others: Sequence[tuple[BaseShape, Pose]],
    way_mm: float,
    touching_mm: float = 0.0,
) -> Enclosure:
    """Try straight ways of ``way_mm`` out in all directions, without turning the base.

    A way is shut if a base in it is met; gaps up to ``touching_mm`` count as touching. A way that
    leads off somebody who is touched is open.
    """
    if not way_mm > 0.0:
        raise BadValue("way_mm", way_mm, "more than 0 mm")
    free = np.ones(WAYS, dtype=bool)
    touched: list[Part] = []
    step_mm = min(way_mm, shape.width_mm / STEPS_PER_BASE)
    count = math.ceil(way_mm / step_mm)
    ways = _ways(pose, way_mm, count)
    for other_shape, other in others:
        here = signed_gap(shape, pose, other_shape, other)
        if here.gap_mm <= touching_mm:
            touched.append(here.part_a)
        if here.gap_mm > way_mm:
            continue
        row = [other.x_mm, other.y_mm, math.radians(other.heading_deg)]
        met = pair_gaps_mm(shape, ways, other_shape, np.tile(row, (len(ways), 1)))
        allowed = min(0.0, here.gap_mm) - 1e-9
        free &= (met.reshape(WAYS, count) >= allowed).all(axis=1)
    return Enclosure(_widest_deg(free), tuple(touched))


def _ways(pose: Pose, way_mm: float, count: int) -> FloatArray:
    """Rows of poses: for each direction, the places on the way out."""
    angles = np.radians(pose.heading_deg) + np.arange(WAYS) * (2.0 * math.pi / WAYS)
    reach = way_mm * np.arange(1, count + 1) / count
    rows = np.empty((WAYS, count, 3))
    rows[..., 0] = pose.x_mm + np.cos(angles)[:, None] * reach
    rows[..., 1] = pose.y_mm + np.sin(angles)[:, None] * reach
    rows[..., 2] = math.radians(pose.heading_deg)
    return rows.reshape(-1, 3)


def _widest_deg(free: npt.NDArray[np.bool_]) -> float:
    """The longest run of open directions round the circle; a single one is no width at all."""
    if free.all():
        return 360.0
    longest = run = 0
    for open_way in [*free, *free]:
        run = run + 1 if open_way else 0
        longest = max(longest, run)
    return max(longest - 1, 0) * 360.0 / WAYS
