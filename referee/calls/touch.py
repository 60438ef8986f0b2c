"""Two bases watched for a touch: from raw frames to a finding with time, gap and probability."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from referee.calls.board import Board
from referee.calls.edges import Contact, contact
from referee.calls.evidence import MOST_FRAMES, Belief, probability, touch_log_odds
from referee.calls.levels import NS, Levels
from referee.core.base_shape import BaseShape, FloatArray
from referee.core.gap import FLAT_MM, edges_of, pose_row
from referee.core.gap_slopes import variances
from referee.core.instants import Instant, closing_instant
from referee.core.measured import MeasuredPose, joint_covariance
from referee.core.meeting import meeting_instant

# A gap of so many sigmas is wide enough that nobody asks which edge it is at.
_OPEN_SIGMAS = 6.0
# Beyond so much nothing about a pair is worth keeping.
_FAR_MM = 25.0
_APART_SIGMAS = 3.0
# Frames before the touch that show how the two came together.
_APPROACH = 6
# How many frames back the beginning of a touch is looked for.
_MOST_LOOKS = 120
# What was before a hole as long as this says nothing of what comes after.
_FORGET_NS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Look:
    """What one frame says of a pair. ``contact`` is None while they are clearly apart.

    ``after_hole``: the frame before it did not show them both.
    """

    t_ns: int
    gap_mm: float
    sigma_mm: float
    a: MeasuredPose
    b: MeasuredPose
    contact: Contact | None
    after_hole: bool = False


@dataclass(frozen=True, slots=True)
class Touch:
    """A run of frames that may be a touch: independent of any rulebook.

    ``probability`` is that the two touch in it. ``began`` is the run's place among the looks.
    """

    probability: float
    began: int
    looks: tuple[Look, ...]
    shapes: tuple[BaseShape, BaseShape]

    @property
    def run(self) -> tuple[Look, ...]:
        """The frames of the run."""
        return self.looks[self.began :]

    def gap(self, shared: float) -> tuple[float, float]:
        """The mean gap of the run, weighed, and its sigma with the part all frames share."""
        weights = [1.0 / max(look.sigma_mm, 1e-3) ** 2 for look in self.run]
        mean = sum(w * k.gap_mm for w, k in zip(weights, self.run, strict=True)) / sum(weights)
        alone = 1.0 / sum(weights)
        together = sum(look.sigma_mm**2 for look in self.run) / len(self.run)
        return mean, math.sqrt(shared * together + (1.0 - shared) * alone)

    def instant(self, belief: Belief) -> Instant:
        """When the two first touched, in seconds of the frames' clock: maybe before the run."""
        sigmas = [max(look.sigma_mm, belief.least_sigma_mm) for look in self.looks]
        apart = self._last_apart(sigmas)
        if apart is None:
            return Instant(self.looks[0].t_ns / NS, 0.0)
        start = max(apart - _APPROACH + 1, 0)
        looks, zero = self.looks[start:], self.looks[start].t_ns
        times = np.array([(look.t_ns - zero) / NS for look in looks])
        gaps = np.array([look.gap_mm for look in looks])
        errors = np.array(sigmas[start:])
        shared = math.sqrt(belief.shared) * sigmas[-1]
        place = apart - start
        if place == 0 or place == len(looks) - 1:
            found = closing_instant(times, gaps, errors, place, shared)
        else:
            rows_a = np.array([pose_row(look.a.pose) for look in looks])
            rows_b = np.array([pose_row(look.b.pose) for look in looks])
            found = meeting_instant(
                *self.shapes, times, rows_a, rows_b, gaps, errors, place, shared
            )
        return Instant(zero / NS + found.t_s, found.sigma_s)

    def _last_apart(self, sigmas: list[float]) -> int | None:
        """The last frame that shows them plainly apart, as the frame before it does too.

        None if there is none: they touched when they came into sight.
        """
        plain = [k.gap_mm > _APART_SIGMAS * s for k, s in zip(self.looks, sigmas, strict=True)]
        for i in range(len(plain) - 1, -1, -1):
            if plain[i] and (i == 0 or plain[i - 1]):
                return i
        return None


