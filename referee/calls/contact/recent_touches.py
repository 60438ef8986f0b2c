"""Who touched a player in the last moment: looked up in the frames kept, once it matters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.calls.contact.neighbours import came_near
from referee.calls.contact.pair_tracker import PairTracker
from referee.calls.frame import BoardFrame
from referee.calls.thresholds import Thresholds
from referee.core.geometry.base_shape import BaseShape


def p_touched_since(
    boards: Sequence[BoardFrame],
    name: str,
    shape: BaseShape,
    others: Mapping[str, BaseShape],
    levels: Thresholds,
    since_ns: int,
) -> dict[str, float]:
    """How likely each of the others touched a player at any time from then on.

    Who never came near is left out.
    """
    return {
        other: _likeliest(boards, name, shape, other, base, levels, since_ns)
        for other, base in sorted(others.items())
        if came_near(boards, name, other, shape.reach_mm + base.reach_mm)
    }


def _likeliest(
    boards: Sequence[BoardFrame],
    name: str,
    shape: BaseShape,
    other: str,
    base: BaseShape,
    levels: Thresholds,
    since_ns: int,
) -> float:
    watch = PairTracker(shape, base, levels)
    best = 0.0
    for board in boards:
        if watch.see(board, name, other) is not None and board.t_ns >= since_ns:
            best = max((best, *(touch.probability for touch in watch.touches())))
    return best
