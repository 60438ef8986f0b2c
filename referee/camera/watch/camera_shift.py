"""How the camera has moved, from where its anchors went: a small motion, fitted robustly."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.watch.anchors import Anchors
from referee.camera.watch.patches import FollowedPatches, follow_patches
from referee.camera.watch.small_motion import moved_camera
from referee.core.arrays import F64, U8, Bools

ALIKE = 0.80  # likeness of a patch that is seen
LEAST_SEEN = 8  # anchors, for a motion to be told
LEAST_SHARE = 0.25  # of all anchors, the same
BROAD_PX = 0.5  # spread of patches that agree, at least; lens and rolling shutter allow that
OUTLIER = 4.0  # times the spread
ROUNDS = 8
# A motion is no larger than this without a reason: turns in radians, moves in mm.
PRIOR = np.array([0.05, 0.05, 0.05, 60.0, 60.0, 60.0])
PATCH_PX = 0.05  # sigma of one good patch, until all of them tell their own
LEAST_PX = 0.01  # no patch is found more exactly
WIDE_PX = 60  # search distance, in pixels of the half picture
PIECE_PX = 33  # side of a piece, in pixels of the half picture
MOST_PIECES = 16  # that are looked for far away
PIECE_ALIKE = 0.6  # likeness of a piece that is found
TOGETHER_PX = 12.0  # within which shifts of one motion lie, in whole pixels
LEAST_PIECES = 4  # that agree


@dataclass(frozen=True)
class CameraShift:
    """The camera as it hangs now, and how far that moves the picture of the field.

    ``shift_px`` is at the anchor that moved most by the fitted motion, ``sigma_px`` its error;
    ``share`` of the anchors are seen; ``rms_px`` is what they disagree by.
    """

    camera: CameraModel
    shift_px: float
    sigma_px: float
    share: float
    rms_px: float
    seen: Bools
    followed: FollowedPatches


def measure_shift(anchors: Anchors, image: U8, now: CameraModel) -> CameraShift | None:
    """The camera's motion since the calibration; ``now`` is where it was last known to be.

    None if too little of the print is where it could be found.
    """
    start = now.project(anchors.board_mm) - anchors.centres_px
    return fit_shift(anchors, follow_patches(anchors.patches, image, start))


def fit_shift(anchors: Anchors, found: FollowedPatches) -> CameraShift | None:
    """The motion that takes the anchors where they were found, and no more than they show."""
    seen = found.alike > ALIKE
    if seen.sum() < LEAST_SEEN or seen.mean() < LEAST_SHARE:
        return None
    wanted = anchors.centres_px + found.shift_px
    weight = anchors.patches.weight.astype(float)
    weight /= np.median(weight[seen].trace(axis1=1, axis2=2)) / 2
    trust = seen.astype(float)
    first = np.median(found.shift_px[seen], axis=0)
    apart = np.hypot(*(found.shift_px - first).T)
    trust[apart > max(6.0, 3.0 * float(np.median(apart[seen])))] = 0.0
    slopes, off, step = anchors.slopes, wanted - anchors.centres_px, np.zeros(6)
    for _ in range(ROUNDS):
        before = step
        step, normal = _solved(slopes, weight, trust, off)
        left = np.hypot(*(off - slopes @ step).T)
        trust = _trust(left, seen)
        if np.abs((step - before) / PRIOR).max() < 1e-5:
            break
    # What a motion does is not quite a sum of its parts: once more from where it leads.
    camera = moved_camera(anchors.camera, step)
    off = wanted - camera.project(anchors.board_mm)
    camera = moved_camera(camera, _solved(slopes, weight, trust, off)[0])
    left = np.hypot(*(wanted - camera.project(anchors.board_mm)).T)
    if (trust > 0.0).sum() < LEAST_SEEN:
        return None
    went = camera.project(anchors.board_mm) - anchors.centres_px
    rms_px = float(np.sqrt((trust * left**2).sum() / trust.sum()))
    most = int(np.hypot(*went.T).argmax())
    spread = slopes[most] @ np.linalg.inv(normal) @ slopes[most].T
    sigma_px = float(np.sqrt(spread.trace())) * max(rms_px, LEAST_PX) / PATCH_PX
    share = float((trust > 0.0).mean())
    return CameraShift(
        camera, float(np.hypot(*went[most])), sigma_px, share, rms_px, trust > 0.0, found
    )


def _solved(slopes: F64, weight: F64, trust: F64, off: F64) -> tuple[F64, F64]:
    """The six parts of the motion that explains these shifts best, and its information matrix."""
    pulled = np.einsum("kia,kij->kaj", slopes, weight * (trust / PATCH_PX**2)[:, None, None])
    normal = np.einsum("kaj,kjb->ab", pulled, slopes)
    normal[np.diag_indices(6)] += PRIOR**-2.0
    return np.linalg.solve(normal, np.einsum("kaj,kj->a", pulled, off)), normal


def _trust(left: F64, seen: Bools) -> F64:
    """A weight from 0 to 1 for each patch, less for those that miss by more than most."""
    spread = max(BROAD_PX, 1.5 * float(np.median(left[seen])))
    share = np.maximum(1.0 - (left / (OUTLIER * spread)) ** 2, 0.0) ** 2
    return np.where(seen, share, 0.0)


def wide_shift(anchors: Anchors, image: U8) -> F64 | None:
    """The common shift in whole-picture pixels, roughly; None if the pieces do not agree."""
    small = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    grey = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    count = len(anchors.board_mm)
    shifts = [
        shift
        for k in np.linspace(0, count - 1, min(MOST_PIECES, count)).astype(int)
        if (shift := _look(anchors.half, grey, anchors.centres_px[k] / 2)) is not None
    ]
    if len(shifts) < LEAST_PIECES:
        return None
    all_px = np.array(shifts)
    near = np.hypot(*(all_px[:, None] - all_px[None]).transpose(2, 0, 1)) < TOGETHER_PX
    best = near[int(near.sum(axis=1).argmax())]
    if best.sum() < max(LEAST_PIECES, len(shifts) / 2):
        return None
    return np.asarray(np.median(all_px[best], axis=0))


def _look(half: U8, grey: U8, middle: F64) -> tuple[float, float] | None:
    """The shift in px of the piece around one place; None if it is not found clearly."""
    high, wide = half.shape
    left, top = (round(v) - PIECE_PX // 2 for v in middle)
    left, top = min(max(left, 0), wide - PIECE_PX), min(max(top, 0), high - PIECE_PX)
    piece = half[top : top + PIECE_PX, left : left + PIECE_PX]
    x0, y0 = max(left - WIDE_PX, 0), max(top - WIDE_PX, 0)
    around = grey[y0 : top + PIECE_PX + WIDE_PX, x0 : left + PIECE_PX + WIDE_PX]
    found = cv2.matchTemplate(around, piece, cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(found)
    return (2.0 * (x0 + x - left), 2.0 * (y0 + y - top)) if best > PIECE_ALIKE else None
