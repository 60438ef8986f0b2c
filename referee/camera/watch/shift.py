"""How the camera has moved, from where its anchors went: a small motion, fitted robustly."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from referee.camera.model import CameraModel
from referee.camera.watch.anchors import Anchors
from referee.camera.watch.patches import Followed, follow

Float = npt.NDArray[np.float64]
ALIKE = 0.80  # likeness of a patch that is seen
LEAST_SEEN = 8
LEAST_SHARE = 0.25
BROAD_PX = 0.5  # spread of patches that agree, at least; lens and rolling shutter allow that
OUTLIER = 4.0  # times the spread
ROUNDS = 8
# A motion is no larger than this without a reason: turns in radians, moves in mm.
PRIOR = np.array([0.05, 0.05, 0.05, 60.0, 60.0, 60.0])
PATCH_PX = 0.05  # how exactly one good patch is found, until all of them tell
LEAST_PX = 0.01  # no patch is found more exactly
STEP = np.array([1e-5, 1e-5, 1e-5, 1e-2, 1e-2, 1e-2])


@dataclass(frozen=True)
class Shift:
    """The camera as it hangs now, and how far that moves the picture of the field.

    ``shift_px`` is at the anchor that moved most by the fitted motion, ``sigma_px`` its error;
    ``share`` of the anchors are seen; ``rms_px`` is what they disagree by.
    """

    camera: CameraModel
    shift_px: float
    sigma_px: float
    share: float
    rms_px: float
    seen: npt.NDArray[np.bool_]
    followed: Followed


def measure_shift(anchors: Anchors, image: npt.NDArray[np.uint8], now: CameraModel) -> Shift | None:
    """The camera's motion since the calibration; ``now`` is where it was last known to be.

    None if too little of the print is where it could be found.
    """
    start = now.project(anchors.board_mm) - anchors.centres_px
    return fit_shift(anchors, follow(anchors.patches, image, start))


def fit_shift(anchors: Anchors, found: Followed) -> Shift | None:
    """The motion that takes the anchors where they were found, and no more than they show."""
    seen = found.alike > ALIKE
    if seen.sum() < LEAST_SEEN or seen.mean() < LEAST_SHARE:
        return None
    wanted = anchors.centres_px + found.shift_px
    weight = anchors.patches.weight.astype(float)
    weight /= np.median(weight[seen].trace(axis1=1, axis2=2)) / 2
    camera, trust = anchors.camera, seen.astype(float)
    first = np.median(found.shift_px[seen], axis=0)
    apart = np.hypot(*(found.shift_px - first).T)
    trust[apart > max(6.0, 3.0 * float(np.median(apart[seen])))] = 0.0
    for _ in range(ROUNDS):
        slopes = _slopes(camera, anchors.board_mm)
        off = wanted - camera.project(anchors.board_mm)
        normal = np.einsum("k,kia,kij,kjb->ab", trust, slopes, weight, slopes)
        normal /= PATCH_PX**2
        normal[np.diag_indices(6)] += PRIOR**-2.0
        right = np.einsum("k,kia,kij,kj->a", trust, slopes, weight, off) / PATCH_PX**2
        step = np.linalg.solve(normal, right)
        camera = moved(camera, step)
        left = np.hypot(*(wanted - camera.project(anchors.board_mm)).T)
        spread = max(BROAD_PX, 1.5 * float(np.median(left[seen])))
        trust = np.where(seen, np.maximum(1.0 - (left / (OUTLIER * spread)) ** 2, 0.0) ** 2, 0.0)
        if np.abs(step / PRIOR).max() < 1e-6:
            break
    if (trust > 0.0).sum() < LEAST_SEEN:
        return None
    went = camera.project(anchors.board_mm) - anchors.centres_px
    rms_px = float(np.sqrt((trust * left**2).sum() / trust.sum()))
    most = int(np.hypot(*went.T).argmax())
    spread = slopes[most] @ np.linalg.inv(normal) @ slopes[most].T
    sigma_px = float(np.sqrt(spread.trace())) * max(rms_px, LEAST_PX) / PATCH_PX
    share = float((trust > 0.0).mean())
    return Shift(camera, float(np.hypot(*went[most])), sigma_px, share, rms_px, trust > 0.0, found)


def moved(camera: CameraModel, step: Float) -> CameraModel:
    """The camera after a small turn (rotation vector) and a small move, as itself sees them."""
    turn = cv2.Rodrigues(step[:3])[0]
    rotation = turn @ camera.rotation_matrix
    move = turn @ np.asarray(camera.translation_mm) + step[3:]
    left, _, right = np.linalg.svd(rotation)
    clean = left @ right
    return replace(
        camera,
        rotation=tuple((float(r[0]), float(r[1]), float(r[2])) for r in clean),
        translation_mm=(float(move[0]), float(move[1]), float(move[2])),
    )


def _slopes(camera: CameraModel, board_mm: Float) -> Float:
    """Of every pixel by the six parts of a motion, by central differences."""
    columns = []
    for part in range(6):
        step = np.zeros(6)
        step[part] = STEP[part]
        ahead, behind = (moved(camera, s).project(board_mm) for s in (step, -step))
        columns.append((ahead - behind) / (2 * STEP[part]))
    return np.stack(columns, axis=2)