class TouchWatch:
    """Frames of one pair, a first. Frames of a run follow each other without a hole."""

    def __init__(
        self, shape_a: BaseShape, shape_b: BaseShape, levels: Levels, corner_mm: float = 0.0
    ) -> None:
        self._shapes = (shape_a, shape_b)
        self._levels = levels
        self._corner_mm = corner_mm
        self._looks: list[Look] = []
        self._hole: tuple[Look, Look] | None = None
        self._torn = False
        self._last_ns: int | None = None
        self._rows = np.empty((1, 2))

    @property
    def looks(self) -> tuple[Look, ...]:
        """The frames that show both, the newest last."""
        return tuple(self._looks)

    def see(self, board: Board, a: str, b: str) -> Look | None:
        """Take in a frame; None if one of the two was not seen in it."""
        one, other = board.find(a), board.find(b)
        late = self._last_ns is not None and board.t_ns - self._last_ns > self._levels.hole_ns
        self._last_ns = board.t_ns
        if late or one is None or other is None:
            self._torn = True
        if one is None or other is None:
            return None
        look = self._look(board, a, one.measured, b, other.measured)
        if self._torn and self._looks:
            look = replace(look, after_hole=True)
            self._hole = (self._looks[-1], look)
            if look.t_ns - self._looks[-1].t_ns > _FORGET_NS:
                self._looks = []
        self._torn = False
        self._looks.append(look)
        self._looks = self._looks[-_MOST_LOOKS:]
        return look

    @property
    def belief(self) -> Belief:
        """What the watch takes for granted about gaps and errors."""
        return self._levels.belief

    def touches(self) -> tuple[Touch, ...]:
        """Every run up to the newest frame; none while that shows them clearly apart."""
        if not self._looks or self._looks[-1].contact is None:
            return ()
        oldest = self._looks[-1].t_ns - self._levels.window_ns
        first = len(self._looks)
        while first > max(len(self._looks) - MOST_FRAMES, 0) and self._counts(first - 1, oldest):
            first -= 1
        looks = self.looks
        near = looks[first:]
        odds = touch_log_odds(
            [(k.t_ns - near[0].t_ns) / NS for k in near],
            [k.gap_mm for k in near],
            [k.sigma_mm for k in near],
            self._levels.belief,
        )
        return tuple(
            Touch(probability(float(o)), first + i, looks, self._shapes) for i, o in enumerate(odds)
        )

    def _counts(self, place: int, oldest_ns: int) -> bool:
        """Whether a frame belongs to the run of the one after it: frames beyond a hole do not."""
        look = self._looks[place]
        newest = place == len(self._looks) - 1
        follows = newest or not self._looks[place + 1].after_hole
        return follows and look.contact is not None and look.t_ns >= oldest_ns

    def hidden(self, now_ns: int) -> bool:
        """Whether the two may have touched lately while one of them was not seen."""
        if self._torn and self._looks:
            last = self._looks[-1]
            return last.gap_mm < self._levels.closing_mm_s * (now_ns - last.t_ns) / NS
        if self._hole is None:
            return False
        before, after = self._hole
        if now_ns - after.t_ns > self._levels.wait_ns:
            return False
        could = self._levels.closing_mm_s * (after.t_ns - before.t_ns) / NS
        return before.gap_mm + after.gap_mm < could

    def _look(self, board: Board, a: str, one: MeasuredPose, b: str, other: MeasuredPose) -> Look:
        shape_a, shape_b = self._shapes
        apart = math.hypot(one.pose.x_mm - other.pose.x_mm, one.pose.y_mm - other.pose.y_mm)
        if apart - shape_a.reach_mm - shape_b.reach_mm > _FAR_MM:
            return Look(
                board.t_ns, apart - shape_a.reach_mm - shape_b.reach_mm, 1.0, one, other, None
            )
        cross = board.cross(a, b)
        joint = joint_covariance(one, other, None if cross is None else np.array(cross))
        row_a, row_b = pose_row(one.pose), pose_row(other.pose)
        gap_mm, sigma_mm = self._gap(row_a, row_b, joint)
        together = board.gap(a, b)
        if together is not None:
            gap_mm, sigma_mm = together.gap_mm, together.sigma_mm
        found = None
        if gap_mm < _OPEN_SIGMAS * max(sigma_mm, self._levels.belief.least_sigma_mm):
            found = contact(shape_a, row_a, shape_b, row_b, joint, self._corner_mm)
        return Look(board.t_ns, gap_mm, sigma_mm, one, other, found)

    def _gap(self, row_a: FloatArray, row_b: FloatArray, joint: FloatArray) -> tuple[float, float]:
        shape_a, shape_b = self._shapes
        variances(
            edges_of(shape_a),
            row_a[None, :],
            edges_of(shape_b),
            row_b[None, :],
            shape_a.radius_mm + shape_b.radius_mm,
            FLAT_MM,
            joint[None],
            self._rows,
        )
        return float(self._rows[0, 0]), math.sqrt(max(float(self._rows[0, 1]), 0.0))
