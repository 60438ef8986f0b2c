"""What a coach may do between plays, as data. Each takes time and shows a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from referee.core.geometry.base_shape import BasePart, BaseShape
from referee.core.geometry.pose import Pose
from referee.sim.board_state import MarkerKind
from referee.sim.physics.settings import Dynamics


@dataclass(frozen=True, slots=True)
class Pivot:
    """Turn a figure: ``by_deg`` to the left, or ``to_heading_deg``; give one of the two.

    It turns about its centre, or about an ``anchored`` corner that stays where it is.
    """

    player: str
    by_deg: float | None = None
    to_heading_deg: float | None = None
    anchored: BasePart | None = None


@dataclass(frozen=True, slots=True)
class Release:
    """Move a figure straight away from another until they are ``gap_mm`` apart."""

    player: str
    from_player: str
    gap_mm: float = 2.0


@dataclass(frozen=True, slots=True)
class SwapBase:
    """Put a figure on another base, or set its dial anew. None keeps what it has."""

    player: str
    shape: BaseShape | None = None
    dynamics: Dynamics | None = None


@dataclass(frozen=True, slots=True)
class PickUp:
    """Take a figure off the board."""

    player: str


@dataclass(frozen=True, slots=True)
class PutDown:
    """Stand a figure somewhere, from where it is or from beside the board."""

    player: str
    pose: Pose


@dataclass(frozen=True, slots=True)
class StandUp:
    """Stand a fallen figure up where it fell, or as near as there is room."""

    player: str


@dataclass(frozen=True, slots=True)
class SetFormation:
    """Stand many figures where a formation wants them, in a good order."""

    poses: Mapping[str, Pose]


@dataclass(frozen=True, slots=True)
class PlaceMarker:
    """Lay a marker down."""

    marker_kind: MarkerKind
    pose: Pose


@dataclass(frozen=True, slots=True)
class MoveMarker:
    """Lay a marker elsewhere; ``marker`` is the number it got when it was placed."""

    marker: int
    pose: Pose


@dataclass(frozen=True, slots=True)
class RemoveMarker:
    """Take a marker off the board."""

    marker: int


HandAction: TypeAlias = (
    Pivot
    | Release
    | SwapBase
    | PickUp
    | PutDown
    | StandUp
    | SetFormation
    | PlaceMarker
    | MoveMarker
    | RemoveMarker
)
