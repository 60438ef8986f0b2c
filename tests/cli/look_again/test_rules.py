"""`referee rules`, as a person calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee.cli.main import app
from referee.loaders.rulebooks import load_rulebook
from referee.night.safety.power_table import PowerMode

PICTURES = Path(__file__).resolve().parents[3] / "docs" / "pictures"


def run(*words):
    return CliRunner().invoke(app, ["rules", *words], env={"COLUMNS": "160"})


def test_list_says_what_is_done_about_every_rule():
    result = run("list", "hefl", "--json")
    rules = json.loads(result.stdout)
    assert len(rules) == 107
    assert {r["does"] for r in rules} == {
        "decides",
        "checks",
        "asks",
        "rolls",
        "leaves to coaches",
        "nothing",
    }
    assert all(r["why"] for r in rules if r["status"] == "not applicable")


def test_list_can_be_narrowed_to_a_kind():
    kinds = {r["kind"] for r in json.loads(run("list", "--kind", "spot", "--json").stdout)}
    assert kinds == {"spot"}


def test_show_gives_a_rule_with_its_numbers():
    result = run("show", "HEFL-TKL-01")
    assert "tackle.front_until_yd = 5.0" in result.stdout
    shown = json.loads(run("show", "HEFL-TKL-01", "--json").stdout)
    assert shown["settings"]["tackle.front_until_yd"] == 5.0


def test_a_narrow_terminal_shows_every_key_whole():
    shown = CliRunner().invoke(app, ["rules", "show", "vsefl"], env={"COLUMNS": "80"}).stdout
    for section, key, *_ in load_rulebook("vsefl").settings():
        assert f"{section}.{key} " in shown


def test_show_gives_a_house_rulebook(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(
        'extends = "hefl"\nname = "mine"\ntitle = "Mine"\n[points]\nsafety = 4\n', encoding="utf-8"
    )
    shown = json.loads(run("show", str(path), "--json").stdout)
    assert [s["setting"] for s in shown["settings"] if s["house"]] == ["points.safety"]


@pytest.mark.parametrize(("table", "picture"), [("play", "play-table.svg"), ("power", "power.svg")])
def test_the_pictures_of_the_tables_in_the_docs_are_drawn_by_a_command(tmp_path, table, picture):
    assert run(table, "--out", str(tmp_path / picture)).exit_code == 0
    assert (tmp_path / picture).read_bytes() == (PICTURES / picture).read_bytes()


def test_what_ends_a_play_does_so_from_every_status_but_the_last():
    follows = json.loads(run("play", "--json").stdout)
    ended = {status for status, row in follows.items() if row.get("a call ends the play") == "over"}
    assert set(follows) - ended == {"over", "counted"}
    assert follows["counted"] == {}


def test_a_lease_is_renewed_where_nothing_is_against_it():
    rows = json.loads(run("power", "--json").stdout)[PowerMode.LEASED.value]
    assert rows[-1] == {"row": "else: renew the lease", "then": PowerMode.LEASED.value}
    assert PowerMode.LEASED.value in run("power").stdout


def test_coverage_says_how_far_a_book_is_and_fails_where_all_has_to_be_complete(tmp_path):
    empty = ("coverage", "vsefl", "--cases", str(tmp_path))
    found = json.loads(run(*empty, "--json").stdout)["vsefl"]
    assert sum(found["counts"].values()) == 94
    assert found["counts"]["proved whole"] == 0  # no case, no proof, whatever the list says
    said = run(*empty)
    assert "before alpha" in said.stdout
    assert "for the next rung: VSEFL-" in said.stdout
    assert (said.exit_code, run(*empty, "--check").exit_code) == (0, 1)
    assert "VSEFL-TKL-01" in run(*empty, "--rules").stdout
    assert "--cases" in run("coverage", "--cases", str(tmp_path / "none")).output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("list", "hefll"), "did you mean hefl"),
        (("list", "--kind", "tackle"), "--kind is 'tackle', but should be one of call"),
        (("show", "HEFL-TKL-99"), "HEFL-TKL-01"),
        (("show", "nothere.toml"), "the file is missing"),
    ],
)
def test_mistakes_are_answered_in_a_sentence(words, said):
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.output
