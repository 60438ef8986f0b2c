"""What one frame shows: the values behind a line of a locations or tracks file."""

from __future__ import annotations

from dataclasses import dataclass, replace

from referee.calls.frame import KEPT_DIGITS, SeenBase


@dataclass(frozen=True, slots=True)
class ObservedMarker:
    """A ball or another marker on the board; ``sigma_mm`` is None where it was not measured.

    ``heading_deg`` is which way it lies if that has a sigma, and else means nothing.
    """

    kind: str
    x_mm: float
    y_mm: float
    heading_deg: float
    score: float
    sigma_mm: float | None = None
    heading_sigma_deg: float | None = None

    def quantised(self) -> ObservedMarker:
        """The marker as a record keeps it."""
        sigma_mm = None if self.sigma_mm is None else _kept(self.sigma_mm)
        turned = None if self.heading_sigma_deg is None else _kept(self.heading_sigma_deg)
        return replace(
            self,
            x_mm=_kept(self.x_mm),
            y_mm=_kept(self.y_mm),
            heading_deg=_kept(self.heading_deg) % 360.0,
            sigma_mm=sigma_mm,
            heading_sigma_deg=turned,
        )


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

    def quantised(self) -> ObservedGap:
        """The gap as a record keeps it."""
        return replace(self, gap_mm=_kept(self.gap_mm), sigma_mm=_kept(self.sigma_mm))


@dataclass(frozen=True, slots=True)
class Observation:
    """One frame. Time and power are None in a locations file, which knows only pictures.

    ``hands`` is None where they were not looked for, ``gaps`` where they were not measured;
    ``image`` is the picture's file, if it has one.
    """

    frame: int
    bases: tuple[SeenBase, ...]
    markers: tuple[ObservedMarker, ...] = ()
    t_ns: int | None = None
    power: bool | None = None
    hands: tuple[ObservedHand, ...] | None = None
    image: str | None = None
    gaps: tuple[ObservedGap, ...] | None = None

    def quantised(self) -> Observation:
        """The frame as a record keeps it: what is judged live is what is judged again later."""
        return replace(
            self,
            bases=tuple(base.quantised() for base in self.bases),
            markers=tuple(marker.quantised() for marker in self.markers),
            gaps=self.gaps and tuple(gap.quantised() for gap in self.gaps),
        )


def _kept(value: float) -> float:
    return round(value, KEPT_DIGITS)
