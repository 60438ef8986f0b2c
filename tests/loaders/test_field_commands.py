"""`referee field` and `referee base` as a person types them."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from referee.cli.set_up.base import base_app
from referee.cli.set_up.field import field_app
from referee.core.errors import BadValue


def run(app, *words):
    result = CliRunner().invoke(app, list(words), catch_exceptions=True)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.stdout


def test_the_list_names_every_board():
    names = [row["name"] for row in json.loads(run(field_app, "list", "--json"))]
    assert names == ["500", "620", "scale-64x30"]
    assert "620" in run(field_app, "list")


def test_show_gives_measures_scales_and_lines_as_json():
    shown = json.loads(run(field_app, "show", "620", "--json"))
    assert shown["goal_to_goal_mm"] == pytest.approx(749.3)
    assert shown["length_mm_per_yd"] == pytest.approx(7.493)
    lines = {line["name"]: line["mm"] for line in shown["lines"]}
    assert lines["50"] == pytest.approx(374.65)


def test_show_speaks_of_inches_and_yards():
    text = run(field_app, "show", "620")
    assert "17 3/4 in" in text
    assert "100.00" in text


def test_brackets_in_a_title_are_only_brackets(tmp_path):
    from tests.loaders.test_fields import edited

    path = edited(tmp_path, ("title", 'title = "[/x] <&> board"'))
    assert "[/x] <&> board" in run(field_app, "show", str(path))
    drawing = tmp_path / "x.svg"
    run(field_app, "show", str(path), "--json", "--draw", str(drawing))
    assert "[/x] &lt;&amp;&gt; board" in drawing.read_text(encoding="utf-8")


def test_show_draws_beside_the_json(tmp_path):
    target = tmp_path / "field.svg"
    json.loads(run(field_app, "show", "500", "--json", "--draw", str(target)))
    assert target.read_text(encoding="utf-8").startswith("<svg")


def test_new_then_check_says_what_to_do_next(tmp_path):
    target = tmp_path / "mine.toml"
    assert "field check" in run(field_app, "new", "mine", "--to", str(target))
    with pytest.raises(BadValue, match="not fully measured"):
        run(field_app, "check", str(target))


def test_check_of_a_shipped_board_finds_nothing_to_doubt():
    from tests.loaders.test_fields import SHIPPED_620

    assert json.loads(run(field_app, "check", str(SHIPPED_620), "--json"))["doubts"] == []
    assert "can be used" in run(field_app, "check", str(SHIPPED_620))


def test_a_wrong_picture_name_is_said_before_anything_is_shown(tmp_path):
    with pytest.raises(BadValue, match=r"\.png or \.svg"):
        run(field_app, "show", "620", "--draw", str(tmp_path / "x.gif"))


def test_bases_are_listed_and_shown():
    rows = json.loads(run(base_app, "list", "--json"))
    assert {"standard", "bevelled", "round-front"} <= {row["name"] for row in rows}
    shown = json.loads(run(base_app, "show", "standard", "--json"))
    assert shown["length_mm"] == pytest.approx(27.8)
    assert max(x for x, _ in shown["outline_mm"]) == pytest.approx(13.9)
    assert "13/16 in" in run(base_app, "show", "standard")
