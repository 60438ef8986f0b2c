"""A marker that somebody has pointed at: it lies there until it is seen elsewhere.

A felt ball, a small magnet or a kind that the detector does not know may be missed in every look.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from referee.core.clock import S_NS
from referee.vision.sighting import MarkerSighting

# A marker that is seen this near is the one that was pointed at; a base shoves it no faster.
SAME_MM = 10.0
SHOVED_MM_S = 270.0
# A base that pushes a marker carries it at most so far without any look that shows it.
FARTHEST_MM = 30.0
# A rougher look that is off by less says nothing against where it was seen to lie.
ROUGH_SIGMAS = 2.0
# Two markers are never nearer to each other.
APART_MM = 6.0


class LaidMarker:
    """The one marker that a play goes by."""

    def __init__(self) -> None:
        self._at: MarkerSighting | None = None
        self._seen_ns = 0

    @property
    def at(self) -> MarkerSighting | None:
        """Where it lies, as far as is known; None: there is none."""
        return self._at

    def lay(self, marker: MarkerSighting | None, t_ns: int) -> None:
        """Somebody has said that it lies there; None: it counts no more."""
        self._at, self._seen_ns = marker, t_ns

    def look(self, seen: Sequence[MarkerSighting], t_ns: int) -> None:
        """What a look showed: the marker may have gone on."""
        at = self._at
        if at is None:
            return
        reach_mm = SAME_MM + SHOVED_MM_S * max(t_ns - self._seen_ns, 0) / S_NS
        near = [m for m in seen if _apart_mm(m, at) <= min(reach_mm, FARTHEST_MM)]
        if near:
            best = min(near, key=lambda marker: _apart_mm(marker, at))
            self._seen_ns = t_ns
            if best.sigma_mm > at.sigma_mm and _apart_mm(best, at) < ROUGH_SIGMAS * best.sigma_mm:
                return  # a rougher look, as beside a figure, shows nothing new
            # What it is was said: a magnet that is taken for a pylon once is a magnet all the same.
            self._at = replace(best, kind=at.kind)

    def among(self, seen: Sequence[MarkerSighting]) -> tuple[MarkerSighting, ...]:
        """The markers of a look, with this one as what it was said to be."""
        at = self._at
        if at is None:
            return tuple(seen)
        return (*(marker for marker in seen if _apart_mm(marker, at) > APART_MM), at)


def _apart_mm(a: MarkerSighting, b: MarkerSighting) -> float:
    return math.dist((a.x_mm, a.y_mm), (b.x_mm, b.y_mm))
