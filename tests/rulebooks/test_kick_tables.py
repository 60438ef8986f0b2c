"""The tables that kicks are rolled on, as the leagues print them, and how they are read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
import yaml

from referee.core.errors import BadValue
from referee.core.field.direction import Direction
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.fields import load_field
from referee.loaders.rulebooks import LEAGUES, load_catalogue, load_rulebook
from referee.rulebooks.kicks.kick_table import kick_table_of
from referee.rulebooks.kicks.roll_table import KickAcross, KickDice, across_y_mm

CATALOGUES = os.environ.get("REFEREE_RULE_CATALOGUES")


def kicks(league):
    return load_rulebook(league).kicks


def yards(league, table):
    """Every roll of a table with its yards, dead kicks as negative numbers."""
    found = kicks(league).rolls[table]
    low, high = found.dice.count, found.dice.count * found.dice.sides
    rows = {total: found.row(total) for total in range(low, high + 1)}
    return {t: (-1 if row.dead else 1) * (row.yards or 0.0) for t, row in rows.items()}


def spread(rows):
    """Rolls of 2d6 from a printed table whose keys are sums or spans of them."""
    return {k: v for keys, v in rows.items() for k in keys}


# EFHL-KO-08, EFHL-PUN-13, EFHL-FKS-02: 2d6, a dead kick with a minus sign.
KICKED = {(3,): 45, (4,): 50, (5,): 55, (6,): 60, (7, 8, 9): 65, (10,): 70, (11,): 75}
PUNTED = {(3,): 25, (4,): 30, (5,): 35, (6,): 40, (7, 8, 9): 45, (10,): 50, (11,): 55}
PRINTED_2D6 = [
    ("kickoff", {(2,): -5, **KICKED, (12,): -25}),
    ("punt", {(2,): 10, **PUNTED, (12,): -20}),
    ("free kick", {(2,): 10, **PUNTED, (12,): -30}),
]


@pytest.mark.parametrize(("table", "rows"), PRINTED_2D6)
def test_efhl_distances(table, rows):
    assert yards("efhl", table) == spread(rows)


# EFHL-ONS-04, from the spot of the kick: the restraining line is 10 yards on.
ONSIDE = {
    3: (15, KickAcross.LEFT_NUMERALS),
    4: (10, KickAcross.LEFT_OUTSIDE),
    5: (15, KickAcross.LEFT_HASH),
    6: (10, KickAcross.LEFT_HASH),
    7: (15, KickAcross.LEFT_INSIDE),
    8: (15, KickAcross.RIGHT_INSIDE),
    9: (10, KickAcross.RIGHT_HASH),
    10: (15, KickAcross.RIGHT_HASH),
    11: (10, KickAcross.RIGHT_OUTSIDE),
    12: (15, KickAcross.RIGHT_NUMERALS),
}


def test_efhl_onside_spots():
    table = kicks("efhl").rolls["onside"]
    assert {t: (table.row(t).yards, table.row(t).across) for t in range(3, 13)} == ONSIDE
    assert (table.row(2).yards, table.row(2).dead) == (10, True)


# EFHL-FG-08: from so many yards the least roll of 2d6 that is good.
@pytest.mark.parametrize(
    ("yards", "least"),
    [(17, 3), (19, 3), (20, 4), (29, 5), (30, 6), (34.9, 6), (39, 7), (40, 8), (49, 9), (50, 10)],
)
def test_efhl_goals(yards, least):
    assert kicks("efhl").goals["field goal"].least(yards) == least


# HEFL-PNT-04: one to a hundred, yards and seconds in the air.
HEFL_PUNT = [
    (1, 15, None), (10, 15, None), (11, 30, 1), (20, 30, 1), (21, 35, 1), (31, 40, 1),
    (45, 40, 1), (46, 45, 2), (60, 45, 2), (61, 50, 2), (71, 55, 2), (80, 55, 2), (81, 60, 3),
    (91, 75, 3), (100, 75, 3),
]  # fmt: skip


@pytest.mark.parametrize(("roll", "yards", "hang_s"), HEFL_PUNT)
def test_hefl_punts(roll, yards, hang_s):
    row = kicks("hefl").rolls["punt"].row(roll)
    assert (row.yards, row.hang_s, row.dead) == (yards, hang_s, roll <= 10)


@pytest.mark.parametrize(
    ("table", "rolls", "key"),
    [
        ("onside", {1: 13, 40: 13, 41: 12, 60: 12, 61: 11, 80: 11, 81: 10, 100: 10}, "yards"),
        ("coffin corner", {1: 1, 5: 1, 6: 5, 15: 5, 16: 10, 31: 15, 51: 20, 100: 20}, "own_yd"),
    ],
)  # fmt: skip
def test_hefl_onside_and_coffin_corner(table, rolls, key):
    found = kicks("hefl").rolls[table]
    assert {roll: getattr(found.row(roll), key) for roll in rolls} == rolls


@pytest.mark.parametrize(
    ("line_yd", "least"),
    [(0, 5), (10, 5), (11, 15), (20, 25), (25, 30), (26, 45), (35, 50), (40, 75), (46, None)],
)
def test_hefl_goals(line_yd, least):
    table = kicks("hefl").goals["field goal"]
    assert (table.from_line, table.least(line_yd)) == (True, least)


def test_vsefl_onside_rolls():
    distance, zone = (kicks("vsefl").rolls[f"onside {name}"] for name in ("distance", "zone"))
    assert [distance.row(d).yards for d in range(1, 13)] == [13] * 3 + [12] * 3 + [11] * 3 + [
        10
    ] * 3
    zones = [KickAcross.LEFT_OUTSIDE, KickAcross.MIDDLE, KickAcross.RIGHT_OUTSIDE]
    across = [zone.row(d).across for d in range(1, 13)]
    assert across == [each for each in zones for _ in range(4)]


@pytest.mark.skipif(not CATALOGUES, reason="REFEREE_RULE_CATALOGUES names no folder")
@pytest.mark.parametrize(
    ("league", "rule", "table"),
    [("efhl-core", "EFHL-KO-08", "kickoff"), ("efhl-core", "EFHL-PUN-13", "punt")],
)
def test_tables_have_the_numbers_of_the_catalogue(league, rule, table):
    text = (Path(str(CATALOGUES)) / f"{league}.yaml").read_text(encoding="utf-8")
    printed = next(r for r in yaml.safe_load(text)["rules"] if r["id"] == rule)["tables"]["2d6"]
    found = yards("efhl", table)
    for key, value in printed.items():
        if isinstance(value, int):
            low, _, high = str(key).partition("-")
            assert {found[t] for t in range(int(low), int(high or low) + 1)} == {value}


def test_left_and_right_are_the_kickers():
    field = load_field("620")
    right = across_y_mm(field, KickAcross.LEFT_HASH, Direction.RIGHT)
    left = across_y_mm(field, KickAcross.LEFT_HASH, Direction.LEFT)
    assert right == field.far_hash_y_mm
    assert left == field.width_mm - field.far_hash_y_mm


@pytest.mark.parametrize("league", LEAGUES)
def test_every_kick_names_rules_of_its_league(league):
    known = {rule.id for rule in load_catalogue(league)}
    table = kicks(league)
    stages = [stage.rule for kick in table.kicks.values() for stage in kick.stages if stage.rule]
    named = {each.rule for *_, each in table.settings()} | {k.rule for k in table.kicks.values()}
    tables = {each.rule for each in (*table.rolls.values(), *table.goals.values())}
    assert named | tables | set(stages) <= known


def test_a_house_changes_a_number_of_a_kick(tmp_path):
    path = tmp_path / "house.toml"
    head = 'extends = "efhl"\nname = "garage"\ntitle = "Our garage"\n'
    path.write_text(head + "[kicks.kickoff]\ntouchback_yd = 30.0\n", encoding="utf-8")
    book = load_rulebook(str(path))
    assert book.changed() == ("kicks.kickoff.touchback_yd",)
    assert kicks("efhl").kicks[next(iter(book.kicks.kicks))].rules.touchback_yd.value == 25.0
    path.write_text(head + "[kicks.drop]\ntouchback_yd = 30.0\n", encoding="utf-8")
    with pytest.raises(BadValue, match="kickoff, free kick"):
        load_rulebook(str(path))


@pytest.mark.parametrize("pips", [(0, 3), (7, 1), (3,), (1, 2, 3)])
def test_dice_that_are_none_of_the_table_are_refused(pips):
    with pytest.raises(BadValue):
        KickDice(2, 6).total(pips)


def test_rows_have_to_reach_every_roll():
    rows = [{"to": 5, "yards": 10.0}, {"to": 11, "yards": 20.0}]
    roll = {"rule": "EFHL-KO-08", "dice": [2, 6], "rows": rows}
    with pytest.raises(BadValue, match="12"):
        kick_table_of(SettingsTable({"kicks": {}, "rolls": {"kickoff": roll}}, "kicks.toml"))


def test_a_kick_that_rolls_on_no_table_is_refused():
    kick = {"rule": "EFHL-KO-01", "acts": ["kickoff"], "stages": [{"roll": "kickof"}]}
    with pytest.raises(BadValue, match="kickof"):
        kick_table_of(SettingsTable({"kicks": {"kickoff": kick}}, "kicks.toml"))
