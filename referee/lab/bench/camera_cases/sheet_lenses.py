"""Lenses from rendered views of the sheet, beside OpenCV's own answer and the true one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import numpy.typing as npt

from referee.camera.camera_model import CameraModel, overhead_camera
from referee.camera.charuco.lens import Lens
from referee.camera.charuco.lens_sheet import LENS_SHEETS, opencv_board_of
from referee.camera.charuco.lens_solver import solve_lens
from referee.camera.charuco.sheet_view import find_sheet
from referee.camera.frame_source import Image
from referee.lab.pictures.waved_lens_sheet import photograph, wave_poses

Float = npt.NDArray[np.float64]
SEED = 8_100_000
VIEWS = 16
SHEET = LENS_SHEETS["a4"]


@dataclass
class LensDifferences:
    """Differences in px: by place of the picture, and at the worst place of each lens."""

    apart_px: list[float] = field(default_factory=list)
    ours_worst_px: list[float] = field(default_factory=list)
    theirs_worst_px: list[float] = field(default_factory=list)
    stated_px: list[float] = field(default_factory=list)


def compare_lenses(count: int) -> LensDifferences:
    """Ours against OpenCV's whole way on the same pictures, and both against the true lens."""
    out = LensDifferences()
    for number in range(count):
        rng = np.random.default_rng([SEED, number])
        true = _random_lens(rng)
        photos = [photograph(SHEET, place, rng) for place in wave_poses(true, SHEET, rng, VIEWS)]
        ours = solve_lens([view for photo in photos if (view := find_sheet(photo)) is not None])
        theirs = _by_opencv(photos, ours)
        out.apart_px += _apart_px(ours, theirs).tolist()
        out.ours_worst_px.append(float(_apart_px(ours, true).max()))
        out.theirs_worst_px.append(float(_apart_px(theirs, true).max()))
        out.stated_px.append(ours.sigma_px)
    return out


def _random_lens(rng: np.random.Generator) -> CameraModel:
    k1 = rng.uniform(-0.15, 0.03)
    return overhead_camera(
        width_px=1280,
        height_px=720,
        target_mm=(0.0, 0.0),
        height_mm=1000.0,
        focal_px=rng.uniform(900.0, 1300.0),
        distortion=(k1, -0.2 * k1, rng.normal(0, 4e-4), rng.normal(0, 4e-4), 0.0),
        principal_offset_px=(rng.normal(0, 8.0), rng.normal(0, 8.0)),
    )


def _by_opencv(photos: list[Image], like: Lens) -> Lens:
    """Detection, matching and calibration as OpenCV's own manual does it."""
    detector = cv2.aruco.CharucoDetector(opencv_board_of(SHEET))
    points, pixels = [], []
    for photo in photos:
        corners, ids, _, _ = detector.detectBoard(photo)
        if ids is not None and len(ids) > 7:
            point, pixel = opencv_board_of(SHEET).matchImagePoints(list(corners), ids)
            points.append(point)
            pixels.append(pixel)
    size = like.width_px, like.height_px
    _, matrix, distortion, _, _ = cv2.calibrateCamera(points, pixels, size, None, None)
    k1, k2, p1, p2, k3 = (float(v) for v in np.ravel(distortion)[:5])
    return replace(
        like,
        fx_px=float(matrix[0, 0]),
        fy_px=float(matrix[1, 1]),
        cx_px=float(matrix[0, 2]),
        cy_px=float(matrix[1, 2]),
        distortion=(k1, k2, p1, p2, k3),
    )


def _apart_px(one: Lens, other: Lens | CameraModel) -> Float:
    """How far two lenses bend the picture apart by place, once one is turned as the other."""
    xs, ys = np.meshgrid(np.linspace(0, 1279, 17), np.linspace(0, 719, 11))
    pixels = np.stack([xs.ravel(), ys.ravel()], axis=1)
    first, second = (_rays(lens, pixels) for lens in (one, other))
    flat = np.c_[second * one.fx_px, np.zeros(len(second))]
    view = np.array([[one.fx_px, 0.0, 0.0], [0.0, one.fx_px, 0.0], [0.0, 0.0, 1.0]])
    _, turn, move = cv2.solvePnP(flat, first * one.fx_px, view, None)
    seen = cv2.projectPoints(flat, turn, move, view, None)[0].reshape(-1, 2)
    return np.asarray(np.hypot(*(seen - first * one.fx_px).T))


def _rays(lens: Lens | CameraModel, pixels: np.ndarray) -> np.ndarray:
    matrix, bend = lens.camera_matrix, np.array(lens.distortion)
    return np.asarray(cv2.undistortPoints(pixels.reshape(-1, 1, 2), matrix, bend).reshape(-1, 2))
