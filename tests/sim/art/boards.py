"""A small field, a full roster and a camera for tests."""

from __future__ import annotations

from referee.camera.camera_model import CameraModel, overhead_camera
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.roster import Player, Roster, Team

SMALL_FIELD = FieldProfile(
    name="small",
    title="A small field",
    goal_to_goal_mm=400.0,
    width_mm=220.0,
    left_end_zone_mm=40.0,
    right_end_zone_mm=40.0,
    near_hash_y_mm=80.0,
    far_hash_y_mm=140.0,
    near_numbers_outer_y_mm=25.0,
    near_numbers_inner_y_mm=40.0,
    far_numbers_inner_y_mm=180.0,
    far_numbers_outer_y_mm=195.0,
    metal_left_x_mm=-52.0,
    metal_right_x_mm=452.0,
    metal_near_y_mm=-18.0,
    metal_far_y_mm=238.0,
)
BASE = rounded_rectangle("standard", 27.8, 20.6, 2.0)
ROSTER = Roster(
    tuple(
        Player(f"{team.value[0].upper()}{k}", team, 10 + k, BASE)
        for team in Team
        for k in range(11)
    )
)


def overhead(field: FieldProfile, width_px: int = 640, height_px: int = 360) -> CameraModel:
    """Straight above the middle of a field."""
    return overhead_camera(
        width_px=width_px,
        height_px=height_px,
        target_mm=(field.goal_to_goal_mm / 2, field.width_mm / 2),
        height_mm=600.0,
        focal_px=width_px,
    )
