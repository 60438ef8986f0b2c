"""A profile with the usual proportions, to begin with while a field is not measured yet."""

from __future__ import annotations

from referee.core.field.field_profile import END_ZONE_YD, FIELD_LENGTH_YD, FieldProfile

BORDER_YD = 3.0  # of metal beyond the outer lines
LINE_MM = 1.5  # width of a line
HASH_MM = 5.0  # length of a hash mark
HASHES = (0.4, 0.6)  # of the width
NUMERALS = (0.12, 0.18, 0.82, 0.88)  # of the width: outer and inner, far inner and outer


def plain_profile(goal_to_goal_mm: float, every_yd: int, width_mm: float) -> FieldProfile:
    """The usual field of this length and width in mm, the same at both ends and on both sides."""
    yard = goal_to_goal_mm / FIELD_LENGTH_YD
    end = END_ZONE_YD * yard
    outer, inner, far_inner, far_outer = (share * width_mm for share in NUMERALS)
    return FieldProfile(
        name="unknown",
        title="unknown",
        goal_to_goal_mm=goal_to_goal_mm,
        width_mm=width_mm,
        left_end_zone_mm=end,
        right_end_zone_mm=end,
        near_hash_y_mm=HASHES[0] * width_mm,
        far_hash_y_mm=HASHES[1] * width_mm,
        near_numbers_outer_y_mm=outer,
        near_numbers_inner_y_mm=inner,
        far_numbers_inner_y_mm=far_inner,
        far_numbers_outer_y_mm=far_outer,
        metal_left_x_mm=-end - BORDER_YD * yard,
        metal_right_x_mm=goal_to_goal_mm + end + BORDER_YD * yard,
        metal_near_y_mm=-BORDER_YD * yard,
        metal_far_y_mm=width_mm + BORDER_YD * yard,
        line_width_mm=LINE_MM,
        hash_length_mm=HASH_MM,
        yard_line_every_yd=every_yd,
        numbers_every_yd=10,
    )
