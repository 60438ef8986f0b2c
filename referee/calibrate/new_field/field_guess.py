"""Where an unknown field may lie in a view from above: its yard lines, then where these end.

Nothing is known but how yard lines are spaced: evenly, from goal line to goal line, with an end
line about ten yards behind each. How wide the field is, the ends of the yard lines tell.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.calibrate.lines.ridges import Ridges
from referee.calibrate.search.overhead_view import (
    REACH,
    OverheadPoints,
    OverheadView,
    overhead_points,
)
from referee.calibrate.search.pattern_match import (
    BINS,
    PER,
    PatternPlace,
    best_places,
    line_signal,
    scales_tried,
)
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64, I64
from referee.core.field.field_profile import END_ZONE_YD, FIELD_LENGTH_YD, FIELD_WIDTH_YD

SPACINGS_YD = (5, 10)  # between yard lines, on any board
END_SLACK_YD = 1.5  # by which an end line may lie off its usual place
KEPT_ALONG = 5  # places along the field
KEPT_ACROSS = 3  # places across it, for each of those
ON_LINE_YD = 0.5  # beside a yard line, that its points may lie
INSIDE_YD = 3.0  # before the end of yard lines, where they are
OUTSIDE_YD = 1.2  # behind that end, where they are not
GAP_YD = 0.25  # around that end, where nothing is asked
LINE_YD = 0.8  # within which a sideline is looked for
LEAST_STEP = 0.25  # for an end of yard lines
LEAST_LINE = 0.1  # for a sideline at that end
YARDS_ALIKE = (0.55, 1.7)  # a yard across by a yard along, on any board
LINE_WEIGHT = 0.5  # of a sideline against an end of yard lines


@dataclass(frozen=True, slots=True)
class FieldGuess:
    """A camera in millimetres of a board whose yard lines are so far apart, and its width."""

    camera: CameraModel
    every_yd: int
    width_mm: float
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
                width = (across.far - across.near) / along.scale * goal_to_goal_mm / FIELD_LENGTH_YD
                found.append(FieldGuess(camera, every_yd, width, along.score + across.score))
    return sorted(found, key=lambda guess: -guess.score)


def _along(flat: OverheadPoints, every_yd: int) -> list[PatternPlace]:
    """The field's length and place from its yard lines, with end lines within 1.5 yd of theirs."""
    signal = line_signal(flat.upright[:, 0], flat.upright_strength)
    yards = np.arange(0.0, FIELD_LENGTH_YD + 1.0, every_yd)
    behind = np.array([-END_ZONE_YD, FIELD_LENGTH_YD + END_ZONE_YD])
    span = FIELD_LENGTH_YD + 2.0 * END_ZONE_YD
    scales = scales_tried(span)
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
    return best_places(score, scales, KEPT_ALONG)


def _across(flat: OverheadPoints, every_yd: int, along: PatternPlace) -> list[_GuessAcross]:
    """Pairs of places where the yard lines end, best where a line runs along those ends."""
    yards = (flat.upright[:, 0] - along.shift) / along.scale
    inside = (yards > -1.0) & (yards < FIELD_LENGTH_YD + 1.0)
    on_line = np.abs(yards - np.round(yards / every_yd) * every_yd) < ON_LINE_YD
    reach = line_signal(-flat.upright[inside & on_line, 1], flat.upright_strength[inside & on_line])
    level = (flat.level[:, 0] - along.shift) / along.scale
    beside = (level > 0.0) & (level < FIELD_LENGTH_YD)
    sides = line_signal(-flat.level[beside, 1], flat.level_strength[beside])
    run = np.concatenate([[0.0], np.cumsum(reach)])
    gap, long, short = (
        max(1, round(yd * along.scale * PER)) for yd in (GAP_YD, INSIDE_YD, OUTSIDE_YD)
    )

    def mean(low: I64, high: I64) -> F64:
        a, b = np.clip(low, 0, BINS), np.clip(high, 0, BINS)
        return np.asarray((run[b] - run[a]) / np.maximum(high - low, 1))

    at = np.arange(BINS)
    above, below = at + gap + 1, at - gap
    near = mean(above, above + long) - mean(below - short, below)
    far = mean(below - long, below) - mean(above, above + short)
    reached = max(1, round(LINE_YD * along.scale * PER))
    found = []
    for low, low_score in _ends(near, sides, reached):
        for high, high_score in _ends(far, sides, reached):
            width = (high - low) / PER / along.scale
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


def _largest_within(signal: F64, reach: int) -> F64:
    """The largest value no farther than that from each place."""
    padded = np.pad(signal, reach, mode="edge")
    return np.asarray(np.lib.stride_tricks.sliding_window_view(padded, 2 * reach + 1).max(axis=1))


def _at(signal: F64, places: I64) -> F64:
    there = (places >= 0) & (places < BINS)
    return np.where(there, signal[np.clip(places, 0, BINS - 1)], 0.0)


def _camera(
    ridges: Ridges,
    view: OverheadView,
    along: PatternPlace,
    across: _GuessAcross,
    goal_to_goal_mm: float,
) -> CameraModel:
    """The camera for which the board lies there."""
    scale = along.scale * FIELD_LENGTH_YD / goal_to_goal_mm
    zero = np.array([along.shift / scale, -across.near / scale, 1.0 / scale])
    return view.camera(ridges.size_px, zero)
