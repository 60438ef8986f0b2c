"""Which corners make an outline: convex, counter-clockwise, and crossing itself nowhere."""

from __future__ import annotations

import math

import pytest

from referee.core.geometry.convex import is_convex


def star(points):
    """Every second corner of a regular polygon in turn: twice around, turning left at each."""
    angles = [4.0 * math.pi * k / points for k in range(points)]
    return [(math.cos(a), math.sin(a)) for a in angles]


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0), (1, 0), (0, 1)],
        [(0, 0), (4, 0), (4, 2), (0, 2)],
        [(4, 0), (4, 2), (0, 2), (0, 0)],
        [(0, 0), (4, 0), (5, 1), (4, 2), (0, 2)],
        [(0, 0), (4, 0), (4.000001, 1), (4, 2), (0, 2)],
    ],
)
def test_convex_outlines(corners):
    assert is_convex(corners)


@pytest.mark.parametrize(
    "corners",
    [
        [(0, 0), (0, 1), (1, 0)],  # clockwise
        [(0, 0), (4, 0), (4, 2), (2, 1), (0, 2)],  # a dent
        [(0, 0), (4, 0), (4, 1), (4, 2), (0, 2)],  # a corner that is none
        [(0, 0), (4, 0), (4, 0), (4, 2), (0, 2)],  # a corner twice
        [(0, 0), (4, 2), (4, 0), (0, 2)],  # crosses itself
        [(0, 0), (1, 0), (2, 0)],  # a line
        [(1, 1), (1, 1), (1, 1)],  # a point
        star(5),
        star(7),
    ],
)
def test_what_is_no_convex_outline(corners):
    assert not is_convex(corners)
