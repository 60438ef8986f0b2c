"""The outline of a base that is about there: sought from many starts around it.

A picture is found to a few millimetres and says nothing of a turn; from there the outline is often
out of reach of one fit, although it is plainly there. In a heap a base turns quickly: whoever is
not found again in time is never found by one start. Nor is one that a hand has turned on the spot,
where the detector does not see it: green on green.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from referee.camera.frame_source import Image
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.turns import turn_deg
from referee.vision.refine.guess_table import PoseGuess
from referee.vision.refine.refinement import MeasuredBase, MeasurementQuality
from referee.vision.refine.refiner import Refiner

# Outlines of other starts that lead to the same pose, to so many mm and degrees, speak for it.
SAME_MM, SAME_DEG = 0.7, 4.0
LEAST_AGREE = 2


@dataclass(frozen=True, slots=True)
class SearchStarts:
    """Starts around a place, in mm, and around the heading that was known last.

    What is found further from there is another base's outline, or print; ``least_right`` is how
    sure an outline must be of itself.
    """

    shifts_mm: tuple[tuple[float, float], ...]
    turns_deg: tuple[float, ...]
    farthest_mm: float
    most_turn_deg: float
    least_right: float = 0.0


# A base that creeps or is pushed, from one frame to the next.
CREPT = SearchStarts(
    tuple((x, y) for x in (0.0, 2.2, -2.2) for y in (0.0, 2.2, -2.2)),
    (0.0, 13.0, -13.0, 26.0, -26.0),
    farthest_mm=5.0,
    most_turn_deg=40.0,
)
# One that a hand has turned where it stands, by any angle.
TURNED_BY_HAND = SearchStarts(
    ((0.0, 0.0), (4.0, 0.0), (-4.0, 0.0), (0.0, 4.0), (0.0, -4.0)),
    tuple(24.0 * k for k in range(15)),
    farthest_mm=8.0,
    most_turn_deg=180.0,
    # Turned by a right angle a faint outline fits half-way: seen once, a carrier's, in a game.
    least_right=0.8,
)


@dataclass(frozen=True, slots=True)
class LostOutline:
    """A base without an outline: about where it is, and how it was turned last."""

    who: str | int
    shape: BaseShape
    pose: Pose


def sought_outlines(
    refiner: Refiner, image: Image, lost: Sequence[LostOutline], around: SearchStarts = CREPT
) -> dict[str | int, MeasuredBase]:
    """The outlines that were found, by whom they belong to; two starts have to lead to each."""
    starts = [
        PoseGuess(each.shape, _start(each.pose, shift, turn))
        for each in lost
        for shift, turn in product(around.shifts_mm, around.turns_deg)
    ]
    if not starts:
        return {}
    found = refiner.each_alone(image, starts)
    many = len(around.shifts_mm) * len(around.turns_deg)
    out: dict[str | int, MeasuredBase] = {}
    for k, each in enumerate(lost):
        best = _best(each.pose, found[k * many : (k + 1) * many], around)
        if best is not None:
            out[each.who] = best
    return out


def _start(pose: Pose, shift_mm: tuple[float, float], turn_deg_: float) -> Pose:
    return Pose(pose.x_mm + shift_mm[0], pose.y_mm + shift_mm[1], pose.heading_deg + turn_deg_)


def _best(at: Pose, found: Sequence[MeasuredBase], around: SearchStarts) -> MeasuredBase | None:
    """The surest of those that lie about there, if another start has led to it as well."""
    near = [
        base
        for base in found
        if base.quality is MeasurementQuality.MEASURED
        and base.right >= around.least_right
        and apart_mm(base.pose, at) <= around.farthest_mm
        and abs(turn_deg(at.heading_deg, base.pose.heading_deg)) <= around.most_turn_deg
    ]
    best = max(near, key=lambda base: base.right, default=None)
    if best is None:
        return None
    agree = sum(
        apart_mm(base.pose, best.pose) <= SAME_MM
        and abs(turn_deg(best.pose.heading_deg, base.pose.heading_deg)) <= SAME_DEG
        for base in near
    )
    return best if agree >= LEAST_AGREE else None
