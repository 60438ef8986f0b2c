"""Which magnet it is: the network finds magnets and pylons, their colour tells them apart."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from referee.core.turns import turn_deg
from referee.vision.sighting import Thing

# Hues in degrees of the colour wheel.
HUES_DEG = {
    Thing.RED_MAGNET: 0.0,
    Thing.ORANGE_PYLON: 21.0,
    Thing.YELLOW_MAGNET: 48.0,
    Thing.GREEN_MAGNET: 138.0,
}
MIDDLE_SHARE = 0.5  # of the box's sides: its rim shows the board


def magnet_colour(image: npt.NDArray[np.uint8], box_px: tuple[float, float, float, float]) -> Thing:
    """The magnet whose hue is nearest to the strongest colours in the middle of the box."""
    middle = np.array([box_px[0] + box_px[2], box_px[1] + box_px[3]]) / 2
    half = np.array([box_px[2] - box_px[0], box_px[3] - box_px[1]]) / 2 * MIDDLE_SHARE
    low = np.maximum(np.floor(middle - half), 0).astype(int)
    high = np.maximum(np.ceil(middle + half).astype(int) + 1, low + 1)
    part = image[low[1] : high[1], low[0] : high[0]]
    if part.size == 0:
        return Thing.RED_MAGNET
    hsv = cv2.cvtColor(part.astype(np.float32) / 255.0, cv2.COLOR_BGR2HSV).reshape(-1, 3)
    weight = (hsv[:, 1] * hsv[:, 2]) ** 2
    angle = np.radians(hsv[:, 0].astype(float))
    hue = np.degrees(np.arctan2((weight * np.sin(angle)).sum(), (weight * np.cos(angle)).sum()))
    return min(HUES_DEG, key=lambda thing: abs(turn_deg(HUES_DEG[thing], hue)))
