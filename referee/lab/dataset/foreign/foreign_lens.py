"""A camera of this domain's own: where it hangs, its lens, and the pinhole picture behind it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from referee.camera.camera_model import CameraModel
from referee.lab.dataset.foreign.look_plan import look_at

SIZE_PX = (1920, 1080)
MARGIN_PX = 6
ROUNDS = 16
STEP = 8  # between pixels whose rays are computed; between them a straight line does
F32 = npt.NDArray[np.float32]
F64 = npt.NDArray[np.float64]


@dataclass(frozen=True)
class ForeignLens:
    """Intrinsics with distortion (k1 k2 p1 p2 k3), the pose, and the pinhole picture's size."""

    focal_px: float
    centre_px: tuple[float, float]
    distortion: tuple[float, float, float, float, float]
    matrix: list[list[float]]  # camera to board, as Blender writes it
    pinhole_px: tuple[int, int]
    pinhole_centre_px: tuple[float, float]

    def bent(self, pinhole_px: npt.ArrayLike) -> F64:
        """Pixels of the pinhole picture as pixels of the lens's picture."""
        rays = (np.asarray(pinhole_px, dtype=float) - self.pinhole_centre_px) / self.focal_px
        return self._bend(rays) * self.focal_px + np.array(self.centre_px)

    def _bend(self, rays: F64) -> F64:
        k1, k2, p1, p2, k3 = self.distortion
        x, y = rays[..., 0], rays[..., 1]
        r2 = x**2 + y**2
        gain = 1 + k1 * r2 + k2 * r2**2 + k3 * r2**3
        return np.stack(
            [
                x * gain + 2 * p1 * x * y + p2 * (r2 + 2 * x**2),
                y * gain + p1 * (r2 + 2 * y**2) + 2 * p2 * x * y,
            ],
            axis=-1,
        )

    def straight(self, pixels: F64) -> F64:
        """Rays behind pixels of the lens's picture, by repeated correction."""
        bent = (pixels - np.array(self.centre_px)) / self.focal_px
        rays = bent.copy()
        for _ in range(ROUNDS):
            rays += bent - self._bend(rays)
        return rays

    def picture(self, light: F32) -> F32:
        """The lens's picture from the pinhole's."""
        wide, high = SIZE_PX
        columns, rows = np.meshgrid(
            np.arange(0, wide + STEP, STEP), np.arange(0, high + STEP, STEP)
        )
        rays = self.straight(np.stack([columns, rows], axis=-1).astype(float))
        coarse = (rays * self.focal_px + np.array(self.pinhole_centre_px)).astype(np.float32)
        x, y = np.meshgrid(np.arange(wide) / STEP, np.arange(high) / STEP)
        x, y = x.astype(np.float32), y.astype(np.float32)
        at = [cv2.remap(coarse[..., k], x, y, cv2.INTER_LINEAR) for k in (0, 1)]
        out = cv2.remap(light, at[0], at[1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT)
        return np.asarray(np.maximum(out, 0.0), dtype=np.float32)

    def for_studio(self) -> dict[str, Any]:
        """The pinhole in the studio's words."""
        return {
            "size": list(self.pinhole_px),
            "focal_px": self.focal_px,
            "centre_px": list(self.pinhole_centre_px),
            "matrix": self.matrix,
        }

    def model(self) -> CameraModel:
        """What the calibration file says of this camera."""
        camera = np.array(self.matrix)
        turn = np.diag([1.0, -1.0, -1.0]) @ camera[:3, :3].T
        move = -turn @ camera[:3, 3]
        return CameraModel(
            width_px=SIZE_PX[0],
            height_px=SIZE_PX[1],
            fx_px=self.focal_px,
            fy_px=self.focal_px,
            cx_px=self.centre_px[0],
            cy_px=self.centre_px[1],
            distortion=self.distortion,
            rotation=tuple((float(r[0]), float(r[1]), float(r[2])) for r in turn),
            translation_mm=(float(move[0]), float(move[1]), float(move[2])),
        )


def hang_camera(board: dict[str, Any], rng: np.random.Generator) -> ForeignLens:
    """A webcam on an arm: rarely over the very middle, rarely straight, always a little round."""
    x0, y0, x1, y1 = board["metal"]
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    high = float(rng.uniform(0.85, 1.35)) * (x1 - x0)
    lean = math.radians(float(np.clip(rng.normal(0.0, 4.5), -11.0, 11.0)))
    toward = float(rng.uniform(0.0, 2.0 * math.pi))
    reach = high * math.tan(lean)
    eye = (middle[0] + reach * math.cos(toward), middle[1] + reach * math.sin(toward), high)
    target = [m + float(rng.normal(0.0, 8.0)) for m in middle]
    fill = float(rng.uniform(0.86, 0.97))
    span = max((x1 - x0) / SIZE_PX[0], (y1 - y0) / SIZE_PX[1])
    focal = fill * high / span
    k1 = float(rng.uniform(-0.16, 0.03))
    centre = [(s - 1) / 2 + float(rng.normal(0.0, 8.0)) for s in SIZE_PX]
    tangential = [float(v) for v in rng.normal(0.0, 0.0012, 2)]
    lens = ForeignLens(
        focal,
        (centre[0], centre[1]),
        (k1, -0.25 * k1 * float(rng.uniform(0.5, 1.0)), tangential[0], tangential[1], 0.0),
        look_at(eye, (target[0], target[1], 0.0), float(rng.normal(0.0, 1.6))),
        SIZE_PX,
        (centre[0], centre[1]),
    )
    return _with_pinhole(lens)


def _with_pinhole(lens: ForeignLens) -> ForeignLens:
    """The same with a pinhole picture that covers all the lens sees."""
    edge = [(x, y) for x in range(SIZE_PX[0]) for y in (0, SIZE_PX[1] - 1)]
    edge += [(x, y) for y in range(SIZE_PX[1]) for x in (0, SIZE_PX[0] - 1)]
    seen = lens.straight(np.array(edge, dtype=float)) * lens.focal_px
    low, high = np.floor(seen.min(axis=0)) - MARGIN_PX, np.ceil(seen.max(axis=0)) + MARGIN_PX
    size = (int(high[0] - low[0]) + 1, int(high[1] - low[1]) + 1)
    return ForeignLens(
        lens.focal_px,
        lens.centre_px,
        lens.distortion,
        lens.matrix,
        size,
        (float(-low[0]), float(-low[1])),
    )
