"""A camera as numbers that a fit may move, and what is believed of them before looking."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from referee.camera.camera_model import CameraModel

F64 = npt.NDArray[np.float64]

# In this order everywhere: log of the focal length, principal point, lens, turn, move.
NAMES = ("log f", "cx", "cy", "k1", "k2", "p1", "p2", "k3", "rx", "ry", "rz", "tx", "ty", "tz")
COUNT = len(NAMES)
POSE = (8, 9, 10, 11, 12, 13)
POSE_AND_BEND = (3, *POSE)
ALL = tuple(range(COUNT))
STEPS = np.array([1e-5, 1e-2, 1e-2, 1e-5, 1e-5, 1e-6, 1e-6, 1e-5, *([1e-6] * 3), *([1e-3] * 3)])

# What webcams are like: the field of view of most lies between 50 and 90 degrees.
FOCAL_BY_WIDTH, LOG_FOCAL_SIGMA = 0.78, 0.25
CENTRE_SIGMA = 0.012  # of the picture's width
LENS_MEAN = (-0.03, 0.0, 0.0, 0.0, 0.0)
LENS_SIGMA = (0.10, 0.06, 0.0012, 0.0012, 0.015)


@dataclass(frozen=True, slots=True)
class LensBelief:
    """A Gaussian over the eight numbers of a lens, before the picture is looked at."""

    mean: F64  # (8,)
    information: F64  # (8, 8), the inverse of the covariance
    aspect: float  # fy by fx
    source: str


def usual_webcam(width_px: int, height_px: int) -> LensBelief:
    """No lens file: what is true of nearly all webcams."""
    wide = max(width_px, height_px)
    mean = np.array(
        [math.log(FOCAL_BY_WIDTH * wide), (width_px - 1) / 2, (height_px - 1) / 2, *LENS_MEAN]
    )
    sigma = np.array([LOG_FOCAL_SIGMA, CENTRE_SIGMA * wide, CENTRE_SIGMA * wide, *LENS_SIGMA])
    return LensBelief(mean, np.diag(1.0 / sigma**2), 1.0, "field")


def known_lens(
    focal_px: Sequence[float],
    centre_px: Sequence[float],
    distortion: Sequence[float],
    covariance: F64,
    source: str,
) -> LensBelief:
    """A lens measured before: ``covariance`` is over fx fy cx cy k1 k2 p1 p2 k3."""
    fx, fy = focal_px
    mean = np.array([math.log(fx), *centre_px, *distortion])
    keep = [0, 2, 3, 4, 5, 6, 7, 8]
    spread = np.asarray(covariance)[np.ix_(keep, keep)].copy()
    spread[0] /= fx
    spread[:, 0] /= fx
    return LensBelief(mean, np.asarray(np.linalg.inv(spread), dtype=float), fy / fx, source)


def values_of(camera: CameraModel) -> F64:
    """The numbers of a camera; the turn is told as a change of the camera's own, so it is zero."""
    return np.array(
        [
            math.log(camera.fx_px),
            camera.cx_px,
            camera.cy_px,
            *camera.distortion,
            0.0,
            0.0,
            0.0,
            *camera.translation_mm,
        ]
    )


def camera_of(values: F64, start: CameraModel) -> CameraModel:
    """The camera that these numbers make of the one they started from."""
    turn = cv2.Rodrigues(values[8:11])[0] @ start.rotation_matrix
    k1, k2, p1, p2, k3 = (float(v) for v in values[3:8])
    focal = math.exp(float(values[0]))
    return replace(
        start,
        fx_px=focal,
        fy_px=focal * start.fy_px / start.fx_px,
        cx_px=float(values[1]),
        cy_px=float(values[2]),
        distortion=(k1, k2, p1, p2, k3),
        rotation=tuple((float(r[0]), float(r[1]), float(r[2])) for r in turn),
        translation_mm=(float(values[11]), float(values[12]), float(values[13])),
    )


def slopes(camera: CameraModel, points_mm: F64, free: Sequence[int]) -> F64:
    """How pixels move with each free number: (n, 2, len(free)), by central differences."""
    values = values_of(camera)
    columns = []
    for k in free:
        up, down = values.copy(), values.copy()
        up[k] += STEPS[k]
        down[k] -= STEPS[k]
        apart = camera_of(up, camera).project(points_mm) - camera_of(down, camera).project(
            points_mm
        )
        columns.append(apart / (2.0 * STEPS[k]))
    return np.stack(columns, axis=-1)
