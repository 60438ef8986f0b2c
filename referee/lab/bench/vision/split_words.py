"""The groups of frames and bases: how a base stands out from the turf, how fine a picture is."""

from __future__ import annotations

import cv2
import numpy as np

from referee.sim.look import Colour

CLEAR = 0.999
ALIKE, UNLIKE = 20.0, 45.0  # between base and turf in CIELAB


def lab_distance(a: Colour, b: Colour) -> float:
    """How different two sRGB colours look: CIELAB, the 1976 measure."""
    both = np.array([[a, b]], dtype=np.float32)
    lab = cv2.cvtColor(both, cv2.COLOR_RGB2LAB)[0].astype(float)
    return float(np.linalg.norm(lab[0] - lab[1]))


def contrast_of(base: Colour, alpha: float, turf: Colour) -> str:
    """How a base's plastic stands out from the turf, in words."""
    if alpha < CLEAR:
        return "see-through base"
    far = lab_distance(base, turf)
    if far < ALIKE:
        return "base like the turf"
    return "base near the turf" if far < UNLIKE else "base unlike the turf"


def resolution_of(px_per_mm: float) -> str:
    """How fine the picture is, in words."""
    for limit, words in (
        (1.3, "below 1.3 px/mm"),
        (1.7, "1.3 to 1.7 px/mm"),
        (2.1, "1.7 to 2.1 px/mm"),
    ):
        if px_per_mm < limit:
            return words
    return "2.1 px/mm or more"
