"""Settings exactly on their bounds, and just beyond them."""

from __future__ import annotations

import pytest

from referee.core.errors import BadValue
from referee.core.settings.settings_table import SettingsTable


def table(**values: object) -> SettingsTable:
    return SettingsTable(values, "team.toml")


ON_THE_BOUND = [
    (lambda t: t.number("v", 1.0, 2.0), (1, 2.0), (0.99, 2.01)),
    (lambda t: t.whole("v", 1, 3), (1, 3), (0, 4)),
    (lambda t: t.text("v", 4), ("a", "abcd"), ("", "abcde")),
    (lambda t: t.text("v", 4, min_len=2), ("ab", "abcd"), ("a", "abcde")),
    (lambda t: t.numbers("v", 2, 0.0, 1.0), ([0.0, 1.0],), ([0.0], [0.0, 1.1], [-0.1, 0.0])),
    (lambda t: t.numbers("v", None, 0.0, 1.0), ([], [0.5] * 3), ([0.5, 2.0], 0.5)),
    (lambda t: t.points("v", 1, 0.0, 1.0), ([[0.0, 1.0]],), ([], [[0.0]], [[0.0, 1.1]])),
    (lambda t: t.tables("v", min_count=1, max_count=2), ([{}], [{}, {}]), ([], [{}] * 3, [{}, 1])),
]


@pytest.mark.parametrize(("read", "good", "bad"), ON_THE_BOUND)
def test_bounds_belong_to_what_is_allowed(read, good, bad):
    for value in good:
        read(table(v=value))
    for value in bad:
        with pytest.raises(BadValue, match="v"):
            read(table(v=value))


def test_each_wrong_number_of_a_list_is_named_by_its_place():
    with pytest.raises(BadValue, match=r"v\[1\] is 7"):
        table(v=[0.0, 7.0]).numbers("v", 2, 0.0, 1.0)
    with pytest.raises(BadValue, match=r"v\[1\]"):
        table(v=[{}, 3]).tables("v")


def test_inches_have_the_bounds_of_the_millimetres():
    # 25.4 and 50.8 mm
    for inches, mm in ((1, 25.4), ("1 1/2", 38.1), (2.0, 50.8)):
        assert table(size_in=inches).length_mm("size_mm", 25.4, 50.8) == pytest.approx(mm)
    for wrong in (0.99, "2 1/32", True, "x"):
        with pytest.raises(BadValue, match="size_in"):
            table(size_in=wrong).length_mm("size_mm", 25.4, 50.8)
    with pytest.raises(BadValue, match="not both"):
        table(size_in=1, size_mm=25.4).length_mm("size_mm", 25.4, 50.8)


def test_a_colour_s_three_parts_in_their_order():
    assert table(v="#010203").colour("v") == (1, 2, 3)


def test_what_was_asked_for_is_known_and_what_was_not_is_not():
    read = table(v=1, w=2)
    assert "v" in read
    assert (read.keys, read.raw("w")) == (("v", "w"), 2)
    with pytest.raises(BadValue, match="w is not a known key"):
        read.done()
    read.whole("w", 0, 9)
    read.done()


def test_a_key_of_a_table_within_is_named_with_its_path():
    read = SettingsTable({"a": {"b": [{"c": 9}]}}, "team.toml")
    (row,) = read.table("a").tables("b")
    with pytest.raises(BadValue, match=r"a\.b\[0\]\.c is 9"):
        row.whole("c", 0, 8)
    with pytest.raises(BadValue, match="c is not a known key"):
        SettingsTable({"a": {"c": 9}}, "team.toml", "").table("a").done()
