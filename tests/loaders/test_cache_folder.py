"""Results are kept outside the repository, for one state of the program each."""

from __future__ import annotations

import os

import pytest

from referee.loaders import cache_folder
from referee.loaders.cache_folder import KEPT_STATES, forget_old_states, kept_folder, program_hash


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("REFEREE_CACHE", str(tmp_path))


def test_the_same_thing_is_found_again_and_another_is_elsewhere(tmp_path):
    here = kept_folder("tables", "620, seed 1")
    assert here == kept_folder("tables", "620, seed 1")
    assert here != kept_folder("tables", "620, seed 2")
    assert here.is_relative_to(tmp_path / "tables")


def test_another_state_of_the_program_keeps_its_own(monkeypatch):
    here = kept_folder("tables", "620")
    monkeypatch.setattr(cache_folder, "program_hash", lambda: "another")
    assert kept_folder("tables", "620") != here


def test_a_changed_module_is_another_state(tmp_path, monkeypatch):
    (tmp_path / "a.py").write_text("one = 1\n")
    monkeypatch.setattr(cache_folder, "_PACKAGE", tmp_path)
    before = program_hash.__wrapped__()
    assert program_hash.__wrapped__() == before
    (tmp_path / "a.py").write_text("one = 2\n")
    assert program_hash.__wrapped__() != before


def test_the_oldest_states_are_forgotten_and_never_the_own_one(tmp_path):
    states = [tmp_path / "tables" / f"state{k}" for k in range(KEPT_STATES + 2)]
    own = tmp_path / "tables" / program_hash()
    for k, folder in enumerate([own, *states]):
        folder.mkdir(parents=True)
        os.utime(folder, (k, k))
    forget_old_states("tables")
    left = {each.name for each in (tmp_path / "tables").iterdir()}
    assert left == {own.name, *(each.name for each in states[2:])}
