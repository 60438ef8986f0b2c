"""Who touched a player at an instant: looked up in the frames around it, when it matters.

Most of a play nobody asks. So frames are kept for a moment, and only the pairs that were near each
other then are looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from referee.calls.contact.evidence.carried_motion import ROLLS_S
from referee.calls.contact.pair_tracker import PairTracker
from referee.calls.frame import BoardFrame
from referee.calls.thresholds import Thresholds
from referee.core.clock import S_NS
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.gap import pair_gaps_mm, pose_row
from referee.core.geometry.pose import apart_mm

# Frames so far apart in time are none too few to tell a touch and none too many to keep.
KEPT_NS = 400_000_000
_NEAR_MM = 4.0
# A base that is no further from another than this may push it within a few frames.
_BESIDE_MM = 1.0


def recent_frames(boards: Sequence[BoardFrame], newest: BoardFrame) -> list[BoardFrame]:
    """The frames to remember once the newest has come."""
    since = newest.t_ns - KEPT_NS
    return [*(board for board in boards if board.t_ns >= since), newest]


def p_touching(
    boards: Sequence[BoardFrame],
    name: str,
    others: Mapping[str, BaseShape],
    shape: BaseShape,
    thresholds: Thresholds,
    at_ns: int,
) -> dict[str, float]:
    """How likely each of the others touched a player at that time; who was far off is left out.

    Frames after it count as far as one touch lasts from then until they were taken.
    """
    close = bases_near(boards, name, others, shape)
    return {
        other: _likeliest(boards, name, other, shape, base, thresholds, at_ns)
        for other, base in close.items()
    }


def bases_near(
    boards: Sequence[BoardFrame], name: str, others: Mapping[str, BaseShape], shape: BaseShape
) -> dict[str, BaseShape]:
    """Who of the others came near enough to a player to have touched it."""
    return {
        other: base
        for other, base in sorted(others.items())
        if other != name and _came_near(boards, name, other, shape.reach_mm + base.reach_mm)
    }


def _likeliest(
    boards: Sequence[BoardFrame],
    name: str,
    other: str,
    shape: BaseShape,
    base: BaseShape,
    thresholds: Thresholds,
    at_ns: int,
) -> float:
    watch = PairTracker(shape, base, thresholds)
    best, then = 0.0, None
    for board in boards:
        look = watch.update(board, name, other)
        if look is None:
            continue
        if board.t_ns >= at_ns and then is None:
            then = look.t_ns
        if then is not None or board is boards[-1]:
            lasting = (t for t in watch.touches() if t.run[0].t_ns <= (then or look.t_ns))
            best = max((best, *(touch.probability for touch in lasting)))
    return best


def p_touched_since(
    boards: Sequence[BoardFrame],
    name: str,
    others: Mapping[str, BaseShape],
    shape: BaseShape,
    thresholds: Thresholds,
    since_ns: int,
) -> dict[str, float]:
    """How likely each of the others touched a player at any time from then on.

    Who never came near is left out.
    """
    found: dict[str, float] = {}
    for other, base in bases_near(boards, name, others, shape).items():
        watch, best = PairTracker(shape, base, thresholds), 0.0
        for board in boards:
            if watch.update(board, name, other) is not None and board.t_ns >= since_ns:
                best = max((best, *(touch.probability for touch in watch.touches())))
        found[other] = best
    return found


def _came_near(boards: Sequence[BoardFrame], name: str, other: str, reach_mm: float) -> bool:
    """Whether two players' middles came so near in any frame that their bases may have touched."""
    for board in boards:
        apart = _apart_mm(board, name, other)
        if apart is not None and apart < reach_mm + _NEAR_MM:
            return True
    return False


def hidden_near(
    boards: Sequence[BoardFrame],
    name: str,
    others: Mapping[str, BaseShape],
    shape: BaseShape,
    thresholds: Thresholds,
    at_ns: int,
) -> list[str]:
    """Who of the others was out of sight then and may have been at a player."""
    moved_s = _moved_s(boards)
    return [
        other
        for other, base in sorted(others.items())
        if other != name and _may_have(boards, moved_s, name, other, shape, base, thresholds, at_ns)
    ]


def _may_have(
    boards: Sequence[BoardFrame],
    moved_s: Sequence[float],
    name: str,
    other: str,
    shape: BaseShape,
    base: BaseShape,
    thresholds: Thresholds,
    at_ns: int,
) -> bool:
    """Whether the frame nearest to that time does not show them both and they may have met.

    One frame in which they were too far off to have met then is enough to know that they did not.
    ``moved_s`` says of each frame how long bases had moved by then.
    """
    if not boards:
        return True
    k = min(range(len(boards)), key=lambda i: (abs(boards[i].t_ns - at_ns), boards[i].t_ns))
    if boards[k].find(name) is not None and boards[k].find(other) is not None:
        return False
    reach_mm = shape.reach_mm + base.reach_mm
    for board, at_s in zip(boards, moved_s, strict=True):
        apart = _apart_mm(board, name, other)
        if apart is not None:
            could_mm = thresholds.closing_mm_s * abs(at_s - moved_s[k])
            if apart - reach_mm - could_mm >= 0.0:
                return False
    return True


def _moved_s(boards: Sequence[BoardFrame]) -> list[float]:
    """For each frame how long bases had moved by then: at rest none comes nearer to another."""
    if not boards:
        return []
    out, moved_ns, on_ns = [0.0], 0, boards[0].t_ns
    for before, board in pairwise(boards):
        on_ns = board.t_ns if before.power or board.power else on_ns
        if board.t_ns - on_ns <= ROLLS_S * S_NS:
            moved_ns += board.t_ns - before.t_ns
        out.append(moved_ns / S_NS)
    return out


def _apart_mm(board: BoardFrame, name: str, other: str) -> float | None:
    """How far the middles of two bases are from each other; None where one was not seen."""
    one, two = board.find(name), board.find(other)
    return None if one is None or two is None else apart_mm(one.measured.pose, two.measured.pose)


def third_beside(board: BoardFrame, pair: tuple[str, str], bases: Mapping[str, BaseShape]) -> bool:
    """Whether another base is so near one of the two that it may push it."""
    for name in pair:
        one = board.find(name)
        if one is None:
            continue
        here, shape = one.measured.pose, bases[name]
        for other in board.seen:
            base = bases.get(other.player)
            if base is None or other.player in pair:
                continue
            there = other.measured.pose
            if apart_mm(here, there) > shape.reach_mm + base.reach_mm + _BESIDE_MM:
                continue
            rows = pose_row(here)[None, :], pose_row(there)[None, :]
            if pair_gaps_mm(shape, rows[0], base, rows[1])[0] <= _BESIDE_MM:
                return True
    return False
