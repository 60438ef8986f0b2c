"""A game's folder: it explains itself, and a game that was left goes on where it stands."""

from __future__ import annotations

import pytest

from referee.core.clock import S_NS
from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.game.events import Noted, SeriesBegan, Started
from referee.loaders.rulebooks import load_rulebook
from referee.night.ledger.record_keeper import RecordKeeper
from referee.night.night_output import SwitchStatus
from referee.night.start.game_record import VOIDED_PLAY, open_game
from referee.night.start.plan import NightFile, NightPlan, OpeningKick
from referee.night.start.resumption import resumed_game
from referee.record.game.game_folder import read_game
from referee.record.game.game_store import GameStore
from referee.record.observation import Observation
from referee.system_clock import clock_ns
from tests.night.gears import COLOURS, NAMES, ROSTER, gear


def plan(folder=None, rules="hefl", **changes) -> NightPlan:
    return NightPlan(rules, load_rulebook(rules), folder=folder, **changes)


def played(folder, *, seconds=100, switch=None):
    """A game of which a drive has begun and some time has passed."""
    game = open_game(plan(folder), gear(), "Blues at Reds")
    keeping = RecordKeeper(game.store, 0)
    journal = game.journal.append(50 * S_NS, "coach", SeriesBegan(Team.HOME, 200.0, 100.0))
    game.store.entries(journal.entries[1:])
    game.store.frame(Observation(7, (), t_ns=seconds * S_NS, power=False))
    for t_s, closed in switch or ():
        keeping.switch(t_s * S_NS, SwitchStatus(closed, t_s * S_NS))
    keeping.close()


def test_without_a_folder_nothing_is_kept():
    game = open_game(plan(), gear(), "Blues at Reds")
    assert game.store is None
    assert [entry.what for entry in game.journal.entries] == [
        Started("hefl", Team.AWAY, plan().home_plays)
    ]


def test_a_new_folder_explains_itself(tmp_path):
    folder = tmp_path / "game"
    open_game(plan(folder), gear(lacks=("It cannot.",)), "Blues at Reds").store.close()
    with read_game(folder) as game:
        assert game.about["title"] == "Blues at Reds"
        assert game.about["power_lacks"] == ["It cannot."]
        assert game.rulebook.name == "hefl"
        assert game.teams.roster == ROSTER
        assert game.teams.teams[Team.AWAY].name == NAMES[Team.AWAY]
        assert game.teams.teams[Team.HOME].jersey == (0xB0, 0x10, 0x20)
        assert game.calibration.board.name == "620"
        assert len(game.sessions()) == 1
    assert COLOURS[Team.HOME] == "#b01020"


def test_house_rules_are_taken_along_with_what_they_extend(tmp_path):
    (tmp_path / "club.toml").write_text(
        'name = "club"\ntitle = "Club"\nextends = "hefl"\n[quarters]\nquarters = 2\n'
    )
    (tmp_path / "ours.toml").write_text('name = "ours"\ntitle = "Ours"\nextends = "club.toml"\n')
    folder = tmp_path / "game"
    open_game(plan(folder, str(tmp_path / "ours.toml")), gear(), "x").store.close()
    for file in ("club.toml", "ours.toml"):
        (tmp_path / file).unlink()
    with read_game(folder) as game:
        assert (game.rulebook.name, game.rulebook.league) == ("ours", "hefl")
        assert game.rulebook.game.quarters.quarters.value == 2
    assert resumed_game(folder, NightFile()).night.rules == str(folder / "rulebook.toml")


def test_a_folder_with_something_in_it_is_refused(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(BadValue, match="empty"):
        open_game(plan(tmp_path), gear(), "x")
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_game_time_goes_on_after_the_last_thing_that_happened(tmp_path):
    folder = tmp_path / "game"
    played(folder, seconds=100)
    before_ns = clock_ns()
    game = open_game(plan(folder, resume=True), gear(), "x")
    after_ns = clock_ns()
    game.store.close()
    # A second after the frame at 100 s, whatever the clock says.
    assert 101 * S_NS - after_ns <= game.offset_ns <= 101 * S_NS - before_ns
    with read_game(folder) as read:
        assert len(read.sessions()) == 2


def test_between_plays_nothing_is_lost_by_leaving(tmp_path):
    folder = tmp_path / "game"
    played(folder, switch=[(20, True), (30, False)])
    game = open_game(plan(folder, resume=True), gear(), "x")
    game.store.close()
    assert not game.voided
    assert len(game.journal.entries) == 2


def test_a_play_that_ran_when_the_program_ended_does_not_count(tmp_path):
    folder = tmp_path / "game"
    played(folder, switch=[(20, True), (30, False), (60, True)])
    game = open_game(plan(folder, resume=True), gear(), "x")
    game.store.close()
    assert game.voided
    assert game.journal.entries[-1].what == Noted(VOIDED_PLAY)
    with read_game(folder) as read:
        assert read.journal() == game.journal


def test_a_game_that_is_open_elsewhere_is_not_opened_twice(tmp_path):
    folder = tmp_path / "game"
    played(folder)
    with GameStore.again(folder), pytest.raises(BadValue, match="another referee"):
        open_game(plan(folder, resume=True), gear(), "x")


def test_a_game_says_itself_how_it_was_played(tmp_path):
    folder = tmp_path / "game"
    more = {"seed": 9, "size": [1280, 720], "board": "620"}
    opened = open_game(plan(folder, kicks=OpeningKick.HOME), gear(simulated=True, about=more), "x")
    opened.store.close()
    old = resumed_game(folder, NightFile())
    assert (old.simulated, old.seed, old.size) == (True, 9, "1280x720")
    assert (old.night.kicks, old.night.board, old.night.rules) == (OpeningKick.HOME, "620", "hefl")
    assert old.night.calibration == folder / "camera.calib.json"
