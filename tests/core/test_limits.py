"""What lies exactly on a limit, and just beyond it. The easy field has 8 mm to a yard."""

from __future__ import annotations

import dataclasses
import math

import pytest

from referee.core.errors import BadValue
from referee.core.field.field_doubts import field_doubts
from referee.core.field.field_lines import FieldLineKind, field_lines
from referee.core.field.lateral_spot import LateralRule, lateral_spot_y_mm
from referee.core.field.yards import format_spot
from referee.core.geometry.base_shape import beveled_front, round_front, rounded_rectangle
from referee.core.geometry.crossing import HalfPlane
from referee.core.roster import Player, Team
from referee.core.settings.ruled import Ruled, settings_of
from referee.core.units import format_inches, parse_inches
from tests.core.fields import EASY

STANDARD = rounded_rectangle("standard", 27.8, 20.6, 2.0)
# 7 mm to a yard along the field, 6 across it, and the same print on both sides.
PLAIN = dataclasses.replace(
    EASY, goal_to_goal_mm=700.0, left_end_zone_mm=70.0, right_end_zone_mm=70.0
)


def test_a_direction_is_made_a_unit_and_its_line_has_a_place():
    assert HalfPlane((3.0, -4.0), 7.0).direction == pytest.approx((0.6, -0.8))
    other = HalfPlane((3.0, -4.0), 7.0).other_side
    assert (*other.direction, other.offset_mm) == pytest.approx((-0.6, 0.8, -7.0))
    with pytest.raises(BadValue, match="offset_mm"):
        HalfPlane((1.0, 0.0), math.inf)


def test_a_ball_dead_on_the_near_hash_stays_there():
    assert lateral_spot_y_mm(EASY, 120.0, LateralRule.HASH_OR_MIDDLE) == 120.0
    assert lateral_spot_y_mm(EASY, 120.1, LateralRule.HASH_OR_MIDDLE) == 160.0
    assert lateral_spot_y_mm(EASY, 199.9, LateralRule.HASH_OR_MIDDLE) == 160.0


def test_each_line_is_of_its_kind():
    lines = {line.name: line for line in field_lines(EASY)}
    kinds = {
        "left end line": FieldLineKind.END_LINE,
        "right end line": FieldLineKind.END_LINE,
        "left goal line": FieldLineKind.GOAL_LINE,
        "right goal line": FieldLineKind.GOAL_LINE,
        "50": FieldLineKind.YARD_LINE,
        "right 5": FieldLineKind.YARD_LINE,
        "near hash row": FieldLineKind.HASH_ROW,
        "far hash row": FieldLineKind.HASH_ROW,
        "near sideline": FieldLineKind.SIDELINE,
        "far sideline": FieldLineKind.SIDELINE,
    }
    assert {name: lines[name].kind for name in kinds} == kinds
    # (how its number reads, its place): 95 yards from the left goal is the right 5.
    assert lines["right 5"].place_mm == pytest.approx(95 * 8.0)
    assert lines["far sideline"].beyond.direction == (0.0, 1.0)
    assert lines["right 5"].beyond.direction == (1.0, 0.0)


DOUBTS = [
    ({}, ()),
    ({"left_end_zone_mm": 63.0}, ()),  # 9 yards
    ({"left_end_zone_mm": 62.0}, ("left_end_zone_mm",)),
    ({"right_end_zone_mm": 77.0}, ()),  # 11 yards
    ({"right_end_zone_mm": 78.0}, ("right_end_zone_mm",)),
    ({"far_hash_y_mm": 204.0}, ()),  # 116 from its side, the near one 120
    ({"far_hash_y_mm": 205.0}, ("near_hash_y_mm",)),
    ({"far_hash_y_mm": 196.0}, ()),
    ({"far_hash_y_mm": 195.0}, ("near_hash_y_mm",)),
    ({"far_numbers_outer_y_mm": 284.0}, ()),
    ({"far_numbers_outer_y_mm": 285.0}, ("near_numbers_outer_y_mm",)),
    ({"near_numbers_inner_y_mm": 65.0}, ("near_numbers_inner_y_mm",)),
    ({"near_hash_y_mm": 90.0, "far_hash_y_mm": 230.0}, ()),  # 15 yards in
    ({"near_hash_y_mm": 89.0, "far_hash_y_mm": 230.0}, ("near_hash_y_mm",)),
    ({"near_hash_y_mm": 150.0, "far_hash_y_mm": 170.0}, ()),  # 25 yards in
    ({"near_hash_y_mm": 151.0, "far_hash_y_mm": 170.0}, ("near_hash_y_mm",)),
    # a yard across is 0.8, 0.79, 1.395 and 1.41 yards along
    ({"goal_to_goal_mm": 750.0}, ()),
    ({"goal_to_goal_mm": 757.0}, ("a yard across",)),
    ({"goal_to_goal_mm": 430.0, "left_end_zone_mm": 43.0, "right_end_zone_mm": 43.0}, ()),
    (
        {"goal_to_goal_mm": 425.0, "left_end_zone_mm": 43.0, "right_end_zone_mm": 43.0},
        ("a yard across",),
    ),
]


@pytest.mark.parametrize(("changes", "about"), DOUBTS)
def test_measures_worth_measuring_again(changes, about):
    found = field_doubts(dataclasses.replace(PLAIN, **changes))
    assert len(found) == len(about)
    for sentence, start in zip(found, about, strict=True):
        assert sentence.startswith(start)


