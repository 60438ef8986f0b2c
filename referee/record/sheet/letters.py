"""How wide words are in Helvetica, which every PDF reader has."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

# Of the characters from space to tilde, in thousandths of the size.
# fmt: off
_PLAIN = (
    278, 278, 355, 556, 556, 889, 667, 222, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 222, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
)
_BOLD = (
    278, 333, 474, 556, 556, 889, 722, 278, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
    611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 333, 278, 333, 584, 556, 278, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
    278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
)
# fmt: on
_FIRST, _OTHER = 32, 556
_PER_POINT = 25.4 / 72.0 / 1000.0


def width_mm(text: str, size_pt: float, *, bold: bool = False) -> float:
    """How wide a text is; an accent makes no letter wider."""
    table = _BOLD if bold else _PLAIN
    plain = unicodedata.normalize("NFKD", text)
    letters = (c for c in plain if not unicodedata.combining(c))
    return sum(_one(table, letter) for letter in letters) * size_pt * _PER_POINT


def wrapped(text: str, size_pt: float, wide_mm: float, *, bold: bool = False) -> list[str]:
    """The text in lines that fit; a word that does not is cut."""
    lines: list[str] = []
    line = ""
    for word in _fitting(text, size_pt, wide_mm, bold=bold):
        longer = f"{line} {word}" if line else word
        if line and width_mm(longer, size_pt, bold=bold) > wide_mm:
            lines.append(line)
            line = word
        else:
            line = longer
    return [*lines, line]


def _fitting(text: str, size_pt: float, wide_mm: float, *, bold: bool) -> Iterator[str]:
    for word in text.split():
        rest = word
        while width_mm(rest, size_pt, bold=bold) > wide_mm and len(rest) > 1:
            part = rest
            while len(part) > 1 and width_mm(part, size_pt, bold=bold) > wide_mm:
                part = part[:-1]
            yield part
            rest = rest[len(part) :]
        yield rest


def _one(table: tuple[int, ...], letter: str) -> int:
    place = ord(letter) - _FIRST
    return table[place] if 0 <= place < len(table) else _OTHER
