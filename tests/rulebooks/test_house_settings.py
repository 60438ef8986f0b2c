"""What a house may change, and where two books differ: expectations are the rulebooks' own."""

from __future__ import annotations

import pytest

from referee.loaders.rulebooks import LEAGUES, load_rulebook
from referee.rulebooks.house_settings import GROUPS, differences, house_settings

HOUSE = """
extends = "hefl"
name = "garage"
title = "Our garage"

[tackle]
front_until_yd = 3.0

[kicks."free kick"]
touchback_yd = 25

[fouls]
"offensive holding" = 8
"""


@pytest.fixture
def garage(tmp_path):
    path = tmp_path / "garage.toml"
    path.write_text(HOUSE, encoding="utf-8")
    return load_rulebook(str(path))


def by_path(book):
    return {each.path: each for each in house_settings(book)}


@pytest.mark.parametrize("league", LEAGUES)
def test_every_setting_stands_in_a_group_under_a_sentence(league):
    for each in house_settings(load_rulebook(league)):
        assert each.section.startswith("kicks.") or each.section in GROUPS
        assert each.sentence[0].isupper() or not each.sentence[0].isalpha()
        assert each.sentence.endswith(".")
        assert not each.sentence.startswith("Whether")


def test_settings_kicks_and_fouls_are_there_with_their_rules():
    found = by_path(load_rulebook("hefl"))
    front = found["tackle.front_until_yd"]
    assert (front.value, front.rule, front.house) == (5.0, "HEFL-TKL-01", False)
    assert found["fouls.offensive holding"].value == 10.0
    assert found["kicks.kickoff.from_yd"].value == 35.0
    assert found["kicks.kickoff.touchback_yd"].value is None  # the book goes without it


def test_a_house_differs_in_what_it_changed_and_nothing_else(garage):
    found = {
        each.setting.path: (each.one.value, each.other.value)
        for each in differences(load_rulebook("hefl"), garage)
    }
    assert found == {
        "tackle.front_until_yd": (5.0, 3.0),
        "fouls.offensive holding": (10.0, 8.0),
        "kicks.free kick.touchback_yd": (20.0, 25.0),
    }
    assert set(garage.changed()) == set(found)


def test_two_leagues_differ_in_stops_and_in_who_holds_the_switch():
    found = {
        each.setting.path: each
        for each in differences(load_rulebook("hefl"), load_rulebook("vsefl"))
    }
    stop = found["stops.past_yd"]  # HEFL-FIV-01 and VSEFL-CUT-02
    assert (stop.one.value, stop.other.value) == (5.0, 10.0)
    past = found["steps.run after the line"]
    assert (past.one.value, past.other.value) == ("defense", "offense")
    assert found["disputes.home_first"].other is None  # a chapter that VSEFL does not have
    assert "tackle.front_until_yd" not in found  # five yards in both


def test_a_book_does_not_differ_from_itself():
    assert differences(load_rulebook("efhl"), load_rulebook("efhl")) == ()
