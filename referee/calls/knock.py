"""Who touched a player in the last moment: looked up in the frames kept, once it matters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.calls.board import Board
from referee.calls.company import came_near
from referee.calls.levels import Levels
from referee.calls.touch_watch import TouchWatch
from referee.core.base_shape import BaseShape


def knocks(
    boards: Sequence[Board],
    name: str,
    shape: BaseShape,
    others: Mapping[str, BaseShape],
    levels: Levels,
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
    boards: Sequence[Board],
    name: str,
    shape: BaseShape,
    other: str,
    base: BaseShape,
    levels: Levels,
    since_ns: int,
) -> float:
    watch = TouchWatch(shape, base, levels)
    best = 0.0
    for board in boards:
        if watch.see(board, name, other) is not None and board.t_ns >= since_ns:
            best = max((best, *(touch.probability for touch in watch.touches())))
    return best
