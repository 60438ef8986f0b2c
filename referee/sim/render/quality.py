"""How much work a picture may cost: one setting for live play, one for training data."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from referee.core.errors import BadValue
from referee.core.geometry.base_shape import FloatArray

I64 = npt.NDArray[np.int64]
SAMPLES = 4


class JpegCompression(StrEnum):
    """Whether pictures are compressed, as a webcam's are (MJPEG)."""

    NONE = "none"
    ENCODE = "encode"  # the bytes come with the frame, the picture stays clean
    DECODE = "encode and decode"  # the picture shows the blocks, as a webcam's does


@dataclass(frozen=True, slots=True)
class RenderQuality:
    """A picture is the mean of ``passes``, each with four samples per pixel.

    Every pass has its own slice of the exposure and its own point on every lamp, so more passes
    mean smoother edges, motion blur and penumbras together.
    """

    name: str
    passes: int
    shadow_texel_px: float  # size of a shadow map's cell in picture pixels
    background_grid: int  # samples of the print per pixel and direction
    compression: JpegCompression

    def __post_init__(self) -> None:
        if not 1 <= self.passes <= 64:
            raise BadValue("passes", self.passes, "1 to 64")
        if not 0.3 <= self.shadow_texel_px <= 8.0:
            raise BadValue("shadow_texel_px", self.shadow_texel_px, "0.3 to 8 px")
        if not 1 <= self.background_grid <= 8:
            raise BadValue("background_grid", self.background_grid, "1 to 8")

    def samples(self) -> FloatArray:
        """(passes, 4, 3): offset in x and y in pixels, time in exposures from its middle.

        Every sample has a twin with all signs turned, so that a blurred edge is half way up exactly
        where the edge is in the middle of the exposure.
        """
        if self.passes == 1:
            turned_grid = [[-1, -3, -3], [3, -1, 1], [-3, 1, -1], [1, 3, 3]]
            return np.array(turned_grid, dtype=float)[None] / 8.0
        half = self.passes * SAMPLES // 2
        k = np.arange(half, dtype=np.int64)
        late = (k + 0.5) / (2 * half)
        points = np.stack(
            [_radical_inverse(k, 2) - 0.5, _radical_inverse(k, 3) - 0.5, late], axis=1
        )
        both = np.concatenate([-points[::-1], points])
        return both.reshape(self.passes, SAMPLES, 3)

    def lamp_points(self) -> FloatArray:
        """(passes, 2): where on the lamp's disc (radius 1) each pass takes its light from."""
        if self.passes == 1:
            return np.zeros((1, 2))
        k = np.arange(self.passes)
        angle = k * (np.pi * (3.0 - np.sqrt(5.0)))
        radius = np.sqrt((k + 0.5) / self.passes)
        return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)


def _radical_inverse(k: I64, base: int) -> FloatArray:
    """The digits of k mirrored at the point: evenly spread between 0 and 1."""
    out, share, rest = np.zeros(len(k)), 1.0 / base, k.copy()
    while rest.any():
        out += share * (rest % base)
        rest = rest // base
        share /= base
    return out


LIVE = RenderQuality("live", 1, 1.7, 3, JpegCompression.NONE)
LIVE_MJPEG = RenderQuality("live with MJPEG", 1, 1.7, 3, JpegCompression.ENCODE)
RICH = RenderQuality("rich", 8, 0.9, 5, JpegCompression.DECODE)
