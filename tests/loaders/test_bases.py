"""Base files: the catalogue, and files that cannot be right."""

from __future__ import annotations

import pytest

from referee.core.errors import BadValue
from referee.loaders.bases import base_names, find_base, load_base, read_base

GOOD = """\
name = "mine"
title = "My base"
outline = "rounded rectangle"
length_in = "1 3/32"
width_in = "13/16"
radius_mm = 2.0
"""


def written(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("name", base_names())
def test_shipped_bases_are_named_as_their_file(name):
    kind = find_base(name)
    assert kind.shape.name == name
    assert kind.title
    assert "ominal" in kind.notes


def test_the_standard_base_is_1_3_32_by_13_16_inches():
    shape = load_base("standard")
    assert (shape.length_mm, shape.width_mm) == pytest.approx((27.8, 20.6))
    assert shape.length_mm == pytest.approx((1 + 3 / 32) * 25.4, abs=0.05)
    assert shape.width_mm == pytest.approx(13 / 16 * 25.4, abs=0.05)


def test_every_kind_of_outline_is_in_the_catalogue():
    kinds = {find_base(name).outline for name in base_names()}
    assert kinds == {"rounded rectangle", "bevelled front", "round front"}


def test_a_base_of_ones_own_may_be_measured_in_inches(tmp_path):
    shape = read_base(written(tmp_path, GOOD)).shape
    assert shape.length_mm == pytest.approx(27.78125)
    assert shape.height_mm == 3.0


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ('"rounded rectangle"', '"round frnt"', "did you mean round front?"),
        ("radius_mm = 2.0", "radius_mm = 15", "radius_mm is 15.0, but should be above 0 and below"),
        ("radius_mm = 2.0", "radius_mm = 2.0\nbevel_mm = 3", "bevel_mm is not a known key"),
        ('"rounded rectangle"', '"bevelled front"', "bevel_mm is missing"),
        ('"1 3/32"', "90", "length_in is 90, but should be inches from 0.1969 to 3.15"),
        ('name = "mine"', 'name = "my base"', "name is 'my base'"),
    ],
)
def test_a_file_that_cannot_be_right_is_one_sentence_with_file_and_key(tmp_path, old, new, part):
    path = written(tmp_path, GOOD.replace(old, new))
    with pytest.raises(BadValue) as caught:
        read_base(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert part in str(caught.value)
