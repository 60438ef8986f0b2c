"""Anchors that left their neighbourhood, looked for in a wide one: only when following fails."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from referee.camera.watch.anchors import Anchors

Float = npt.NDArray[np.float64]
WIDE_PX = 60  # as far as this is looked, in pixels of the half picture
PIECE_PX = 33  # side of a piece, in pixels of the half picture
MOST = 16
ALIKE = 0.6
TOGETHER_PX = 12.0  # within which shifts of one motion lie, in whole pixels
LEAST = 4


def wide_shift(anchors: Anchors, image: npt.NDArray[np.uint8]) -> Float | None:
    """The common shift in whole-picture pixels, roughly; None if the pieces do not agree."""
    small = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    count = len(anchors.board_mm)
    shifts = [
        shift
        for k in np.linspace(0, count - 1, min(MOST, count)).astype(int)
        if (shift := _look(anchors.half, grey, anchors.centres_px[k] / 2)) is not None
    ]
    if len(shifts) < LEAST:
        return None
    all_px = np.array(shifts)
    near = np.hypot(*(all_px[:, None] - all_px[None]).transpose(2, 0, 1)) < TOGETHER_PX
    best = near[int(near.sum(axis=1).argmax())]
    if best.sum() < max(LEAST, len(shifts) / 2):
        return None
    return np.asarray(np.median(all_px[best], axis=0))


def _look(
    half: npt.NDArray[np.uint8], grey: npt.NDArray[np.uint8], middle: Float
) -> tuple[float, float] | None:
    """Where the piece around one place is now, if it is anywhere clearly."""
    high, wide = half.shape
    left, top = (round(v) - PIECE_PX // 2 for v in middle)
    left, top = min(max(left, 0), wide - PIECE_PX), min(max(top, 0), high - PIECE_PX)
    piece = half[top : top + PIECE_PX, left : left + PIECE_PX]
    x0, y0 = max(left - WIDE_PX, 0), max(top - WIDE_PX, 0)
    around = grey[y0 : top + PIECE_PX + WIDE_PX, x0 : left + PIECE_PX + WIDE_PX]
    found = cv2.matchTemplate(around, piece, cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(found)
    return (2.0 * (x0 + x - left), 2.0 * (y0 + y - top)) if best > ALIKE else None
