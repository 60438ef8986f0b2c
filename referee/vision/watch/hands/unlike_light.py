"""Which pixels changed otherwise than by light: something else is there than a moment ago."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from referee.camera.frame_source import Image
from referee.core.compiler import compiled

Mask = npt.NDArray[np.uint8]

# A shadow leaves at least this share of a pixel's grey values, more light gives at most this.
DARKEST, BRIGHTEST = 0.4, 1.6
# What is left beside the change of light, from where it counts: in grey values, and besides as a
# share of the pixel's own brightness, since shadows of coloured light are tinted.
LEAST_GREY = 14.0
LEAST_SHARE = 0.12
# The camera's own change of exposure and of white is told from one pixel of so many.
EVERY = 6
# A camera changes no more than this from one frame to the next few.
MOST_GAIN = 2.0


def unlike_light(before: Image, now: Image) -> Mask:
    """1 where a pixel is no brighter or darker version of what it was, 0 elsewhere.

    Both pictures are small ones of one size. What changed everywhere alike is the camera's.
    """
    return _left_over(before, now, _gains(before, now))


def _gains(before: Image, now: Image) -> npt.NDArray[np.float32]:
    """By how much each colour changed in most of the picture."""
    was = before[::EVERY, ::EVERY].reshape(-1, 3).astype(np.float32) + 1.0
    gains = np.median((now[::EVERY, ::EVERY].reshape(-1, 3) + np.float32(1.0)) / was, axis=0)
    return np.asarray(np.clip(gains, 1.0 / MOST_GAIN, MOST_GAIN), dtype=np.float32)


@compiled
def _left_over(before: Image, now: Image, gains: npt.NDArray[np.float32]) -> Mask:
    high, wide, _ = now.shape
    out = np.zeros((high, wide), np.uint8)
    g0, g1, g2 = gains[0], gains[1], gains[2]
    for row in range(high):
        for column in range(wide):
            r0 = g0 * before[row, column, 0]
            r1 = g1 * before[row, column, 1]
            r2 = g2 * before[row, column, 2]
            n0 = np.float32(now[row, column, 0])
            n1 = np.float32(now[row, column, 1])
            n2 = np.float32(now[row, column, 2])
            share = (n0 * r0 + n1 * r1 + n2 * r2) / (r0 * r0 + r1 * r1 + r2 * r2 + 1.0)
            share = min(max(share, DARKEST), BRIGHTEST)
            d0, d1, d2 = n0 - share * r0, n1 - share * r1, n2 - share * r2
            limit = LEAST_GREY + LEAST_SHARE * np.sqrt((n0 * n0 + n1 * n1 + n2 * n2) / 3.0)
            if d0 * d0 + d1 * d1 + d2 * d2 > limit * limit:
                out[row, column] = 1
    return out
