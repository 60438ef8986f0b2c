"""The labels of a rendered frame: what the detector should find in it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64
from referee.core.geometry.pose import Pose
from referee.core.roster import Roster
from referee.sim.art.figures.placement import piece_transform
from referee.sim.art.mesh import Mesh
from referee.sim.art.props.hands import hand_mesh
from referee.sim.art.props.markers import marker_mesh
from referee.sim.board_state import BoardState, HandState, MarkerKind
from referee.sim.look import SceneLook
from referee.sim.render import FrameTruth
from referee.sim.render.faces.vertices import upright
from referee.vision.frame.board_scale import board_scale_px_per_mm
from referee.vision.network.detector_classes import (
    BALL,
    BASE,
    CLASSES,
    CORNERS,
    FALLEN,
    FELT,
    HAND,
    MAGNET,
    MIRRORED,
)

MARKER_CLASS = {MarkerKind.BALL_MAGNET: BALL, MarkerKind.FELT_BALL: FELT}
LEAST_SEEN = 0.10  # a base that shows less of its top is nobody's fault to miss
# A marker is hardly as large as one of the network's cells: its box takes in what it lies on, too.
LEAST_MARKER_MM = 14.0
HAND_MM = 125.0  # from the finger tips to the wrist; sleeves and arms are no hands
LEAST_HAND_PX = 12.0  # in the picture
SEEN = 2


@dataclass(frozen=True)
class ThingLabel:
    """One thing in a picture: its box (left, top, right, bottom) and, for a base, its corners."""

    kind: int
    box_px: F64
    corners_px: F64 | None = None
    visible: float = 1.0
    player_id: str = ""


def labels_of(
    truth: FrameTruth,
    state: BoardState,
    roster: Roster,
    meshes: Mapping[str, Mesh],
    look: SceneLook,
) -> list[ThingLabel]:
    """Everything that should be found. What hands hide is left out."""
    camera = look.camera
    px_per_mm = board_scale_px_per_mm(camera)
    states = {piece.player_id: piece for piece in state.pieces}
    hands = [label for hand in state.hands if (label := _hand(hand, look)) is not None]
    arms = [_silhouette(hand, look) for hand in state.hands]
    out = list(hands)
    for piece in truth.pieces:
        if piece.fallen:
            matrix = piece_transform(states[piece.player_id], roster.player(piece.player_id).base)
            box = _box(camera, meshes[piece.player_id], matrix)
            if _behind(((box[0] + box[2]) / 2, (box[1] + box[3]) / 2), arms):
                continue
            out.append(ThingLabel(FALLEN, box, None, 1.0, piece.player_id))
        elif piece.visible >= LEAST_SEEN:
            corners = np.array(piece.corners_px)
            box = np.concatenate([corners.min(axis=0), corners.max(axis=0)])
            out.append(ThingLabel(BASE, box, corners, piece.visible, piece.player_id))
    for marker in truth.markers:
        if _behind(marker.px, arms):
            continue
        pose = Pose(marker.x_mm, marker.y_mm, marker.heading_deg)
        box = _box(
            camera, marker_mesh(marker.kind), upright(pose.x_mm, pose.y_mm, pose.heading_deg)
        )
        kind = MARKER_CLASS.get(marker.kind, MAGNET)
        out.append(ThingLabel(kind, _at_least(box, LEAST_MARKER_MM * px_per_mm)))
    return out


def _hand(hand: HandState, look: SceneLook) -> ThingLabel | None:
    """The part of a hand from its finger tips to its wrist that the picture shows."""
    vertices = hand_mesh(hand, look).vertices_mm
    tips = np.array([hand.x_mm, hand.y_mm, hand.z_mm])
    near = vertices[np.linalg.norm(vertices - tips, axis=1) < HAND_MM]
    seen = look.camera.project(near)
    high = np.tile([look.camera.width_px - 0.5, look.camera.height_px - 0.5], 2)
    box = np.clip(np.concatenate([seen.min(axis=0), seen.max(axis=0)]), -0.5, high)
    return ThingLabel(HAND, box) if (box[2:] - box[:2]).min() > LEAST_HAND_PX else None


def _at_least(box: F64, size_px: float) -> F64:
    """The box, grown about its middle where it is smaller than that."""
    middle, half = (box[:2] + box[2:]) / 2, np.maximum(box[2:] - box[:2], size_px) / 2
    return np.concatenate([middle - half, middle + half])


def _box(camera: CameraModel, mesh: Mesh, matrix: F64) -> F64:
    points = mesh.vertices_mm @ matrix[:3, :3].T + matrix[:3, 3]
    seen = camera.project(points)
    return np.concatenate([seen.min(axis=0), seen.max(axis=0)])


def _silhouette(hand: HandState, look: SceneLook) -> npt.NDArray[np.float32]:
    """About what a hand and its arm cover: the hull of both in the picture."""
    seen = look.camera.project(hand_mesh(hand, look).vertices_mm)
    return np.asarray(cv2.convexHull(seen.astype(np.float32)))


def _behind(px: tuple[float, float], arms: Sequence[npt.NDArray[np.float32]]) -> bool:
    return any(cv2.pointPolygonTest(arm, px, False) >= 0.0 for arm in arms)


def label_lines(labels: Sequence[ThingLabel], width_px: int, height_px: int) -> str:
    """One line for each thing; a corner outside the picture is written as 0 0 0."""
    size = np.array([width_px, height_px], dtype=float)
    lines = []
    for label in labels:
        low, high = (label.box_px[:2] + 0.5) / size, (label.box_px[2:] + 0.5) / size
        low, high = np.clip(low, 0.0, 1.0), np.clip(high, 0.0, 1.0)
        words = [str(label.kind), *(f"{v:.6f}" for v in [*(low + high) / 2, *(high - low)])]
        corners = np.full((CORNERS, 2), -1.0)
        if label.corners_px is not None:
            corners = (label.corners_px + 0.5) / size
        for x, y in corners:
            inside = 0.0 < x < 1.0 and 0.0 < y < 1.0
            words += [f"{x:.6f}", f"{y:.6f}", str(SEEN)] if inside else ["0", "0", "0"]
        lines.append(" ".join(words))
    return "".join(f"{line}\n" for line in lines)


def frame_json(labels: Sequence[ThingLabel], px_per_mm: float) -> str:
    """The truth of a whole frame as its label file holds it, in pixels."""
    rows = [
        {
            "kind": label.kind,
            "box_px": label.box_px.round(3).tolist(),
            "corners_px": None if label.corners_px is None else label.corners_px.round(3).tolist(),
            "visible": label.visible,
        }
        for label in labels
    ]
    return json.dumps({"px_per_mm": px_per_mm, "labels": rows}) + "\n"


def data_file(train: str, tune: str) -> str:
    """The YAML that names the pictures, the classes and the corners."""
    names = "".join(f"  {k}: {name}\n" for k, name in enumerate(CLASSES))
    return (
        f"train: images/{train}\nval: images/{tune}\n"
        f"kpt_shape: [{CORNERS}, 3]\nflip_idx: {list(MIRRORED)}\nnames:\n{names}"
    )
