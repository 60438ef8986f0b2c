"""Inches and millimetres. Yards are no unit of length here: they exist only through a field."""

from __future__ import annotations

import math
import re
from fractions import Fraction

from referee.core.errors import BadValue

MM_PER_INCH = 25.4
_INCHES = re.compile(
    r"(?P<sign>-?)\s*"
    r"(?:(?P<whole>\d{1,4}(?:\.\d{1,6})?)(?:\s+(?=\d)|$))?"
    r"(?:(?P<num>\d{1,3})/(?P<den>\d{1,3}))?",
    re.ASCII,
)


def mm_from_inches(inches: float) -> float:
    """Inches as millimetres."""
    return inches * MM_PER_INCH


def inches_from_mm(mm: float) -> float:
    """Millimetres as inches."""
    return mm / MM_PER_INCH


def parse_inches(text: str) -> float:
    """Inches as a ruler reads: "19 3/4", "3/16", "19.75", "-2 1/2".

    >>> parse_inches("19 3/4")
    19.75
    """
    match = _INCHES.fullmatch(text.strip())
    if match is None or not (match["whole"] or match["num"]):
        raise _bad_inches(text)
    whole, num, den = match["whole"] or "0", int(match["num"] or 0), int(match["den"] or 1)
    # "193/4" is more likely a forgotten space than 48 1/4, and no ruler reads "1.5 1/2".
    if num >= den or (num and "." in whole):
        raise _bad_inches(text)
    size = float(whole) + num / den
    return -size if match["sign"] else size


def format_inches(mm: float, parts: int = 32) -> str:
    """A length as a ruler shows it, to the nearest 1/32 inch unless told otherwise.

    >>> format_inches(501.65)
    '19 3/4 in'
    """
    if not math.isfinite(mm):
        raise BadValue("mm", mm, "a finite length")
    ticks = round(abs(inches_from_mm(mm)) * parts)
    whole, rest = divmod(ticks, parts)
    words = [str(whole)] if whole or not rest else []
    if rest:
        words.append(str(Fraction(rest, parts)))
    return ("-" if mm < 0 and ticks else "") + " ".join(words) + " in"


def _bad_inches(text: str) -> BadValue:
    return BadValue("inches", text, 'inches such as "19 3/4", "3/16" or "19.75"')
