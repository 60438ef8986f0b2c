"""When and where each thing is exposed: the rolling shutter reads a picture row by row."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.core.geometry.pose import Pose
from referee.sim.board_state import MarkerState, PieceState
from referee.sim.look import SensorLook
from referee.sim.render.arrays import F64

ROUNDS = 2  # a fast piece changes its row a little while it moves to its moment


def row_delay_s(sensor: SensorLook, rows: int, row: float) -> float:
    """When a row's exposure is half over, against the picture's middle row."""
    share = (min(max(row, 0.0), rows - 1.0) - (rows - 1) / 2) / rows
    return share * sensor.readout_ms * 1e-3


def pose_after(
    pose: Pose, vx_mm_s: float, vy_mm_s: float, spin_deg_s: float, seconds: float
) -> Pose:
    """A pose carried on for a short time."""
    return Pose(
        pose.x_mm + vx_mm_s * seconds,
        pose.y_mm + vy_mm_s * seconds,
        pose.heading_deg + spin_deg_s * seconds,
    )


def exposed_pieces(
    states: Sequence[PieceState], tops_mm: Sequence[float], camera: CameraModel, sensor: SensorLook
) -> list[tuple[PieceState, float]]:
    """The pieces at the moment the row of their base's top is read, and that moment's delay."""
    poses, delays = [s.pose for s in states], [0.0] * len(states)
    for _ in range(ROUNDS if states else 0):
        tops = [(p.x_mm, p.y_mm, z) for p, z in zip(poses, tops_mm, strict=True)]
        rows = camera.project(tops)[:, 1].tolist()
        delays = [row_delay_s(sensor, camera.height_px, row) for row in rows]
        poses = [
            pose_after(s.pose, s.vx_mm_s, s.vy_mm_s, s.spin_deg_s, delay)
            for s, delay in zip(states, delays, strict=True)
        ]
    return [(replace(s, pose=p), d) for s, p, d in zip(states, poses, delays, strict=True)]


def exposed_marker(
    state: MarkerState, camera: CameraModel, sensor: SensorLook
) -> tuple[MarkerState, float]:
    """The marker at the moment its row is read, and that moment's delay."""
    row = camera.project((state.pose.x_mm, state.pose.y_mm, 0.0))[1]
    seconds = row_delay_s(sensor, camera.height_px, float(row))
    pose = pose_after(state.pose, state.vx_mm_s, state.vy_mm_s, 0.0, seconds)
    return replace(state, pose=pose), seconds


def motion_row(vx_mm_s: float, vy_mm_s: float, spin_deg_s: float, pose: Pose) -> F64:
    """Velocity, spin in rad/s and the point it turns about, as compiled code takes them."""
    return np.array([vx_mm_s, vy_mm_s, math.radians(spin_deg_s), pose.x_mm, pose.y_mm])
