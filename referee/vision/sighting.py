"""What one frame says: things found in the picture, and bases measured on the board."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from referee.core.errors import BadValue
from referee.core.geometry.pose import Pose
from referee.core.roster import Team

Pixel = tuple[float, float]
Corners = tuple[Pixel, Pixel, Pixel, Pixel]  # front-left, front-right, back-right, back-left
Row3 = tuple[float, float, float]
Covariance = tuple[Row3, Row3, Row3]  # of x_mm, y_mm and the heading in radians


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
    corner_confidence: tuple[float, float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Sighting:
    """One base, measured in one frame and never filtered.

    ``team_probability`` belongs to ``team``; ``fallen`` is the probability that the figure lies;
    ``front`` the probability that the heading is right and not turned by 180 degrees. ``cues`` say
    for players, by id, how well a number or a colour fits: log-likelihoods, of which only the
    differences count; who is left out is judged as 0.
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
    cues: Mapping[str, float] | None = None

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
    """The ball, a magnet or a pylon: its centre on the board, measured in one frame."""

    kind: Thing
    x_mm: float
    y_mm: float
    sigma_mm: float
    score: float


@dataclass(frozen=True, slots=True)
class HandSighting:
    """A hand in the picture: its box (left, top, right, bottom)."""

    box_px: tuple[float, float, float, float]
    score: float


@dataclass(frozen=True, slots=True)
class PairSighting:
    """Two bases less than 5 mm apart, measured jointly; places count in the frame's sightings.

    ``cross`` is the covariance between both poses (rows: the first's x_mm, y_mm and heading in
    radians): both outlines are read from one slit, so their errors go together. ``sigma_mm`` is the
    gap's deviation with it.
    """

    first: int
    second: int
    gap_mm: float
    sigma_mm: float
    cross: Covariance


@dataclass(frozen=True, slots=True)
class FrameSightings:
    """Everything one frame says, at the instant it was captured."""

    t_ns: int
    sightings: tuple[Sighting, ...]
    markers: tuple[MarkerSighting, ...] = ()
    hands: tuple[HandSighting, ...] = ()
    pairs: tuple[PairSighting, ...] = ()

    def joint_covariance(self, pair: PairSighting) -> tuple[tuple[float, ...], ...]:
        """Six by six: of x_mm, y_mm and heading of the pair's first base, then of its second."""
        first, second = (self.sightings[i].covariance for i in (pair.first, pair.second))
        back = zip(*pair.cross, strict=True)
        return (
            *((*own, *other) for own, other in zip(first, pair.cross, strict=True)),
            *((*other, *own) for other, own in zip(back, second, strict=True)),
        )
