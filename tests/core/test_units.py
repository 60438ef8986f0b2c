"""Inches and millimetres."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.errors import BadValue
from referee.core.units import format_inches, inches_from_mm, mm_from_inches, parse_inches


@given(st.floats(-1e4, 1e4))
def test_there_and_back(mm):
    assert mm_from_inches(inches_from_mm(mm)) == pytest.approx(mm)


@pytest.mark.parametrize(
    ("text", "inches"),
    [
        ("19 3/4", 19.75),
        ("19.75", 19.75),
        ("13/16", 0.8125),
        ("1 3/32", 1.09375),
        ("-2 1/2", -2.5),
        ("  7 ", 7.0),
        ("0", 0.0),
    ],
)
def test_reads_what_a_ruler_shows(text, inches):
    assert parse_inches(text) == inches


@pytest.mark.parametrize("text", ["", "-", "1/0", "193/4", "1.5 1/2", "x", "19 3/", "1e3", "٣"])
def test_refuses_what_is_no_reading(text):
    with pytest.raises(BadValue, match="inches is"):
        parse_inches(text)


@given(st.integers(-2000, 2000))
def test_what_is_written_reads_back(ticks):
    mm = ticks * 25.4 / 32
    assert parse_inches(format_inches(mm).removesuffix(" in")) == pytest.approx(ticks / 32)
