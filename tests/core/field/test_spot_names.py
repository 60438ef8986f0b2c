"""How people name a spot along the field."""

from __future__ import annotations

import math

import pytest

from referee.core.errors import BadValue
from referee.core.field.yards import format_spot


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


@pytest.mark.parametrize("yards", [-10.1, 110.1, math.nan, math.inf])
def test_beyond_the_end_lines_there_is_no_spot(yards):
    with pytest.raises(BadValue, match="spot_yd"):
        format_spot(yards)
