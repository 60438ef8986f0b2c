"""Arrows between boxes, with words where nothing else is: what the pictures of steps share."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from referee.loaders.formats.vector_picture import VectorPicture

DrawingPoint = tuple[float, float]
DrawingBox = tuple[float, float, float, float]
PAPER = "#ffffff"


@dataclass(frozen=True, slots=True)
class LabelStyle:
    """How the words on an arrow are set: lengths as shares of a letter's height."""

    letter_mm: float
    width: float
    margin_mm: float
    height: float
    line: float
    drop: float


def box_around(middle: DrawingPoint, width_mm: float, height_mm: float) -> DrawingBox:
    """Left, bottom, right and top of a box."""
    x, y = middle
    return x - width_mm / 2, y - height_mm / 2, x + width_mm / 2, y + height_mm / 2


def draw_head(
    picture: VectorPicture,
    behind: DrawingPoint,
    tip: DrawingPoint,
    size: tuple[float, float],
    ink: str,
) -> None:
    """The head of an arrow; ``size`` is its length in mm and half its angle in radians."""
    length_mm, spread = size
    angle = math.atan2(tip[1] - behind[1], tip[0] - behind[0])
    wings = [
        (tip[0] - length_mm * math.cos(angle + turn), tip[1] - length_mm * math.sin(angle + turn))
        for turn in (-spread, spread)
    ]
    picture.polygon([tip, *wings], ink)


def draw_label(
    picture: VectorPicture,
    lines: Sequence[str],
    places: Iterable[DrawingPoint],
    taken: Sequence[DrawingBox],
    style: LabelStyle,
    ink: str,
) -> DrawingBox:
    """Words at the first place where nothing else is; returns the box they take."""
    letter = style.letter_mm
    wide = max(len(line) for line in lines) * letter * style.width + style.margin_mm
    high = len(lines) * letter * style.height
    boxes = [box_around(place, wide, high) for place in places]
    free = (box for box in boxes if not any(_overlap(box, other) for other in taken))
    box = next(free, boxes[0])
    picture.rectangle(*box, PAPER)
    for k, line in enumerate(lines):
        down = box[3] - (k + style.drop) * letter * style.line
        picture.words((box[0] + box[2]) / 2, down, line, letter, ink)
    return box


def wrapped(label: str, between: str, most_letters: int) -> list[str]:
    """The parts of a label, joined again to lines that are not longer than this."""
    lines: list[str] = []
    for word in label.split(between):
        if lines and len(lines[-1]) + len(word) + len(between) <= most_letters:
            lines[-1] += f"{between}{word}"
        else:
            lines.append(word)
    return lines


def _overlap(a: DrawingBox, b: DrawingBox) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
