"""Brightness along strips of a board, seen through a camera that is nearly known."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.core.arrays import F32, F64
from referee.core.field.field_profile import FieldProfile

STEP_PX = 0.25


@dataclass(frozen=True, slots=True, eq=False)
class BoardStrips:
    """One picture of a board; brightness is turned over if its lines are dark."""

    grey: F32
    camera: CameraModel
    profile: FieldProfile
    dark: bool

    def places(self, low_mm: float, high_mm: float) -> F64:
        """Places in mm from low to high, a quarter of a pixel apart."""
        return np.arange(low_mm, high_mm, STEP_PX * self.camera.mm_per_px)

    def bright(self, x_mm: F64, y_mm: F64) -> F64:
        """Brightness at places in mm, which are broadcast against each other."""
        x, y = np.broadcast_arrays(x_mm, y_mm)
        at = self.camera.project(np.stack([x, y, np.zeros(x.shape)], axis=-1).reshape(-1, 3))
        columns, rows = (at[:, k].astype(np.float32)[:, None] for k in (0, 1))
        seen = np.concatenate(
            [
                cv2.remap(
                    self.grey,
                    columns[part],
                    rows[part],
                    cv2.INTER_LINEAR,
                    borderMode=cv2.BORDER_REPLICATE,
                )
                for part in _parts(len(at))
            ]
        ).reshape(x.shape)
        return np.asarray(-seen if self.dark else seen, dtype=float)

    def yard_lines(self, along: float) -> tuple[float, float]:
        """Contrast and width in mm of yard lines: of most pieces, by the percentile ``along``."""
        yard, every = self.profile.length_mm_per_yd, self.profile.yard_line_every_yd
        across = self.places(-0.8 * yard, 0.8 * yard)
        x, y = np.meshgrid(
            np.arange(every, 100, every) * yard,
            np.linspace(0.06, 0.94, 24) * self.profile.width_mm,
        )
        pieces = self.bright(x.reshape(-1, 1) + across, y.reshape(-1, 1) + np.zeros(len(across)))
        bright = np.percentile(pieces, along, axis=0)
        ground, top = float(np.median(bright)), float(bright.max())
        wide = float((bright > (ground + top) / 2).sum()) * STEP_PX * self.camera.mm_per_px
        return top - ground, wide


def _parts(count: int) -> list[slice]:
    """OpenCV takes no more than 32767 rows at once."""
    return [slice(k, k + 30_000) for k in range(0, max(count, 1), 30_000)]
