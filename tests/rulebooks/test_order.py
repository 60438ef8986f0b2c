"""The order of a game, as each league writes it."""

from __future__ import annotations

import pytest

from referee.core.errors import BadValue
from referee.core.settings.settings_table import SettingsTable
from referee.game.order.game_order import Outcome
from referee.game.state import GamePhase
from referee.loaders.rulebooks import LEAGUES, load_catalogue, load_rulebook
from referee.rulebooks.order_table import order_of

# Whose yard line a kickoff and a free kick are kicked from: EFHL-KO-02 and FKS-01, HEFL-KO-01 and
# SAF-02, VSEFL-KO-01 and SAF-02, SIMP-KO-02 and SK-01.
KICKED_FROM = [
    ("efhl", 35.0, 20.0),
    ("hefl", 35.0, 20.0),
    ("vsefl", 40.0, 20.0),
    ("simplified", 35.0, 20.0),
]


def order(league):
    return load_rulebook(league).game.order


@pytest.mark.parametrize("league", LEAGUES)
def test_every_act_names_a_rule_of_its_league(league):
    known = {rule.id for rule in load_catalogue(league)}
    assert {order(league).row(act).rule for act in GamePhase} <= known


@pytest.mark.parametrize(("league", "kickoff_yd", "free_kick_yd"), KICKED_FROM)
def test_where_kicks_begin(league, kickoff_yd, free_kick_yd):
    rows = order(league)
    assert rows.row(GamePhase.KICKOFF).from_yd == kickoff_yd
    assert rows.row(GamePhase.FREE_KICK).from_yd == free_kick_yd


@pytest.mark.parametrize("league", LEAGUES)
def test_no_period_ends_before_the_game_in_a_try_or_after_it(league):
    rows = order(league).rows
    may_end = {act for act in GamePhase if rows[act].period_may_end}
    assert may_end == {GamePhase.KICKOFF, GamePhase.FREE_KICK, GamePhase.SCRIMMAGE}


def tables(**own):
    """Both tables of an order in which every act has a rule, and one is as the test says."""
    shared = {act.value: {} for act in GamePhase}
    rows = {act.value: {"rule": "HEFL-KO-01"} | own.get(act.name, {}) for act in GamePhase}
    return SettingsTable(shared, "common"), SettingsTable(rows, "own")


def test_a_league_may_say_otherwise_than_the_others():
    end = {"safety": {"then": "kickoff", "ball": "who is named"}}
    made = order_of(*tables(TRY={"ends": end, "period_may_end": True}))
    row = made.row(GamePhase.TRY)
    assert row.period_may_end
    assert row.ends[Outcome.SAFETY].then is GamePhase.KICKOFF


WRONG = [
    ({"TRY": {"ends": {"touchback": {"then": "try", "ball": "the same"}}}}, "touchback"),
    ({"TRY": {"ends": {"safety": {"then": "tries", "ball": "the same"}}}}, "then is 'tries'"),
    ({"KICKOFF": {"from_yd": 200.0}}, "from_yd is 200"),
    ({"KICKOFF": {"rule": "kicks"}}, "rule is 'kicks'"),
    ({"OVER": {"weather": True}}, "weather"),
]


@pytest.mark.parametrize(("own", "words"), WRONG)
def test_what_makes_no_sense_is_named(own, words):
    with pytest.raises(BadValue, match=words):
        order_of(*tables(**own))
