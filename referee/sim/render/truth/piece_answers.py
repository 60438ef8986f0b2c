"""The truth about a frame, from the same numbers that the picture was drawn with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.core.clock import ns_from_s
from referee.core.geometry.base_shape import BaseShape, FloatArray
from referee.core.geometry.gap import signed_gap
from referee.core.geometry.pose import Pose
from referee.core.roster import Player
from referee.sim.board_state import HandState, MarkerState, PieceState
from referee.sim.render.truth.frame_truth import (
    GapTruth,
    HandTruth,
    MarkerTruth,
    PieceTruth,
    TopCorners,
)

GAP_WITHIN_MM = 5.0
LIFTED_MM = 0.5
OUTLINE_SAGITTA_MM = 0.1
OWN_MOULDING_MM = 0.6  # marks and ribs on a base's top do not hide it


@dataclass(frozen=True, slots=True)
class DrawnPiece:
    """A piece as one frame shows it: where it is at its own moment, and how it lies."""

    player: Player
    state: PieceState
    matrix: FloatArray
    delay_s: float
    owner: int  # of its samples

    def top_mm(self, points_mm: FloatArray) -> FloatArray:
        """Points of the base's top, (n, 2) of the base frame, as board points (n, 3)."""
        height = np.full((len(points_mm), 1), self.player.base.height_mm)
        local = np.concatenate([points_mm, height], axis=1)
        return np.asarray(local @ self.matrix[:3, :3].T + self.matrix[:3, 3])


def visible_outlines(
    shown: Sequence[DrawnPiece], camera: CameraModel
) -> list[tuple[FloatArray, float]]:
    """Each base's top in the picture (column, row, 1/depth), and the slack for its moulding."""
    if not shown:
        return []
    outlines = [s.top_mm(_outline_mm(s.player.base)) for s in shown]
    points = np.concatenate(outlines)
    depth = points @ camera.rotation_matrix[2] + camera.translation_mm[2]
    rows = np.concatenate([camera.project(points), 1.0 / depth[:, None]], axis=1)
    parts = np.split(rows, np.cumsum([len(o) for o in outlines])[:-1])
    return [(part, _slack(part[:, 2])) for part in parts]


def _slack(near: FloatArray) -> float:
    high = float(near.max())
    return OWN_MOULDING_MM / (1.0 / high - OWN_MOULDING_MM) + high / float(near.min()) - 1.0


def pieces_truth(
    shown: Sequence[DrawnPiece], visible: Sequence[float], t_ns: int, camera: CameraModel
) -> tuple[PieceTruth, ...]:
    """The answer for all pieces; all corners are projected at once."""
    if not shown:
        return ()
    corners = np.stack([s.top_mm(_corners_mm(s.player.base)) for s in shown])
    pixels = camera.project(corners)
    inside = (pixels >= -0.5) & (pixels <= [camera.width_px - 0.5, camera.height_px - 0.5])
    rows = zip(
        shown,
        visible,
        pixels.tolist(),
        corners[..., :2].tolist(),
        [bool(row.all()) for row in inside],
        strict=True,
    )
    return tuple(
        PieceTruth(
            player_id=s.player.id,
            team=s.player.team,
            t_ns=t_ns + ns_from_s(s.delay_s),
            x_mm=s.state.pose.x_mm,
            y_mm=s.state.pose.y_mm,
            heading_deg=s.state.pose.heading_deg,
            top_mm=s.state.lift_mm + s.player.base.height_mm,
            corners_px=_corners(px),
            corners_mm=_corners(mm),
            visible=round(float(share), 4),
            fallen=s.state.fallen,
            lifted=s.state.lift_mm > LIFTED_MM,
            off_picture=not within,
        )
        for s, share, px, mm, within in rows
    )


def marker_truth(state: MarkerState, delay_s: float, t_ns: int, camera: CameraModel) -> MarkerTruth:
    """The answer for one marker."""
    px = camera.project((state.pose.x_mm, state.pose.y_mm, 0.0))
    return MarkerTruth(
        kind=state.kind,
        t_ns=t_ns + ns_from_s(delay_s),
        x_mm=state.pose.x_mm,
        y_mm=state.pose.y_mm,
        heading_deg=state.pose.heading_deg,
        px=(float(px[0]), float(px[1])),
    )


def hand_truth(state: HandState, box: FloatArray, camera: CameraModel) -> HandTruth:
    """The answer for one hand; ``box`` is left, top, right, bottom in pixels."""
    limits = [camera.width_px - 1, camera.height_px - 1] * 2
    left, top, right, bottom = (int(v) for v in np.clip(np.rint(box), 0, limits))
    return HandTruth(state.x_mm, state.y_mm, state.z_mm, (left, top, right, bottom))


def close_pairs(shown: Sequence[DrawnPiece]) -> tuple[GapTruth, ...]:
    """Every gap below 5 mm between bases that stand on the board."""
    standing = [s for s in shown if not s.state.fallen and s.state.lift_mm <= LIFTED_MM]
    if len(standing) < 2:
        return ()
    at = np.array([(s.state.pose.x_mm, s.state.pose.y_mm) for s in standing])
    reach = np.array([_reach_mm(s.player.base) for s in standing])
    away = at[:, None] - at
    close = (away**2).sum(axis=-1) <= (reach[:, None] + reach + GAP_WITHIN_MM) ** 2
    rows = []
    for i, j in np.argwhere(np.triu(close, 1)).tolist():
        a, b = standing[i], standing[j]
        gap = _gap_mm(a.player.base, a.state.pose, b.player.base, b.state.pose)
        if gap < GAP_WITHIN_MM:
            rows.append(GapTruth(a.player.id, b.player.id, gap))
    return tuple(rows)


@lru_cache(maxsize=1024)
def _gap_mm(first: BaseShape, at: Pose, second: BaseShape, its: Pose) -> float:
    """Between plays the same pairs are asked for in every frame."""
    return signed_gap(first, at, second, its).gap_mm


@lru_cache(maxsize=256)
def _outline_mm(shape: BaseShape) -> FloatArray:
    return shape.outline_mm(OUTLINE_SAGITTA_MM)


@lru_cache(maxsize=256)
def _reach_mm(shape: BaseShape) -> float:
    return shape.reach_mm


@lru_cache(maxsize=256)
def _corners_mm(shape: BaseShape) -> FloatArray:
    return shape.corners_mm


def _corners(points: Sequence[Sequence[float]]) -> TopCorners:
    a, b, c, d = ((x, y) for x, y in points)
    return a, b, c, d
