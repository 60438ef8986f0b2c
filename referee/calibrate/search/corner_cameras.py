"""The first cameras of a search, where the coach has shown the field's four corners."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from referee.calibrate.fit.camera_parameters import LensBelief
from referee.calibrate.fit.registration import RegisteredCamera
from referee.calibrate.lines.printed_line import corners_mm
from referee.calibrate.outcome import UnusablePicture
from referee.camera.camera_model import CameraModel, camera_of_arrays
from referee.core.arrays import F64
from referee.core.errors import BadValue
from referee.core.field.field_profile import FieldProfile

FOCALS = (0.85, 1.0, 1.25)  # by the usual one
BENDS = (-0.10, -0.03, 0.02)
KEPT = 4
ORDER = "left near, right near, right far, left far: counter-clockwise, from the near left"


def cameras_at_corners(
    corners_px: Sequence[tuple[float, float]],
    profile: FieldProfile,
    size_px: tuple[int, int],
    belief: LensBelief,
) -> list[CameraModel]:
    """A few cameras through the corners, the likeliest first; lenses are guessed around belief."""
    clicked = np.asarray(corners_px, dtype=float)
    if clicked.shape != (4, 2) or not np.isfinite(clicked).all():
        raise BadValue("corners", list(corners_px), f"four points x,y in pixels: {ORDER}")
    _check_turn(clicked, size_px)
    flat = np.column_stack([corners_mm(profile), np.zeros(4)])
    known = belief.source != "field"
    focals = (1.0,) if known else FOCALS
    bends = (float(belief.mean[3]),) if known else BENDS
    tried: list[tuple[float, int, CameraModel]] = []
    for focal_share in focals:
        for bend in bends:
            focal = float(np.exp(belief.mean[0])) * focal_share
            camera = _through(clicked, flat, size_px, focal, bend, belief)
            if camera is not None:
                miss = float(np.abs(camera.project(flat) - clicked).max())
                tried.append((miss, len(tried), camera))
    return [camera for _, _, camera in sorted(tried)[:KEPT]]


def camera_behind_lens(
    rough: RegisteredCamera, belief: LensBelief, profile: FieldProfile
) -> RegisteredCamera:
    """The same view of the field through a lens that is known, so that a fit begins near it."""
    x = np.linspace(profile.left_end_line_x_mm, profile.right_end_line_x_mm, 9)
    y = np.linspace(0.0, profile.width_mm, 5)
    flat = np.array([(a, b, 0.0) for b in y for a in x])
    seen, size = rough.camera.project(flat), (rough.camera.width_px, rough.camera.height_px)
    focal, bend = float(np.exp(belief.mean[0])), float(belief.mean[3])
    camera = _through(seen, flat, size, focal, bend, belief)
    return rough if camera is None else replace(rough, camera=camera)


def _check_turn(clicked: F64, size_px: tuple[int, int]) -> None:
    x, y = clicked.T
    area = 0.5 * float(np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)))
    least = 0.02 * size_px[0] * size_px[1]
    if area > least:
        raise UnusablePicture(
            "The corners are in clockwise order, as in a mirrored picture.",
            f"Give them as {ORDER}.",
        )
    if -area < least:
        raise UnusablePicture(
            "The corners span hardly any of the picture.", f"Give them as {ORDER}."
        )


def _through(
    clicked: F64,
    flat: F64,
    size_px: tuple[int, int],
    focal_px: float,
    bend: float,
    belief: LensBelief,
) -> CameraModel | None:
    rest = belief.mean[4:8] if belief.source != "field" else np.zeros(4)
    lens = np.array([bend, *rest], dtype=np.float64)
    cx, cy = float(belief.mean[1]), float(belief.mean[2])
    matrix = np.array([[focal_px, 0.0, cx], [0.0, focal_px * belief.aspect, cy], [0.0, 0.0, 1.0]])
    camera = None
    least = np.inf
    for turn, move in _poses(clicked, flat, matrix, lens):
        rotation = np.asarray(cv2.Rodrigues(turn)[0], dtype=float)
        if float((-rotation.T @ move)[2, 0]) <= 0.0:
            continue
        focals_px = (focal_px, focal_px * belief.aspect)
        here = camera_of_arrays(size_px, focals_px, (cx, cy), lens, rotation, move.ravel())
        miss = float(np.square(here.project(flat) - clicked).sum())
        if miss < least:
            camera, least = here, miss
    return camera


def _poses(clicked: F64, flat: F64, matrix: F64, lens: F64) -> Iterator[tuple[F64, F64]]:
    """Poses (rotation vector, move in mm) that see the corners near where they were shown.

    For a camera straight above, the closed form turns an error of a few pixels into many; so each
    pose is refined by least squares.
    """
    found, turns, moves, _ = cv2.solvePnPGeneric(
        flat, clicked, matrix, lens, flags=cv2.SOLVEPNP_IPPE
    )
    for turn, move in zip(turns[:found], moves[:found], strict=False):
        refined = cv2.solvePnPRefineLM(flat, clicked, matrix, lens, turn, move)
        yield np.asarray(refined[0], dtype=float), np.asarray(refined[1], dtype=float)
