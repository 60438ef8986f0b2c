"""The score sheet on paper: tables flow over pages, and every page repeats the column titles."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from fpdf import FontFace
from fpdf.enums import TableBordersLayout, VAlign, XPos, YPos

from referee.core.errors import BadValue, PlainWord
from referee.loaders.formats.atomic_file import write_bytes
from referee.loaders.formats.pdf import FONT, Pdf
from referee.record.sheet.tables import ScoreSheet, SheetTable, TextAlign

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN_MM, FOOT_MM = 10.0, 8.0
TITLE_PT, LINE_PT, HEAD_PT, LABEL_PT, CELL_PT, FOOT_PT = 17.0, 9.0, 10.5, 6.5, 7.5, 7.0
PAD_MM = 0.8
LEADING_MM = 1.18 * 25.4 / 72.0  # from line to line, for each point of a font's size
GAP_MM = 4.0  # above a table
KEEP_ROWS = 3  # at least so many lines of words stand under a table's title
_SIDES = {TextAlign.LEFT: "L", TextAlign.MIDDLE: "C", TextAlign.RIGHT: "R"}


def write_pdf(path: Path, sheet: ScoreSheet, paper: str) -> None:
    """Write the sheet whole; the same sheet gives the same bytes."""
    if path.suffix.lower() != ".pdf":
        raise BadValue(
            "the sheet", PlainWord(f"to be called {path.name}"), "a name that ends in .pdf"
        )
    write_bytes(path, pdf_bytes(sheet, paper))


def pdf_bytes(sheet: ScoreSheet, paper: str) -> bytes:
    """The sheet as a PDF."""
    if paper not in PAPERS:
        raise BadValue("paper", paper, f"one of {', '.join(PAPERS)}")
    printed = _Printed(*PAPERS[paper], sheet.title)
    printed.head(sheet)
    for table in sheet.tables:
        printed.table_of(table)
    return printed.data()


class _Printed(Pdf):
    """The pages so far."""

    def __init__(self, width_mm: float, height_mm: float, title: str) -> None:
        super().__init__(width_mm, height_mm, f"Score sheet: {title}")
        self._foot = title
        self._continued = ""  # the table that goes on at the top of a new page
        self.set_margin(MARGIN_MM)
        self.set_auto_page_break(True, MARGIN_MM + FOOT_MM)
        self.add_page()

    def header(self) -> None:
        """What fpdf2 puts at the top of every page."""
        if self._continued:
            self.ln(GAP_MM)
            self._line(f"{self._continued}, continued", HEAD_PT, bold=True)
            self.ln(1.0)

    def footer(self) -> None:
        """What fpdf2 puts at the bottom of every page, with the number of pages for {nb}."""
        self.set_y(-MARGIN_MM)
        self._line(f"{self._foot} · page {self.page_no()} of {{nb}}", FOOT_PT)

    def head(self, sheet: ScoreSheet) -> None:
        """The top of the first page."""
        self._line(sheet.title, TITLE_PT, bold=True)
        self.ln(1.0)
        for place, line in enumerate(sheet.lines):
            self._line(line, LINE_PT, bold=place == 1)
        self.ln(1.5)
        self.set_line_width(0.5)
        self.line(MARGIN_MM, self.y, self.w - MARGIN_MM, self.y)

    def table_of(self, table: SheetTable) -> None:
        """A table, on as many pages as it needs."""
        title_mm = GAP_MM + HEAD_PT * LEADING_MM + 1.0
        rows_mm = KEEP_ROWS * (CELL_PT * LEADING_MM + 2 * PAD_MM)
        if self.will_page_break(title_mm + LABEL_PT * LEADING_MM + 2 * PAD_MM + rows_mm):
            self.add_page()
        self.ln(GAP_MM)
        self._line(table.title, HEAD_PT, bold=True)
        self.ln(1.0)
        self._continued = table.title
        columns = table.fitted(self.epw)
        self.set_font(FONT, size=CELL_PT)
        self.set_line_width(0.08)
        with self.table(
            align="L",
            borders_layout=TableBordersLayout.HORIZONTAL_LINES,
            col_widths=[column.width_mm for column in columns],
            headings_style=FontFace(emphasis="B", size_pt=LABEL_PT),
            line_height=CELL_PT * LEADING_MM,
            padding=PAD_MM,
            text_align=[_SIDES[column.align] for column in columns],
            v_align=VAlign.T,
            width=sum(column.width_mm for column in columns),
        ) as drawn:
            for cells in (tuple(column.label for column in columns), *table.rows):
                drawn.row([self.printable(cell) for cell in cells])
        self._continued = ""

    def _line(self, text: str, size_pt: float, *, bold: bool = False) -> None:
        self.set_font(FONT, "B" if bold else "", size_pt)
        text, high_mm = self.printable(text), size_pt * LEADING_MM
        self.multi_cell(self.epw, high_mm, text, align="L", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
