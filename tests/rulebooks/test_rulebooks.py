"""Rulebooks and their rule lists: complete, consistent, and clear about what is wrong."""

from __future__ import annotations

import importlib
import os
import re
from pathlib import Path

import pytest

from referee import rulebooks
from referee.calls.tackle.tackle import FrontNeeded
from referee.core.errors import BadValue
from referee.loaders.formats.toml import line_of_key
from referee.loaders.rulebooks import LEAGUES, find_rule, load_catalogue, load_rulebook
from referee.rulebooks.catalogue import Rule, RuleStatus, RuleTreatment

COUNTS = {"efhl": 266, "hefl": 107, "vsefl": 94, "simplified": 122}
# A folder with the catalogues the lists were made from, where somebody has it.
CATALOGUES = os.environ.get("REFEREE_RULE_CATALOGUES")


@pytest.mark.parametrize("league", LEAGUES)
def test_every_setting_names_a_rule_of_its_league(league):
    known = {rule.id for rule in load_catalogue(league)}
    assert {ruled.rule for *_, ruled in load_rulebook(league).settings()} <= known


@pytest.mark.parametrize("league", LEAGUES)
def test_the_list_is_complete_and_says_each_rule_once(league):
    ids = [rule.id for rule in load_catalogue(league)]
    assert len(ids) == len(set(ids)) == COUNTS[league]


@pytest.mark.skipif(not CATALOGUES, reason="REFEREE_RULE_CATALOGUES names no folder")
@pytest.mark.parametrize("league", LEAGUES)
def test_the_list_has_the_ids_of_the_catalogue(league):
    name = "efhl-core" if league == "efhl" else league
    text = (Path(str(CATALOGUES)) / f"{name}.yaml").read_text(encoding="utf-8")
    ids = re.findall(r"^\s*- id: (\S+)", text, re.MULTILINE)
    assert [rule.id for rule in load_catalogue(league)] == ids


@pytest.mark.parametrize("league", LEAGUES)
def test_what_does_a_rule_is_there(league):
    for module in sorted({name for rule in load_catalogue(league) for name in rule.by}):
        assert importlib.import_module(f"referee.{module}")


WITHOUT_MODULES = {RuleTreatment.LEAVES, RuleTreatment.NOTHING}


@pytest.mark.parametrize("league", LEAGUES)
def test_what_the_referee_does_itself_has_modules(league):
    rules = load_catalogue(league)
    assert [r.id for r in rules if not r.by and r.does not in WITHOUT_MODULES] == []
    assert [r.id for r in rules if r.by and r.does in WITHOUT_MODULES] == []


@pytest.mark.parametrize(
    ("does", "by"), [("decides", ()), ("checks", ()), ("leaves to coaches", ("game.fold",))]
)
def test_a_rule_that_nobody_decides_does_not_say_so(does, by):
    with pytest.raises(BadValue, match="modules, except for"):
        Rule("HEFL-TKL-01", "A rule", "call", "run", RuleTreatment(does), by)


@pytest.mark.parametrize("league", LEAGUES)
def test_a_rule_whose_numbers_are_used_does_not_say_that_nobody_does_it(league):
    status = {rule.id: rule.status for rule in load_catalogue(league)}
    front = load_rulebook(league).calls.tackle.front
    assert status[front.rule] is RuleStatus.STANDS


@pytest.mark.parametrize("league", LEAGUES)
def test_the_sentence_above_a_setting_is_the_one_the_program_shows(league):
    above = comments_above_keys(Path(rulebooks.__file__).parent / league / "settings.toml")
    for section, key, setting, _ in load_rulebook(league).settings():
        words = [f'"{word.value}"' for word in setting.words or ()]
        end = f": {', '.join(words)}." if words else "."
        sentence = setting.says[0].upper() + setting.says[1:] + end
        assert above[section, key] == sentence


def comments_above_keys(path):
    """The comment right above each key of a file of settings, as one line."""
    found, section, lines = {}, "", []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            lines.append(line.removeprefix("#").strip())
            continue
        if heading := re.fullmatch(r"\[(\w+)\]", line):
            section = heading[1]
        elif key := re.match(r"(\w+) = ", line):
            found[section, key[1]] = " ".join(lines)
        lines = []
    return found


def test_no_setting_speaks_of_him():
    for section, key, setting, _ in load_rulebook("hefl").settings():
        assert not re.search(r"\b(he|his|him)\b", setting.says), f"{section}.{key}"


