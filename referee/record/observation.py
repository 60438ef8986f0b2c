"""What one frame shows: the values behind a line of a locations or tracks file."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.roster import Team

PicturePixel = tuple[float, float]


@dataclass(frozen=True, slots=True)
class ObservedBase:
    """One base. ``sigma`` is of x in mm, y in mm and heading in degrees; exact truth has zeros.

    ``corners_px`` are the corners of the base top's enclosing rectangle: front-left, front-right,
    back-right, back-left. ``id`` is None until a player's name is given to the base, ``team`` where
    it is not known. ``front`` is the probability that the heading is not turned by 180 degrees; it
    and the fields after it are None where they were not measured, and then no file has them.
    ``doubtful``: it may be another player, and a coach has been asked.
    """

    x_mm: float
    y_mm: float
    heading_deg: float
    sigma: tuple[float, float, float]
    corners_px: tuple[PicturePixel, PicturePixel, PicturePixel, PicturePixel]
    team: Team | None
    fallen: bool
    score: float
    id: str | None = None
    front: float | None = None
    team_probability: float | None = None
    length_mm: float | None = None
    width_mm: float | None = None
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class ObservedMarker:
    """A ball or another marker on the board; ``sigma_mm`` is None where it was not measured."""

    kind: str
    x_mm: float
    y_mm: float
    heading_deg: float
    score: float
    sigma_mm: float | None = None


@dataclass(frozen=True, slots=True)
class ObservedHand:
    """A hand in the picture: its box as left, top, right, bottom."""

    box_px: tuple[float, float, float, float]
    score: float


@dataclass(frozen=True, slots=True)
class ObservedGap:
    """Two players whose bases are close, measured together in one picture."""

    first: str
    second: str
    gap_mm: float
    sigma_mm: float


@dataclass(frozen=True, slots=True)
class Observation:
    """One frame. Time and power are None in a locations file, which knows only pictures.

    ``hands`` is None where they were not looked for, ``gaps`` where they were not measured;
    ``image`` is the picture's file, if it has one.
    """

    frame: int
    bases: tuple[ObservedBase, ...]
    markers: tuple[ObservedMarker, ...] = ()
    t_ns: int | None = None
    power: bool | None = None
    hands: tuple[ObservedHand, ...] | None = None
    image: str | None = None
    gaps: tuple[ObservedGap, ...] | None = None
