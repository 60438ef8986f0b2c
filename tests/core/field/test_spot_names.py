"""How people name a spot along the field."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.errors import BadValue
from referee.core.field.spot_names import format_spot, parse_spot_yd


@pytest.mark.parametrize(
    ("text", "yards"),
    [
        ("own 35", 35.0),
        ("opponent's 20", 80.0),
        ("opponent’s 20", 80.0),
        ("opponents 20", 80.0),
        ("Opp 20", 80.0),
        ("opp. 20", 80.0),
        ("their 20", 80.0),
        ("50", 50.0),
        ("midfield", 50.0),
        ("own 50", 50.0),
        ("own 34.5", 34.5),
        ("own 34 1/2", 34.5),
        ("  OWN   3 ", 3.0),
        ("own 0", 0.0),
        ("own goal line", 0.0),
        ("opponent's goal", 100.0),
        ("own end zone 4", -4.0),
        ("opponent's end zone 2.5", 102.5),
    ],
)
def test_reads_the_usual_names(text, yards):
    assert parse_spot_yd(text) == yards


@pytest.mark.parametrize(
    "text",
    [
        "",
        "35",
        "own",
        "own 51",
        "own 50 1/2",
        "opp -3",
        "own end zone 11",
        "own 1e1",
        "own nan",
        "own 3.5 1/2",
        "own ٣",
    ],
)
def test_refuses_what_is_no_spot_and_says_how_to_write_one(text):
    with pytest.raises(BadValue, match=r"spot is .*own 35"):
        parse_spot_yd(text)


@pytest.mark.parametrize(
    ("yards", "digits", "text"),
    [
        (35.0, 1, "own 35"),
        (34.46, 1, "own 34.5"),
        (80.0, 1, "opponent's 20"),
        (49.96, 1, "50"),
        (50.04, 1, "50"),
        (49.96, 2, "own 49.96"),
        (0.0, 1, "own goal line"),
        (-0.02, 1, "own goal line"),
        (100.0, 1, "opponent's goal line"),
        (-4.0, 1, "own end zone 4"),
        (102.5, 1, "opponent's end zone 2.5"),
        (40.0, 0, "own 40"),
    ],
)
def test_writes_the_usual_names(yards, digits, text):
    assert format_spot(yards, digits) == text


@given(st.floats(-10.0, 110.0))
def test_what_is_written_reads_back_within_its_rounding(yards):
    assert parse_spot_yd(format_spot(yards, 2)) == pytest.approx(yards, abs=0.0051)


@pytest.mark.parametrize("yards", [-10.1, 110.1, math.nan, math.inf])
def test_beyond_the_end_lines_there_is_no_spot(yards):
    with pytest.raises(BadValue, match="spot_yd"):
        format_spot(yards)
