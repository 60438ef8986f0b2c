"""A photograph laid over something flat, as big as one likes; beyond its edges it is mirrored."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Float32 = npt.NDArray[np.float32]
_GREY = np.array([0.114, 0.587, 0.299], dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Photograph:
    """``picture`` is BGR bytes; its first corner lies at the board's origin, turned there."""

    picture: npt.NDArray[np.uint8]
    mm_per_px: float
    turned_deg: float = 0.0

    def seen(self, x_mm: npt.ArrayLike, y_mm: npt.ArrayLike) -> Float32:
        """BGR from 0 to 1 at board positions; they have one shape of two dimensions."""
        x, y = np.asarray(x_mm, np.float32), np.asarray(y_mm, np.float32)
        turn = math.radians(self.turned_deg)
        along = (x * math.cos(turn) + y * math.sin(turn)) / self.mm_per_px
        across = (y * math.cos(turn) - x * math.sin(turn)) / self.mm_per_px
        rows, columns = self.picture.shape[:2]
        u, v = _mirrored(along, columns), _mirrored(across, rows)
        shown = cv2.remap(self.picture, u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(shown, np.float32) / 255.0

    def grain(self, x_mm: npt.ArrayLike, y_mm: npt.ArrayLike) -> Float32:
        """Its light and dark around 1, without its colours and without what is broad."""
        grey = self.seen(x_mm, y_mm) @ _GREY + 0.02
        broad = cv2.blur(grey, (61, 61))
        return np.asarray(grey / broad, np.float32)


def _mirrored(place: npt.NDArray[np.floating], size: int) -> Float32:
    """Pixels of a picture that goes on mirrored at both edges."""
    turned = np.mod(place, 2.0 * size)
    return np.asarray(np.minimum(turned, 2.0 * size - turned), dtype=np.float32)
