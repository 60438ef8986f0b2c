"""Measured bases as sightings, with what the last look said of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64
from referee.core.clock import S_NS
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose
from referee.vision.sighting import Corners, Covariance, Sighting
from referee.vision.watch.base_follower import FollowedBase
from referee.vision.watch.board_look import LookEvidence
from referee.vision.watch.detector_only import DetectorOnlyBase
from referee.vision.watch.picture.picture_follower import PicturedBase
from referee.vision.watch.player_evidence import OLD_S, PlayerEvidence
from referee.vision.watch.unclaimed_bases import UnclaimedBases

# How sure it is that a base found by its picture is that base.
PICTURED_SCORE = 0.5

SightingSources = list[tuple[Sighting, str | int]]


def sightings_of(
    t_ns: int,
    camera: CameraModel,
    met: Sequence[FollowedBase],
    knowledge: PlayerEvidence,
    loose: UnclaimedBases,
) -> SightingSources:
    """A sighting for each base that was measured, and as what it was followed."""
    corners = _corners(camera, [(m.wanted.shape, m.measured.pose) for m in met])
    out: SightingSources = []
    for each, px in zip(met, corners, strict=True):
        who, shape, base = each.wanted.who, each.wanted.shape, each.measured
        size = (shape.length_mm, shape.width_mm)
        if isinstance(who, str):
            said = knowledge.of(who)
        else:
            said = loose[who].evidence
            size = said.size_mm or size
        sighting = _sighting(t_ns, base.pose, base.covariance, size, said, base.right, px)
        out.append((sighting, who))
    return out


def detector_only_sightings(
    t_ns: int, camera: CameraModel, by_looks: Iterable[DetectorOnlyBase]
) -> SightingSources:
    """A sighting for each base whose outline cannot be measured: what the last look said of it."""
    out: SightingSources = []
    for each in by_looks:
        shape, score = each.fresh.shape, each.fresh.candidate.score
        (px,) = _corners(camera, [(shape, each.pose)])
        size, covariance = (shape.length_mm, shape.width_mm), each.covariance_at(t_ns)
        sighting = _sighting(t_ns, each.pose, covariance, size, each.evidence, score, px)
        # However old that is: the figure lies, or stands, until a look shows otherwise.
        holds = replace(sighting, fallen=each.evidence.fallen)
        out.append((holds, each.number))
    return out


def pictured_sightings(
    t_ns: int,
    camera: CameraModel,
    pictured: Mapping[str | int, PicturedBase],
    knowledge: PlayerEvidence,
    loose: UnclaimedBases,
) -> SightingSources:
    """A sighting for each base that only its picture shows."""
    out: SightingSources = []
    for who, base in pictured.items():
        (px,) = _corners(camera, [(base.shape, base.pose)])
        size = (base.shape.length_mm, base.shape.width_mm)
        said = knowledge.of(who) if isinstance(who, str) else loose[who].evidence
        sighting = _sighting(t_ns, base.pose, base.covariance, size, said, PICTURED_SCORE, px)
        out.append((sighting, who))
    return out


def _sighting(
    t_ns: int,
    pose: Pose,
    covariance: Covariance,
    size_mm: tuple[float, float],
    said: LookEvidence | None,
    right: float,
    corners_px: Corners,
) -> Sighting:
    """Old evidence of the front is no evidence; what team it is does not grow old."""
    fresh = said is not None and t_ns - said.t_ns <= OLD_S * S_NS
    return Sighting(
        t_ns=t_ns,
        pose=pose,
        covariance=covariance,
        length_mm=size_mm[0],
        width_mm=size_mm[1],
        team=said.team if said else None,
        team_probability=said.team_probability if said else 0.5,
        fallen=said.fallen if said and fresh else 0.0,
        front=said.front_of(pose.heading_deg) if said and fresh else 0.5,
        score=right,
        corners_px=corners_px,
        views=said.views_of(pose.heading_deg) if said and fresh else None,
    )


def _corners(camera: CameraModel, bases: Sequence[tuple[BaseShape, Pose]]) -> list[Corners]:
    """The corners of the rectangles around bases' tops in the picture."""
    if not bases:
        return []
    poses = np.array([(pose.x_mm, pose.y_mm, pose.heading_deg) for _, pose in bases])
    own = np.array([_own_corners(shape) for shape, _ in bases])
    turn = np.radians(poses[:, 2, None])
    c, s = np.cos(turn), np.sin(turn)
    points = own.copy()
    points[..., 0] = poses[:, 0, None] + c * own[..., 0] - s * own[..., 1]
    points[..., 1] = poses[:, 1, None] + s * own[..., 0] + c * own[..., 1]
    return [
        ((ax, ay), (bx, by), (cx, cy), (dx, dy))
        for (ax, ay), (bx, by), (cx, cy), (dx, dy) in camera.project(points).tolist()
    ]


@lru_cache(maxsize=256)
def _own_corners(shape: BaseShape) -> F64:
    """Of the base frame: x, y and the top's height, (4, 3); read it, never write to it."""
    return np.column_stack([shape.corners_mm, np.full(4, shape.height_mm)])
