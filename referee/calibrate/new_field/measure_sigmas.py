"""How sure the measures of a new field are: from the camera's doubt at the places they end at."""

from __future__ import annotations

import numpy as np

from referee.calibrate.certificate.error_map import camera_spread_of
from referee.calibrate.fit.camera_parameters import ALL, STEPS, LensBelief, differences
from referee.calibrate.new_field.joint_fit import OUTER_PX, JointFit
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64

PLACES = 9  # along a line, for its mean
INSIDE = 1.96  # sigmas that hold 95 of 100
LEAN = 0.08  # of the width times the squared lean: what an unmeasured lens hides


def lean_sigma_mm(together: JointFit, belief: LensBelief, ruled: bool) -> float:
    """The sigma in mm of the width from a lens and a lean that the fit cannot tell apart."""
    if ruled or belief.source != "field":
        return 0.0
    lean = np.arccos(min(1.0, -float(together.registered.camera.rotation_matrix[2, 2])))
    return float(LEAN * together.profile.width_mm * lean**2)


def measure_sigmas(together: JointFit, belief: LensBelief) -> dict[str, float]:
    """Sigmas in mm of the width, of both end zones, and of any place across by its share."""
    fitted, profile = together.registered, together.profile
    spread = camera_spread_of(fitted.samples.sights, fitted.fit, belief)
    x = np.linspace(0.0, profile.goal_to_goal_mm, PLACES)
    y = np.linspace(0.0, profile.width_mm, PLACES)
    per_px = fitted.camera.mm_per_px
    places = {
        "width_mm": (np.column_stack([x, np.full(PLACES, profile.width_mm)]), 1),
        "left_end_zone_mm": (np.column_stack([np.full(PLACES, profile.left_end_line_x_mm), y]), 0),
        "right_end_zone_mm": (
            np.column_stack([np.full(PLACES, profile.right_end_line_x_mm), y]),
            0,
        ),
    }
    return {
        key: float(np.hypot(_sigma(fitted.camera, spread.covariance, at, axis), OUTER_PX * per_px))
        for key, (at, axis) in places.items()
    }


def _sigma(camera: CameraModel, covariance: F64, at: F64, axis: int) -> float:
    """The sigma in mm, along one axis, of the mean place that these pixels show."""
    pixels = camera.project_flat(at)
    changes = differences(camera, ALL, lambda moved: moved.to_plane(pixels, 0.0))
    lever = np.array([float(apart[:, axis].mean()) / (2.0 * STEPS[k]) for k, apart in changes])
    return float(np.sqrt(lever @ covariance @ lever))
