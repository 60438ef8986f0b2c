"""When and where each thing is exposed: the rolling shutter reads a picture row by row."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from referee.camera.model import CameraModel
from referee.core.pose import Pose
from referee.sim.look import Sensor
from referee.sim.render.arrays import F64
from referee.sim.scene import MarkerState, PieceState

ROUNDS = 2  # a fast piece changes its row a little while it moves to its moment


def row_delay_s(sensor: Sensor, rows: int, row: float) -> float:
    """When a row's exposure is half over, against the picture's middle row."""
    share = (min(max(row, 0.0), rows - 1.0) - (rows - 1) / 2) / rows
    return share * sensor.readout_ms * 1e-3


def moved(pose: Pose, vx_mm_s: float, vy_mm_s: float, spin_deg_s: float, seconds: float) -> Pose:
    """A pose carried on for a short time."""
    return Pose(
        pose.x_mm + vx_mm_s * seconds,
        pose.y_mm + vy_mm_s * seconds,
        pose.heading_deg + spin_deg_s * seconds,
    )


def exposed_piece(
    state: PieceState, top_mm: float, camera: CameraModel, sensor: Sensor
) -> tuple[PieceState, float]:
    """The piece at the moment the row of its base's top is read, and that moment's delay."""
    seconds = 0.0
    pose = state.pose
    for _ in range(ROUNDS):
        row = camera.project((pose.x_mm, pose.y_mm, top_mm))[1]
        seconds = row_delay_s(sensor, camera.height_px, float(row))
        pose = moved(state.pose, state.vx_mm_s, state.vy_mm_s, state.spin_deg_s, seconds)
    return replace(state, pose=pose), seconds


def exposed_marker(
    state: MarkerState, camera: CameraModel, sensor: Sensor
) -> tuple[MarkerState, float]:
    """The marker at the moment its row is read, and that moment's delay."""
    row = camera.project((state.pose.x_mm, state.pose.y_mm, 0.0))[1]
    seconds = row_delay_s(sensor, camera.height_px, float(row))
    pose = moved(state.pose, state.vx_mm_s, state.vy_mm_s, 0.0, seconds)
    return replace(state, pose=pose), seconds


def motion_row(vx_mm_s: float, vy_mm_s: float, spin_deg_s: float, pose: Pose) -> F64:
    """Velocity, spin in rad/s and the point it turns about, as compiled code takes them."""
    return np.array([vx_mm_s, vy_mm_s, math.radians(spin_deg_s), pose.x_mm, pose.y_mm])
