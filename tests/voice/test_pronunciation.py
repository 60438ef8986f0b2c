"""Sentences in words, as a person in a stadium says them; and nothing that gives orders."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.voice.pronunciation import LONGEST, as_spoken, cardinal, ordinal


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("2nd and 6 at the own 34", "second and six at the own thirty-four"),
        (
            "1st and goal at the opponent's 9.5",
            "first and goal at the opponent's nine and a half",
        ),
        ("3rd and 0.5", "third and a half"),
        ("4th and 12.3", "fourth and twelve point three"),
        ("2nd and 7.0", "second and seven"),
        ("Touchdown, Reds 22!", "Touchdown, Reds twenty-two!"),
        ("Tackle by #7.", "Tackle by number seven."),
        ("Gain of 1 yd.", "Gain of one yard."),
        ("Loss of −3 yd", "Loss of minus three yards"),
        ("Gap 0.25 mm", "Gap zero point two five millimetres"),
        ("The score is 21-14.", "The score is twenty-one to fourteen."),
        ("QB sneak short of the LTG", "quarterback sneak short of the line to gain"),
        ("Q2 begins", "the second quarter begins"),
        ("Roll 2d6", "Roll two dice"),
        ("100% sure & clear", "one hundred percent sure and clear"),
        ("Not allowed (EFHL-STP-02).", "Not allowed."),
        ("EFHL-STP-02: no stop", "no stop"),
        ("NOT WATCHING: no picture", "not watching: no picture"),
        ("Not seen: home-12, away-7.", "Not seen: home twelve, away seven."),
        ("No ball - go on", "No ball go on"),
    ],
)
def test_a_sentence_is_said_in_words(written, said):
    assert as_spoken(written) == said


@pytest.mark.parametrize(
    ("n", "words"),
    [
        (0, "zero"),
        (13, "thirteen"),
        (40, "forty"),
        (99, "ninety-nine"),
        (305, "three hundred five"),
        (12_034, "twelve thousand thirty-four"),
        (7_000_000, "seven zero zero zero zero zero zero"),
    ],
)
def test_whole_numbers(n, words):
    assert cardinal(n) == words


@pytest.mark.parametrize(
    ("n", "words"),
    [
        (1, "first"),
        (2, "second"),
        (3, "third"),
        (4, "fourth"),
        (5, "fifth"),
        (8, "eighth"),
        (9, "ninth"),
        (12, "twelfth"),
        (20, "twentieth"),
        (21, "twenty-first"),
        (30, "thirtieth"),
        (100, "one hundredth"),
        (102, "one hundred second"),
    ],
)
def test_ordinals(n, words):
    assert ordinal(n) == words


@pytest.mark.parametrize(
    "name",
    [
        "'; rm -rf ~ #",
        "$(reboot) `reboot`",
        "[[volm 0.0]] hush",
        "<speak><prosody volume='silent'>",
        "--help",
        '"; $speech.Rate = 10; "',
        "a\x00b\nc\r\x1b[31m",
        "\u202eevil\u202c \u200b",
    ],
)
def test_a_hostile_team_name_becomes_plain_words(name):
    said = as_spoken(f"{name} ball. 1st and 10 at the own 20.")
    assert set(said) <= {*string.ascii_letters, *" .,!?'-:"}
    assert not said.startswith("-")
    assert said.endswith("ball. first and ten at the own twenty.")


def test_letters_of_other_languages_stay():
    assert as_spoken("Göteborg Älgar ball") == "Göteborg Älgar ball"


@given(st.text(max_size=2000))
def test_whatever_comes_in_is_short_and_plain(text):
    said = as_spoken(text)
    assert len(said) <= LONGEST
    assert said[:1].isalpha() or not said
    assert all(c.isalpha() or c in " .,!?'-:" for c in said)
    assert "  " not in said


@given(st.text(max_size=300))
def test_what_is_said_is_said_the_same_again(text):
    once = as_spoken(text)
    assert as_spoken(once).split() == once.split() or any(c.isupper() for c in once)
