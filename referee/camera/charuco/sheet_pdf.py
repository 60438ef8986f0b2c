"""A sheet as a PDF of one page, in exact millimetres: black rectangles and a line of words."""

from __future__ import annotations

from pathlib import Path

from fpdf.enums import PathPaintRule

from referee.camera.charuco.lens_sheet import WORDS_MM, LensSheet, Rectangle, black_parts
from referee.core.errors import BadValue, PlainWord
from referee.loaders.formats.atomic_file import write_bytes
from referee.loaders.formats.pdf import FONT, POINTS_PER_MM, Pdf

RULER_MM = 100.0
WORDS_PT = 9
WORDS = "Referee lens sheet, {paper}. Print at 100 %, glue it flat on card. The bar is 100 mm long:"


def write_sheet(path: Path, sheet: LensSheet) -> None:
    """Write the PDF to ``path``, which must end in .pdf."""
    if path.suffix.lower() != ".pdf":
        raise BadValue(
            "the sheet", PlainWord(f"to be called {path.name}"), "a name that ends in .pdf"
        )
    write_bytes(path, pdf_of(sheet))


def pdf_of(sheet: LensSheet) -> bytes:
    """The file's bytes; the same sheet gives the same bytes.

    Everything is placed in points: fpdf2 writes 4 digits of what it is given, and points are finer.
    """
    pdf = Pdf(sheet.width_mm, sheet.height_mm, "Referee lens sheet", unit="pt")
    pdf.add_page()
    below = sheet.top_mm + sheet.rows * sheet.square_mm + WORDS_MM / 2
    # One path for everything black: parts filled one by one would show seams between them.
    with pdf.new_path() as path:
        path.style.stroke_color = None
        path.style.fill_color = "#000000"
        path.style.intersection_rule = "nonzero"
        path.style.paint_rule = PathPaintRule.FILL_NONZERO
        for part in (*black_parts(sheet), *_ruler(sheet, below)):
            path.rectangle(*(POINTS_PER_MM * length for length in part))
    words = WORDS.format(paper=sheet.paper.upper() if len(sheet.paper) == 2 else sheet.paper)
    pdf.set_font(FONT, size=WORDS_PT)
    pdf.text(POINTS_PER_MM * sheet.left_mm, POINTS_PER_MM * (below + 1.5), words)
    return pdf.data()


def _ruler(sheet: LensSheet, top: float) -> tuple[Rectangle, ...]:
    right = sheet.left_mm + sheet.columns * sheet.square_mm
    ends = ((end, top - 1.5, 0.3, 4.2) for end in (right - RULER_MM, right - 0.3))
    return (right - RULER_MM, top, RULER_MM, 1.2), *ends
