"""The camera: a pinhole with Brown-Conrady distortion, placed over the board.

Points are board millimetres with z up from the printed surface. Pixel (0, 0) is the centre of the
top-left pixel, as in OpenCV.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from referee.core.arrays import F64
from referee.core.errors import BadValue


@dataclass(frozen=True, slots=True)
class CameraModel:
    """Image size, intrinsics, distortion (k1 k2 p1 p2 k3) and the board-to-camera motion."""

    width_px: int
    height_px: int
    fx_px: float
    fy_px: float
    cx_px: float
    cy_px: float
    distortion: tuple[float, float, float, float, float]
    rotation: tuple[tuple[float, float, float], ...]
    translation_mm: tuple[float, float, float]

    def __post_init__(self) -> None:
        for key in ("width_px", "height_px"):
            if not 16 <= getattr(self, key) <= 16384:
                raise BadValue(key, getattr(self, key), "16 to 16384 pixels")
        for key in ("fx_px", "fy_px"):
            if not getattr(self, key) > 0.0:
                raise BadValue(key, getattr(self, key), "a focal length above 0 px")
        turn = np.asarray(self.rotation, dtype=float)
        if turn.shape != (3, 3) or not np.allclose(turn @ turn.T, np.eye(3), atol=1e-6):
            raise BadValue("rotation", self.rotation, "a 3 x 3 rotation matrix")

    @property
    def rotation_matrix(self) -> F64:
        """The rotation from board to camera, (3, 3)."""
        return np.asarray(self.rotation, dtype=float)

    @property
    def camera_matrix(self) -> F64:
        """OpenCV's 3 x 3 camera matrix."""
        return np.array(
            [[self.fx_px, 0.0, self.cx_px], [0.0, self.fy_px, self.cy_px], [0.0, 0.0, 1.0]]
        )

    @property
    def position_mm(self) -> F64:
        """The optical centre in board coordinates."""
        return np.asarray(-self.rotation_matrix.T @ np.asarray(self.translation_mm))

    @property
    def packed(self) -> F64:
        """fx fy cx cy, k1 k2 p1 p2 k3, rotation (9), translation (3), optical centre (3)."""
        return np.concatenate(
            [
                [self.fx_px, self.fy_px, self.cx_px, self.cy_px],
                self.distortion,
                self.rotation_matrix.ravel(),
                self.translation_mm,
                self.position_mm,
            ]
        ).astype(np.float64)

    @property
    def mm_per_px(self) -> float:
        """Millimetres of the board that one pixel shows straight below the camera."""
        return float(self.position_mm[2]) / self.fx_px

    def with_motion(self, rotation: F64, translation_mm: F64) -> CameraModel:
        """The same camera with another motion from board to camera: (3, 3), and (3,) in mm."""
        return replace(self, rotation=_rows(rotation), translation_mm=_three(translation_mm))

    def scaled(self, width_px: int, height_px: int) -> CameraModel:
        """The same camera for pictures scaled to this size."""
        across, down = width_px / self.width_px, height_px / self.height_px
        # Pixels are counted from the middle of the first, pictures are scaled from its corner.
        return replace(
            self,
            width_px=width_px,
            height_px=height_px,
            fx_px=self.fx_px * across,
            fy_px=self.fy_px * down,
            cx_px=(self.cx_px + 0.5) * across - 0.5,
            cy_px=(self.cy_px + 0.5) * down - 0.5,
        )

    def project(self, points_mm: npt.ArrayLike) -> F64:
        """Board points (..., 3) to pixels (..., 2)."""
        points = np.asarray(points_mm, dtype=float)
        cam = points @ self.rotation_matrix.T + np.asarray(self.translation_mm)
        x, y = cam[..., 0] / cam[..., 2], cam[..., 1] / cam[..., 2]
        xd, yd = self._distort(x, y)
        return np.stack([self.fx_px * xd + self.cx_px, self.fy_px * yd + self.cy_px], axis=-1)

    def project_flat(self, places_mm: F64) -> F64:
        """Places (n, 2) on the printed surface to pixels (n, 2)."""
        return self.project(np.column_stack([places_mm, np.zeros(len(places_mm))]))

    def to_plane(self, pixels: npt.ArrayLike, z_mm: float) -> F64:
        """Pixels (..., 2) to the board points (..., 2) at height ``z_mm`` that they show."""
        px = np.asarray(pixels, dtype=float)
        xd = (px[..., 0] - self.cx_px) / self.fx_px
        yd = (px[..., 1] - self.cy_px) / self.fy_px
        x, y = self._undistort(xd, yd)
        rays = np.stack([x, y, np.ones_like(x)], axis=-1) @ self.rotation_matrix
        eye = self.position_mm
        depth = (z_mm - eye[2]) / rays[..., 2]
        return np.asarray(eye[:2] + rays[..., :2] * depth[..., None])

    def _distort(self, x: F64, y: F64) -> tuple[F64, F64]:
        k1, k2, p1, p2, k3 = self.distortion
        r2 = x * x + y * y
        radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3))
        xd = x * radial + 2.0 * p1 * x * y + p2 * (r2 + 2.0 * x * x)
        yd = y * radial + p1 * (r2 + 2.0 * y * y) + 2.0 * p2 * x * y
        return xd, yd

    def _undistort(self, xd: F64, yd: F64) -> tuple[F64, F64]:
        """Newton's method: the fixed-point form stalls at the corners of a wide lens."""
        x, y = xd.copy(), yd.copy()
        k1, k2, p1, p2, k3 = self.distortion
        for _ in range(12):
            fx, fy = self._distort(x, y)
            ex, ey = fx - xd, fy - yd
            if max(np.abs(ex).max(initial=0.0), np.abs(ey).max(initial=0.0)) < 1e-12:
                break
            r2 = x * x + y * y
            radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3))
            slope = 2.0 * (k1 + r2 * (2.0 * k2 + 3.0 * k3 * r2))
            a = radial + slope * x * x + 2.0 * p1 * y + 6.0 * p2 * x
            b = slope * x * y + 2.0 * p1 * x + 2.0 * p2 * y
            d = radial + slope * y * y + 6.0 * p1 * y + 2.0 * p2 * x
            det = a * d - b * b
            x = x - (d * ex - b * ey) / det
            y = y - (a * ey - b * ex) / det
        return x, y


