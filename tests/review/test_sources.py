"""Where a review reads from and writes to: a folder nobody plays in, or a night that runs."""

from __future__ import annotations

import shutil

import pytest

from referee.core.errors import BadValue
from referee.core.roster import Team
from referee.game.journal import OverturnEntry
from referee.night.safety.power_table import PowerMode
from referee.record.game.game_store import GameStore
from referee.review.review import Review
from referee.review.rulings.given_ruling import Ruling
from referee.review.rulings.rulings import RulingRequest
from referee.review.source.live_game import LiveGame
from referee.review.source.recorded_game import RecordedGame
from tests.review.folders import AT_NS, CLOSE, JOURNAL, make_game
from tests.review.games import TACKLED, S
from tests.review.nights import NightDesk


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return make_game(tmp_path_factory.mktemp("games") / "game", video=False)


@pytest.fixture
def folder(made, tmp_path):
    return shutil.copytree(made, tmp_path / "game")


@pytest.fixture
def desk(folder):
    desk = NightDesk(folder)
    yield desk
    desk.close()


def flag_of(review):
    sitting = review.sit()
    return sitting, sitting.item(4)


def test_a_folder_tells_everything_about_its_game(folder):
    game = RecordedGame(folder)
    assert game.setting.title == "A night with easy numbers"
    assert (game.setting.field.name, game.setting.rulebook.name) == ("easy", "efhl")
    assert game.setting.names == {Team.HOME: "Reds", Team.AWAY: "Blues"}
    assert game.journal() == JOURNAL
    assert game.calls()[0] == CLOSE
    assert len(game.observations(AT_NS - S // 10, AT_NS + S // 10)) == 6


def test_a_verdict_goes_into_the_journal_of_the_folder(folder):
    review = Review(RecordedGame(folder))
    sitting, item = flag_of(review)
    decision = review.decide(sitting, item, RulingRequest(Ruling.OVERTURN, "spot"))
    assert review.source.give(decision.entries) == ""
    later = Review(RecordedGame(folder))
    assert [e.number for e in later.source.journal().entries[len(JOURNAL.entries) :]] == [6, 7]
    assert later.sit().items[0].ruling.why == decision.entries[0].why
    # 304 to 413.9 mm is 13.7 yd, and the play after it ends at 456 as before.
    state = later.keeper.state(later.source.journal())
    assert (state.down, state.x_mm) == (2, 456.0)


def test_a_game_that_a_referee_keeps_is_not_written_into_from_beside(folder):
    game = RecordedGame(folder)
    with GameStore.again(folder), pytest.raises(BadValue, match="another referee"):
        game.give((OverturnEntry(4, "confirmed", TACKLED),))
    assert game.journal() == JOURNAL


def test_what_makes_no_sense_is_not_written(folder):
    game = RecordedGame(folder)
    with pytest.raises(BadValue):
        game.give((OverturnEntry(2, "no series at all"),))
    assert game.journal() == JOURNAL


@pytest.mark.parametrize("gone", ["game.teams.toml", "game.sqlite"])
def test_a_folder_that_lacks_what_is_needed_says_what(folder, gone):
    (folder / gone).unlink()
    with pytest.raises(BadValue, match=gone.partition(".")[2].split(".")[0] + "|game"):
        RecordedGame(folder)


def test_without_a_camera_a_named_field_is_enough(folder):
    (folder / "camera.calib.json").unlink()
    game = RecordedGame(folder)
    assert (game.setting.camera, game.setting.field.name) == (None, "620")
    assert Review(game).plate.size_px[0] > 1000


def test_a_running_night_is_reviewed_at_its_desk_and_says_once_what_changed(desk):
    review = Review(LiveGame(desk))
    sitting, item = flag_of(review)
    assert item.call == CLOSE
    decision = review.decide(
        sitting, item, RulingRequest(Ruling.OVERTURN, "turnover", (413.9, 160.0))
    )
    assert review.source.give(decision.entries) == ""
    (said,) = desk.says
    assert said.startswith("After review: ")
    assert review.source.journal().entries[-1].what == decision.entries[-1]
    assert RecordedGame(desk.about.folder).journal() == review.source.journal()


def test_a_call_that_is_confirmed_is_not_announced(desk):
    review = Review(LiveGame(desk))
    sitting, item = flag_of(review)
    before = desk.night.state
    review.source.give(review.decide(sitting, item, RulingRequest(Ruling.CONFIRM)).entries)
    assert (desk.says, desk.night.state) == ([], before)
    assert not review.sit().item(4).open


def test_while_the_board_runs_there_is_no_verdict_and_the_reason_is_told(desk):
    desk.night._mode = PowerMode.LEASED
    review = Review(LiveGame(desk))
    sitting, item = flag_of(review)
    refused = review.source.give(
        review.decide(sitting, item, RulingRequest(Ruling.CONFIRM)).entries
    )
    assert "running" in refused
    assert review.sit().item(4).open


def test_a_night_that_keeps_nothing_has_its_flags_all_the_same():
    review = Review(LiveGame(NightDesk()))
    (item,) = review.sit().items
    replay = review.replay(item)
    assert (item.call, replay.shots) == (None, ())
    assert "Nothing was kept of these seconds: no positions and no video." in replay.lacks


def test_before_the_night_runs_there_is_nothing_to_review():
    desk = NightDesk()
    desk.about = None
    with pytest.raises(BadValue, match="not running yet"):
        _ = LiveGame(desk).setting
