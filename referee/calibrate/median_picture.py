"""The median of several pictures of a board at rest: what moves or flickers disappears."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from referee.calibrate.outcome import UnusablePicture
from referee.core.arrays import F32, U8

MOST = 15  # pictures of which the median is taken
SMALLEST_PX = 320  # width and height
SHIFT_PX = 0.8  # between two pictures, from which on the camera has moved
SHRUNK = 640  # width in px at which shifts are measured
BANDS = 16  # of rows, so that the median of many large pictures needs little memory
FLAT = 4.0  # of 255: a picture with less contrast shows nothing


def one_picture(pictures: Sequence[U8]) -> U8:
    """The median of all; pictures of different size or of a camera that moved are refused."""
    chosen = _spread_out(pictures)
    if not chosen:
        raise UnusablePicture(
            "There is no picture.", "Give one picture of the whole board, or several."
        )
    first = chosen[0]
    height, width = first.shape[:2]
    if min(height, width) < SMALLEST_PX:
        raise UnusablePicture(
            f"The picture is only {width} x {height} pixels.",
            f"It has to be {SMALLEST_PX} pixels high and wide at least: set the camera to 1920 x "
            "1080.",
        )
    if float(first.std()) < FLAT:
        raise UnusablePicture(
            "The picture is all of one brightness.", "Is the lens covered, or the room dark?"
        )
    for number, other in enumerate(chosen[1:], start=2):
        if other.shape != first.shape:
            size = f"{other.shape[1]} x {other.shape[0]}"
            raise UnusablePicture(
                f"Picture {number} is {size} pixels, the first is {width} x {height}.",
                "Give pictures that one camera took from one place.",
            )
        moved = _shift_px(first, other)
        if moved > SHIFT_PX:
            raise UnusablePicture(
                f"Between the first picture and number {number} the camera or the board moved by "
                f"{moved:.1f} pixels.",
                "Screw the camera down, or give a single picture.",
            )
    return first if len(chosen) == 1 else _median(chosen)


def _spread_out(pictures: Sequence[U8]) -> list[U8]:
    """At most MOST of them, from all over the time they were taken in."""
    if len(pictures) <= MOST:
        return list(pictures)
    return [pictures[round(k)] for k in np.linspace(0, len(pictures) - 1, MOST)]


def _shift_px(first: U8, other: U8) -> float:
    share = SHRUNK / first.shape[1]
    small = [_small(p, share) for p in (first, other)]
    window = cv2.createHanningWindow((small[0].shape[1], small[0].shape[0]), cv2.CV_32F)
    (dx, dy), _ = cv2.phaseCorrelate(small[0], small[1], window)
    return float(np.hypot(dx, dy) / share)


def _small(picture: U8, share: float) -> F32:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY) if picture.ndim == 3 else picture
    shrunk = cv2.resize(grey, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return np.asarray(shrunk, dtype=np.float32)


def _median(pictures: Sequence[U8]) -> U8:
    out = np.empty_like(pictures[0])
    for rows in np.array_split(np.arange(out.shape[0]), BANDS):
        band = np.stack([p[rows] for p in pictures])
        out[rows] = np.round(np.median(band, axis=0)).astype(np.uint8)
    return out