def overhead_camera(
    *,
    width_px: int,
    height_px: int,
    target_mm: tuple[float, float],
    height_mm: float,
    focal_px: float,
    tilt_deg: float = 0.0,
    tilt_toward_deg: float = 0.0,
    roll_deg: float = 0.0,
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0),
    principal_offset_px: tuple[float, float] = (0.0, 0.0),
) -> CameraModel:
    """A camera that looks at ``target_mm`` from ``height_mm`` above the board.

    Untilted and unrolled, the board's +x runs to the right of the picture and +y upward. The
    camera leans away from the vertical by ``tilt_deg``; ``tilt_toward_deg`` is the board direction
    (as a heading) in which the camera body is moved, so it looks back at the target.
    """
    tilt, toward, roll = (math.radians(v) for v in (tilt_deg, tilt_toward_deg, roll_deg))
    reach = height_mm * math.tan(tilt)
    target_x_mm, target_y_mm = target_mm
    eye = np.array(
        [
            target_x_mm + reach * math.cos(toward),
            target_y_mm + reach * math.sin(toward),
            height_mm,
        ]
    )
    forward = np.array([target_x_mm, target_y_mm, 0.0]) - eye
    forward /= np.linalg.norm(forward)
    up = np.array([-math.sin(roll), math.cos(roll), 0.0])
    right = np.cross(forward, up)
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    turn = np.stack([right, down, forward])
    move = -turn @ eye
    return CameraModel(
        width_px=width_px,
        height_px=height_px,
        fx_px=focal_px,
        fy_px=focal_px,
        cx_px=(width_px - 1) / 2 + principal_offset_px[0],
        cy_px=(height_px - 1) / 2 + principal_offset_px[1],
        distortion=distortion,
        rotation=_rows(turn),
        translation_mm=_three(move),
    )


def camera_of_arrays(
    size_px: tuple[int, int],
    focal_px: tuple[float, float],
    centre_px: tuple[float, float],
    distortion: F64,
    rotation: F64,
    translation_mm: F64,
) -> CameraModel:
    """A camera from the arrays that solvers work with: (5,), (3, 3) and (3,)."""
    k1, k2, p1, p2, k3 = (float(v) for v in distortion)
    return CameraModel(
        width_px=size_px[0],
        height_px=size_px[1],
        fx_px=float(focal_px[0]),
        fy_px=float(focal_px[1]),
        cx_px=float(centre_px[0]),
        cy_px=float(centre_px[1]),
        distortion=(k1, k2, p1, p2, k3),
        rotation=_rows(rotation),
        translation_mm=_three(translation_mm),
    )


def _rows(rotation: F64) -> tuple[tuple[float, float, float], ...]:
    return tuple(_three(row) for row in rotation)


def _three(values: F64) -> tuple[float, float, float]:
    return float(values[0]), float(values[1]), float(values[2])
