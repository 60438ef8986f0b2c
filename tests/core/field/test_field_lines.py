"""The printed lines by name."""

from __future__ import annotations

import dataclasses

import pytest

from referee.core.field.field_lines import FieldLineKind, field_lines, numerals
from referee.core.geometry.base_shape import rounded_rectangle
from referee.core.geometry.crossing import furthest_beyond_mm
from referee.core.geometry.pose import Pose
from tests.core.fields import EASY


def places(field):
    return {line.name: line.place_mm for line in field_lines(field)}


@pytest.mark.parametrize(
    ("name", "place_mm"),
    [
        ("left end line", -80.0),
        ("left goal line", 0.0),
        ("left 5", 40.0),
        ("left 45", 360.0),
        ("50", 400.0),
        ("right 45", 440.0),
        ("right goal line", 800.0),
        ("right end line", 890.0),
        ("near sideline", 0.0),
        ("near hash row", 120.0),
        ("far hash row", 200.0),
        ("far sideline", 320.0),
    ],
)
def test_places_by_hand(name, place_mm):
    assert places(EASY)[name] == pytest.approx(place_mm)


@pytest.mark.parametrize(("every_yd", "count"), [(1, 99), (2, 49), (5, 19), (10, 9)])
def test_yard_lines_come_as_often_as_the_field_says(every_yd, count):
    field = dataclasses.replace(EASY, yard_line_every_yd=every_yd)
    lines = field_lines(field)
    assert sum(line.kind is FieldLineKind.YARD_LINE for line in lines) == count
    assert len({line.name for line in lines}) == len(lines)


def test_lines_run_from_left_to_right_and_near_to_far():
    for along_field in (False, True):
        row = [line.place_mm for line in field_lines(EASY) if line.along_field is along_field]
        assert row == sorted(row)


def test_the_far_side_of_a_line_is_the_larger_coordinate():
    shape = rounded_rectangle("standard", 27.8, 20.6, 2.0)
    line = next(line for line in field_lines(EASY) if line.name == "right goal line")
    assert furthest_beyond_mm(shape, Pose(790, 160, 0), line.beyond) == pytest.approx(3.9)


def test_numerals_count_up_to_the_50_and_down_again():
    texts = [text for _, text in numerals(EASY)]
    assert texts == ["10", "20", "30", "40", "50", "40", "30", "20", "10"]
    assert numerals(EASY)[0][0] == pytest.approx(80.0)