def test_a_doubt_says_how_many_yards_and_millimetres():
    (zone,) = field_doubts(dataclasses.replace(PLAIN, left_end_zone_mm=84.0))
    assert "12.0 yards" in zone
    (mirror,) = field_doubts(dataclasses.replace(PLAIN, far_hash_y_mm=210.0))
    assert "120.0 mm" in mirror
    assert "110.0 mm" in mirror


RANGES = [
    ("line_width_mm", 0.1, 0.09),
    ("line_width_mm", 10.0, 10.1),
    ("hash_length_mm", 0.5, 0.4),
    ("hash_length_mm", 40.0, 40.1),
    ("border_width_mm", 0.0, -0.1),
    ("border_width_mm", 200.0, 200.1),
    ("left_end_zone_mm", 5.0, 4.9),
    ("metal_far_y_mm", 6000.0, 6000.1),
    ("metal_left_x_mm", -6000.0, -6000.1),
]


@pytest.mark.parametrize(("key", "last", "beyond"), RANGES)
def test_a_range_holds_its_ends_and_nothing_beyond(key, last, beyond):
    assert getattr(dataclasses.replace(EASY, **{key: last}), key) == last
    with pytest.raises(BadValue, match=f"^{key} is "):
        dataclasses.replace(EASY, **{key: beyond})


@pytest.mark.parametrize(
    ("key", "value"),
    [("near_hash_y_mm", 160.0), ("far_hash_y_mm", 160.0), ("metal_near_y_mm", 0.0)],
)
def test_two_marks_of_a_field_are_never_one(key, value):
    with pytest.raises(BadValue):
        dataclasses.replace(EASY, **{key: value})


@pytest.mark.parametrize("size_mm", [5.0, 80.0])
def test_the_smallest_and_the_largest_base(size_mm):
    shape = rounded_rectangle("edge", size_mm, 20.0, 1.0)
    assert shape.length_mm == pytest.approx(size_mm)
    with pytest.raises(BadValue, match="length_mm"):
        rounded_rectangle("edge", size_mm + math.copysign(0.1, size_mm - 40.0), 20.0, 1.0)


@pytest.mark.parametrize(("height_mm", "beyond"), [(0.5, 0.4), (20.0, 20.1)])
def test_the_lowest_and_the_highest_base(height_mm, beyond):
    assert rounded_rectangle("edge", 20.0, 20.0, 1.0, height_mm).height_mm == height_mm
    with pytest.raises(BadValue, match="height_mm"):
        rounded_rectangle("edge", 20.0, 20.0, 1.0, beyond)


def test_a_corner_s_radius_stays_below_half_the_width():
    assert rounded_rectangle("pill", 30.0, 18.0, 8.99).radius_mm == 8.99
    for radius_mm in (0.0, 9.0):
        with pytest.raises(BadValue, match="radius_mm"):
            rounded_rectangle("pill", 30.0, 18.0, radius_mm)


def test_bevel_and_bulge_end_where_half_the_skeleton_ends():
    # Half the skeleton's width is 20 / 2 - 2 = 8.
    assert beveled_front("cut", 40.0, 20.0, 2.0, 7.9).width_mm == pytest.approx(20.0)
    for bevel_mm in (-0.1, 8.0):
        with pytest.raises(BadValue, match="bevel_mm"):
            beveled_front("cut", 40.0, 20.0, 2.0, bevel_mm)
    for bulge_mm in (0.19, 8.1):
        with pytest.raises(BadValue, match="bulge_mm"):
            round_front("round", 40.0, 20.0, 2.0, bulge_mm)


@pytest.mark.parametrize("number", [0, 99])
def test_the_first_and_the_last_jersey_number(number):
    assert Player("H1", Team.HOME, number, STANDARD).number == number


@pytest.mark.parametrize(
    ("rule", "good"),
    [
        ("ABC-DE-01", True),
        ("ABCDEF-DEFG-99", True),
        ("AB-DE-01", False),
        ("ABCDEFG-DE-01", False),
        ("ABC-D-01", False),
        ("ABC-DE-1", False),
        ("ABC-DE-001", False),
        ("xABC-DE-01", False),
    ],
)
def test_what_names_a_rule(rule, good):
    if good:
        assert not Ruled(1.0, rule).house
    else:
        with pytest.raises(BadValue, match="rule is"):
            Ruled(1.0, rule)


def test_a_setting_that_says_not_what_it_is_is_refused():
    @dataclasses.dataclass
    class Rules:
        bare: int

    with pytest.raises(BadValue, match="bare"):
        settings_of(Rules)


@pytest.mark.parametrize(
    ("yards", "text"),
    [(-10.0, "own end zone 10"), (110.0, "opponent's end zone 10"), (50.1, "opponent's 49.9")],
)
def test_the_last_spots_that_have_a_name(yards, text):
    assert format_spot(yards) == text


@pytest.mark.parametrize(
    ("mm", "parts", "text"),
    [
        (0.0, 32, "0 in"),
        (-0.1, 32, "0 in"),  # an eighth of a tick
        (12.7, 32, "1/2 in"),
        (25.4, 32, "1 in"),
        (-31.75, 32, "-1 1/4 in"),
        (25.4 * 0.3, 4, "1/4 in"),
    ],
)
def test_a_length_as_a_ruler_shows_it(mm, parts, text):
    assert format_inches(mm, parts) == text


def test_a_fraction_is_less_than_one():
    assert parse_inches("3/4") == 0.75
    with pytest.raises(BadValue, match="inches"):
        parse_inches("4/4")
    with pytest.raises(BadValue, match="mm is"):
        format_inches(math.nan)
