"""A board painted with discs and rectangles, for whatever looks at colours."""

from __future__ import annotations

import cv2
import numpy as np

from referee.camera.camera_model import overhead_camera
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.pose import Pose

SHAPE = rounded_rectangle("test", 27.8, 20.6, 2.0)
CAMERA = overhead_camera(
    width_px=800, height_px=500, target_mm=(300.0, 180.0), height_mm=900.0, focal_px=1150.0
)
TURF = (60, 120, 50)
RED, BLUE, WHITE, GREY = (40, 40, 190), (180, 70, 30), (235, 235, 235), (120, 120, 120)


def board(figures, turf=TURF, light=None):
    """A picture (BGR) of figures, each (pose, jersey, base), under ``light`` (rows, columns)."""
    image = np.full((CAMERA.height_px, CAMERA.width_px, 3), turf, dtype=np.uint8)
    for pose, jersey, base in figures:
        ring = pose.to_board(SHAPE.corners_mm)
        fill(image, np.c_[ring, np.full(4, SHAPE.height_mm)], base)
        angles = np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False)
        for z, radius, colour in ((10.0, 7.0, jersey), (18.0, 8.5, jersey), (26.0, 5.0, GREY)):
            flat = [pose.x_mm, pose.y_mm] + radius * np.c_[np.cos(angles), np.sin(angles)]
            fill(image, np.c_[flat, np.full(24, SHAPE.height_mm + z)], colour)
    if light is None:
        return image
    linear = (image / 255.0) ** 2.2 * light[..., None]
    return np.clip(np.rint(linear ** (1 / 2.2) * 255.0), 0, 255).astype(np.uint8)


def fill(image, points_mm, colour):
    px = np.round(CAMERA.project(points_mm) * 16).astype(np.int32)
    cv2.fillPoly(image, [px], colour, cv2.LINE_AA, 4)


def row(x_mm, count=6, heading=0.0):
    """Poses in a row across the board."""
    return [Pose(x_mm, 60.0 + 45.0 * k, heading + 3.0 * k) for k in range(count)]
