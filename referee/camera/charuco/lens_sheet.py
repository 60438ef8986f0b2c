"""The printed sheet: a chessboard with a marker in every white square, one kind per paper size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from referee.core.errors import BadValue

DICTIONARY = cv2.aruco.DICT_5X5_250
BITS = 5
CELLS = BITS + 2  # a marker's bits with its black border
Rectangle = tuple[float, float, float, float]  # left, top, width, height in mm of the sheet


@dataclass(frozen=True, slots=True)
class LensSheet:
    """A paper in landscape and what is printed on it; lengths in mm.

    No two sheets share a marker, so a picture tells which sheet it shows.
    """

    paper: str
    width_mm: float
    height_mm: float
    columns: int
    rows: int
    square_mm: float
    marker_mm: float
    first_marker: int

    @property
    def markers(self) -> int:
        """The number of markers on the sheet."""
        return self.columns * self.rows // 2

    @property
    def corners(self) -> int:
        """Inner corners of the chessboard, the points that are measured."""
        return (self.columns - 1) * (self.rows - 1)

    @property
    def left_mm(self) -> float:
        """Left edge of the chessboard on the paper."""
        return (self.width_mm - self.columns * self.square_mm) / 2

    @property
    def top_mm(self) -> float:
        """Its upper edge; the words stand below it."""
        return (self.height_mm - WORDS_MM - self.rows * self.square_mm) / 2


WORDS_MM = 12.0
LENS_SHEETS = {
    s.paper: s
    for s in (
        LensSheet("a4", 297.0, 210.0, 9, 6, 28.0, 21.0, 0),
        LensSheet("letter", 279.4, 215.9, 9, 6, 28.0, 21.0, 27),
        LensSheet("a3", 420.0, 297.0, 12, 8, 32.0, 24.0, 54),
    )
}


def sheet_of(paper: str) -> LensSheet:
    """The sheet for a paper, by its name in any case."""
    sheet = LENS_SHEETS.get(paper.strip().lower())
    if sheet is None:
        raise BadValue("paper", paper, f"one of {', '.join(LENS_SHEETS)}")
    return sheet


@cache
def opencv_board_of(sheet: LensSheet) -> cv2.aruco.CharucoBoard:
    """The same sheet as OpenCV knows it."""
    ids = np.arange(sheet.first_marker, sheet.first_marker + sheet.markers)
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    return cv2.aruco.CharucoBoard(
        (sheet.columns, sheet.rows), sheet.square_mm, sheet.marker_mm, dictionary, ids
    )


def black_parts(sheet: LensSheet) -> Iterator[Rectangle]:
    """Everything black of the chessboard: squares, and the dark bits of markers in runs."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    marker = sheet.first_marker
    inset = (sheet.square_mm - sheet.marker_mm) / 2
    cell = sheet.marker_mm / CELLS
    for row in range(sheet.rows):
        for column in range(sheet.columns):
            left = sheet.left_mm + column * sheet.square_mm
            top = sheet.top_mm + row * sheet.square_mm
            if (row + column) % 2 == 0:
                yield left, top, sheet.square_mm, sheet.square_mm
                continue
            bits = cv2.aruco.generateImageMarker(dictionary, marker, CELLS)
            for y, line in enumerate(bits):
                for start, count in _runs(line < 128):
                    x = left + inset + start * cell
                    yield x, top + inset + y * cell, count * cell, cell
            marker += 1


def _runs(dark: np.ndarray) -> Iterator[tuple[int, int]]:
    """Where runs of true values begin, and how long they are."""
    edges = np.flatnonzero(np.diff(np.r_[False, dark, False].astype(np.int8)))
    for start, end in edges.reshape(-1, 2):
        yield int(start), int(end - start)
