"""By how much a frame is brighter than the plate, place by place: exposure, white, soft shadows.

The camera's white is one for the whole picture, and soft light changes all colours alike: else
whatever is wide and of one colour, such as a sleeve, would be taken for light.
"""

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
# Beside the whole picture's, light that falls on one place is at least and at most so much of it.
DARKEST, BRIGHTEST = 0.55, 1.6
DARK = 4.0  # grey values on top, so that black over black is no ratio
FEWEST = 64  # known places without which nothing is said


def light_ratios(now: Image, plate: Image, known: U8) -> tuple[F32, F32] | None:
    """What the plate is multiplied by to look as now: three for its colours, one for each place.

    All are small pictures of one size. Where little is known the rest of the picture says it.
    None: nobody can tell.
    """
    size = max(1, now.shape[1] // SHRINK), max(1, now.shape[0] // SHRINK)
    seen = cv2.resize(known, size, interpolation=cv2.INTER_NEAREST) > 0
    if int(seen.sum()) < FEWEST:
        return None
    small = [cv2.resize(each, size, interpolation=cv2.INTER_AREA) for each in (now, plate)]
    above, below = (each.astype(np.float32) + np.float32(DARK) for each in small)
    octaves = np.log2(above / below)
    whole = np.median(octaves[seen], axis=0)
    local = np.where(seen, (octaves - whole).mean(axis=2), 0.0)
    steps = np.clip(local * STEPS_PER_OCTAVE + MIDDLE, 0.0, 255.0)
    smooth = cv2.medianBlur(np.round(steps).astype(np.uint8), AROUND)
    soft = cv2.blur(smooth.astype(np.float32), (AROUND // 2, AROUND // 2))
    ratio = np.clip(np.exp2((soft - MIDDLE) / STEPS_PER_OCTAVE), DARKEST, BRIGHTEST)
    places = cv2.resize(ratio, (now.shape[1], now.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.exp2(whole).astype(np.float32), np.asarray(places, dtype=np.float32)
