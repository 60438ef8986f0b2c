"""Field files: the shipped boards, and files that cannot be right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.core.errors import BadValue
from referee.core.field.field_doubts import field_doubts
from referee.core.field.field_profile import LENGTH_KEYS
from referee.loaders.fields import field_names, load_field, read_field, write_template

SHIPPED_620 = Path(__file__).parents[2] / "calibration" / "fields" / "620.toml"


def edited(tmp_path: Path, *changes: tuple[str, str]) -> Path:
    """The 620's file with some lines changed."""
    text = SHIPPED_620.read_text(encoding="utf-8")
    for pattern, line in changes:
        text, count = re.subn(rf"^{pattern} =.*$", line, text, flags=re.MULTILINE)
        assert count == 1
    path = tmp_path / "board.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "length_in", "width_in"),
    [("620", 37.0, 19.75), ("500", 25.5, 15.25), ("scale-64x30", 64.0, 30.0)],
)
def test_the_metal_has_its_size(name, length_in, width_in):
    field = load_field(name)
    size = (
        field.metal_right_x_mm - field.metal_left_x_mm,
        field.metal_far_y_mm - field.metal_near_y_mm,
    )
    assert size == pytest.approx((length_in * 25.4, width_in * 25.4), abs=0.01)


@pytest.mark.parametrize("name", field_names())
def test_shipped_fields_are_named_as_their_file_and_have_ten_yard_end_zones(name):
    field = load_field(name)
    assert field.name == name
    for end_zone_mm in (field.left_end_zone_mm, field.right_end_zone_mm):
        assert end_zone_mm == pytest.approx(10 * field.length_mm_per_yd)
    assert field_doubts(field) == ()
    assert "ominal" in field.notes


def test_the_scale_board_has_one_scale():
    field = load_field("scale-64x30")
    assert field.length_mm_per_yd == pytest.approx(12.7)
    assert field.width_mm_per_yd == pytest.approx(12.7)


def test_the_620_has_two_scales():
    field = load_field("620")
    assert field.length_mm_per_yd == pytest.approx(29.5 * 25.4 / 100)
    assert field.width_mm_per_yd == pytest.approx(17.75 * 25.4 * 3 / 160)


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (
            ("line_width_mm", "line_width_mm = 90"),
            "line_width_mm is 90, but should be a number from",
        ),
        (
            ("far_hash_y_mm", "far_hash_y_mm = 100"),
            "far_hash_y_mm is 100.0, but should be more than",
        ),
        (("width_in", "widht_in = 3"), "width_mm is missing"),
        (
            ("numbers_every_yd", "numbers_every_yd = 7"),
            "numbers_every_yd is 7, but should be one of 5",
        ),
        (("numbers_every_yd", "numbers_every_yd = 10.0"), "a whole number"),
        (("name", 'name = "a b"'), "name is 'a b'"),
        (("title", "title = 3"), "title is 3"),
        (("line_width_mm", "line_width_mm = 1\nlogo = true"), "logo is not a known key"),
    ],
)
def test_a_file_that_cannot_be_right_is_one_sentence_with_file_and_key(tmp_path, change, part):
    path = edited(tmp_path, change)
    with pytest.raises(BadValue) as caught:
        read_field(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert part in str(caught.value)


def test_the_template_names_every_measure_and_is_refused_until_measured(tmp_path):
    path = tmp_path / "mine.toml"
    write_template(path, "mine")
    with pytest.raises(BadValue, match="not fully measured") as caught:
        read_field(path)
    assert all(key in str(caught.value) for key in LENGTH_KEYS)


def test_the_template_filled_in_with_its_own_examples_is_the_620(tmp_path):
    path = tmp_path / "mine.toml"
    write_template(path, "mine")
    text = path.read_text(encoding="utf-8")
    filled = re.sub(r'"\?"(.*a 620: (-?[\d.]+))', r"\2 #\1", text)
    path.write_text(filled, encoding="utf-8")
    mine, classic = read_field(path), load_field("620")
    assert mine.name == "mine"
    for key in LENGTH_KEYS:
        assert getattr(mine, key) == pytest.approx(getattr(classic, key), abs=0.06), key


def test_a_template_never_overwrites(tmp_path):
    path = tmp_path / "mine.toml"
    write_template(path, "mine")
    with pytest.raises(BadValue, match="already there"):
        write_template(path, "mine")


def test_a_template_with_a_bad_name_writes_nothing(tmp_path):
    with pytest.raises(BadValue, match="name is 'a b'"):
        write_template(tmp_path / "a b.toml", "a b")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ([("left_end_zone_in", "left_end_zone_in = 2")], "left_end_zone_mm is 6.8 yards"),
        ([("far_hash_y_mm", "far_hash_y_mm = 290")], "printed alike on both sides"),
        (
            [
                ("near_hash_y_mm", "near_hash_y_mm = 120"),
                ("far_hash_y_mm", "far_hash_y_mm = 330.85"),
            ],
            "14.2 yards from its sideline",
        ),
        (
            [
                ("goal_to_goal_in", "goal_to_goal_in = 20"),
                ("right_end_zone_in", "right_end_zone_in = 2"),
            ],
            "times a yard along it",
        ),
    ],
)
def test_unusual_measures_are_doubted_but_kept(tmp_path, changes, part):
    assert any(part in doubt for doubt in field_doubts(read_field(edited(tmp_path, *changes))))
