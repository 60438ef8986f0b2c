"""A sheet as a PDF of one page, in exact millimetres: black rectangles and a line of words."""

from __future__ import annotations

from pathlib import Path

from referee.camera.charuco.sheet import WORDS_MM, Sheet, black_parts
from referee.core.errors import BadValue, Word
from referee.files.atomic import write_bytes
from referee.files.pdf import Page, points
from referee.files.pdf import pdf_of as file_of

RULER_MM = 100.0
WORDS_PT = 9
WORDS = "Referee lens sheet, {paper}. Print at 100 %, glue it flat on card. The bar is 100 mm long:"


def write_sheet(path: Path, sheet: Sheet) -> None:
    """Write the PDF whole."""
    if path.suffix.lower() != ".pdf":
        raise BadValue("the sheet", Word(f"to be called {path.name}"), "a name that ends in .pdf")
    write_bytes(path, pdf_of(sheet))


def pdf_of(sheet: Sheet) -> bytes:
    """The file's bytes; the same sheet gives the same bytes."""
    page = Page(sheet.width_mm, sheet.height_mm, _drawing(sheet))
    return file_of([page], "Referee lens sheet")


def _drawing(sheet: Sheet) -> str:
    """One path for everything black: parts filled one by one would show seams between them."""
    lines = [_rectangle(sheet, *part) for part in black_parts(sheet)]
    below = sheet.top_mm + sheet.rows * sheet.square_mm + WORDS_MM / 2
    right = sheet.left_mm + sheet.columns * sheet.square_mm
    lines.append(_rectangle(sheet, right - RULER_MM, below, RULER_MM, 1.2))
    ends = (right - RULER_MM, right - 0.3)
    lines += [_rectangle(sheet, end, below - 1.5, 0.3, 4.2) for end in ends]
    words = WORDS.format(paper=sheet.paper.upper() if len(sheet.paper) == 2 else sheet.paper)
    at = f"{points(sheet.left_mm)} {points(sheet.height_mm - below - 1.5)}"
    text = f"BT /F1 {WORDS_PT} Tf {at} Td ({words}) Tj ET"
    return "\n".join(["0 g", *lines, "f", text])


def _rectangle(sheet: Sheet, left: float, top: float, width: float, height: float) -> str:
    """PDF counts from the lower left corner."""
    bottom = sheet.height_mm - top - height
    return " ".join(points(v) for v in (left, bottom, width, height)) + " re"
