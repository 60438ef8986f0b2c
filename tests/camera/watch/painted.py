"""A painted field seen by a camera that can be moved: pictures are warped by OpenCV, not by us."""

from __future__ import annotations

import cv2
import numpy as np

from referee.camera.camera_model import overhead_camera
from referee.camera.frame_source import Frame
from referee.camera.watch.small_motion import moved_camera
from referee.core.field.field_lines import field_lines
from referee.loaders.fields import load_field

BOARD = load_field("620")
CAMERA = overhead_camera(
    width_px=1280,
    height_px=720,
    target_mm=(BOARD.goal_to_goal_mm / 2, BOARD.width_mm / 2),
    height_mm=1100.0,
    focal_px=1400.0,
    tilt_deg=6.0,
)
PX_PER_MM = 3.0
LEFT_MM, NEAR_MM = -110.0, -60.0
NOW_NS = 5_000_000_000


def _print():
    """The board from above, three pixels to a millimetre, with lines, hash marks and numerals."""
    size = (round(970 * PX_PER_MM), round(570 * PX_PER_MM))
    sheet = np.full((size[1], size[0], 3), (70, 110, 60), np.uint8)

    def at(x_mm, y_mm):
        return round((x_mm - LEFT_MM) * PX_PER_MM), round((y_mm - NEAR_MM) * PX_PER_MM)

    white = (230, 235, 235)
    for line in field_lines(BOARD):
        if line.along_field:
            ends = (
                at(BOARD.left_end_line_x_mm, line.place_mm),
                at(BOARD.right_end_line_x_mm, line.place_mm),
            )
        else:
            ends = at(line.place_mm, 0.0), at(line.place_mm, BOARD.width_mm)
        cv2.line(sheet, *ends, white, 5, cv2.LINE_AA)
    for yards in range(1, 100):
        for y_mm in (BOARD.near_hash_y_mm, BOARD.far_hash_y_mm):
            x_mm = BOARD.x_mm(yards)
            cv2.line(sheet, at(x_mm, y_mm - 2.5), at(x_mm, y_mm + 2.5), white, 4, cv2.LINE_AA)
    for yards in range(10, 100, 10):
        for y_mm in (55.0, 375.0):
            place = at(BOARD.x_mm(yards) - 18, y_mm)
            cv2.putText(sheet, str(min(yards, 100 - yards)), place, 2, 3.0, white, 6, cv2.LINE_AA)
    return cv2.GaussianBlur(sheet, (0, 0), 1.5)


SHEET = _print()


def picture(camera=CAMERA, noise=2.0, seed=0, light=1.0):
    """What the camera sees of the flat print, with noise of its own."""
    corners = np.array([[0, 0], [970, 0], [970, 570], [0, 570]], dtype=float)
    board = np.c_[corners[:, 0] + LEFT_MM, corners[:, 1] + NEAR_MM, np.zeros(4)]
    source = np.float32(corners * PX_PER_MM)
    turn = cv2.getPerspectiveTransform(source, np.float32(camera.project(board)))
    seen = cv2.warpPerspective(
        SHEET,
        turn,
        (camera.width_px, camera.height_px),
        flags=cv2.INTER_AREA,
        borderValue=(40, 60, 90),
    )
    grain = np.random.default_rng(seed).normal(0.0, noise, seen.shape)
    return np.clip(seen * light + grain, 0, 255).astype(np.uint8)


def turned(px):
    """The camera nudged so that the field's middle moves by about this many pixels."""
    return moved_camera(CAMERA, np.array([0.0, px / CAMERA.fx_px, 0.0, 0.0, 0.0, 0.0]))


def most_px(one, other):
    """How far the field moves in the picture from one camera to the other, where it moves most."""
    xs, ys = np.meshgrid(
        np.linspace(0, BOARD.goal_to_goal_mm, 11), np.linspace(0, BOARD.width_mm, 7)
    )
    points = np.c_[xs.ravel(), ys.ravel(), np.zeros(xs.size)]
    return float(np.hypot(*(one.project(points) - other.project(points)).T).max())


def frame(image, t_ms, number=0):
    return Frame(NOW_NS + t_ms * 1_000_000, image, number)
