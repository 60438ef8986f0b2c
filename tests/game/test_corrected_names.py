"""Names that were mixed up since a snap: what was written then is about the others."""

from __future__ import annotations

import json

import pytest

from referee.core.errors import BadValue
from referee.game.events import NamesCorrected, noted_call
from referee.game.fold import Fold
from referee.game.journal import Journal, OverturnEntry
from referee.game.journal_rows import entry_to_row, journal_from_rows
from referee.game.play_by_play import PlayByPlay
from referee.game.sheet_line import sheet_lines
from referee.game.statistics import statistics_of
from referee.loaders.rulebooks import load_rulebook
from tests.core.fields import EASY
from tests.game.nights import EVENTS, HOME, NAMES, ROSTER, S, run

KEEPER = Fold(load_rulebook("hefl").game, EASY)
# The kickoff is entry 2; then runs by H22, stopped by A54.
BEGUN = EVENTS[:2]
SWAPPED = ("H12", "H22")


def journal(*events) -> Journal:
    out = Journal()
    for k, event in enumerate((*BEGUN, *events)):
        out = out.append(k * S, "referee", event)
    return out


def runs(of: Journal) -> dict[str, int]:
    """Runs by player, from the statistics."""
    players = statistics_of(sheet_lines(KEEPER, of), ROSTER).players
    return {name: numbers.runs for name, numbers in players.items() if numbers.runs}


def mixed(since: int, called=SWAPPED, truly=SWAPPED[::-1]) -> NamesCorrected:
    return NamesCorrected(since, called, truly)


def test_a_play_with_mixed_up_names_counts_for_the_others():
    assert runs(journal(run(36))) == {"H22": 1}
    assert runs(journal(run(36), mixed(2))) == {"H12": 1}


def test_plays_before_and_after_are_not_touched():
    found = journal(run(36), run(38), mixed(3), run(39))
    assert runs(found) == {"H22": 2, "H12": 1}


def test_the_game_itself_stays_as_it_was():
    plain, right = journal(run(36), run(38)), journal(run(36), run(38), mixed(2))
    assert KEEPER.state(plain) == KEEPER.state(right)


def test_tackles_and_fumbles_go_along():
    fumbled = noted_call("fumble", ("A54", "H22"))
    names = (("H12", "H22", "A54", "A21"), ("H22", "H12", "A21", "A54"))
    found = Journal()
    for k, event in enumerate((*BEGUN, run(36), fumbled, mixed(2, *names))):
        found = found.append(min(k, 2) * S, "referee", event)
    line = sheet_lines(KEEPER, found)[2]
    assert line.fumbler == "H12"
    assert line.told.by == ("A21",)
    players = statistics_of(sheet_lines(KEEPER, found), ROSTER).players
    assert players["A21"].tackles == 1
    assert "A54" not in players


def test_what_is_put_right_twice_follows_both():
    found = journal(run(36), mixed(2), mixed(2, ("H12", "H88"), ("H88", "H12")))
    # The carrier was called H22, was said to be H12, and then to be H88.
    assert runs(found) == {"H88": 1}


def test_a_correction_that_is_taken_back_says_nothing():
    found = journal(run(36), mixed(2))
    found = found.append(9 * S, "coach", OverturnEntry(4, "taken back"))
    assert runs(found) == {"H22": 1}


def test_a_ruling_says_whom_it_means():
    found = journal(run(36), mixed(2))
    found = found.append(9 * S, "coach", OverturnEntry(3, "review", run(34, by="A21")))
    assert runs(found) == {"H22": 1}  # the ruling came later, and names the right one


def test_of_a_ruling_without_an_account_the_old_one_goes_by_the_right_names():
    found = journal(run(36), mixed(2))
    bare = run(34)
    bare = type(bare)(bare.how, HOME, bare.x_mm, bare.y_mm, bare.rule)
    found = found.append(9 * S, "coach", OverturnEntry(3, "review", bare))
    assert runs(found) == {"H12": 1}


def test_it_is_told_in_the_play_by_play():
    line = sheet_lines(KEEPER, journal(run(36), mixed(2)))[-1]
    teller = PlayByPlay(NAMES, lambda player: player[1:])
    assert teller.tell(line) == "Names put right: 12 was 22, 22 was 12."


def test_it_is_written_and_read():
    entries = journal(run(36), mixed(2)).entries
    rows = json.loads(json.dumps([entry_to_row(entry) for entry in entries]))
    assert journal_from_rows(rows).entries == entries


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("since", -1),
        ("since", "two"),
        ("since", 1.5),
        ("truly", ["H12", "H99"]),
        ("truly", ["H12"]),
        ("truly", "H12"),
        ("called", []),
        ("called", ["H12", "H12"]),
        ("called", [["H12"], "H22"]),
    ],
)
def test_one_that_makes_no_sense_is_refused_in_a_sentence(key, value):
    rows = [entry_to_row(entry) for entry in journal(run(36), mixed(2)).entries]
    rows[3][key] = value
    with pytest.raises(BadValue) as refused:
        journal_from_rows(rows)
    assert "entry 4" in str(refused.value)
    assert "\n" not in str(refused.value)