# Numbers as the leagues print them.
PRINTED = [
    ("efhl", "tackle", "front", FrontNeeded.EVERYWHERE, "EFHL-TKL-01"),
    ("efhl", "sack", "coverage_yd", 20.0, "EFHL-SNP-05"),
    ("hefl", "tackle", "front_until_yd", 5.0, "HEFL-TKL-01"),
    ("vsefl", "tackle", "rear_tackles", False, "VSEFL-TKL-03"),
    ("simplified", "tackle", "front", FrontNeeded.NOWHERE, "SIMP-TKL-01"),
    ("simplified", "points", "played_try", 2.0, "SIMP-TRY-02"),
]


@pytest.mark.parametrize(("league", "section", "key", "value", "rule"), PRINTED)
def test_printed_numbers(league, section, key, value, rule):
    book = load_rulebook(league)
    rules = getattr(book.calls, section, None) or getattr(book.game, section)
    assert (getattr(rules, key).value, getattr(rules, key).rule) == (value, rule)


def house(tmp_path, text):
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


HEAD = 'extends = "hefl"\nname = "garage"\ntitle = "Our garage"\n'


def test_a_house_rulebook_changes_what_it_says_and_nothing_else(tmp_path):
    book = load_rulebook(house(tmp_path, HEAD + "[tackle]\nfront_until_yd = 3.0\n"))
    assert book.changed() == ("tackle.front_until_yd",)
    assert (book.calls.tackle.front_until_yd.value, book.name) == (3.0, "garage")
    assert (book.calls.tackle.front_until_yd.rule, book.league) == ("HEFL-TKL-01", "hefl")
    assert book.game == load_rulebook("hefl").game


def test_a_house_may_extend_a_house(tmp_path):
    house(tmp_path, HEAD + "[points]\nsafety = 3\n")
    other = tmp_path / "club.toml"
    other.write_text('extends = "./house.toml"\nname = "club"\ntitle = "Club"\n', encoding="utf-8")
    assert load_rulebook(str(other)).game.points.safety.value == 3.0


WRONG = [
    (
        HEAD + "[tackle]\nfront_untill_yd = 3\n",
        r"line 5: tackle.front_untill_yd .*did you mean front_until_yd",
    ),
    (HEAD + "\n[takle]\nfront = 'nowhere'\n", r"line 5: takle is not.*did you mean tackle"),
    (
        HEAD + "[tackle]\n\nfront_until_yd = 300\n",
        r"line 6: tackle.front_until_yd is 300, but should be a number from 0 to 100",
    ),
    (HEAD + "[tackle]\nfront = 'evrywhere'\n", r"line 5: tackle.front is .*mean everywhere"),
    (HEAD + "[touch]\ncoasting = 1\n", r"line 5: touch.coasting is 1, but should be true or false"),
    ('extends = "hefll"\nname = "a"\ntitle = "b"\n', r"line 1: extends is 'hefll'.*mean hefl"),
    ('name = "a"\ntitle = "b"\n', r"extends is missing"),
    ('extends = "./house.toml"\nname = "a"\ntitle = "b"\n', r"ring"),
    ('extends = "hefl"\nname = "two words"\ntitle = "b"\n', r"line 2: name is 'two words'"),
    ('extends = "hefl\n', r"not TOML"),
]


@pytest.mark.parametrize(("text", "words"), WRONG)
def test_what_is_wrong_with_a_house_rulebook_is_said_with_its_line(tmp_path, text, words):
    with pytest.raises(BadValue, match=words):
        load_rulebook(house(tmp_path, text))


def test_unknown_names_are_answered_with_near_ones():
    with pytest.raises(BadValue, match="did you mean vsefl"):
        load_rulebook("vsfl")
    with pytest.raises(BadValue, match="HEFL-TKL-01"):
        find_rule("HEFL-TKL-1")
    assert find_rule("hefl-tkl-01")[1].title == "Front-of-base tackle close to the line"


TOML = '''a = 1
[one]
# a comment with key = 2
key = 3
long = """
key = 4
"""
[one."two".three]
"quoted" = 5
[[list]]
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("a", 1), ("one", 2), ("one.key", 4), ("one.long", 5), ("one.two.three.quoted", 9),
        ("list", 10), ("one.missing", 2), ("nothing", None),
    ],
)  # fmt: skip
def test_the_line_of_a_key(path, line):
    assert line_of_key(TOML, path) == line
