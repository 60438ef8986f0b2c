"""Lighter and darker tones of a colour."""

from __future__ import annotations

from referee.sim.art.mesh import Rgb


def shade(colour: Rgb, factor: float) -> Rgb:
    """A colour made lighter (above 1) or darker (below 1)."""
    r, g, b = (min(1.0, max(0.0, c * factor)) for c in colour)
    return r, g, b
