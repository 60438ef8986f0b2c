"""A camera as numbers that a fit may move, and what is believed of them before looking."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel, camera_of_arrays
from referee.core.arrays import F64

# In this order everywhere: log of the focal length, principal point, lens, turn, move.
NAMES = ("log f", "cx", "cy", "k1", "k2", "p1", "p2", "k3", "rx", "ry", "rz", "tx", "ty", "tz")
COUNT = len(NAMES)
POSE = (8, 9, 10, 11, 12, 13)
POSE_AND_BEND = (3, *POSE)
ALL = tuple(range(COUNT))
STEPS = np.array([1e-5, 1e-2, 1e-2, 1e-5, 1e-5, 1e-6, 1e-6, 1e-5, *([1e-6] * 3), *([1e-3] * 3)])

# What webcams are like: the field of view of most lies between 50 and 90 degrees.
FOCAL_BY_WIDTH = 0.78  # focal length by the picture's width
LOG_FOCAL_SIGMA = 0.25
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
    """The belief without a lens file: the range of usual webcams."""
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
    """The camera with these numbers; the turn is counted from ``start``."""
    turn = cv2.Rodrigues(values[8:11])[0] @ start.rotation_matrix
    focal = math.exp(float(values[0]))
    focal_px = (focal, focal * start.fy_px / start.fx_px)
    size_px = (start.width_px, start.height_px)
    return camera_of_arrays(
        size_px, focal_px, (values[1], values[2]), values[3:8], turn, values[11:14]
    )


def slopes(camera: CameraModel, points_mm: F64, free: Sequence[int]) -> F64:
    """How pixels move with each free number: (n, 2, len(free)), by central differences."""
    changes = differences(camera, free, lambda moved: moved.project(points_mm))
    return np.stack([apart / (2.0 * STEPS[k]) for k, apart in changes], axis=-1)


def differences(
    camera: CameraModel, free: Sequence[int], shown: Callable[[CameraModel], F64]
) -> Iterator[tuple[int, F64]]:
    """Each free number, and the change of ``shown`` from one step below it to one step above."""
    values = values_of(camera)
    for k in free:
        up, down = values.copy(), values.copy()
        up[k] += STEPS[k]
        down[k] -= STEPS[k]
        yield k, shown(camera_of(up, camera)) - shown(camera_of(down, camera))
