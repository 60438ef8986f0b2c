"""Two bases watched for a touch: from frames to touches with time, gap and probability."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from referee.calls.contact.approach import (
    AGO_S,
    FEWEST,
    MOST,
    REBOUND_MM,
    ApartFrame,
    approach_log_odds,
    p_bounced,
    predicted_contact,
)
from referee.calls.contact.constant_gap import stays_without_touch
from referee.calls.contact.touch import APART_SIGMAS, PairFrame, Touch
from referee.calls.contact.touch_likelihood import MOST_FRAMES, TouchPrior, touch_log_odds
from referee.calls.contact.touching_parts import touching_parts
from referee.calls.frame import BoardFrame
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.geometry.base_shape import BaseShape, FloatArray
from referee.core.geometry.gap import pose_row
from referee.core.geometry.gap_slopes import gap_and_sigma_of_rows_mm
from referee.core.geometry.measured_pose import MeasuredPose, joint_covariance
from referee.core.geometry.pose import apart_mm
from referee.core.probability import p_from_log_odds

# A gap of so many sigmas is wide enough that nobody asks which edge it is at.
_OPEN_SIGMAS = 6.0
# Nor can a base suddenly be so far inside another.
_INSIDE_SIGMAS, _INSIDE_MM = 5.0, 0.3
_HALF = 0.5
# Beyond so much nothing about a pair is worth keeping.
_FAR_MM = 25.0
# How many frames back the beginning of a touch is looked for.
_MOST_LOOKS = 120
# How fast the gap of two changes who have rolled out.
_RESTING_MM_S = 0.5
# What was before a hole as long as this says nothing of what comes after.
_FORGET_NS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class LastPairGap:
    """Two as they were last seen together, and how fast they can have come nearer since."""

    t_ns: int
    gap_mm: float
    fastest_mm_s: float


class PairTracker:
    """Frames of one pair, a first. Frames of a run follow each other without a hole.

    ``rolling``: a touch may begin while bases roll out without power. ``uneven_mm`` is how far the
    outlines may really be from each other than they are taken to be, either way.
    """

    def __init__(
        self,
        shape_a: BaseShape,
        shape_b: BaseShape,
        thresholds: Thresholds,
        corner_mm: float = 0.0,
        *,
        rolling: bool = False,
        uneven_mm: float = 0.0,
    ) -> None:
        self._rolling = rolling
        self._uneven_mm = uneven_mm
        self._shapes = (shape_a, shape_b)
        self._thresholds = thresholds
        self._corner_mm = corner_mm
        self._looks: list[PairFrame] = []
        self._hole: tuple[PairFrame, PairFrame] | None = None
        self._torn = False
        self._last_ns: int | None = None
        self._sights: list[ApartFrame] = []
        self._apart = False
        self._asked = False
        self._power_s = math.inf

    @property
    def shapes(self) -> tuple[BaseShape, BaseShape]:
        """The outlines of a and b."""
        return self._shapes

    @property
    def cut_s(self) -> float:
        """When the power went off, in the frames' seconds; infinite while the board has power."""
        newest_s = self._looks[-1].t_ns / S_NS if self._looks else 0.0
        return math.inf if newest_s <= self._power_s else self._power_s

    def with_parts(self, look: PairFrame) -> PairFrame:
        """A frame with the parts that would touch in it, however far apart the two are."""
        joint = joint_covariance(look.a, look.b)
        shape_a, shape_b = self._shapes
        row_a, row_b = pose_row(look.a.pose), pose_row(look.b.pose)
        found = touching_parts(shape_a, row_a, shape_b, row_b, joint, self._corner_mm)
        return replace(look, contact=found)

    @property
    def looks(self) -> tuple[PairFrame, ...]:
        """The frames that show both, the newest last."""
        return tuple(self._looks)

    def update(self, board: BoardFrame, a: str, b: str) -> PairFrame | None:
        """Take in a frame; None if one of the two was not seen in it, or not where it can be."""
        one, other = board.find(a), board.find(b)
        if board.power and self._rolling:
            self._power_s = board.t_ns / S_NS
        late = self._last_ns is not None and board.t_ns - self._last_ns > self._thresholds.hole_ns
        self._last_ns = board.t_ns
        if late or one is None or other is None:
            self._torn = True
        if one is None or other is None:
            return None
        look = self._foreseen(self._look(board, a, one.measured, b, other.measured))
        if look is None:
            self._torn = True
            return None
        if self._torn and self._looks:
            look = replace(look, after_hole=True)
            self._hole = (self._looks[-1], look)
            if look.t_ns - self._looks[-1].t_ns > _FORGET_NS:
                self._looks = []
        self._torn = False
        self._keep_sight(look)
        self._looks.append(look)
        self._looks = self._looks[-_MOST_LOOKS:]
        return look

    @property
    def together(self) -> LastPairGap | None:
        """The newest frame that shows both, if there was one."""
        if not self._looks:
            return None
        last = self._looks[-1]
        return LastPairGap(last.t_ns, last.gap_mm, self._fastest(last))

    def glance(self, board: BoardFrame, a: str, b: str) -> PairFrame | None:
        """What a frame says of the two, without being taken in; None if it does not show both."""
        one, other = board.find(a), board.find(b)
        if one is None or other is None:
            return None
        return self._look(board, a, one.measured, b, other.measured)

    @property
    def prior(self) -> TouchPrior:
        """What the watch takes for granted about gaps and errors."""
        return self._thresholds.prior

    def touches(self) -> tuple[Touch, ...]:
        """Every run up to the newest frame; none while that shows them clearly apart."""
        if not self._looks or self._looks[-1].contact is None:
            return ()
        oldest = self._looks[-1].t_ns - self._thresholds.window_ns
        first = len(self._looks)
        while first > max(len(self._looks) - MOST_FRAMES, 0) and self._counts(first - 1, oldest):
            first -= 1
        looks = self.looks
        near = looks[first:]
        odds = self._log_odds(near, self._thresholds.prior)
        came_s = self._sights[-1].t_s if self._sights else 0.0
        stays = stays_without_touch(near, self._power_s, came_s + self._thresholds.hole_ns / S_NS)
        if any(stays):
            resting = self._log_odds(
                near, replace(self._thresholds.prior, drift_mm_s=_RESTING_MM_S)
            )
            odds = np.where(np.array(stays), np.minimum(odds, resting), odds)
        return tuple(
            Touch(
                p_from_log_odds(float(o) + approach_log_odds(k.met)), first + i, looks, self._shapes
            )
            for i, (o, k) in enumerate(zip(odds, near, strict=True))
        )

    @staticmethod
    def _log_odds(near: tuple[PairFrame, ...], prior: TouchPrior) -> FloatArray:
        return touch_log_odds(
            [(k.t_ns - near[0].t_ns) / S_NS for k in near],
            [k.gap_mm for k in near],
            [k.sigma_mm for k in near],
            prior,
            near[-1].outline_mm,
        )

    def _keep_sight(self, look: PairFrame) -> None:
        """The frames that show how they come at each other: plainly apart, and not long ago."""
        plain = look.gap_mm > APART_SIGMAS * max(look.sigma_mm, self.prior.least_sigma_mm)
        if plain and (not self._apart or look.bounced > 0.0):
            self._sights, self._asked = [], False
        self._apart = plain
        if plain and look.near:
            sigma_mm = max(look.sigma_mm, self.prior.least_sigma_mm)
            lately = [s for s in self._sights if look.t_ns / S_NS - s.t_s <= AGO_S]
            self._sights = [*lately, ApartFrame(look.t_ns / S_NS, sigma_mm, look.a, look.b)][-MOST:]

    def _foreseen(self, look: PairFrame) -> PairFrame | None:
        """The look with what the motion before says of it; None if it cannot be."""
        if not self._sights or not (look.contact is not None or self._should_have_met(look)):
            return look
        outline_mm = look.outline_mm
        ahead = predicted_contact(
            *self._shapes, self._sights, look.t_ns / S_NS, self._power_s, outline_mm
        )
        if ahead is None:
            return look
        least = -max(_INSIDE_SIGMAS * look.sigma_mm, _INSIDE_MM) - self._uneven_mm
        if look.gap_mm < least and look.gap_mm < ahead.gap_mm - _INSIDE_SIGMAS * ahead.sigma_mm:
            return None
        if self._asked or ahead.met < _HALF:
            return replace(look, met=ahead.met)
        self._asked = True
        shape_a, shape_b = self._shapes
        row_a, row_b = ahead.poses
        first = touching_parts(shape_a, row_a, shape_b, row_b, ahead.known, self._corner_mm)
        again = p_bounced(ahead.met, look.gap_mm, ahead.inside_mm, unseen=self._torn)
        return replace(look, met=ahead.met, first=first, bounced=again, met_at=ahead.when)

    def _should_have_met(self, look: PairFrame) -> bool:
        """Whether two who are apart came at each other so fast that they may have met."""
        if self._asked or look.gap_mm < 0.0 or len(self._looks) < FEWEST:
            return False
        before, last = self._looks[-2:]
        speed = (last.gap_mm - before.gap_mm) / (last.t_ns - before.t_ns)
        inside_mm = -last.gap_mm - speed * (look.t_ns - last.t_ns)
        return inside_mm > 0.0 and look.gap_mm <= max(REBOUND_MM, inside_mm)

    def bounce(self) -> Touch | None:
        """A touch between the newest frame and the one before that is over again, if there was."""
        look = self._looks[-1] if self._looks else None
        if look is None or look.bounced == 0.0:
            return None
        return Touch(look.bounced, len(self._looks) - 1, self.looks, self._shapes, look.met_at)

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
            return last.gap_mm < self._fastest(last) * (now_ns - last.t_ns) / S_NS
        return self.was_hidden(now_ns)

    def was_hidden(self, now_ns: int) -> bool:
        """The same of the last time that one of them was not seen and now both are again."""
        if self._torn or self._hole is None:
            return False
        before, after = self._hole
        if now_ns - after.t_ns > self._thresholds.wait_ns:
            return False
        could = self._fastest(before) * (after.t_ns - before.t_ns) / S_NS
        return before.gap_mm + after.gap_mm < could

    def _fastest(self, look: PairFrame) -> float:
        """How fast they may come together after a frame: a little faster than they did before."""
        most = self._thresholds.closing_mm_s
        place = next((i for i, k in enumerate(self._looks) if k.t_ns == look.t_ns), 0)
        if place == 0 or look.after_hole:
            return most
        before = self._looks[place - 1]
        speed = (before.gap_mm - look.gap_mm) / ((look.t_ns - before.t_ns) / S_NS)
        return min(max(speed, 0.0) + self._thresholds.faster_mm_s, most)

    def _look(
        self, board: BoardFrame, a: str, one: MeasuredPose, b: str, other: MeasuredPose
    ) -> PairFrame:
        shape_a, shape_b = self._shapes
        apart = apart_mm(one.pose, other.pose)
        if apart - shape_a.reach_mm - shape_b.reach_mm > _FAR_MM:
            far_mm = apart - shape_a.reach_mm - shape_b.reach_mm
            return PairFrame(board.t_ns, far_mm, 1.0, one, other, None, near=False)
        joint = joint_covariance(one, other)
        row_a, row_b = pose_row(one.pose), pose_row(other.pose)
        gap_mm, sigma_mm = gap_and_sigma_of_rows_mm(shape_a, row_a, shape_b, row_b, joint)
        together = board.gap(a, b)
        # As far on either side as often as not: so an oval is that lies any way round.
        uneven_mm, outline_mm = self._uneven_mm, self._uneven_mm / math.sqrt(2.0)
        if together is not None:  # a gap measured for itself leaves the outlines out of it
            gap_mm, sigma_mm, uneven_mm, outline_mm = together.gap_mm, together.sigma_mm, 0.0, 0.0
        found = None
        if gap_mm < _OPEN_SIGMAS * max(sigma_mm, self._thresholds.prior.least_sigma_mm) + uneven_mm:
            found = touching_parts(shape_a, row_a, shape_b, row_b, joint, self._corner_mm)
        return PairFrame(board.t_ns, gap_mm, sigma_mm, one, other, found, outline_mm=outline_mm)
