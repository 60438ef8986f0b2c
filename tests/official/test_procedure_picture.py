"""The pictures in the docs are those of the tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.apps.drawings.procedure_arrows import ArrowReason, arrows_of
from referee.apps.drawings.procedure_picture import draw_procedure
from referee.core.errors import BadValue
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.formats.toml import read_toml
from referee.loaders.rulebooks import LEAGUES, load_rulebook
from referee.rulebooks.play_step import PlayStep
from referee.rulebooks.procedure import procedure_of

DOCS = Path(__file__).resolve().parents[2] / "docs" / "pictures"
HEFL = Path(__file__).resolve().parents[2] / "referee" / "rulebooks" / "hefl" / "procedure.toml"


@pytest.mark.parametrize("league", LEAGUES)
def test_the_picture_in_the_docs_is_that_of_the_table(league):
    drawn = (DOCS / f"procedure-{league}.svg").read_text(encoding="utf-8")
    assert drawn == draw_procedure(load_rulebook(league)).to_svg()


@pytest.mark.parametrize("league", LEAGUES)
def test_every_step_is_drawn(league):
    svg = draw_procedure(load_rulebook(league)).to_svg()
    for row in load_rulebook(league).procedure.rows:
        assert f">{row.step.value}<" in svg


def test_a_stop_that_a_house_lets_coaches_ask_for_is_drawn_so(tmp_path):
    house = tmp_path / "house.toml"
    house.write_text(
        'extends = "hefl"\nname = "h"\ntitle = "H"\n[stops]\npast = "on request"\n',
        encoding="utf-8",
    )
    whys = {
        (arrow.start, arrow.end): arrow.why
        for path in ("hefl", str(house))
        for arrow in arrows_of(load_rulebook(path))
        if path != "hefl"
    }
    assert whys[PlayStep.AFTER_THE_LINE, PlayStep.TO_THE_END] is ArrowReason.ASKED


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('then = "snap"', 'then = "snapp"', "set.then is 'snapp'"),
        ('then = "snap"', 'then = "read"', "a step it has"),
        ('switch = "referee"', 'switch = "nobody"', "switch is 'nobody'"),
        ('rule = "HEFL-SNP-01"', 'rule = "HEFL-1"', "the id of a rule"),
        ("times = 0", "tims = 0", "did you mean times?"),
        ('scramble = "scramble"', 'scrambel = "scramble"', "scrambel"),
    ],
)
def test_a_table_that_leads_nowhere_is_refused(tmp_path, old, new, complaint):
    text = HEFL.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "procedure.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    table = read_toml(path)
    assert isinstance(table, SettingsTable)
    with pytest.raises(BadValue) as caught:
        procedure_of(table)
    assert complaint in str(caught.value)
