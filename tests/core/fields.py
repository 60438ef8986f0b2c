"""A field with easy numbers: 8 mm to the yard along it, 6 mm across it."""

from __future__ import annotations

from referee.core.field.field_profile import FieldProfile

EASY = FieldProfile(
    name="easy",
    title="Easy numbers",
    goal_to_goal_mm=800.0,
    width_mm=320.0,
    left_end_zone_mm=80.0,
    right_end_zone_mm=90.0,
    near_hash_y_mm=120.0,
    far_hash_y_mm=200.0,
    near_numbers_outer_y_mm=40.0,
    near_numbers_inner_y_mm=60.0,
    far_numbers_inner_y_mm=260.0,
    far_numbers_outer_y_mm=280.0,
    metal_left_x_mm=-100.0,
    metal_right_x_mm=910.0,
    metal_near_y_mm=-20.0,
    metal_far_y_mm=340.0,
)
