"""Sentences as people say them: numbers, yard lines and abbreviations in words, nothing else.

What comes in may hold anything, a team's name for one. What goes out are letters, a few marks and
spaces: no speech program finds an order of its own in it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping

LONGEST = 240
MARKS = frozenset(" .,!?'-:")

ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen"),
    "nineteen",
)
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
ORDINALS: Mapping[str, str] = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}
# Capitals only: "OT" is overtime, "ot" is a part of some name.
SHORT: Mapping[str, str] = {
    "QB": "quarterback",
    "RB": "running back",
    "HB": "halfback",
    "FB": "fullback",
    "WR": "wide receiver",
    "TE": "tight end",
    "OL": "offensive lineman",
    "DL": "defensive lineman",
    "DE": "defensive end",
    "DT": "defensive tackle",
    "LB": "linebacker",
    "CB": "cornerback",
    "FS": "free safety",
    "SS": "strong safety",
    "LOS": "line of scrimmage",
    "LTG": "line to gain",
    "TD": "touchdown",
    "FG": "field goal",
    "PAT": "extra point",
    "OT": "overtime",
    "NOT": "not",
    "WATCHING": "watching",
}
UNITS: Mapping[str, tuple[str, str]] = {
    "yd": ("yard", "yards"),
    "yds": ("yard", "yards"),
    "mm": ("millimetre", "millimetres"),
    "cm": ("centimetre", "centimetres"),
    "in": ("inch", "inches"),
    "s": ("second", "seconds"),
    "ms": ("millisecond", "milliseconds"),
    "min": ("minute", "minutes"),
    "%": ("percent", "percent"),
}

_NUMBER = r"\d+(?:\.\d+)?"
_SpokenForm = Callable[[re.Match[str]], str]
_FORMS: tuple[tuple[re.Pattern[str], str | _SpokenForm], ...] = (
    # What is in brackets, and the id of a rule, is for the eye.
    (re.compile(r"[(\[{][^)\]}]*[)\]}]"), " "),
    (re.compile(r"\b[A-Z]{3,}-[A-Z]{2,}-\d+[a-z]?\b"), " "),
    (re.compile(r"\bQ([1-4])\b"), lambda m: f"the {ordinal(int(m[1]))} quarter"),
    (re.compile(r"\b(\d)d6\b"), lambda m: "one die" if m[1] == "1" else f"{m[1]} dice"),
    (re.compile(r"#\s?(?=\d)"), "number "),
    (re.compile(r"&"), " and "),
    (re.compile(r"\bvs\b\.?"), "against"),
    (re.compile(r"\b(\d{1,4})(?:st|nd|rd|th)\b"), lambda m: ordinal(int(m[1]))),
    (re.compile(r"\b(\d{1,3})\s?[-–]\s?(\d{1,3})\b"), lambda m: f"{m[1]} to {m[2]}"),
    (
        re.compile(rf"(?<![\w.])({_NUMBER})\s?(yds?|mm|cm|ms|min|in|s|%)(?!\w)"),
        lambda m: f"{m[1]} {UNITS[m[2]][0 if float(m[1]) == 1.0 else 1]}",
    ),
    (re.compile(r"(?<![\w.])[-−](?=\d)"), "minus "),
    (re.compile(rf"(?<![\d.]){_NUMBER}(?!\d)"), lambda m: f" {number(m[0])} "),
    (re.compile(rf"\b(?:{'|'.join(SHORT)})\b"), lambda m: SHORT[m[0]]),
)


def as_spoken(sentence: str) -> str:
    """A sentence in words.

    >>> as_spoken("2nd and 6.5 at the own 34")
    'second and six and a half at the own thirty-four'
    """
    words = unicodedata.normalize("NFKC", sentence[: 4 * LONGEST])
    for pattern, said in _FORMS:
        words = pattern.sub(said, words)
    plain = "".join(c if c.isalpha() or c in MARKS else " " for c in words)
    plain = re.sub(r"(?<!\w)[-':]+|[-':]+(?!\w)", _lone, plain)
    plain = re.sub(r"\s+([.,!?:])", r"\1", " ".join(plain.split())).lstrip(" .,!?:'-")
    return plain if len(plain) <= LONGEST else plain[:LONGEST].rsplit(" ", 1)[0]


def _lone(marks: re.Match[str]) -> str:
    """A colon makes a pause; a dash or a quote that joins no words is nothing to say."""
    return ": " if ":" in marks[0] else " "


def number(digits: str) -> str:
    """A number, whole or with decimals."""
    whole, _, rest = digits.partition(".")
    rest = rest.rstrip("0")
    if not rest:
        return cardinal(int(whole))
    if rest == "5":
        return "a half" if int(whole) == 0 else f"{cardinal(int(whole))} and a half"
    return f"{cardinal(int(whole))} point {' '.join(ONES[int(d)] for d in rest)}"


def cardinal(n: int) -> str:
    """A whole number from 0 on, in words."""
    if n < 20:
        return ONES[n]
    if n < 100:
        return TENS[n // 10] + (f"-{ONES[n % 10]}" if n % 10 else "")
    if n < 1000:
        return f"{ONES[n // 100]} hundred" + (f" {cardinal(n % 100)}" if n % 100 else "")
    if n < 1_000_000:
        return f"{cardinal(n // 1000)} thousand" + (f" {cardinal(n % 1000)}" if n % 1000 else "")
    return " ".join(ONES[int(d)] for d in str(n))


def ordinal(n: int) -> str:
    """First, second, ..."""
    head, dash, last = cardinal(n).rpartition("-")
    if not dash:
        head, dash, last = cardinal(n).rpartition(" ")
    if last not in ORDINALS:
        last = f"{last[:-1]}ieth" if last.endswith("y") else f"{last}th"
    return head + dash + ORDINALS.get(last, last)
