"""Bases on a board while more are put there: which places are free, which are beside a base."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from referee.core.field.areas import areas_of
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.gap import signed_gap
from referee.core.geometry.pose import Pose, apart_mm

TOUCHING_MM = 0.02  # two bases may be inside each other by no more
HALVINGS = 14


@dataclass
class BasePlacement:
    """What stands on a board already."""

    profile: FieldProfile
    shapes: list[BaseShape] = field(default_factory=list)
    poses: list[Pose] = field(default_factory=list)

    def put(self, shape: BaseShape, pose: Pose) -> None:
        """Add a base."""
        self.shapes.append(shape)
        self.poses.append(pose)

    def free(self, shape: BaseShape, pose: Pose, inside_mm: float = 0.0) -> bool:
        """On the metal, so far inside its edge, and on nobody else's base."""
        if areas_of(self.profile).metal.depth_mm(pose.x_mm, pose.y_mm) <= inside_mm:
            return False
        for other, at in zip(self.shapes, self.poses, strict=True):
            far = apart_mm(at, pose)
            if far < other.reach_mm + shape.reach_mm:
                gap = signed_gap(shape, pose, other, at).gap_mm
                if gap < -TOUCHING_MM:
                    return False
        return True


def random_place(profile: FieldProfile, rng: np.random.Generator) -> tuple[float, float]:
    """A place on the metal."""
    return (
        float(rng.uniform(profile.metal_left_x_mm, profile.metal_right_x_mm)),
        float(rng.uniform(profile.metal_near_y_mm, profile.metal_far_y_mm)),
    )


def pushed_place(
    shape: BaseShape,
    heading_deg: float,
    other: BaseShape,
    at: Pose,
    toward_deg: float,
    gap_mm: float,
) -> Pose:
    """Where a base stands that lies in a direction from another one, so far away from it."""
    c, s = math.cos(math.radians(toward_deg)), math.sin(math.radians(toward_deg))

    def at_distance(mm: float) -> Pose:
        return Pose(at.x_mm + c * mm, at.y_mm + s * mm, heading_deg)

    low, high = 0.0, shape.reach_mm + other.reach_mm + gap_mm + 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if signed_gap(other, at, shape, at_distance(middle)).gap_mm < gap_mm:
            low = middle
        else:
            high = middle
    return at_distance(high)
