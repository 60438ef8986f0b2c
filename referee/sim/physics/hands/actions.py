"""What a coach may do between plays, as data. Each takes time and shows a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from referee.core.geometry.pose import Pose
from referee.sim.board_state import MarkerKind


@dataclass(frozen=True, slots=True)
class Pivot:
    """Turn a figure about its centre: ``by_deg`` to the left, or ``to_heading_deg``; give one.

    ``about_front``: the middle of its front stays where it is, if there is room for the rest.
    """

    player: str
    by_deg: float | None = None
    to_heading_deg: float | None = None
    about_front: bool = False


@dataclass(frozen=True, slots=True)
class PutDown:
    """Stand a figure up somewhere, from where it stands or lies, or from beside the board."""

    player: str
    pose: Pose


@dataclass(frozen=True, slots=True)
class TakeOff:
    """Take a figure off the board, standing or lying, to where it waits beside it."""

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
    Pivot | PutDown | TakeOff | SetFormation | PlaceMarker | MoveMarker | RemoveMarker
)
