"""The score sheet on paper: tables flow over pages, and every page repeats what its columns are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from referee.core.errors import BadValue, Word
from referee.files.atomic import write_bytes
from referee.files.pdf import Page, pdf_of, points, words
from referee.record.sheet.letters import width_mm, wrapped
from referee.record.sheet.tables import Align, Column, Sheet, Table

PAPERS: Mapping[str, tuple[float, float]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
MARGIN_MM, FOOT_MM = 10.0, 8.0
TITLE_PT, LINE_PT, HEAD_PT, LABEL_PT, CELL_PT, FOOT_PT = 17.0, 9.0, 10.5, 6.5, 7.5, 7.0
PAD_MM = 0.8
LEADING = 1.18
_PT_MM = 25.4 / 72.0
_KEEP_ROWS = 3


def write_pdf(path: Path, sheet: Sheet, paper: str) -> None:
    """Write the sheet whole; the same sheet gives the same bytes."""
    if path.suffix.lower() != ".pdf":
        raise BadValue("the sheet", Word(f"to be called {path.name}"), "a name that ends in .pdf")
    write_bytes(path, pdf_bytes(sheet, paper))


def pdf_bytes(sheet: Sheet, paper: str) -> bytes:
    """The sheet as a PDF."""
    if paper not in PAPERS:
        raise BadValue("paper", paper, f"one of {', '.join(PAPERS)}")
    layout = _Layout(*PAPERS[paper])
    layout.title(sheet)
    for table in sheet.tables:
        layout.table(table)
    return pdf_of(layout.pages(sheet.title), f"Score sheet: {sheet.title}")


@dataclass(frozen=True, slots=True)
class _Row:
    """A row as it is drawn: the lines of every cell."""

    cells: tuple[list[str], ...]
    size_pt: float
    bold: bool = False

    @property
    def height_mm(self) -> float:
        most = max((len(lines) for lines in self.cells), default=1)
        return most * self.size_pt * LEADING * _PT_MM + 2 * PAD_MM


class _Layout:
    """Where the pen is, and what it has drawn on every page so far; y goes down from the top."""

    def __init__(self, width_mm: float, height_mm: float) -> None:
        self._width_mm, self._height_mm = width_mm, height_mm
        self._drawn: list[list[str]] = [[]]
        self._y_mm = MARGIN_MM

    def title(self, sheet: Sheet) -> None:
        """The head of the first page."""
        self._words(MARGIN_MM, sheet.title, TITLE_PT, bold=True)
        self._y_mm += TITLE_PT * LEADING * _PT_MM + 1.0
        for place, line in enumerate(sheet.lines):
            self._words(MARGIN_MM, line, LINE_PT, bold=place == 1)
            self._y_mm += LINE_PT * LEADING * _PT_MM
        self._y_mm += 1.5
        self._rule(MARGIN_MM, self._width_mm - MARGIN_MM, 0.5)

    def table(self, table: Table) -> None:
        """A table, on as many pages as it needs."""
        columns = self._fitted(table)
        head = _row([c.label for c in columns], columns, LABEL_PT, bold=True)
        rows = [_row(cells, columns, CELL_PT) for cells in table.rows]
        above_mm = 4.0 + HEAD_PT * LEADING * _PT_MM + 1.0
        first_mm = sum(row.height_mm for row in rows[:_KEEP_ROWS])
        if self._left_mm < above_mm + head.height_mm + first_mm:
            self._turn()
        self._heading(table.title, columns, head)
        for row in rows:
            if self._left_mm < row.height_mm:
                self._turn()
                self._heading(f"{table.title}, continued", columns, head)
            self._draw(row, columns)
            self._rule(MARGIN_MM, MARGIN_MM + sum(c.width_mm for c in columns), 0.08)

    def pages(self, title: str) -> list[Page]:
        """Every page with its foot."""
        count = len(self._drawn)
        for number, drawn in enumerate(self._drawn, start=1):
            y_mm = self._height_mm - MARGIN_MM + 2.0
            text = f"{title} · page {number} of {count}"
            at_mm = self._width_mm - MARGIN_MM - width_mm(text, FOOT_PT)
            drawn.append(self._text(at_mm, y_mm, text, FOOT_PT, bold=False))
        sizes = self._width_mm, self._height_mm
        return [Page(*sizes, "\n".join(drawn)) for drawn in self._drawn]

    @property
    def _left_mm(self) -> float:
        return self._height_mm - MARGIN_MM - FOOT_MM - self._y_mm

    def _turn(self) -> None:
        self._drawn.append([])
        self._y_mm = MARGIN_MM

    def _fitted(self, table: Table) -> tuple[Column, ...]:
        """As wide as the page at most; words in the last column take what is left."""
        room_mm = self._width_mm - 2 * MARGIN_MM
        columns, spare_mm = table.columns, room_mm - table.width_mm
        if spare_mm < 0.0:
            share = room_mm / table.width_mm
            return tuple(replace(c, width_mm=c.width_mm * share) for c in columns)
        if columns[-1].align is not Align.LEFT:
            return columns
        last = replace(columns[-1], width_mm=columns[-1].width_mm + spare_mm)
        return (*columns[:-1], last)

    def _heading(self, title: str, columns: Sequence[Column], head: _Row) -> None:
        self._y_mm += 4.0
        self._words(MARGIN_MM, title, HEAD_PT, bold=True)
        self._y_mm += HEAD_PT * LEADING * _PT_MM + 1.0
        self._draw(head, columns)
        self._rule(MARGIN_MM, MARGIN_MM + sum(c.width_mm for c in columns), 0.35)

    def _draw(self, row: _Row, columns: Sequence[Column]) -> None:
        left_mm, top_mm = MARGIN_MM, self._y_mm
        step_mm = row.size_pt * LEADING * _PT_MM
        for lines, column in zip(row.cells, columns, strict=True):
            for place, line in enumerate(lines):
                wide_mm = width_mm(line, row.size_pt, bold=row.bold)
                spare_mm = column.width_mm - 2 * PAD_MM - wide_mm
                share = {Align.LEFT: 0.0, Align.MIDDLE: 0.5, Align.RIGHT: 1.0}[column.align]
                at_mm = left_mm + PAD_MM + share * spare_mm
                y_mm = top_mm + PAD_MM + place * step_mm
                drawn = self._text(at_mm, y_mm, line, row.size_pt, bold=row.bold)
                self._drawn[-1].append(drawn)
            left_mm += column.width_mm
        self._y_mm += row.height_mm

    def _words(self, x_mm: float, text: str, size_pt: float, *, bold: bool) -> None:
        self._drawn[-1].append(self._text(x_mm, self._y_mm, text, size_pt, bold=bold))

    def _text(self, x_mm: float, y_mm: float, text: str, size_pt: float, *, bold: bool) -> str:
        """Words whose top is at a height; nothing at all for none."""
        if not text:
            return ""
        base_mm = self._height_mm - y_mm - 0.8 * size_pt * _PT_MM
        font = "F2" if bold else "F1"
        at = f"{points(x_mm)} {points(base_mm)}"
        return f"BT /{font} {size_pt:g} Tf {at} Td ({words(text)}) Tj ET"

    def _rule(self, from_mm: float, to_mm: float, thick_mm: float) -> None:
        y = points(self._height_mm - self._y_mm)
        line = f"{points(thick_mm)} w {points(from_mm)} {y} m {points(to_mm)} {y} l S"
        self._drawn[-1].append(line)


def _row(
    cells: Sequence[str], columns: Sequence[Column], size_pt: float, *, bold: bool = False
) -> _Row:
    fitted = (
        wrapped(text, size_pt, column.width_mm - 2 * PAD_MM, bold=bold)
        for text, column in zip(cells, columns, strict=True)
    )
    return _Row(tuple(fitted), size_pt, bold)
