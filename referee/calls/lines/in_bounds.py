"""In bounds: a whole base inside the lines that bound the field, and how likely that is."""

from __future__ import annotations

from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.crossing import HalfPlane, above_x, above_y, below_x, below_y
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.reach import reach_beyond
from referee.core.probability import p_below


def boundaries(field: FieldProfile) -> tuple[tuple[str, HalfPlane], ...]:
    """What is beyond each line that bounds the field."""
    return (
        ("near sideline", below_y(0.0)),
        ("far sideline", above_y(field.width_mm)),
        ("left end line", below_x(field.left_end_line_x_mm)),
        ("right end line", above_x(field.right_end_line_x_mm)),
    )


def p_in_bounds(field: FieldProfile, shape: BaseShape, measured: MeasuredPose) -> float:
    """How likely a base is in bounds as a whole; one that only reaches a line is."""
    certainty = 1.0
    for _, side in boundaries(field):
        reach = reach_beyond(shape, measured, side)
        certainty *= p_below(reach.beyond_mm, reach.sigma_mm, at_limit=True)
    return certainty
