"""What a plan consists of: figures that move, markers that change, and where everything stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from referee.core.base_shape import BaseShape
from referee.core.pose import Pose
from referee.sim.physics.room import Standing
from referee.sim.physics.settings import Dynamics
from referee.sim.scene import MarkerKind


@dataclass(frozen=True, slots=True)
class Moved:
    """A figure goes along a path; None is beside the board."""

    player: str
    start: Pose | None
    end: Pose | None
    path: Callable[[float], Pose]
    lift_mm: float
    what: str
    shape: BaseShape | None = None
    dynamics: Dynamics | None = None


@dataclass(frozen=True, slots=True)
class MarkerSet:
    """A marker appears, moves or (with no pose) goes."""

    marker: int
    marker_kind: MarkerKind
    pose: Pose | None
    at: Pose
    what: str


@dataclass(frozen=True, slots=True)
class Layout:
    """What stands where; the planner's copy changes as it plans."""

    figures: dict[str, Standing]
    fallen: dict[str, float]
    shapes: dict[str, BaseShape]
    markers: dict[int, tuple[MarkerKind, Pose]]
