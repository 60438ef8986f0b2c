"""What a plan consists of: figures that move, markers that change, and where everything stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose
from referee.sim.board_state import MarkerKind
from referee.sim.physics.free_space import OccupiedPlace


@dataclass(frozen=True, slots=True)
class FigureMove:
    """A figure goes along a path; without a ``start`` it comes from beside the board.

    Without an ``end`` it goes there; ``path`` then stays where it stood.
    """

    player: str
    start: Pose | None
    end: Pose | None
    path: Callable[[float], Pose]
    lift_mm: float
    what: str


@dataclass(frozen=True, slots=True)
class MarkerMove:
    """A marker appears, moves or (with no pose) goes."""

    marker: int
    marker_kind: MarkerKind
    pose: Pose | None
    at: Pose
    what: str


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """What stands where; the planner's copy changes as it plans."""

    figures: dict[str, OccupiedPlace]
    fallen: dict[str, float]
    shapes: dict[str, BaseShape]
    markers: dict[int, tuple[MarkerKind, Pose]]
