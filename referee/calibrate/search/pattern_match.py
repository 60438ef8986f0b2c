"""Assigns lines to the profile: its pattern is slid and stretched along both axes of a flat view.

Seen from straight above, lengths and places along and across are found one after the other. Every
place that fits nearly as well as the best is kept: later steps decide between them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.calibrate.lines.ridges import Ridges
from referee.calibrate.search.overhead_view import (
    REACH,
    OverheadPoints,
    OverheadView,
    overhead_points,
)
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64
from referee.core.field.field_profile import FieldProfile

BINS = 1600  # of a histogram over one axis of the flat view
PER = BINS / (2 * REACH)  # bins of one focal length
SMOOTH_BINS = 5  # by which the histogram is smoothed
STEP = 0.004  # between two lengths tried, as a share
ASPECT = 0.10  # by which a wrong focal length or tilt may stretch one axis
KEPT_ALONG = 5  # places along the field
KEPT_ACROSS = 3  # places across it, for each of those
APART = 0.012  # places nearer than this, in focal lengths, are the same
SMALLEST = 0.25  # length of the field between end lines, in focal lengths
LARGEST = 1.9  # the same at most


@dataclass(frozen=True, slots=True)
class CameraCandidate:
    """A camera that may be right, and how well the pattern of lines lies in the picture.

    ``rank`` is 0 for the best place across the field that goes with a place along it.
    """

    camera: CameraModel
    score: float
    rank: int


@dataclass(frozen=True, slots=True)
class PatternPlace:
    """Where a pattern of lines lies along one axis, and how well it fits."""

    scale: float  # focal lengths per unit of the pattern
    shift: float  # where the pattern's zero lies, in focal lengths
    score: float


def camera_candidates(
    ridges: Ridges, view: OverheadView, profile: FieldProfile
) -> list[CameraCandidate]:
    """The likeliest cameras in this view; one side of the board is called near."""
    flat = overhead_points(ridges, view)
    found = []
    for along in _along(flat, profile):
        for rank, across in enumerate(_across(flat, profile, along)):
            score = along.score + across.score
            found.append(CameraCandidate(_camera(ridges, view, along, across), score, rank))
    return found


def _along(flat: OverheadPoints, profile: FieldProfile) -> list[PatternPlace]:
    """Length and place of the field from its yard lines, goal lines and end lines."""
    signal = line_signal(flat.upright[:, 0], flat.upright_strength)
    marks = np.array(
        [
            profile.left_end_line_x_mm,
            *(profile.x_mm(y) for y in range(0, 101, profile.yard_line_every_yd)),
            profile.right_end_line_x_mm,
        ]
    )
    span = marks[-1] - marks[0]
    scales = scales_tried(span)
    return best_places(_slide(signal, marks, scales), scales, KEPT_ALONG)


def _across(flat: OverheadPoints, profile: FieldProfile, along: PatternPlace) -> list[PatternPlace]:
    """Width and place from sidelines, hash marks, and how far yard lines reach."""
    yards = np.arange(0, 101, profile.yard_line_every_yd)
    lines_x = along.shift + along.scale * np.array([profile.x_mm(float(y)) for y in yards])
    low = along.shift + along.scale * profile.left_end_line_x_mm
    high = along.shift + along.scale * profile.right_end_line_x_mm
    near_line = np.abs(flat.upright[:, 0, None] - lines_x).min(axis=1) < 2.5 * along.scale
    inside = (flat.upright[:, 0] > lines_x[0]) & (flat.upright[:, 0] < lines_x[-1])
    beside = (flat.level[:, 0] > low) & (flat.level[:, 0] < high)
    sides = line_signal(-flat.level[beside, 1], flat.level_strength[beside])
    ticks = line_signal(
        -flat.upright[inside & ~near_line, 1], flat.upright_strength[inside & ~near_line]
    )
    reach = line_signal(-flat.upright[near_line, 1], flat.upright_strength[near_line])
    scales = along.scale * np.exp(np.arange(-ASPECT, ASPECT, STEP / 2))
    far = profile.width_mm
    score = _slide(sides, np.array([0.0, far]), scales)
    score += _slide(ticks, np.array([profile.near_hash_y_mm, profile.far_hash_y_mm]), scales)
    score += _covered(reach, far, scales)
    # The aspect is nearly known: a stretched field needs better reasons.
    score -= (np.log(scales / along.scale) / 0.03)[:, None] ** 2 * 0.5
    return best_places(score, scales, KEPT_ACROSS)


def line_signal(places: F64, strength: F64) -> F64:
    """Line strength over an axis, smoothed; strong places are held back so that many count."""
    where = np.clip((places + REACH) * PER, 0, BINS - 1.001)
    signal = np.bincount(where.astype(np.int64), weights=strength, minlength=BINS).astype(float)
    kernel = np.bartlett(2 * SMOOTH_BINS + 1)[1:-1]
    signal = np.convolve(signal, kernel / kernel.sum(), mode="same")
    filled = signal[signal > 0.0]
    if len(filled) == 0:
        return signal
    cap = float(np.percentile(filled, 90))
    return np.asarray(np.minimum(signal, cap) / cap)


def scales_tried(span: float) -> F64:
    """Every scale at which a pattern of this length between end lines may be seen."""
    count = int(np.log(LARGEST / SMALLEST) / STEP)
    return np.asarray(SMALLEST / span * np.exp(STEP * np.arange(count)))


def _slide(signal: F64, marks_mm: F64, scales: F64) -> F64:
    """For each length and place: how far the marks stand out from what lies between them."""
    run = np.concatenate([[0.0], np.cumsum(signal)])
    square = np.concatenate([[0.0], np.cumsum(signal * signal)])
    score = np.full((len(scales), BINS), -9.0)
    origin = np.arange(BINS)
    for i, scale in enumerate(scales):
        at = origin[:, None] + np.round(marks_mm * scale * PER).astype(np.int64)
        in_range = (at >= 0) & (at < BINS)
        values = np.where(in_range, signal[np.clip(at, 0, BINS - 1)], 0.0)
        on = values.mean(axis=1)
        low = np.clip(at[:, 0] - SMOOTH_BINS, 0, BINS)
        high = np.clip(at[:, -1] + SMOOTH_BINS, 0, BINS)
        wide = np.maximum(high - low, 1)
        mean = (run[high] - run[low]) / wide
        spread = np.sqrt(np.maximum((square[high] - square[low]) / wide - mean * mean, 1e-3))
        score[i] = np.sqrt(len(marks_mm)) * (on - mean) / spread
    return score


def _covered(signal: F64, far_mm: float, scales: F64) -> F64:
    """How much of the yard lines lies between the sidelines, less what lies just beyond."""
    run = np.concatenate([[0.0], np.cumsum(signal)])
    total = max(float(run[-1]), 1e-9)
    score = np.zeros((len(scales), BINS))
    origin = np.arange(BINS)
    for i, scale in enumerate(scales):
        wide = far_mm * scale * PER
        first = np.clip(origin, 0, BINS)
        last = np.clip(np.round(origin + wide), 0, BINS).astype(np.int64)
        inner = np.maximum(wide, 1.0)
        # Full cover of the width and nothing elsewhere gives 1.
        within = (run[last] - run[first]) / total
        filled = (run[last] - run[first]) / inner / max(float(signal.max()), 1e-9)
        score[i] = 6.0 * within + 6.0 * filled
    return score


def best_places(score: F64, scales: F64, count: int) -> list[PatternPlace]:
    """The best places that are really different."""
    left = score.copy()
    found = []
    for _ in range(count):
        i, k = np.unravel_index(int(np.argmax(left)), left.shape)
        best = float(left[i, k])
        if best <= -8.0:
            break
        found.append(PatternPlace(float(scales[i]), float(k / PER - REACH), best))
        close = max(2, round(APART * PER))
        likewise = np.abs(np.log(scales / scales[i])) < 0.02
        left[likewise, max(0, k - close) : k + close + 1] = -9.0
    return found


def _camera(
    ridges: Ridges, view: OverheadView, along: PatternPlace, across: PatternPlace
) -> CameraModel:
    """The camera for which the board lies there."""
    # The length along says how high the camera is; the aspect is left to the fit.
    scale = float(np.sqrt(along.scale * across.scale))
    zero = np.array([along.shift / scale, -across.shift / scale, 1.0 / scale])
    return view.camera(ridges.size_px, zero)
