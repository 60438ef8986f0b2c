"""Patches as large as a figure that the plate does not explain, where nobody claims a base.

Bases coloured like the board are missed by the detector, and are plainly there beside the plate.
What such a patch is, others say: this only says where to look.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64
from referee.vision.plate.plate_difference import OTHER_THING, PlateDifference

# Of what looks otherwise there, and not by light alone: a figure is always so large, and a heap or
# a hand is larger.
LEAST_MM2, MOST_MM2 = 140.0, 1500.0
LONGEST_MM = 60.0
# About the middle of what is seen of a figure.
HEIGHT_MM = 10.0
# Speckles nearer than this to each other are one patch.
JOINS = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (3, 3))
MOST = 6  # patches; more are no figures but something else that has changed


def unclaimed_patches(
    difference: PlateDifference, camera: CameraModel, claimed_px: Sequence[F64], px_per_mm: float
) -> tuple[tuple[float, float], ...]:
    """Middles of the patches in board mm, the largest first; none where there are too many.

    ``claimed_px`` are points around everything that is claimed, in the picture.
    """
    things = (difference.shows == OTHER_THING).astype(np.uint8)
    for points in claimed_px:
        small = np.round((points + 0.5) / difference.shrink - 0.5).astype(np.int32)
        cv2.fillConvexPoly(things, cv2.convexHull(small), 0)
    things = np.asarray(cv2.morphologyEx(things, cv2.MORPH_CLOSE, JOINS), dtype=np.uint8)
    things = np.asarray(cv2.morphologyEx(things, cv2.MORPH_OPEN, JOINS), dtype=np.uint8)
    scale = px_per_mm / difference.shrink
    _, _, stats, middles = cv2.connectedComponentsWithStats(things)
    area_mm2 = stats[:, cv2.CC_STAT_AREA] / scale**2
    sides = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT]].max(axis=1) / scale
    fits = (area_mm2 >= LEAST_MM2) & (area_mm2 <= MOST_MM2) & (sides <= LONGEST_MM)
    fits[0] = False  # what is no patch
    chosen = np.flatnonzero(fits)
    if not 0 < len(chosen) <= MOST:
        return ()
    chosen = chosen[np.argsort(-area_mm2[chosen])]
    px = (middles[chosen] + 0.5) * difference.shrink - 0.5
    return tuple((float(x), float(y)) for x, y in camera.to_plane(px, HEIGHT_MM))
