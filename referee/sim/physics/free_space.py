"""Whether a base may stand somewhere: on the metal, and on no other base."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np

from referee.core.errors import BadValue, PlainWord
from referee.core.field.areas import areas_of
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.gap import pair_gaps_mm, pose_row
from referee.core.geometry.pose import Pose, apart_mm
from referee.sim.physics.outlines import BodyOutline

# Bases that leaned on each other when the board stopped overlap by up to this, and may stay so.
LEANING_MM = 0.012


@dataclass(frozen=True, slots=True)
class OccupiedPlace:
    """Something that takes up room: whose it is, its outline, and the pose of its body.

    ``centre`` is the pose of the outline's own centre, ``reach_mm`` the circle around it.
    """

    name: str
    outline: BodyOutline
    pose: Pose
    centre: Pose = field(init=False)
    reach_mm: float = field(init=False)

    def __post_init__(self) -> None:
        centre = self.pose
        if self.outline.centre_mm != (0.0, 0.0):
            x, y = self.pose.to_board(np.array([self.outline.centre_mm]))[0]
            centre = Pose(float(x), float(y), self.pose.heading_deg)
        object.__setattr__(self, "centre", centre)
        object.__setattr__(self, "reach_mm", self.outline.shape.reach_mm)


def obstacle(
    wanted: OccupiedPlace, others: Iterable[OccupiedPlace], board: FieldProfile
) -> str | None:
    """What keeps ``wanted`` from standing there, in a few words, or None."""
    shape, pose = wanted.outline.shape, wanted.centre
    if areas_of(board).metal.whole_base_inside_mm(shape, pose) < -LEANING_MM:
        return "the rim of the metal"
    for other in others:
        if other.name == wanted.name:
            continue
        at = other.centre
        reach = wanted.reach_mm + other.reach_mm
        if apart_mm(at, pose) > reach:
            continue
        gap = pair_gaps_mm(shape, pose_row(pose)[None], other.outline.shape, pose_row(at)[None])
        if gap[0] < -LEANING_MM:
            return other.name
    return None


def must_fit(wanted: OccupiedPlace, others: Iterable[OccupiedPlace], board: FieldProfile) -> None:
    """Raise one sentence when ``wanted`` cannot stand there."""
    blocker = obstacle(wanted, others, board)
    if blocker is not None:
        pose = wanted.pose
        raise BadValue(
            f"the place for {wanted.name}",
            PlainWord(f"x {pose.x_mm:.1f} y {pose.y_mm:.1f} mm, heading {pose.heading_deg:.0f}"),
            f"a place on the metal that is free; {blocker} is in the way",
        )


def free_spot(wanted: OccupiedPlace, others: Iterable[OccupiedPlace], board: FieldProfile) -> Pose:
    """The nearest pose with the same heading that is free, searched outward in rings."""
    taken = list(others)
    for x, y in _rings():
        pose = Pose(wanted.pose.x_mm + x, wanted.pose.y_mm + y, wanted.pose.heading_deg)
        if obstacle(OccupiedPlace(wanted.name, wanted.outline, pose), taken, board) is None:
            return pose
    raise BadValue(f"the place for {wanted.name}", wanted.pose, "a place with room near it")


def _rings() -> Iterator[tuple[float, float]]:
    yield 0.0, 0.0
    for ring in range(1, 120):
        radius = 3.0 * ring
        for k in range(6 * ring):
            angle = 2.0 * math.pi * k / (6 * ring)
            yield radius * math.cos(angle), radius * math.sin(angle)
