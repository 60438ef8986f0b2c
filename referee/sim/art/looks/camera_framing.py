"""Where a coach would hang the camera, so that the board fills the picture."""

from __future__ import annotations

import math

import numpy as np

from referee.camera.camera_model import CameraModel, overhead_camera
from referee.core.field.field_profile import FieldProfile

FULLEST = 0.97
EMPTIEST = 0.85


def frame_camera(
    profile: FieldProfile,
    rng: np.random.Generator | None,
    width_px: int,
    height_px: int,
    tilt_deg: float | None = None,
) -> CameraModel:
    """A webcam above the middle of the board; with ``rng`` hung as crookedly as real ones are.

    The metal fills 85 to 97 % of the picture in the direction that is tighter. ``tilt_deg`` is how
    far it leans, if that is not left to chance as well.
    """
    if rng is None:
        return _framed(
            profile,
            width_px,
            height_px,
            field_of_view_deg=62.0,
            fill=0.93,
            tilt=(0.0, 0.0),
            roll_deg=0.0,
            aim=(0.0, 0.0),
            distortion=(-0.045, 0.012, 0.0, 0.0, 0.0),
            offset_px=(0.0, 0.0),
        )
    k1 = rng.uniform(-0.12, 0.02)
    return _framed(
        profile,
        width_px,
        height_px,
        field_of_view_deg=rng.uniform(48.0, 78.0),
        fill=rng.uniform(EMPTIEST + 0.01, FULLEST - 0.01),
        tilt=(_usual_tilt(rng) if tilt_deg is None else tilt_deg, rng.uniform(0.0, 360.0)),
        roll_deg=float(np.clip(rng.normal(0.0, 1.5), -4.0, 4.0)),
        aim=(rng.uniform(-0.5, 0.5), rng.uniform(-0.5, 0.5)),
        distortion=(
            k1,
            -0.25 * k1 * rng.uniform(0.3, 1.2),
            rng.normal(0.0, 4e-4),
            rng.normal(0.0, 4e-4),
            rng.uniform(-0.004, 0.004),
        ),
        offset_px=(rng.normal(0.0, 0.006) * width_px, rng.normal(0.0, 0.006) * width_px),
    )


def _usual_tilt(rng: np.random.Generator) -> float:
    """Mostly a few degrees, at most twelve."""
    return float(rng.uniform(0.0, 12.0) * math.sqrt(rng.random()))


def _framed(
    profile: FieldProfile,
    width_px: int,
    height_px: int,
    *,
    field_of_view_deg: float,
    fill: float,
    tilt: tuple[float, float],
    roll_deg: float,
    aim: tuple[float, float],
    distortion: tuple[float, float, float, float, float],
    offset_px: tuple[float, float],
) -> CameraModel:
    """Raise the camera until the metal fills ``fill`` of the picture, then move it to the middle.

    ``aim`` shares out the free room: -1 puts the metal against one edge, 1 against the other.
    """
    low = np.array([profile.metal_left_x_mm, profile.metal_near_y_mm])
    high = np.array([profile.metal_right_x_mm, profile.metal_far_y_mm])
    rim = _edge_points(low, high)
    size = np.array([width_px, height_px], dtype=float)
    focal = width_px / 2 / math.tan(math.radians(field_of_view_deg) / 2)
    target, height = (low + high) / 2, float((high - low).max())
    camera = None
    for _ in range(30):
        camera = overhead_camera(
            width_px=width_px,
            height_px=height_px,
            target_mm=(float(target[0]), float(target[1])),
            height_mm=height,
            focal_px=focal,
            tilt_deg=tilt[0],
            tilt_toward_deg=tilt[1],
            roll_deg=roll_deg,
            distortion=distortion,
            principal_offset_px=offset_px,
        )
        seen = camera.project(rim)
        span = seen.max(axis=0) - seen.min(axis=0)
        free = (size - span) / 2 * aim
        miss = (seen.max(axis=0) + seen.min(axis=0)) / 2 - (size - 1.0) / 2 - free
        filled = float((span / size).max())
        if abs(filled - fill) < 1e-4 and np.abs(miss).max() < 0.05:
            break
        height *= filled / fill
        here = camera.to_plane(np.stack([(size - 1) / 2, (size - 1) / 2 + miss]), 0.0)
        target = target + (here[1] - here[0])
    assert camera is not None  # noqa: S101 - the loop above always runs
    return camera


def _edge_points(low: np.ndarray, high: np.ndarray) -> np.ndarray:
    """Points all along the metal's edge: with distortion the corners are not the extremes."""
    t = np.linspace(0.0, 1.0, 9)
    x, y = low[0] + t * (high[0] - low[0]), low[1] + t * (high[1] - low[1])
    sides = [
        np.stack([x, np.full(9, low[1])], axis=1),
        np.stack([x, np.full(9, high[1])], axis=1),
        np.stack([np.full(9, low[0]), y], axis=1),
        np.stack([np.full(9, high[0]), y], axis=1),
    ]
    flat = np.concatenate(sides)
    return np.column_stack([flat, np.zeros(len(flat))])
