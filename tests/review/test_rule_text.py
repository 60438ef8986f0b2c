"""What a rule says: the title of the list and the numbers of the rulebook, the house's too."""

from __future__ import annotations

from referee.loaders.rulebooks import load_rulebook
from referee.review.rule_text import rule_text
from tests.review.games import RULEBOOK


def test_a_rule_has_its_title_and_what_it_sets():
    text = rule_text("EFHL-TKL-01", RULEBOOK)
    assert (text.league, text.title) == ("efhl", "Front-of-base tackle")
    says = {says: value for says, value, _ in text.settings}
    assert says["where only the front of a base tackles (its corners included)"] == "everywhere"


def test_what_a_house_changed_says_so(tmp_path):
    path = tmp_path / "house.toml"
    path.write_text(
        'extends = "efhl"\nname = "house"\ntitle = "Ours"\n[touch]\ncorner_base_lengths = 0.25\n',
        encoding="utf-8",
    )
    text = rule_text("EFHL-TKL-01", load_rulebook(str(path)))
    assert [value for _, value, house in text.settings if house] == ["0.25"]


def test_an_id_that_no_list_knows_is_shown_as_it_is():
    text = rule_text("", RULEBOOK)
    assert (text.id, text.title, text.settings) == ("", "", ())
