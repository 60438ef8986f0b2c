"""What the set-up page says of a league: as its rulebook has it."""

from __future__ import annotations

import pytest

from referee.loaders.rulebooks import LEAGUES, load_rulebook
from referee.web.setup.rules_in_short import rules_in_short

# By the leagues' rules: who holds the switch before and past the line; a stop at the line
# (EFHL-RUN-04, HEFL-SWT-01), five yards past it (HEFL-FIV-01), a cutback stop after ten
# (VSEFL-CUT-02); fronts only, near the line or everywhere (EFHL-TKL-01, HEFL-TKL-01).
EXPECTED = {
    "efhl": ("the offense", "the defense", True, None, "everywhere"),
    "hefl": ("the offense", "the defense", True, 5.0, "near the line"),
    "vsefl": ("the offense", "the offense", False, 10.0, "near the line"),
}


@pytest.mark.parametrize(("league", "expected"), EXPECTED.items())
def test_switch_stops_and_fronts_are_the_rulebook_s(league, expected):
    told = rules_in_short(load_rulebook(league))
    keys = ("before", "past", "stop_at_line", "stop_past_yd", "fronts")
    assert tuple(told[key] for key in keys) == expected


@pytest.mark.parametrize("league", LEAGUES)
def test_every_league_is_told_in_two_sentences(league):
    sentences = rules_in_short(load_rulebook(league))["sentences"]
    assert [sentence[-1] for sentence in sentences] == [".", "."]
    assert sentences[0].startswith("On a run the ")


def test_a_house_s_own_numbers_are_told(tmp_path):
    house = tmp_path / "ours.toml"
    house.write_text(
        'name = "ours"\ntitle = "Ours"\nextends = "hefl"\n[tackle]\nfront_until_yd = 3.0\n',
        encoding="utf-8",
    )
    told = rules_in_short(load_rulebook(str(house)))
    assert "Up to 3 yards past the line" in told["sentences"][1]
