"""Where an unknown field may lie in a view from above: its yard lines, then where these end.

Nothing is known but how yard lines are spaced: evenly, from goal line to goal line, with an end
line about ten yards behind each. How wide the field is, the ends of the yard lines tell.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from referee.calibrate.lines.ridges import Ridges
from referee.calibrate.search.overhead_view import (
    REACH,
    OverheadPoints,
    OverheadView,
    overhead_points,
)
from referee.camera.camera_model import CameraModel
from referee.core.field.field_profile import END_ZONE_YD, FIELD_LENGTH_YD, FIELD_WIDTH_YD

F64 = npt.NDArray[np.float64]

SPACINGS_YD = (5, 10)
BINS = 1600
PER = BINS / (2 * REACH)
SMOOTH_BINS = 5
SMALLEST, LARGEST = 0.25, 1.9  # length of the field between end lines, in focal lengths
STEP = 0.004  # between two lengths tried
END_SLACK_YD = 1.5  # by which an end line may lie off its usual place
KEPT_ALONG, KEPT_ACROSS = 5, 3
APART = 0.012  # places nearer than this, in focal lengths, are the same
ON_LINE_YD = 0.5
INSIDE_YD, OUTSIDE_YD = 3.0, 1.2  # of the end of yard lines, where they are and where they are not
GAP_YD = 0.25  # around that end, where nothing is asked
LINE_YD = 0.8  # within which a sideline is looked for
LEAST_STEP, LEAST_LINE = 0.25, 0.1  # for an end of yard lines, and for a sideline there
YARDS_ALIKE = (0.55, 1.7)  # a yard across by a yard along, on any board
LINE_WEIGHT = 0.5


@dataclass(frozen=True, slots=True)
class FieldGuess:
    """A camera in millimetres of a board whose yard lines are so far apart, and its width."""

    camera: CameraModel
    every_yd: int
    width_mm: float
    score: float


@dataclass(frozen=True, slots=True)
class _GuessAlong:
    yard: float  # in focal lengths
    goal: float  # where the left goal line lies
    score: float


@dataclass(frozen=True, slots=True)
class _GuessAcross:
    near: float
    far: float
    score: float


def field_guesses(
    ridges: Ridges, views: Sequence[OverheadView], every_yd: int, goal_to_goal_mm: float
) -> list[FieldGuess]:
    """The likeliest places of a field with a line every so many yards, best first."""
    found = []
    for seen in views:
        # The near sideline is the lower one in the picture.
        view = replace(seen, roll=seen.roll - math.pi) if seen.roll > math.pi / 2 else seen
        flat = overhead_points(ridges, view)
        for along in _along(flat, every_yd):
            for across in _across(flat, every_yd, along):
                camera = _camera(ridges, view, along, across, goal_to_goal_mm)
                width = (across.far - across.near) / along.yard * goal_to_goal_mm / FIELD_LENGTH_YD
                found.append(FieldGuess(camera, every_yd, width, along.score + across.score))
    return sorted(found, key=lambda guess: -guess.score)


def _along(flat: OverheadPoints, every_yd: int) -> list[_GuessAlong]:
    """Length and place from yard lines and goal lines; end lines somewhere about their place."""
    signal = _spread(flat.upright[:, 0], flat.upright_strength)
    yards = np.arange(0.0, FIELD_LENGTH_YD + 1.0, every_yd)
    behind = np.array([-END_ZONE_YD, FIELD_LENGTH_YD + END_ZONE_YD])
    span = FIELD_LENGTH_YD + 2.0 * END_ZONE_YD
    scales = SMALLEST / span * np.exp(STEP * np.arange(int(np.log(LARGEST / SMALLEST) / STEP)))
    origin = np.arange(BINS)
    score = np.full((len(scales), BINS), -9.0)
    mean, spread = float(signal.mean()), float(signal.std()) + 1e-3
    for i, scale in enumerate(scales):
        wide = max(1, round(END_SLACK_YD * scale * PER))
        nearby = _largest_within(signal, wide)
        on = np.zeros(BINS)
        for marks, heap in ((yards, signal), (behind, nearby)):
            for y in marks:
                on += _at(heap, origin + round(y * scale * PER))
        count = len(yards) + len(behind)
        score[i] = np.sqrt(count) * (on / count - mean) / spread
    found = []
    for _ in range(KEPT_ALONG):
        i, k = (int(v) for v in np.unravel_index(int(np.argmax(score)), score.shape))
        best = float(score[i, k])
        if best <= -8.0:
            break
        found.append(_GuessAlong(float(scales[i]), float(k / PER - REACH), best))
        close = max(2, round(APART * PER))
        likewise = np.abs(np.log(scales / scales[i])) < 0.02
        score[likewise, max(0, k - close) : k + close + 1] = -9.0
    return found


def _across(flat: OverheadPoints, every_yd: int, along: _GuessAlong) -> list[_GuessAcross]:
    """Pairs of places where the yard lines end, best where a line runs along those ends."""
    yards = (flat.upright[:, 0] - along.goal) / along.yard
    inside = (yards > -1.0) & (yards < FIELD_LENGTH_YD + 1.0)
    on_line = np.abs(yards - np.round(yards / every_yd) * every_yd) < ON_LINE_YD
    reach = _spread(-flat.upright[inside & on_line, 1], flat.upright_strength[inside & on_line])
    level = (flat.level[:, 0] - along.goal) / along.yard
    beside = (level > 0.0) & (level < FIELD_LENGTH_YD)
    sides = _spread(-flat.level[beside, 1], flat.level_strength[beside])
    run = np.concatenate([[0.0], np.cumsum(reach)])
    gap, long, short = (
        max(1, round(yd * along.yard * PER)) for yd in (GAP_YD, INSIDE_YD, OUTSIDE_YD)
    )

    def mean(low: npt.NDArray[np.int64], high: npt.NDArray[np.int64]) -> F64:
        a, b = np.clip(low, 0, BINS), np.clip(high, 0, BINS)
        return np.asarray((run[b] - run[a]) / np.maximum(high - low, 1))

    at = np.arange(BINS)
    above, below = at + gap + 1, at - gap
    near = mean(above, above + long) - mean(below - short, below)
    far = mean(below - long, below) - mean(above, above + short)
    reached = max(1, round(LINE_YD * along.yard * PER))
    found = []
    for low, low_score in _ends(near, sides, reached):
        for high, high_score in _ends(far, sides, reached):
            width = (high - low) / PER / along.yard
            if YARDS_ALIKE[0] * FIELD_WIDTH_YD < width < YARDS_ALIKE[1] * FIELD_WIDTH_YD:
                filled = float((run[high] - run[low]) / max(high - low, 1))
                total = 3.0 * (low_score + high_score + filled)
                found.append(_GuessAcross(low / PER - REACH, high / PER - REACH, total))
    return sorted(found, key=lambda pair: -pair.score)[:KEPT_ACROSS]


def _ends(step: F64, sides: F64, reached: int) -> Iterator[tuple[int, float]]:
    """Places where yard lines end, put onto the strongest line close by."""
    peak = (step == _largest_within(step, 2 * reached)) & (step > LEAST_STEP)
    for at in np.flatnonzero(peak):
        k = int(at)
        low = max(0, k - reached)
        window = sides[low : k + reached + 1]
        line = float(window.max())
        place = low + int(np.argmax(window)) if line > LEAST_LINE else k
        yield place, float(step[k]) + LINE_WEIGHT * line


def _spread(places: F64, strength: F64) -> F64:
    """Line strength over an axis, smoothed; strong places are held back so that many count."""
    where = np.clip((places + REACH) * PER, 0, BINS - 1.001)
    signal = np.bincount(where.astype(np.int64), weights=strength, minlength=BINS).astype(float)
    kernel = np.bartlett(2 * SMOOTH_BINS + 1)[1:-1]
    signal = np.convolve(signal, kernel / kernel.sum(), mode="same")
    filled = signal[signal > 0.0]
    cap = float(np.percentile(filled, 90)) if len(filled) else 1.0
    return np.asarray(np.minimum(signal, cap) / cap)


def _largest_within(signal: F64, reach: int) -> F64:
    """The largest value no farther than that from each place."""
    padded = np.pad(signal, reach, mode="edge")
    return np.asarray(np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1).max(axis=1))


def _at(signal: F64, places: npt.NDArray[np.int64]) -> F64:
    there = (places >= 0) & (places < BINS)
    return np.where(there, signal[np.clip(places, 0, BINS - 1)], 0.0)


def _camera(
    ridges: Ridges,
    view: OverheadView,
    along: _GuessAlong,
    across: _GuessAcross,
    goal_to_goal_mm: float,
) -> CameraModel:
    """The camera for which the board lies there: y of the board runs up, away from the viewer."""
    scale = along.yard * FIELD_LENGTH_YD / goal_to_goal_mm
    turn = view.turn.T @ np.diag([1.0, -1.0, -1.0])
    move = view.turn.T @ np.array([along.goal / scale, -across.near / scale, 1.0 / scale])
    width, height = ridges.size_px
    return CameraModel(
        width,
        height,
        view.focal_px,
        view.focal_px,
        view.centre_px[0],
        view.centre_px[1],
        (view.k1, 0.0, 0.0, 0.0, 0.0),
        tuple((float(r[0]), float(r[1]), float(r[2])) for r in turn),
        (float(move[0]), float(move[1]), float(move[2])),
    )
