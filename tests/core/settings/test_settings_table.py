"""Settings read with bounds: an error is one sentence with file, key, value and what is allowed."""

from __future__ import annotations

import math
import pickle
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.core.errors import BadValue
from referee.core.settings.settings_table import SettingsTable


class Colour(StrEnum):
    RED = "red"
    GREEN = "green"


def table(**values: object) -> SettingsTable:
    return SettingsTable(values, "team.toml")


def sentence(read) -> str:
    with pytest.raises(BadValue) as caught:
        read()
    text = str(caught.value)
    assert text.startswith("team.toml: ")
    assert ", but should be " in text or "; needed: " in text
    assert "\n" not in text
    return text


def test_good_values_come_as_they_are():
    t = table(
        n=2, x=1.5, word="hi", on=True, ink="#0a10FF", row=[1, 2.5], colour="green", note="a\nb"
    )
    assert t.whole("n", 0, 5) == 2
    assert t.number("x", 0, 5) == 1.5
    assert isinstance(t.number("n", 0, 5), float)
    assert t.text("word") == "hi"
    assert t.text("note", lines=True) == "a\nb"
    assert t.flag("on") is True
    assert t.colour("ink") == (10, 16, 255)
    assert t.numbers("row", 2, 0, 5) == (1.0, 2.5)
    assert t.choice("colour", Colour) is Colour.GREEN
    t.done()


def test_what_is_not_there_has_its_default():
    t = table()
    assert t.number("x", 0, 5, 2.0) == 2.0
    assert t.whole("n", 0, 5, 3) == 3
    assert t.text("word", 10, "") == ""
    assert t.flag("on", default=False) is False
    assert t.colour("ink", "#000000") == (0, 0, 0)
    assert t.numbers("row", 2, 0, 5, (1.0, 2.0)) == (1.0, 2.0)
    assert t.choice("colour", Colour, Colour.RED) is Colour.RED
    assert t.tables("players") == []
    assert t.table("inner", optional=True).number("x", 0, 5, 1.0) == 1.0
    t.done()


def test_the_ends_of_a_range_belong_to_it():
    assert table(x=0).number("x", 0, 5) == 0.0
    assert table(x=5).number("x", 0, 5) == 5.0
    assert table(n=5).whole("n", 0, 5) == 5


@pytest.mark.parametrize(
    "value", [-0.1, 5.1, math.nan, math.inf, -math.inf, True, "3", None, [3], 10**400, {}]
)
def test_what_is_no_number_in_range_is_refused(value):
    text = sentence(lambda: table(x=value).number("x", 0, 5))
    assert "x is " in text
    assert text.endswith("a number from 0 to 5")


def test_even_without_an_upper_end_a_number_is_finite():
    for value in (math.inf, 10**400):
        sentence(lambda v=value: table(x=v).number("x", 0, math.inf))


@pytest.mark.parametrize("value", [1.0, True, 6, "1", math.nan])
def test_whole_numbers_are_whole(value):
    assert "a whole number from 0 to 5" in sentence(lambda: table(n=value).whole("n", 0, 5))


@pytest.mark.parametrize("value", [0, 1, "true", None])
def test_flags_are_true_or_false(value):
    assert "true or false" in sentence(lambda: table(on=value).flag("on"))


@pytest.mark.parametrize("value", ["", "x" * 81, "a\nb", "a\x00b", 3, True])
def test_text_is_short_and_printable(value):
    assert "text of 1 to 80 characters" in sentence(lambda: table(word=value).text("word"))


@pytest.mark.parametrize("value", ["red", "#12345", "#1234567", "#gggggg", 5])
def test_colours_are_six_hex_digits(value):
    assert "#c8102e" in sentence(lambda: table(ink=value).colour("ink"))


@pytest.mark.parametrize("value", [[1], [1, 2, 3], "12", 1, {"a": 1}])
def test_lists_have_their_length(value):
    assert "a list of 2 numbers" in sentence(lambda: table(row=value).numbers("row", 2, 0, 5))


def test_the_wrong_item_of_a_list_is_named():
    text = sentence(lambda: table(row=[1, 9]).numbers("row", 2, 0, 5))
    assert "row[1] is 9" in text


