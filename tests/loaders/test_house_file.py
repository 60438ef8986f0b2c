"""A house's file written by the program says what the one written by hand says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.core.errors import BadValue
from referee.loaders.house_file import HouseFile, read_house
from referee.loaders.rulebooks import load_rulebook

CHANGES = {
    ("tackle", "front_until_yd"): 3.0,
    ("touch", "fallen_tackles"): True,
    ("kicks.free kick", "touchback_yd"): 25.0,
    ("fouls", "offensive holding"): 8.0,
    ("dice", "fall"): "2d6 <= 3",
}
HOUSE = HouseFile("hefl", "garage", 'The "garage"', CHANGES)


def test_what_is_written_is_read_again(tmp_path):
    path = tmp_path / "garage.toml"
    HOUSE.write(path)
    assert read_house(path) == HOUSE
    book = load_rulebook(str(path))
    assert book.title == 'The "garage"'
    assert book.calls.tackle.front_until_yd.value == 3.0
    assert book.game.fouls.row("offensive holding").yards == 8.0


def test_the_file_is_short_and_says_what_a_person_would_write(tmp_path):
    text = replace(HOUSE, changes={("points", "safety"): 3.0, ("line_up", "inside"): False}).text()
    assert text == (
        'extends = "hefl"\nname = "garage"\ntitle = "The \\"garage\\""\n'
        "\n[line_up]\ninside = false\n\n[points]\nsafety = 3\n"
    )


def test_a_file_in_another_folder_is_extended_by_its_whole_path(tmp_path):
    HOUSE.write(tmp_path / "garage.toml")
    child = tmp_path / "child.toml"
    child.write_text(
        'extends = "garage.toml"\nname = "child"\ntitle = "Child"\n[points]\nsafety = 3\n',
        encoding="utf-8",
    )
    found = read_house(child)
    assert found.extends == str((tmp_path / "garage.toml").resolve())
    elsewhere = tmp_path / "deep" / "folder" / "moved.toml"
    elsewhere.parent.mkdir(parents=True)
    found.write(elsewhere)
    book = load_rulebook(str(elsewhere))
    assert (book.game.points.safety.value, book.calls.tackle.front_until_yd.value) == (3.0, 3.0)


@pytest.mark.parametrize(
    "wrong",
    [
        replace(HOUSE, changes={("tackle", "front_until_yd"): 300.0}),
        replace(HOUSE, changes={("tackle", "nonsense"): 3.0}),
        replace(HOUSE, name="hefl"),
        replace(HOUSE, name="two words"),
        replace(HOUSE, extends="nfl"),
        replace(HOUSE, title="a\x7fb"),
    ],
)
def test_what_is_no_rulebook_is_not_written(tmp_path, wrong):
    path = tmp_path / "garage.toml"
    with pytest.raises(BadValue):
        wrong.write(path)
    assert not path.exists()
