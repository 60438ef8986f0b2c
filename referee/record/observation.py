"""What one picture says: the values behind a line of a locations or tracks file."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.roster import Team

Pixel = tuple[float, float]


@dataclass(frozen=True, slots=True)
class BaseSeen:
    """One base. ``sigma`` is of x in mm, y in mm and heading in degrees; exact truth has zeros.

    ``corners_px`` are the corners of the base top's enclosing rectangle: front-left, front-right,
    back-right, back-left. ``id`` is None until tracking has given the base to a player.
    """

    x_mm: float
    y_mm: float
    heading_deg: float
    sigma: tuple[float, float, float]
    corners_px: tuple[Pixel, Pixel, Pixel, Pixel]
    team: Team
    fallen: bool
    score: float
    id: str | None = None


@dataclass(frozen=True, slots=True)
class MarkerSeen:
    """A ball or another marker on the board."""

    kind: str
    x_mm: float
    y_mm: float
    heading_deg: float
    score: float


@dataclass(frozen=True, slots=True)
class Observation:
    """One frame. Time and power are None in a locations file, which knows only pictures."""

    frame: int
    bases: tuple[BaseSeen, ...]
    markers: tuple[MarkerSeen, ...] = ()
    t_ns: int | None = None
    power: bool | None = None
