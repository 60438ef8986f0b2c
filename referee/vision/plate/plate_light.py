"""By how much a frame is brighter than the plate, place by place: exposure, white, soft shadows."""

from __future__ import annotations

import cv2
import numpy as np

from referee.camera.frame_source import Image
from referee.core.arrays import F32, U8

# Light is compared in pictures so many times smaller again.
SHRINK = 4
# The middle of so many of their pixels each way is a place's light: much wider than a base.
AROUND = 25
# Ratios from 1/4 to 4, as whole numbers from 0 to 255.
STEPS_PER_OCTAVE = 63.75
MIDDLE = 127.5
DARK = 4.0  # grey values on top, so that black over black is no ratio
FEWEST = 64  # known places without which nothing is said


def light_ratio(now: Image, plate: Image, known: U8) -> F32 | None:
    """(rows, columns, 3): what the plate is multiplied by to look as now; None if nobody can tell.

    All are small pictures of one size. Where little is known the rest of the picture says it.
    """
    size = max(1, now.shape[1] // SHRINK), max(1, now.shape[0] // SHRINK)
    seen = cv2.resize(known, size, interpolation=cv2.INTER_NEAREST) > 0
    if int(seen.sum()) < FEWEST:
        return None
    small = [cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (now, plate)]
    above, below = (each.astype(np.float32) + DARK for each in small)
    steps = np.clip(np.log2(above / below) * STEPS_PER_OCTAVE + MIDDLE, 0.0, 255.0)
    steps[~seen] = np.median(steps[seen], axis=0)
    smooth = cv2.medianBlur(np.round(steps).astype(np.uint8), AROUND)
    soft = cv2.blur(smooth.astype(np.float32), (AROUND // 2, AROUND // 2))
    ratio = np.exp2((soft - MIDDLE) / STEPS_PER_OCTAVE)
    whole = cv2.resize(ratio, (now.shape[1], now.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(whole, dtype=np.float32)
