"""What helps somebody who turns a focus ring or moves a lamp: how soft, how bright, how level."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.calibrate.search.level_look import LevelLook
from referee.camera.frame_source import Image
from referee.vision.frame.frame_check import BLACK, BLUR_PX, BURNT, STEP, blur_of
from referee.web.server.page_app import JsonValues

AS_GOOD = 2.0  # of 100: less comes and goes with noise
PROBE_PX = 1.0  # blur that is added first, because noise is no sharp edge; then twice as much
SHARPEST = 5.0**1.5  # by which that takes squared slope from a thin line without a blur of its own
NEAR_PX = 9  # around strong edges, where slopes are compared
STRONG = 3.0  # grey values per pixel of the edges that are looked at
LEAST_EDGES = 400  # pixels on edges without which nothing is said of focus
GLARE = 0.02  # share of values at the top of their range, from which on lines are lost in it
STEEP_DEG = 12.0  # docs/cameras.md: more is not borne
SMALL = 0.6  # share of the picture's width or height that a field should fill at least
WHOLE = 0.995  # of the field in view


@dataclass(frozen=True, slots=True)
class FocusAid:
    """``sharp`` from 0 to 100, None where there is too little to see; ``best`` since the start."""

    sharp: float | None = None
    best: float = 0.0
    too_soft: bool = False

    def then(self, image: Image) -> FocusAid:
        """With the next picture."""
        sharp = sharpness_of(image)
        best = self.best if sharp is None else max(self.best, sharp)
        return FocusAid(sharp, best, blur_of(image) > BLUR_PX)

    @property
    def values(self) -> JsonValues:
        """For the page: the figure, the bar (1: the best so far), and words."""
        if self.sharp is None:
            return {"known": False, "words": "Too few edges to judge the focus."}
        best = self.sharp >= self.best - AS_GOOD
        words = "the best so far" if best else f"worse than the best so far ({self.best:.0f})"
        if self.too_soft:
            words += "; too soft to be played with"
        return {
            "known": True,
            "sharp": round(self.sharp),
            "share": round(self.sharp / max(self.best, 1.0), 3),
            "best": best,
            "words": f"Sharpness {self.sharp:.0f}: {words}.",
        }


def sharpness_of(image: Image) -> float | None:
    """How steep the picture's edges are, from 0 to 100, all over it; None where there are too few.

    An edge that is blurred a little more loses the more slope the sharper it was, a thin line loses
    most; the light it is seen in makes no difference.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.float32)
    once = np.asarray(cv2.GaussianBlur(grey, (0, 0), PROBE_PX), np.float32)
    twice = np.asarray(cv2.GaussianBlur(once, (0, 0), 2.0 * PROBE_PX), np.float32)
    steep, softer = _squared_slope(once), _squared_slope(twice)
    strong = np.asarray(softer > STRONG**2, np.uint8)
    if int(strong.sum()) < LEAST_EDGES:
        return None
    near = cv2.dilate(strong, np.ones((NEAR_PX, NEAR_PX), np.uint8)) > 0
    lost = math.log(float(steep[near].sum()) / float(softer[near].sum()))
    return 100.0 * min(max(lost / math.log(SHARPEST), 0.0), 1.0)


def _squared_slope(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0, scale=0.125)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1, scale=0.125)
    return np.asarray(across * across + down * down, np.float32)


def light_values(image: Image) -> JsonValues:
    """How bright the picture is, in words."""
    thin = image[::STEP, ::STEP]
    burnt = float((thin.min(axis=2) >= BURNT).mean())
    if float(np.percentile(thin.max(axis=2), 99.0)) < BLACK:
        words, good = "It is dark: more light, or a longer exposure.", False
    elif burnt > GLARE:
        share = f"{100 * burnt:.0f} % of the picture is burnt out"
        words, good = f"{share}: move the lamp, or expose shorter.", False
    else:
        words, good = "Neither dark nor burnt out.", True
    return {"words": words, "good": good}


def level_values(look: LevelLook | None) -> JsonValues:
    """How the camera hangs, in words."""
    if look is None:
        return {"good": False, "words": "No field is found in the picture yet."}
    fills = max(look.across, look.up)
    across, up = f"{100 * look.across:.0f} % of the width", f"{100 * look.up:.0f} % of the height"
    hangs = f"The camera leans by about {look.tilt_deg:.0f}°; the field fills {across}, {up}."
    advice = []
    if look.tilt_deg > STEEP_DEG:
        advice.append("Hang it straighter.")
    if look.in_view < WHOLE:
        gone = max(1, round(100 * (1.0 - look.in_view)))
        advice.append(f"{gone} % of the field is outside: hang it higher.")
    elif fills < SMALL:
        advice.append("Hang it lower: the field should fill the picture.")
    return {"good": not advice, "words": " ".join([hangs, *advice])}
