"""Photographs of printed boards: paint seen through a camera, without light or figures."""

from __future__ import annotations

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel, overhead_camera
from referee.core.arrays import U8
from referee.core.field.field_profile import FieldProfile
from referee.loaders.fields import load_field
from referee.sim.art.print.board_print import paint_board
from referee.sim.look import FieldLook

SIZE_PX = (1280, 720)
PX_PER_MM = 2.0
TABLE = (60, 70, 90)


def camera_over(
    profile: FieldProfile, *, tilt_deg: float = 8.0, roll_deg: float = 1.5, share: float = 0.86
) -> CameraModel:
    """A webcam with some distortion, leaning toward the near right corner."""
    focal, length = 1000.0, profile.metal_right_x_mm - profile.metal_left_x_mm
    return overhead_camera(
        width_px=SIZE_PX[0],
        height_px=SIZE_PX[1],
        target_mm=(profile.x_mm(50.0), profile.width_mm / 2),
        height_mm=length * focal / (SIZE_PX[0] * share),
        focal_px=focal,
        tilt_deg=tilt_deg,
        tilt_toward_deg=300.0,
        roll_deg=roll_deg,
        distortion=(-0.06, 0.015, 0.0, 0.0, 0.0),
        principal_offset_px=(6.0, -4.0),
    )


def photograph(
    profile: FieldProfile, camera: CameraModel, look: FieldLook | None = None, noise: float = 2.0
) -> U8:
    """The board on a table, a little soft and noisy."""
    print_, x0, y0 = paint_board(profile, look or FieldLook(seed=4), PX_PER_MM)
    print_ = cv2.GaussianBlur(print_, (0, 0), 1.0)
    columns, rows = np.meshgrid(np.arange(camera.width_px), np.arange(camera.height_px))
    places = camera.to_plane(np.stack([columns, rows], axis=-1).astype(float), 0.0)
    # The middle of a print's pixel (c, r) lies half a pixel from its corner; row 0 is far.
    across = (places[..., 0] - x0) * PX_PER_MM - 0.5
    down = len(print_) - (places[..., 1] - y0) * PX_PER_MM - 0.5
    seen = cv2.remap(
        print_,
        across.astype(np.float32),
        down.astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=TABLE,
    )
    rng = np.random.default_rng(3)
    soft = cv2.GaussianBlur(seen, (0, 0), 0.6) + rng.normal(0.0, noise, seen.shape)
    return np.clip(soft, 0, 255).astype(np.uint8)


def error_mm(found: CameraModel, truth: CameraModel, profile: FieldProfile, z_mm: float) -> float:
    """The largest distance between what both cameras say of the same pixels."""
    x = np.linspace(profile.left_end_line_x_mm, profile.right_end_line_x_mm, 9)
    y = np.linspace(0.0, profile.width_mm, 5)
    places = np.array([(a, b, z_mm) for b in y for a in x])
    miss = found.to_plane(truth.project(places), z_mm) - places[:, :2]
    return float(np.linalg.norm(miss, axis=1).max())


LARGE, SMALL = load_field("620"), load_field("500")
