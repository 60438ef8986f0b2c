"""A field of which hardly anything is known: what most boards have, until it is measured."""

from __future__ import annotations

from referee.core.field.field_profile import END_ZONE_YD, FIELD_LENGTH_YD, FieldProfile

BORDER_YD = 3.0
LINE_MM, HASH_MM = 1.5, 5.0
HASHES, NUMERALS = (0.4, 0.6), (0.12, 0.18, 0.82, 0.88)  # by the width


def plain_profile(
    goal_to_goal_mm: float, every_yd: int, width_mm: float, name: str = "unknown"
) -> FieldProfile:
    """Alike at both ends and on both sides, so that it does not matter which is which."""
    yard = goal_to_goal_mm / FIELD_LENGTH_YD
    end = END_ZONE_YD * yard
    outer, inner, far_inner, far_outer = (share * width_mm for share in NUMERALS)
    return FieldProfile(
        name=name,
        title=name,
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
