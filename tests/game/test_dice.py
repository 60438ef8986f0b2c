"""Dice: how rolls are written, what they come to, and what is refused."""

from __future__ import annotations

import itertools

import pytest

from referee.core.errors import BadValue
from referee.game.dice import DiceTest
from referee.loaders.rulebooks import load_rulebook


@pytest.mark.parametrize("text", ["2d6 <= 2", "d12 >= 7", "none", "3d6 >= 18"])
def test_a_roll_is_written_as_it_is_read(text):
    assert DiceTest.parse(text).value == text


# How many of all rolls make it happen, counted by hand.
COUNTED = [("2d6 <= 2", 1), ("2d6 <= 3", 3), ("d12 >= 7", 6), ("2d6 >= 11", 3)]


@pytest.mark.parametrize(("text", "times"), COUNTED)
def test_it_happens_as_often_as_it_should(text, times):
    test = DiceTest.parse(text)
    rolls = itertools.product(range(1, test.sides + 1), repeat=test.count)
    assert sum(test.happens(roll) for roll in rolls) == times


@pytest.mark.parametrize(
    "text", ["2d6", "2d6 < 3", "2d6 <= 1", "d12 >= 13", "0d6 <= 0", "two dice"]
)
def test_what_is_no_roll_is_refused(text):
    with pytest.raises(BadValue, match="roll"):
        DiceTest.parse(text)


@pytest.mark.parametrize("pips", [(), (3,), (1, 2, 3), (0, 1), (1, 7)])
def test_pips_that_cannot_be_are_refused(pips):
    with pytest.raises(BadValue, match="rolled"):
        DiceTest.parse("2d6 <= 2").happens(pips)


def test_no_dice_never_make_it_happen():
    assert not DiceTest().happens(())


PRINTED = [
    ("efhl", "fall", "2d6 <= 2", "EFHL-FUM-07"),
    ("efhl", "recovery", "none", "EFHL-FUM-10"),
    ("efhl", "handoff", "2d6 <= 2", "EFHL-FUM-02"),
    ("hefl", "recovery", "d12 >= 7", "HEFL-FUM-01"),
    ("vsefl", "recovery", "d12 >= 7", "VSEFL-FUM-01"),
    ("simplified", "fall", "none", "SIMP-GEN-06"),
]


@pytest.mark.parametrize(("league", "key", "text", "rule"), PRINTED)
def test_what_the_leagues_roll(league, key, text, rule):
    ruled = getattr(load_rulebook(league).game.dice, key)
    assert (ruled.value.value, ruled.rule) == (text, rule)


def test_a_house_may_roll_otherwise(tmp_path):
    head = 'extends = "hefl"\nname = "wet"\ntitle = "Wet"\n[dice]\n'
    house = tmp_path / "wet.toml"
    house.write_text(head + 'recovery = "d12 >= 5"\n', encoding="utf-8")
    assert load_rulebook(str(house)).game.dice.recovery.value == DiceTest(1, 12, 5, 12)
    house.write_text(head + 'recovery = "d12 over 5"\n', encoding="utf-8")
    with pytest.raises(
        BadValue, match=r"line 5: dice.recovery is 'd12 over 5', but should be a roll"
    ):
        load_rulebook(str(house))
