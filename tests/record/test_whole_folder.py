"""A folder appears whole or not at all, and an old one stays until the new one is complete."""

from __future__ import annotations

import pytest

from referee.core.errors import BadValue
from referee.record.whole_folder import whole_folder


def test_the_folder_appears_when_the_block_ends_well(tmp_path):
    with whole_folder(tmp_path / "game") as part:
        (part / "a.txt").write_text("a")
        assert not (tmp_path / "game").exists()
    assert [p.name for p in tmp_path.iterdir()] == ["game"]
    assert (tmp_path / "game" / "a.txt").read_text() == "a"


@pytest.mark.parametrize("end", [KeyboardInterrupt, ValueError])
def test_an_early_end_leaves_nothing(tmp_path, end):
    def half_a_game():
        with whole_folder(tmp_path / "game") as part:
            (part / "a.txt").write_text("half")
            raise end

    with pytest.raises(end):
        half_a_game()
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_something_in_it_is_refused_before_any_work(tmp_path):
    (tmp_path / "old.txt").write_text("mine")
    with pytest.raises(BadValue, match="not empty"), whole_folder(tmp_path):
        raise AssertionError("no work was to be done")
    assert (tmp_path / "old.txt").exists()


def test_force_replaces_it_only_when_the_new_one_is_complete(tmp_path):
    target = tmp_path / "game"
    target.mkdir()
    (target / "old.txt").write_text("old")
    with pytest.raises(KeyboardInterrupt), whole_folder(target, force=True):
        raise KeyboardInterrupt
    assert (target / "old.txt").exists()
    with whole_folder(target, force=True) as part:
        (part / "new.txt").write_text("new")
    assert [p.name for p in target.iterdir()] == ["new.txt"]
    assert [p.name for p in tmp_path.iterdir()] == ["game"]


def test_a_file_in_the_way_is_named(tmp_path):
    (tmp_path / "game").write_text("a file")
    with pytest.raises(BadValue, match="not a file"), whole_folder(tmp_path / "game"):
        raise AssertionError("no work was to be done")
