"""What one frame says: things found in the picture, and bases measured on the board."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from referee.core.arrays import F32
from referee.core.errors import BadValue
from referee.core.geometry.pose import Pose
from referee.core.roster import Team

Pixel = tuple[float, float]
Corners = tuple[Pixel, Pixel, Pixel, Pixel]  # front-left, front-right, back-right, back-left
Row3 = tuple[float, float, float]
Covariance = tuple[Row3, Row3, Row3]  # of x_mm, y_mm and the heading in radians
WhoT_co = TypeVar("WhoT_co", covariant=True)


class Thing(StrEnum):
    """What the detector tells apart."""

    BASE = "base"
    FALLEN = "fallen figure"
    BALL_MAGNET = "ball magnet"
    FELT_BALL = "felt ball"
    RED_MAGNET = "red magnet"
    YELLOW_MAGNET = "yellow magnet"
    GREEN_MAGNET = "green magnet"
    ORANGE_PYLON = "orange pylon"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Detection:
    """One thing in the picture. Only a base and a fallen figure have corners.

    ``box_px`` is left, top, right, bottom; the corners are those of the rectangle that encloses the
    base's top.
    """

    thing: Thing
    score: float
    box_px: tuple[float, float, float, float]
    corners_px: Corners | None = None


@dataclass(frozen=True, slots=True)
class Sighting:
    """One base, measured in one frame and never filtered.

    ``team_probability`` belongs to ``team``; ``fallen`` is the probability that the figure lies;
    ``front`` the probability that the heading is right and not turned by 180 degrees. ``views`` is
    what its figure looks like, with this heading and turned by 180 degrees, (2, length); None:
    nobody has looked.
    """

    t_ns: int
    pose: Pose
    covariance: Covariance
    length_mm: float
    width_mm: float
    team: Team | None
    team_probability: float
    fallen: float
    front: float
    score: float
    corners_px: Corners
    views: F32 | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        for key in ("team_probability", "fallen", "front", "score"):
            value = getattr(self, key)
            if not 0.0 <= value <= 1.0:
                raise BadValue(key, value, "a probability from 0 to 1")
        for i, row in enumerate(self.covariance):
            if not all(map(math.isfinite, row)) or row[i] < 0.0:
                raise BadValue("covariance", self.covariance, "finite, with no negative variance")


@dataclass(frozen=True, slots=True)
class MarkerSighting:
    """The ball, a magnet or a pylon: its centre on the board, measured in one frame.

    ``heading_deg`` is which way an oval one lies, either end first; None: that was not measured.
    """

    kind: Thing
    x_mm: float
    y_mm: float
    sigma_mm: float
    score: float
    heading_deg: float | None = None
    heading_sigma_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class HandSighting:
    """A hand in the picture: its box (left, top, right, bottom)."""

    box_px: tuple[float, float, float, float]
    score: float


@dataclass(frozen=True, slots=True)
class NearPair(Generic[WhoT_co]):
    """Two bases less than 5 mm apart, measured jointly: named, or by their places in a list.

    Both outlines are read from one slit, so their errors go together: ``sigma_mm``, the gap's
    deviation, is less than the two poses by themselves would give.
    """

    first: WhoT_co
    second: WhoT_co
    gap_mm: float
    sigma_mm: float


@dataclass(frozen=True, slots=True)
class FrameSightings:
    """Everything one frame says, at the instant it was captured; pairs count the sightings."""

    t_ns: int
    sightings: tuple[Sighting, ...]
    markers: tuple[MarkerSighting, ...] = ()
    hands: tuple[HandSighting, ...] = ()
    pairs: tuple[NearPair[int], ...] = ()
