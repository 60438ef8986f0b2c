"""The score sheet as one tall picture, to be sent on: in the font of the PDF, on one page."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from referee.core.errors import BadValue, PlainWord
from referee.loaders.formats.atomic_file import write_bytes
from referee.loaders.formats.pdf import FONT_FILES
from referee.record.sheet.tables import ScoreSheet, ScoreSheetColumn, SheetTable, TextAlign

ENDING = ".png"
WIDTH_PX, MARGIN_PX = 1600, 60
# A sheet on paper is 190 mm wide between its margins: its columns are made for that.
ROOM_MM = 190.0
PX_PER_MM = (WIDTH_PX - 2 * MARGIN_PX) / ROOM_MM
TITLE_PX, LINE_PX, HEAD_PX, LABEL_PX, CELL_PX = 46, 25, 29, 18, 21
LEADING = 1.3  # from line to line, of a font's size
PAD_PX, GAP_PX = 7, 34
INK, QUIET, RULE, PAPER = "#101418", "#4e5c68", "#c3ccd4", "#ffffff"


def write_picture(path: Path, sheet: ScoreSheet) -> None:
    """Write the sheet whole; the same sheet gives the same picture."""
    check_picture(path)
    write_bytes(path, picture_bytes(sheet))


def check_picture(path: Path) -> None:
    """Complain about a name that is no picture's, before anything is drawn."""
    if path.suffix.lower() != ENDING:
        words = PlainWord(f"to be called {path.name}")
        raise BadValue("the picture", words, f"a name that ends in {ENDING}")


def picture_bytes(sheet: ScoreSheet) -> bytes:
    """The sheet as a PNG."""
    drawn = _DrawnSheet()
    drawn.lines(sheet.title, TITLE_PX, bold=True)
    for place, line in enumerate(sheet.lines):
        drawn.lines(line, LINE_PX, bold=place == 1)
    drawn.rule(INK, 3)
    for table in sheet.tables:
        drawn.table_of(table)
    return drawn.png()


@lru_cache(maxsize=16)
def _font(size_px: int, *, bold: bool = False) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(FONT_FILES["B" if bold else ""], size_px)


@dataclass(frozen=True, slots=True)
class _Words:
    x: float
    y: float
    text: str
    font: ImageFont.FreeTypeFont
    ink: str


@dataclass
class _DrawnSheet:
    """Words and rules from the top downwards; painted once it is known how high they are."""

    y: float = float(MARGIN_PX)
    words: list[_Words] = field(default_factory=list)
    rules: list[tuple[float, float, str, int]] = field(default_factory=list)

    def lines(self, text: str, size_px: int, *, bold: bool = False) -> None:
        """A paragraph as wide as the sheet."""
        font = _font(size_px, bold=bold)
        for line in _wrapped(text, font, WIDTH_PX - 2 * MARGIN_PX):
            self.words.append(_Words(MARGIN_PX, self.y, line, font, INK))
            self.y += size_px * LEADING

    def rule(self, ink: str, thick_px: int, width_px: float = WIDTH_PX - 2.0 * MARGIN_PX) -> None:
        """A line across, below what was written last."""
        self.y += PAD_PX
        self.rules.append((self.y, MARGIN_PX + width_px, ink, thick_px))
        self.y += PAD_PX

    def table_of(self, table: SheetTable) -> None:
        """A table with its title and labels."""
        self.y += GAP_PX
        self.lines(table.title, HEAD_PX, bold=True)
        columns = table.fitted(ROOM_MM)
        width_px = sum(column.width_mm for column in columns) * PX_PER_MM
        labels = tuple(column.label for column in columns)
        self._row(labels, columns, _font(LABEL_PX, bold=True), QUIET)
        for row in table.rows:
            self.rule(RULE, 1, width_px)
            self._row(row, columns, _font(CELL_PX), INK)

    def _row(
        self,
        cells: tuple[str, ...],
        columns: tuple[ScoreSheetColumn, ...],
        font: ImageFont.FreeTypeFont,
        ink: str,
    ) -> None:
        x, deepest = float(MARGIN_PX), 1
        for cell, column in zip(cells, columns, strict=True):
            wide = column.width_mm * PX_PER_MM
            room = wide - 2 * PAD_PX
            lines = _wrapped(cell, font, room)
            for number, line in enumerate(lines):
                spare = room - font.getlength(line)
                before = {TextAlign.LEFT: 0.0, TextAlign.MIDDLE: spare / 2, TextAlign.RIGHT: spare}
                at = x + PAD_PX + before[column.align]
                down = self.y + number * font.size * LEADING
                self.words.append(_Words(at, down, line, font, ink))
            deepest = max(deepest, len(lines))
            x += wide
        self.y += deepest * font.size * LEADING

    def png(self) -> bytes:
        """The picture, as high as it has to be."""
        image = Image.new("RGB", (WIDTH_PX, round(self.y) + MARGIN_PX), PAPER)
        draw = ImageDraw.Draw(image)
        for y, right, ink, thick in self.rules:
            draw.line([(MARGIN_PX, y), (right, y)], ink, thick)
        for each in self.words:
            draw.text((each.x, each.y), each.text, each.ink, each.font)
        out = BytesIO()
        image.save(out, "PNG", optimize=False)
        return out.getvalue()


def _wrapped(text: str, font: ImageFont.FreeTypeFont, room_px: float) -> list[str]:
    """Lines that fit; a word that is wider than the room goes on in the next line."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if font.getlength(joined) <= room_px:
            line = joined
            continue
        if line:
            lines.append(line)
        line = word
        while len(line) > 1 and font.getlength(line) > room_px:
            fits = next(
                (n for n in range(len(line) - 1, 0, -1) if font.getlength(line[:n]) <= room_px), 1
            )
            lines.append(line[:fits])
            line = line[fits:]
    return [*lines, line] if line else lines