def test_the_only_word_that_is_known_is_named_alone():
    text = sentence(lambda: table(format="x").choice("format", ["referee.night"]))
    assert text.endswith("but should be referee.night")


def test_a_choice_names_the_known_words_and_the_nearest():
    text = sentence(lambda: table(colour="gren").choice("colour", Colour))
    assert "one of red, green (did you mean green?)" in text


def test_a_missing_key_is_said_to_be_missing():
    assert "x is missing; needed: a number from 0 to 5" in sentence(
        lambda: table().number("x", 0, 5)
    )


def test_a_missing_key_points_at_a_misspelling_of_it():
    text = sentence(lambda: table(widht_mm=3).number("width_mm", 0, 5))
    assert "width_mm is missing" in text
    assert "the file has widht_mm" in text


def test_unknown_keys_are_refused_with_the_nearest_known():
    t = table(speed=1, sped=2)
    t.number("speed", 0, 5)
    assert "sped is not a known key; needed: one of speed (did you mean speed?)" in sentence(t.done)


def test_paths_lead_to_the_key():
    t = table(players=[{"x_yd": 1}, {"x_yd": 90}], camera={"lens": {"k1": 3}})
    rows = t.tables("players")
    assert "players[1].x_yd is 90" in sentence(lambda: rows[1].number("x_yd", 0, 60))
    lens = t.table("camera").table("lens")
    assert "camera.lens.k1 is 3" in sentence(lambda: lens.number("k1", 0, 1))


def test_done_looks_into_the_tables_handed_out():
    t = table(players=[{"x": 1}, {"x": 1, "y": 2}])
    for row in t.tables("players"):
        row.number("x", 0, 5)
    assert "players[1].y is not a known key" in sentence(t.done)


@pytest.mark.parametrize("value", [3, "x", [1], [{}, 2]])
def test_lists_of_tables_are_lists_of_tables(value):
    assert "[[players]]" in sentence(lambda: table(players=value).tables("players"))


def test_a_list_of_tables_has_its_length():
    assert "2 to 3 tables" in sentence(lambda: table(p=[{}]).tables("p", min_count=2, max_count=3))


@pytest.mark.parametrize(
    ("values", "mm"),
    [
        ({"a_mm": 30}, 30.0),
        ({"a_in": 2}, 50.8),
        ({"a_in": "19 3/4"}, 501.65),
        ({"a_in": "1/2"}, 12.7),
    ],
)
def test_lengths_come_in_millimetres_or_inches(values, mm):
    t = SettingsTable(values, "team.toml")
    assert t.length_mm("a_mm", 1, 1000) == pytest.approx(mm)
    t.done()


@pytest.mark.parametrize(
    ("values", "part"),
    [
        ({"a_in": 2, "a_mm": 50}, "a_mm or a_in, not both"),
        ({"a_in": "2 inches"}, "a_in is '2 inches', but should be inches from"),
        ({"a_in": 2000}, "inches from"),
        ({"a_in": True}, "inches from"),
        ({}, "a_mm is missing"),
    ],
)
def test_a_length_that_cannot_be_read_says_why(values, part):
    assert part in sentence(lambda: SettingsTable(values, "team.toml").length_mm("a_mm", 1, 1000))


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(anything)
def test_whatever_the_file_says_is_read_or_refused_in_one_sentence(value):
    t = table(key=value)
    for read in (
        lambda: t.number("key", -1, 1),
        lambda: t.whole("key", -1, 1),
        lambda: t.text("key", 5),
        lambda: t.choice("key", Colour),
        lambda: t.flag("key"),
        lambda: t.colour("key"),
        lambda: t.numbers("key", None, 0, 1),
        lambda: t.length_mm("key", 0, 1),
        lambda: t.table("key"),
        lambda: t.tables("key"),
    ):
        said = ""
        try:
            read()
        except BadValue as error:
            said = str(error)
        assert not said or said.startswith("team.toml: key")
        assert len(said) < 300


def test_a_long_value_is_cut_short():
    assert len(sentence(lambda: table(word="x" * 10_000).text("word"))) < 160


def test_an_error_can_travel_between_processes():
    error = BadValue("x", 3, "0 to 1", "team.toml")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301 - our own bytes
