"""Pictures of bases drawn with OpenCV alone: nothing of the simulator, so an outside judge."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel, overhead_camera
from referee.core.geometry.base_shape import (
    BaseShape,
    beveled_front,
    round_front,
    rounded_rectangle,
)
from referee.core.geometry.pose import Pose

FINER = 8
GAMMA = 2.2
TURF, WHITE, BLUE = (45, 110, 50), (225, 228, 226), (150, 60, 40)
SHAPES = {
    "rounded": rounded_rectangle("standard", 27.8, 20.6, 2.0),
    "bevelled": beveled_front("bevelled", 27.8, 20.6, 1.2, 4.0),
    "round front": round_front("round", 27.8, 20.6, 1.5, 4.0),
}


def camera(tilt_deg: float = 6.0, k1: float = -0.07) -> CameraModel:
    """Half a millimetre to the pixel; the optical axis far to the left of the middle."""
    return overhead_camera(
        width_px=400,
        height_px=280,
        target_mm=(70.0, 50.0),
        height_mm=900.0,
        focal_px=1750.0,
        tilt_deg=tilt_deg,
        tilt_toward_deg=200.0,
        roll_deg=2.0,
        distortion=(k1, 0.01, 3e-4, -2e-4, 0.0),
    )


def drawn(
    model: CameraModel,
    bases: Sequence[tuple[BaseShape, Pose, tuple[int, int, int]]],
    side: float = 0.0,
    over: Sequence[tuple[np.ndarray, tuple[int, int, int]]] = (),
    under: Sequence[tuple[np.ndarray, tuple[int, int, int]]] = (),
) -> np.ndarray:
    """Bases on plain turf; with ``side`` their side faces show in that share of the top's light.

    ``over`` are polygons (n, 3) of board mm with their colours, drawn last, ``under`` first.
    """
    size = (model.width_px * FINER, model.height_px * FINER)
    image = np.full((size[1], size[0], 3), TURF, dtype=np.uint8)
    for polygon, colour in under:
        fill(image, pixels(model, polygon), colour)
    for shape, pose, colour in bases:
        flat = pose.to_board(shape.outline_mm())
        top = at_height(flat, shape.height_mm)
        if side > 0.0:
            dark = tuple(round(side * c) for c in colour)
            both = np.concatenate([pixels(model, at_height(flat, 0.7)), pixels(model, top)])
            fill(image, cv2.convexHull(both.astype(np.float32))[:, 0], dark)
        fill(image, pixels(model, top), colour)
    for polygon, colour in over:
        fill(image, pixels(model, polygon), colour)
    # A camera adds up light, not picture values: at an edge the brighter side looks larger.
    light = np.float32((np.arange(256) / 255.0) ** GAMMA)[image]
    small = cv2.resize(light, (model.width_px, model.height_px), interpolation=cv2.INTER_AREA)
    soft = 255.0 * cv2.GaussianBlur(small, (0, 0), 0.6).astype(float) ** (1.0 / GAMMA)
    grain = np.random.default_rng(5).normal(0.0, 2.0, soft.shape)
    return np.clip(np.rint(soft + grain), 0, 255).astype(np.uint8)


def at_height(flat_mm: np.ndarray, z_mm: float) -> np.ndarray:
    return np.column_stack([flat_mm, np.full(len(flat_mm), z_mm)])


def pixels(model: CameraModel, points_mm: np.ndarray) -> np.ndarray:
    """Projected by OpenCV, not by the code under test."""
    turn, _ = cv2.Rodrigues(model.rotation_matrix)
    found, _ = cv2.projectPoints(
        np.asarray(points_mm, dtype=float),
        turn,
        np.array(model.translation_mm),
        model.camera_matrix,
        np.array(model.distortion),
    )
    return found.reshape(-1, 2)


def fill(image: np.ndarray, outline_px: np.ndarray, colour: tuple[int, ...]) -> None:
    fine = (np.asarray(outline_px) + 0.5) * FINER - 0.5
    cv2.fillPoly(image, [np.rint(fine * 16).astype(np.int32)], colour, cv2.LINE_8, 4)
