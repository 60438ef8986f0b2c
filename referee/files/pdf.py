"""PDF files of lines and Helvetica, by no library: the same words give the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

POINTS_PER_MM = 72.0 / 25.4
# By these names a page's content calls them.
FONTS = {"F1": "Helvetica", "F2": "Helvetica-Bold"}


@dataclass(frozen=True, slots=True)
class Page:
    """A page, and what is drawn on it in PDF's own language; it counts from the lower left."""

    width_mm: float
    height_mm: float
    content: str


def pdf_of(pages: Sequence[Page], title: str) -> bytes:
    """The file's bytes. Content is Latin: what a standard font has."""
    first = 3 + len(FONTS)
    kids = " ".join(f"{first + 2 * place + 1} 0 R" for place in range(len(pages)))
    fonts = " ".join(f"/{name} {3 + place} 0 R" for place, name in enumerate(FONTS))
    parts = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode("ascii"),
    ]
    for font in FONTS.values():
        named = f"<< /Type /Font /Subtype /Type1 /BaseFont /{font} /Encoding /WinAnsiEncoding >>"
        parts.append(named.encode("ascii"))
    parts.append(b"<< /Title (" + _escaped(title) + b") >>")
    for place, page in enumerate(pages):
        drawn = page.content.encode("cp1252", "replace")
        size = f"{points(page.width_mm)} {points(page.height_mm)}"
        about = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {size}] "
            f"/Contents {first + 2 * place + 2} 0 R /Resources << /Font << {fonts} >> >> >>"
        )
        parts.append(about.encode("ascii"))
        parts.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn))
    return _file(parts, info=first)


def points(mm: float) -> str:
    """Millimetres as PDF counts them."""
    return f"{mm * POINTS_PER_MM:.4f}"


def words(text: str) -> str:
    """A text as it stands in a page's content."""
    return _escaped(text).decode("cp1252")


def _escaped(text: str) -> bytes:
    data = text.encode("cp1252", "replace")
    return data.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)")


def _file(parts: Sequence[bytes], info: int) -> bytes:
    out = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"
    places = []
    for number, part in enumerate(parts, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, part)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(parts) + 1
    end = b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    lead = b"xref\n0 %d\n0000000000 65535 f \n" % count
    return out + lead + table + end % (count, info, len(out))
