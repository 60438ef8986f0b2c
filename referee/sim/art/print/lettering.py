"""Words and numerals as polygons in board mm, in several printers' styles."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from referee.sim.art.mesh import FloatArray
from referee.sim.art.print.letters import GRID_HEIGHT, segments_of


@dataclass(frozen=True, slots=True)
class LetterStyle:
    """How strokes become letters; lengths in units of the letter grid (6 high)."""

    stroke: float
    stretch: float = 1.0
    slant: float = 0.0
    round_ends: bool = False
    slab: float = 0.0
    outline: float = 0.0


STYLES = (
    LetterStyle(1.15),
    LetterStyle(0.75, 0.9, round_ends=True),
    LetterStyle(1.0, 1.1, slab=0.55),
    LetterStyle(1.3, 0.85),
    LetterStyle(1.0, 1.0, slant=0.18),
    LetterStyle(1.2, 1.0, outline=0.45),
    LetterStyle(0.5, 0.95),
)


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text's polygons: the ink, and the wider shape behind it if the style has an outline."""

    ink: list[FloatArray]
    outline: list[FloatArray]


def text_width_mm(
    text: str, style: LetterStyle, height_mm: float, room_mm: float | None = None
) -> float:
    """How wide ``text_polygons`` makes a text."""
    _, width = segments_of(text, gap=0.75 + style.stroke)
    edge = style.stroke / 2 + style.outline
    full = (width + 2.0 * edge) * height_mm / (GRID_HEIGHT + 2.0 * edge) * style.stretch
    return full if room_mm is None else min(full, room_mm)


def text_polygons(
    text: str,
    style: LetterStyle,
    middle_mm: tuple[float, float],
    height_mm: float,
    heading_deg: float = 0.0,
    room_mm: float | None = None,
) -> PlacedText:
    """A line of text centred on a point, read along ``heading_deg``; squeezed to ``room_mm``.

    The letters are exactly ``height_mm`` high, strokes (and outline) included.
    """
    segments, width = segments_of(text, gap=0.75 + style.stroke)
    edge = style.stroke / 2 + style.outline
    high = height_mm / (GRID_HEIGHT + 2.0 * edge)
    wide = high * style.stretch
    if room_mm is not None:
        wide = min(wide, room_mm / max(width + 2.0 * edge, 1e-9))
    place = _StrokePlacer(style, (width / 2, GRID_HEIGHT / 2), (wide, high), middle_mm, heading_deg)
    ink, outline = [], []
    for (start, end), caps in zip(segments, _square_caps(segments, style), strict=True):
        ink += place.stroke(start, end, style.stroke / 2, caps)
        if style.outline:
            outline += place.stroke(start, end, edge, caps)
    if style.slab:
        for foot in _free_feet(segments):
            half = np.array([style.stroke / 2 + style.slab, 0.0])
            lift = np.array([0.0, style.stroke * (0.18 if foot[1] > 0.0 else -0.18)])
            ink += place.stroke(
                foot - half + lift, foot + half + lift, style.stroke * 0.32, (True, True)
            )
    return PlacedText(ink, outline)


@dataclass(frozen=True, slots=True)
class _StrokePlacer:
    style: LetterStyle
    centre: tuple[float, float]
    scale: tuple[float, float]
    middle_mm: tuple[float, float]
    heading_deg: float

    def stroke(
        self, start: FloatArray, end: FloatArray, half: float, caps: tuple[bool, bool]
    ) -> list[FloatArray]:
        """One straight stroke with its two ends: square where ``caps`` says so, else a joint."""
        along = end - start
        along = along / np.linalg.norm(along)
        side = np.array([-along[1], along[0]]) * half
        first = along * half if caps[0] else along * 0.0
        last = along * half if caps[1] else along * 0.0
        shapes = [
            np.stack(
                [start - side - first, end - side + last, end + side + last, start + side - first]
            )
        ]
        joint = _round(half) if self.style.round_ends else _octagon(half)
        shapes += [p + joint for p, square in zip((start, end), caps, strict=True) if not square]
        return [self._put(s) for s in shapes]

    def _put(self, points: FloatArray) -> FloatArray:
        p = points - self.centre
        x = (p[:, 0] + p[:, 1] * self.style.slant) * self.scale[0]
        y = p[:, 1] * self.scale[1]
        a = math.radians(self.heading_deg)
        c, s = math.cos(a), math.sin(a)
        return np.stack(
            [self.middle_mm[0] + c * x - s * y, self.middle_mm[1] + s * x + c * y], axis=1
        )


def _octagon(half: float) -> FloatArray:
    angles = np.radians(22.5 + 45.0 * np.arange(8))
    return np.stack([np.cos(angles), np.sin(angles)], axis=1) * (half / math.cos(math.pi / 8))


def _round(half: float) -> FloatArray:
    angles = np.linspace(0.0, 2.0 * math.pi, 16, endpoint=False)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1) * half


def _square_caps(segments: FloatArray, style: LetterStyle) -> list[tuple[bool, bool]]:
    """Which ends are cut square: those where only upright and level strokes meet.

    Where a diagonal joins, an eight-sided joint fits both strokes; a square would stick out.
    """
    if style.round_ends:
        return [(False, False)] * len(segments)
    step = segments[:, 1] - segments[:, 0]
    slanted = (np.abs(step) > 1e-9).all(axis=1)
    oblique = segments[slanted].reshape(-1, 2)

    def square(end: FloatArray) -> bool:
        return not bool((np.abs(oblique - end).max(axis=1) < 1e-9).any())

    return [(square(a), square(b)) for a, b in segments]


def _free_feet(segments: FloatArray) -> list[FloatArray]:
    """Ends on the top or bottom line that no other stroke shares: where slabs go."""
    ends = segments.reshape(-1, 2)
    return [
        e
        for e in ends
        if e[1] in (0.0, GRID_HEIGHT) and (np.abs(ends - e).max(axis=1) < 1e-9).sum() == 1
    ]
