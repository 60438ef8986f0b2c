"""What a rendered frame holds, as the detector should say it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from referee.camera.model import CameraModel, FloatArray
from referee.core.pose import Pose
from referee.core.roster import Roster
from referee.sim.art.markers import marker_mesh
from referee.sim.art.mesh import Mesh
from referee.sim.art.placing import piece_transform
from referee.sim.render import FrameTruth
from referee.sim.render.vertices import upright
from referee.sim.scene import BoardState, MarkerKind
from referee.vision.classes import BALL, BASE, FALLEN, FELT, HAND, MAGNET

MARKER_CLASS = {MarkerKind.BALL_MAGNET: BALL, MarkerKind.FELT_BALL: FELT}
LEAST_SEEN = 0.10  # a base that shows less of its top is nobody's fault to miss
SPECK_PX = 1.0  # markers are small: a little air around them


@dataclass(frozen=True)
class Label:
    """One thing in a picture: its box (left, top, right, bottom) and, for a base, its corners."""

    kind: int
    box_px: FloatArray
    corners_px: FloatArray | None = None
    visible: float = 1.0
    player_id: str = ""


def labels_of(
    truth: FrameTruth,
    state: BoardState,
    roster: Roster,
    meshes: Mapping[str, Mesh],
    camera: CameraModel,
) -> list[Label]:
    """Everything that should be found. What hands hide is left out."""
    states = {piece.player_id: piece for piece in state.pieces}
    hands = [Label(HAND, np.array(h.box_px, dtype=float)) for h in truth.hands]
    out = list(hands)
    for piece in truth.pieces:
        if piece.fallen:
            matrix = piece_transform(
                states[piece.player_id], roster.players[roster.index(piece.player_id)].base
            )
            box = _box(camera, meshes[piece.player_id], matrix)
            out.append(Label(FALLEN, box, None, 1.0, piece.player_id))
        elif piece.visible >= LEAST_SEEN:
            corners = np.array(piece.corners_px)
            box = np.concatenate([corners.min(axis=0), corners.max(axis=0)])
            out.append(Label(BASE, box, corners, piece.visible, piece.player_id))
    for marker in truth.markers:
        if any(_inside(marker.px, hand.box_px) for hand in hands):
            continue
        pose = Pose(marker.x_mm, marker.y_mm, marker.heading_deg)
        box = _box(
            camera, marker_mesh(marker.kind), upright(pose.x_mm, pose.y_mm, pose.heading_deg)
        )
        kind = MARKER_CLASS.get(marker.kind, MAGNET)
        out.append(Label(kind, box + np.array([-1.0, -1.0, 1.0, 1.0]) * SPECK_PX))
    return out


def _box(camera: CameraModel, mesh: Mesh, matrix: FloatArray) -> FloatArray:
    points = mesh.vertices_mm @ matrix[:3, :3].T + matrix[:3, 3]
    seen = camera.project(points)
    return np.concatenate([seen.min(axis=0), seen.max(axis=0)])


def _inside(px: tuple[float, float], box: FloatArray) -> bool:
    return bool(box[0] <= px[0] <= box[2] and box[1] <= px[1] <= box[3])
