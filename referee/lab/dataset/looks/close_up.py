"""A part of the board at a webcam's full scale: what a large picture shows, for less work."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.sim.board_state import BoardState
from referee.sim.look import SceneLook

WHOLE_SIZES_PX = ((1280, 720), (1600, 900), (1920, 1080))
WHOLE_SIZE_SHARES = (0.2, 0.2, 0.6)
SHARE = 0.5  # of the whole picture's width and of its height
FIGURE_ROOM_MM = 60.0  # what stands this far outside still leans into the picture


def whole_size(rng: np.random.Generator) -> tuple[int, int]:
    """The size of the picture that a close-up is a part of."""
    return WHOLE_SIZES_PX[int(rng.choice(len(WHOLE_SIZES_PX), p=WHOLE_SIZE_SHARES))]


def close_up(look: SceneLook, rng: np.random.Generator) -> SceneLook:
    """The same look through a window of the picture; lens and perspective stay as they are."""
    camera = look.camera
    width, height = round(camera.width_px * SHARE), round(camera.height_px * SHARE)
    left = int(rng.integers(0, camera.width_px - width + 1))
    top = int(rng.integers(0, camera.height_px - height + 1))
    return replace(look, camera=window(camera, left, top, width, height))


def window(camera: CameraModel, left: int, top: int, width_px: int, height_px: int) -> CameraModel:
    """The camera that sees only this part of the picture."""
    return replace(
        camera,
        width_px=width_px,
        height_px=height_px,
        cx_px=camera.cx_px - left,
        cy_px=camera.cy_px - top,
    )


def in_sight(state: BoardState, camera: CameraModel) -> BoardState:
    """Without the figures that no part of the picture can show."""
    corners = np.array([[0, 0], [camera.width_px, 0], [0, camera.height_px]], dtype=float)
    corners = np.vstack([corners, [camera.width_px, camera.height_px]])
    ground = camera.to_plane(corners - 0.5, 0.0)
    low, high = ground.min(axis=0) - FIGURE_ROOM_MM, ground.max(axis=0) + FIGURE_ROOM_MM
    kept = tuple(
        piece
        for piece in state.pieces
        if low[0] < piece.pose.x_mm < high[0] and low[1] < piece.pose.y_mm < high[1]
    )
    return replace(state, pieces=kept)
