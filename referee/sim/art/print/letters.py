"""A stroke alphabet of our own: capitals and digits as polylines on a grid 4 wide and 6 high."""

from __future__ import annotations

import numpy as np

from referee.sim.art.mesh import FloatArray

GRID_WIDTH = 4.0
GRID_HEIGHT = 6.0
SPACE_WIDTH = 2.6

# Each glyph: its strokes, written "xy xy xy", separated by a comma; x 0-4, y 0-6 upward.
_STROKES = {
    "A": "00 05 16 36 45 40,03 43",
    "B": "00 06 36 45 44 33 42 41 30 00,03 33",
    "C": "45 36 16 05 01 10 30 41",
    "D": "00 06 36 45 41 30 00",
    "E": "46 06 00 40,03 33",
    "F": "46 06 00,03 33",
    "G": "45 36 16 05 01 10 30 41 43 23",
    "H": "06 00,46 40,03 43",
    "I": "26 20",
    "J": "46 41 30 10 01 02",
    "K": "06 00,46 03 40",
    "L": "06 00 40",
    "M": "00 06 23 46 40",
    "N": "00 06 40 46",
    "O": "10 30 41 45 36 16 05 01 10",
    "P": "00 06 36 45 44 33 03",
    "Q": "10 30 41 45 36 16 05 01 10,22 40",
    "R": "00 06 36 45 44 33 03,23 40",
    "S": "45 36 16 05 04 13 33 42 41 30 10 01",
    "T": "06 46,26 20",
    "U": "06 01 10 30 41 46",
    "V": "06 20 46",
    "W": "06 10 23 30 46",
    "X": "06 40,00 46",
    "Y": "06 23 46,23 20",
    "Z": "06 46 00 40",
    "0": "10 30 41 45 36 16 05 01 10",
    "1": "15 26 20,10 30",
    "2": "05 16 36 45 44 00 40",
    "3": "05 16 36 45 44 33 13,33 42 41 30 10 01",
    "4": "30 36 02 42",
    "5": "46 06 03 33 42 41 30 10 01",
    "6": "45 36 16 05 01 10 30 41 42 33 03",
    "7": "06 46 20",
    "8": "13 33 42 41 30 10 01 02 13 04 05 16 36 45 44 33",
    "9": "43 13 04 05 16 36 45 41 30 10 01",
    "&": "40 04 05 16 25 24 02 01 10 20 42",
    "-": "13 33",
    ".": "10 20",
    "'": "26 25",
    "!": "26 22,20 21",
}

LetterStroke = FloatArray


def strokes_of(character: str) -> list[LetterStroke]:
    """The polylines of one character, each (n, 2); unknown characters are blank."""
    text = _STROKES.get(character.upper(), "")
    return [
        np.array([[float(p[0]), float(p[1])] for p in stroke.split()])
        for stroke in text.split(",")
        if stroke
    ]


def width_of(character: str) -> float:
    """How wide a character is on the grid, without the gap after it."""
    if character == " ":
        return SPACE_WIDTH
    strokes = strokes_of(character)
    if not strokes:
        return SPACE_WIDTH
    return float(max(s[:, 0].max() for s in strokes) - min(s[:, 0].min() for s in strokes))


def segments_of(text: str, gap: float = 1.6) -> tuple[FloatArray, float]:
    """All straight strokes of a text, (n, 2 ends, 2), from x = 0, and how wide the text is."""
    rows: list[FloatArray] = []
    x = 0.0
    for character in text:
        strokes = strokes_of(character)
        left = min((float(s[:, 0].min()) for s in strokes), default=0.0)
        for stroke in strokes:
            moved = stroke + np.array([x - left, 0.0])
            rows.append(np.stack([moved[:-1], moved[1:]], axis=1))
        x += width_of(character) + gap
    width = max(0.0, x - gap)
    return (np.concatenate(rows) if rows else np.zeros((0, 2, 2))), width
