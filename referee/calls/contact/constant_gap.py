"""Whether a gap stays constant for another reason than a touch, and so is no evidence of one."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from referee.calls.contact.touch import APART_SIGMAS, PairFrame
from referee.core.clock import S_NS


def stays_without_touch(looks: Sequence[PairFrame], power_s: float, came_s: float) -> list[bool]:
    """For each frame whether the gap would stay from there to the last without a touch.

    A base at rest stays where it is: after the last power, ``power_s``, a constant gap counts only
    of a pair that was seen to close until ``came_s``. And a base that slides by keeps its distance,
    so a constant gap says nothing where the outlines themselves are in question.
    """
    newest = looks[-1]
    rolled_s = math.inf if newest.t_ns / S_NS <= power_s else max(power_s, came_s)
    asked = newest.outline_mm > 0.0
    return [look.t_ns / S_NS > rolled_s or (asked and _slid(look, newest)) for look in looks]


def _slid(before: PairFrame, after: PairFrame) -> bool:
    """Whether a has moved, as b sees it."""
    one, other = (
        look.b.pose.to_base(np.array([[look.a.pose.x_mm, look.a.pose.y_mm]]))[0]
        for look in (before, after)
    )
    moved_mm = math.hypot(*(other - one).tolist())
    return moved_mm > APART_SIGMAS * math.hypot(before.sigma_mm, after.sigma_mm)
