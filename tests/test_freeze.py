"""The proof that a move changes nothing: it sees a changed value, and is blind to names."""

from __future__ import annotations

import doctest
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import pytest

from tests.freeze import canonical, compare
from tests.freeze.canonical import cleaned, digest, values_of
from tests.freeze.compare import Run, differences, write_run


class Team(Enum):
    HOME = "home"


class Side(Enum):
    OURS = "home"


@dataclass(frozen=True)
class Seen:
    player: str
    x_mm: float
    team: Team


@dataclass(frozen=True)
class SeenBase:
    who: str
    along_mm: float
    side: Side


def hash_of(value):
    return digest(canonical.canonical(values_of({"seen": (value,)})))


def test_a_changed_value_changes_the_hash():
    before = hash_of(Seen("H1", 0.1 + 0.2, Team.HOME))
    assert hash_of(Seen("H1", 0.1 + 0.2, Team.HOME)) == before
    assert hash_of(Seen("H1", 0.3, Team.HOME)) != before
    assert hash_of(Seen("H2", 0.1 + 0.2, Team.HOME)) != before


def test_other_names_of_classes_and_fields_do_not():
    assert hash_of(Seen("H1", 2.5, Team.HOME)) == hash_of(SeenBase("H1", 2.5, Side.OURS))


def test_a_value_without_a_plain_form_is_refused():
    # Its repr would bring an address or the name of a class into a hash.
    with pytest.raises(TypeError, match="no plain form"):
        values_of([object()])


def test_folders_clock_and_durations_are_left_out_and_nothing_else(tmp_path):
    text = f"{tmp_path}/a.png: 12.5 mm at 2026-01-02T03:04:05.678+00:00, recorded in 4.0 s, 5.0 s"
    elsewhere = (
        text.replace(str(tmp_path), "/other").replace("4.0", "9.1").replace("03:04", "23:59")
    )
    assert cleaned(text, tmp_path) == cleaned(elsewhere, Path("/other"))
    assert cleaned(text, tmp_path) != cleaned(text.replace("12.5", "12.6"), tmp_path)
    assert cleaned(text, tmp_path) != cleaned(text.replace("5.0 s", "5.1 s"), tmp_path)


def run_of(texts, task="judge", groups=("calls",)):
    return Run(texts, dict.fromkeys(texts, task), frozenset({task}), frozenset(groups))


@pytest.fixture
def before(tmp_path):
    path = tmp_path / "before.json"
    texts = {"calls/a": "tackle\nat 8 s\n", "calls/b": "sack\n", "page/c": "1st and 10\n"}
    write_run(path, run_of(texts, groups=("calls", "page")))
    return path


def test_a_run_against_itself_differs_in_nothing(before):
    texts = {"calls/a": "tackle\nat 8 s\n", "calls/b": "sack\n"}
    assert list(differences(run_of(texts), before)) == []


def test_what_differs_is_gone_or_is_new_is_said(before):
    texts = {"calls/a": "tackle\nat 9 s\n", "calls/d": "fumble\n"}
    found = dict(differences(run_of(texts), before))
    assert sorted(found) == ["calls/a", "calls/b", "calls/d"]  # nobody asked for pages
    assert "-at 8 s\n+at 9 s" in found["calls/a"]
    assert "gone" in found["calls/b"]
    assert "not there before" in found["calls/d"]


def test_what_another_task_would_make_is_not_missed(before):
    assert list(differences(run_of({}, task="pages"), before)) == []


@pytest.mark.parametrize("module", [canonical, compare])
def test_the_examples_in_the_proof_hold(module):
    assert doctest.testmod(module, extraglobs={"Path": Path}).failed == 0
