"""A base that was measured at right angles to itself.

Two sides that meet in a corner are those of the base then; the other two are print, a shadow or the
figure. Such an outline may call itself as sure as the right one. What tells them apart is the
colour of the two strips in which they differ: one is base, the other is board.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.arrays import F32, F64, Bools
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose, apart_mm
from referee.core.probability import log_odds
from referee.core.turns import turn_deg
from referee.vision.refine.guess_table import PoseGuess
from referee.vision.refine.refinement import MeasuredBase
from referee.vision.refine.refiner import Refiner

# Below this probability of being right an outline at right angles is no rival.
RIVAL = 0.6
# Degrees: what ends up turned by less is not at right angles any more.
LEAST_TURN_DEG = 60.0
# mm: how far apart the two middles are at most, beside the corner that they share.
FARTHEST_MM = 7.0
# mm: sides that differ by less give no strips that could be looked at.
LEAST_DIFFERENCE_MM = 3.0
# The colours are sampled this far apart; so far beyond the outlines there is board, and so far
# inside there is base, for the figure stands farther in.
STEP_MM = 1.0
RIM_MM = (1.2, 6.0)
BAND_MM = (0.8, 4.5)
# Nearer to an edge than this a colour is of neither side.
EDGE_MM = 0.8
# A sample of the strips says no more than this, in log-odds; fewer samples say nothing.
MOST_EACH = 2.0
LEAST_SAMPLES = 12
# How far colours of one thing lie apart, in 8 bit Lab.
SPREAD = 8.0
# No outline is surer of itself than this, either way.
LEAST_P = 1e-6


@dataclass(frozen=True, slots=True)
class _Samples:
    """Places around two outlines, in mm, and what is there."""

    points_mm: F64
    base: Bools
    board: Bools
    only_first: Bools
    only_second: Bools


@dataclass(frozen=True, slots=True)
class CrossedFit:
    """An outline at right angles; ``log_odds`` that it is the base, and not the other one."""

    base: MeasuredBase
    log_odds: float


def crossed_fit(
    refiner: Refiner, image: Image, own: PoseGuess, crossing: Iterable[Pose]
) -> CrossedFit | None:
    """The best outline at right angles to one that was measured, if there is any.

    ``crossing`` are the poses from which it is sought. Each is read as if no other base were there.
    """
    shape = own.shape
    if abs(shape.length_mm - shape.width_mm) < LEAST_DIFFERENCE_MM:
        return None
    first, *others = refiner.each_alone(image, [own, *(PoseGuess(shape, at) for at in crossing)])
    rivals = [
        other
        for other in others
        if other.right >= RIVAL
        and apart_mm(other.pose, first.pose) <= FARTHEST_MM
        and crosses(first.pose, other.pose)
    ]
    if not rivals:
        return None
    best = max(rivals, key=lambda each: each.right)
    strips = strip_log_odds(refiner.camera, image, shape, first.pose, best.pose)
    surer = log_odds(_bounded(best.right)) - log_odds(_bounded(first.right))
    return CrossedFit(best, surer - strips)


def _bounded(right: float) -> float:
    return min(max(right, LEAST_P), 1.0 - LEAST_P)


def crossing_poses(shape: BaseShape, pose: Pose) -> Iterator[Pose]:
    """The outlines at right angles that share a corner with one, with the front at either end."""
    off = 0.5 * (shape.length_mm - shape.width_mm)
    c, s = np.cos(np.radians(pose.heading_deg)), np.sin(np.radians(pose.heading_deg))
    for along in (off, -off):
        for across in (off, -off):
            x = pose.x_mm + c * along - s * across
            y = pose.y_mm + s * along + c * across
            for turn in (90.0, -90.0):
                yield Pose(float(x), float(y), pose.heading_deg + turn)


def strip_log_odds(
    camera: CameraModel, image: Image, shape: BaseShape, first: Pose, second: Pose
) -> float:
    """Log-odds, the mean of the samples, that it is the first of two outlines that cross."""
    samples = _samples(shape, first, second)
    counts = [
        int(each.sum())
        for each in (samples.base, samples.board, samples.only_first, samples.only_second)
    ]
    if min(counts) < LEAST_SAMPLES:
        return 0.0
    height = np.full((len(samples.points_mm), 1), shape.height_mm)
    lab = _lab_at(image, camera.project(np.hstack([samples.points_mm, height])))
    base, board = lab[samples.base], lab[samples.board]

    def says(strip: Bools) -> float:
        of_base = _log_density(lab[strip], base) - _log_density(lab[strip], board)
        return float(np.clip(of_base, -MOST_EACH, MOST_EACH).mean())

    return says(samples.only_first) - says(samples.only_second)


def _lab_at(image: Image, px: F64) -> F32:
    """The colours at places of the picture."""
    at = px.astype(np.float32)[:, None, :]
    colours = cv2.remap(image, at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    lab = cv2.cvtColor(colours, cv2.COLOR_BGR2Lab)
    return np.asarray(lab[:, 0], np.float32)


def crosses(first: Pose, second: Pose) -> bool:
    """Whether one lies about at right angles to the other."""
    turn = abs(turn_deg(first.heading_deg, second.heading_deg))
    return min(turn, 180.0 - turn) >= LEAST_TURN_DEG


def _log_density(lab: F32, known: F32) -> F32:
    """How dense the known colours are at others."""
    far = ((lab[:, None, :] - known[None, :, :]) ** 2).sum(axis=2)
    return np.asarray(np.log(np.exp(-0.5 * far / SPREAD**2).mean(axis=1) + 1e-6), np.float32)


def _samples(shape: BaseShape, first: Pose, second: Pose) -> _Samples:
    """A grid around both, sorted by what there is if either is right."""
    reach = 0.5 * (shape.length_mm + shape.width_mm) + RIM_MM[1]
    side = np.arange(-reach, reach + STEP_MM, STEP_MM)
    middle = np.array([first.x_mm + second.x_mm, first.y_mm + second.y_mm]) / 2.0
    points = middle + np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    inside = [_depth_mm(shape, pose, points) for pose in (first, second)]
    both, either = np.minimum(*inside), np.maximum(*inside)
    return _Samples(
        points,
        base=(both > BAND_MM[0]) & (either < BAND_MM[1]),
        board=(either < -RIM_MM[0]) & (either > -RIM_MM[1]),
        only_first=(inside[0] > EDGE_MM) & (inside[1] < -EDGE_MM),
        only_second=(inside[1] > EDGE_MM) & (inside[0] < -EDGE_MM),
    )


def _depth_mm(shape: BaseShape, pose: Pose, points: F64) -> F64:
    """How deep points lie in the rectangle around a base, in mm; negative outside of it."""
    off = points - [pose.x_mm, pose.y_mm]
    c, s = np.cos(np.radians(pose.heading_deg)), np.sin(np.radians(pose.heading_deg))
    along, across = c * off[:, 0] + s * off[:, 1], c * off[:, 1] - s * off[:, 0]
    return np.asarray(
        np.minimum(0.5 * shape.length_mm - np.abs(along), 0.5 * shape.width_mm - np.abs(across))
    )
