"""PDF files in a font with Latin, Greek and Cyrillic; the same calls give the same bytes."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Literal, cast

from fpdf import FPDF, ViewerPreferences
from fpdf.fonts import TTFFont

POINTS_PER_MM = 72.0 / 25.4
# As wide as Helvetica, letter by letter. Its licence stands beside the files.
FONT = "Liberation Sans"
_FONTS = Path(__file__).parent / "fonts"
# By style: plain and bold.
FONT_FILES = {"": _FONTS / "LiberationSans-Regular.ttf", "B": _FONTS / "LiberationSans-Bold.ttf"}
# A file says when it was made; one fixed day keeps the bytes the same.
_MADE = datetime(2000, 1, 1, tzinfo=UTC)


class Pdf(FPDF):
    """A file of pages of one size, with no page yet and no margins. Lengths are in ``unit``."""

    def __init__(
        self, width_mm: float, height_mm: float, title: str, unit: Literal["mm", "pt"] = "mm"
    ) -> None:
        per_mm = 1.0 if unit == "mm" else POINTS_PER_MM
        super().__init__(unit=unit, format=(per_mm * width_mm, per_mm * height_mm))
        self.set_title(title)
        self.set_creation_date(_MADE)
        self.set_margin(0.0)
        self.c_margin = 0.0  # cells have no padding
        # A printer must not scale a page whose millimetres count.
        self.viewer_preferences = ViewerPreferences(print_scaling="None")
        for style, file in FONT_FILES.items():
            self.add_font(FONT, style, file)
        self.set_font(FONT)

    def printable(self, text: str) -> str:
        """The text with a question mark for each letter that the font does not have."""
        known = cast("TTFFont", self.fonts[FONT.lower()]).cmap
        return "".join(letter if ord(letter) in known else "?" for letter in text)

    def data(self) -> bytes:
        """The file's bytes; nothing can be added afterwards."""
        return bytes(self.output())
