"""One approach of two bases, from the first frame within range: did they touch in it?

Single frames say it while they last; what the motion tells comes with the frames after. So an
approach is open until some frames after its nearest have been seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from referee.calls.contact.evidence.touch_evidence import (
    KICK_AFTER_S,
    KICK_BEFORE_S,
    PairMotion,
    TouchEvidence,
    touch_evidence,
)
from referee.calls.contact.evidence.touch_odds import SURE_FRAMES, p_touched
from referee.calls.contact.evidence.unevenness import Unevenness
from referee.calls.contact.touch import PairFrame
from referee.core.clock import S_NS, ns_from_s
from referee.core.geometry.base_shape import BaseShape

# Bases further apart than this in every frame have not touched between two of them.
RANGE_MM = 1.5
# The approach is about the first frame within so many sigmas of the least gap.
_ABOUT_SIGMAS = 1.5
# s: the frames after it that an approach waits for.
WAITS_S = 0.1
# s: a frame so soon after it shows what became of it.
_SOON_NS = ns_from_s(0.07)
_WAITS_NS = ns_from_s(WAITS_S)
# s: a run of frames that makes a touch sure and is so long shows no near miss.
_LASTS_NS = ns_from_s(0.06)
_LATEST_NS = ns_from_s(KICK_AFTER_S)


class CloseApproach:
    """An approach of a to b. ``p_frames`` is how likely the frames alone make a touch of it.

    ``since_ns``: a touch before that belongs to the approach before. ``until_ns``: one after that
    belongs to the next.
    """

    def __init__(self, shapes: tuple[BaseShape, BaseShape], since_ns: int = 0) -> None:
        self._shapes = shapes
        self._since_ns = since_ns
        self.until_ns: int | None = None
        self._near: list[PairFrame] = []
        self._alone = True
        self._about: PairFrame | None = None
        self.p_frames = 0.0
        self.evidence: TouchEvidence | None = None
        self.powered = True
        self._watched = False
        self._lasts_ns = 0

    @property
    def about_ns(self) -> int:
        """The frame it is about; 0 before there is one."""
        return 0 if self._about is None else self._about.t_ns

    @property
    def nearest(self) -> PairFrame | None:
        """The frame with the least gap."""
        return min(self._near, key=lambda look: look.gap_mm, default=None)

    @property
    def span_ns(self) -> tuple[int, int]:
        """From the first frame within range to the last so far."""
        return self._near[0].t_ns, self._near[-1].t_ns

    def come_near(self, look: PairFrame, p_frames: float, began_ns: int) -> None:
        """Take in a frame of the approach itself; the touch it may be of began at ``began_ns``."""
        self.p_frames = max(self.p_frames, p_frames)
        if p_frames >= SURE_FRAMES:
            self._lasts_ns = max(self._lasts_ns, look.t_ns - began_ns)
        if look.gap_mm <= RANGE_MM:
            self._near.append(look)
            least = min(self._near, key=lambda each: each.gap_mm)
            limit_mm = max(least.gap_mm, 0.0) + _ABOUT_SIGMAS * least.sigma_mm
            self._about = next(each for each in self._near if each.gap_mm <= limit_mm)

    def update(
        self, looks: Sequence[PairFrame], cut_s: float, uneven: Unevenness, *, alone: bool
    ) -> None:
        """Read the motion from these frames, of which the newest is new.

        ``cut_s`` is when the power went off, infinite while it is on; ``alone``: no third base is
        beside one of the two in it.
        """
        self._alone = self._alone and alone
        if self._about is None or not self.follows(looks[-1].t_ns):
            return
        about_s = self._about.t_ns / S_NS
        motion = pair_motion(looks, self._about.t_ns)
        self.evidence = touch_evidence(
            *self._shapes,
            motion,
            about_s,
            cut_s,
            uneven,
            since_s=self._since_ns / S_NS,
            until_s=math.inf if self.until_ns is None else self.until_ns / S_NS,
            alone=self._alone,
        )
        self.powered = self.evidence is None or self.evidence.met_s <= cut_s
        since_ns = looks[-1].t_ns - self._about.t_ns
        if since_ns <= 0:
            self._watched = False
        elif since_ns <= _SOON_NS:
            self._watched = True

    def follows(self, now_ns: int) -> bool:
        """Whether a frame at that time can still tell something."""
        return self._about is None or now_ns - self._about.t_ns <= _LATEST_NS

    def settled(self, now_ns: int) -> bool:
        """Whether the frames that it waits for have been seen, or would have been."""
        return self._about is None or now_ns - self._about.t_ns >= _WAITS_NS

    def p_touched(self, now_ns: int) -> float | None:
        """How likely they touched, by a time; None where their motion says nothing.

        So it is where one of them was out of sight just after they were nearest.
        """
        if self.evidence is None or (self.settled(now_ns) and not self._watched):
            return None
        return p_touched(
            self.p_frames, self.evidence, powered=self.powered, lasts=self._lasts_ns >= _LASTS_NS
        )


def pair_motion(looks: Sequence[PairFrame], about_ns: int) -> PairMotion:
    """The frames round an instant as rows."""
    first_ns, last_ns = about_ns - ns_from_s(KICK_BEFORE_S), about_ns + _LATEST_NS
    rows = np.array(
        [_row(look) for look in looks if first_ns <= look.t_ns <= last_ns], dtype=np.float64
    )
    rows[:, [3, 6]] = np.unwrap(rows[:, [3, 6]], axis=0)
    return PairMotion(
        rows[:, 0],
        *(np.ascontiguousarray(rows[:, k : k + 3]) for k in (1, 4, 7, 10)),
    )


def _row(look: PairFrame) -> tuple[float, ...]:
    one, other = look.a.pose, look.b.pose
    spread, others = look.a.covariance, look.b.covariance
    return (
        look.t_ns / S_NS,
        *(one.x_mm, one.y_mm, math.radians(one.heading_deg)),
        *(other.x_mm, other.y_mm, math.radians(other.heading_deg)),
        *(spread[0][0], spread[1][1], spread[2][2]),
        *(others[0][0], others[1][1], others[2][2]),
    )
