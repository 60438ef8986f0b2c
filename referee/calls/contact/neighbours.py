"""Who touched a player at an instant: looked up in the frames around it, when it matters.

Most of a play nobody asks. So frames are kept for a moment, and only the pairs that were near each
other then are looked at.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from referee.calls.contact.pair_tracker import PairTracker
from referee.calls.contact.touch import Touch
from referee.calls.frame import BoardFrame
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import apart_mm

# Frames so far apart in time are none too few to tell a touch and none too many to keep.
KEPT_NS = 400_000_000
_NEAR_MM = 4.0


def recent_frames(boards: Sequence[BoardFrame], newest: BoardFrame) -> list[BoardFrame]:
    """The frames to remember once the newest has come."""
    since = newest.t_ns - KEPT_NS
    return [*(board for board in boards if board.t_ns >= since), newest]


def p_touching(
    boards: Sequence[BoardFrame],
    name: str,
    others: Mapping[str, BaseShape],
    shape: BaseShape,
    levels: Thresholds,
    at_ns: int,
) -> dict[str, float]:
    """How likely each of the others touched a player at that time; who was far off is left out.

    Frames after it count as far as one touch lasts from then until they were taken.
    """
    close = bases_near(boards, name, others, shape)
    return {
        other: _likeliest(boards, name, other, shape, base, levels, at_ns)
        for other, base in close.items()
    }


def bases_near(
    boards: Sequence[BoardFrame], name: str, others: Mapping[str, BaseShape], shape: BaseShape
) -> dict[str, BaseShape]:
    """Who of the others came near enough to a player to have touched him."""
    return {
        other: base
        for other, base in sorted(others.items())
        if other != name and came_near(boards, name, other, shape.reach_mm + base.reach_mm)
    }


def _likeliest(
    boards: Sequence[BoardFrame],
    name: str,
    other: str,
    shape: BaseShape,
    base: BaseShape,
    levels: Thresholds,
    at_ns: int,
) -> float:
    watch = PairTracker(shape, base, levels)
    best, then = 0.0, None
    for board in boards:
        look = watch.see(board, name, other)
        if look is None:
            continue
        if board.t_ns >= at_ns and then is None:
            then = look.t_ns
        if then is not None or board is boards[-1]:
            lasting = (t for t in watch.touches() if _began(t) <= (then or look.t_ns))
            best = max((best, *(touch.probability for touch in lasting)))
    return best


def _began(touch: Touch) -> int:
    return touch.run[0].t_ns


def came_near(boards: Sequence[BoardFrame], name: str, other: str, reach_mm: float) -> bool:
    """Whether two players' middles came so near in any frame that their bases may have touched."""
    for board in boards:
        one, two = board.find(name), board.find(other)
        if one is None or two is None:
            continue
        a, b = one.measured.pose, two.measured.pose
        if apart_mm(a, b) < reach_mm + _NEAR_MM:
            return True
    return False


def hidden_near(
    boards: Sequence[BoardFrame],
    name: str,
    others: Mapping[str, BaseShape],
    shape: BaseShape,
    levels: Thresholds,
    at_ns: int,
) -> list[str]:
    """Who of the others was out of sight then and may have been at a player."""
    return [
        other
        for other, base in sorted(others.items())
        if other != name and _may_have(boards, name, other, shape, base, levels, at_ns)
    ]


def _may_have(
    boards: Sequence[BoardFrame],
    name: str,
    other: str,
    shape: BaseShape,
    base: BaseShape,
    levels: Thresholds,
    at_ns: int,
) -> bool:
    """Whether the frame nearest to that time does not show them both and they may have met.

    One frame in which they were too far off to have met then is enough to know that they did not.
    """
    if not boards:
        return True
    then = min(boards, key=lambda board: (abs(board.t_ns - at_ns), board.t_ns))
    if then.find(name) is not None and then.find(other) is not None:
        return False
    reach_mm, too_far_mm = shape.reach_mm + base.reach_mm, -math.inf
    for board in boards:
        one, two = board.find(name), board.find(other)
        if one is None or two is None:
            continue
        a, b = one.measured.pose, two.measured.pose
        gap_mm = apart_mm(a, b) - reach_mm
        could_mm = levels.closing_mm_s * abs(board.t_ns - then.t_ns) / S_NS
        too_far_mm = max(too_far_mm, gap_mm - could_mm)
    return too_far_mm < 0.0
