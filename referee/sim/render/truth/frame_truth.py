"""What a frame truly shows: the answer sheet that comes with every rendered picture."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.roster import Team
from referee.sim.board_state import MarkerKind

PicturePoint = tuple[float, float]
TopCorners = tuple[PicturePoint, PicturePoint, PicturePoint, PicturePoint]


@dataclass(frozen=True, slots=True)
class PieceTruth:
    """One base at the middle of its row's exposure.

    Corners are those of the enclosing rectangle of the base's top: front-left, front-right,
    back-right, back-left. ``visible`` is the share of the base's top that the picture shows; its
    own figure hides it as well as others do.
    """

    player_id: str
    team: Team
    t_ns: int
    x_mm: float
    y_mm: float
    heading_deg: float
    top_mm: float
    corners_px: TopCorners
    corners_mm: TopCorners
    visible: float
    fallen: bool
    lifted: bool
    off_picture: bool


@dataclass(frozen=True, slots=True)
class MarkerTruth:
    """One marker at the middle of its row's exposure."""

    kind: MarkerKind
    t_ns: int
    x_mm: float
    y_mm: float
    heading_deg: float
    px: PicturePoint


@dataclass(frozen=True, slots=True)
class HandTruth:
    """A hand and the box (left, top, right, bottom) that it and its arm cover in the picture."""

    x_mm: float
    y_mm: float
    z_mm: float
    box_px: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class GapTruth:
    """Two bases close to each other, as shown in this frame; negative where they overlap."""

    first: str
    second: str
    gap_mm: float


@dataclass(frozen=True, slots=True)
class FrameTruth:
    """Everything true of one frame; ``t_ns`` is the middle of the middle row's exposure."""

    t_ns: int
    power_gain: float
    pieces: tuple[PieceTruth, ...]
    markers: tuple[MarkerTruth, ...]
    hands: tuple[HandTruth, ...]
    gaps: tuple[GapTruth, ...]
