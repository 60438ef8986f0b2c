"""What goes wrong on an evening: each thing by itself, and what comes back comes back by itself."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

import referee.night
from referee.night.commands import ReportReady
from referee.night.gate import not_watching
from referee.night.screen.performance_meter import RATE_HOLDS_NS, PerformanceMeter
from referee.night.start.games_folder import games_folder, night_folder
from referee.vision.watch.background_jobs import EyesFailed
from tests.night.test_loop import MS, table

# Where the date of a night is a name, or is written down for people.
DATED = {"games_folder.py", "game_record.py"}
WALL_CLOCK = re.compile(r"\btime\.time\(|datetime\.now\(|utcnow\(|\btime\.ctime\(")


def running():
    night = table()
    night.until(1.9)
    assert night.power.relay.closed
    return night


def test_a_camera_that_comes_back_is_watched_through_again():
    night = running()
    night.camera.frozen_ns = night.clock.ns
    night.until(2.4)
    assert not night.runner.snapshot.watching
    night.camera.frozen_ns = 2**62
    night.until(2.6)
    assert night.runner.snapshot.watching
    assert not night.power.relay.closed


def test_a_switch_that_comes_back_needs_a_new_word_before_anything_runs():
    night = running()
    night.power.lost = True
    night.until(2.2)
    night.power.lost = False
    night.until(3.5)
    assert not night.power.relay.closed


def test_eyes_that_fail_cut_the_power_and_say_why_and_the_loop_goes_on():
    night = running()
    see, night.runner._eyes.see = night.runner._eyes.see, failing
    with pytest.raises(EyesFailed):
        night.runner.step()
    night.runner._open = True
    once(night.runner)
    assert not night.power.relay.closed
    assert night.runner.snapshot.reasons == (not_watching("the detector failed"),)
    night.runner._eyes.see = see
    night.until(2.4)
    assert night.runner.snapshot.watching


def test_after_closing_nothing_is_on():
    night = running()
    night.runner.close()
    night.runner.close()
    assert not night.power.relay.closed


def test_a_wish_while_the_camera_is_gone_is_answered():
    night = running()
    night.camera.gone_ns = night.clock.ns
    night.until(2.2)
    answers = []
    night.runner.submit(ReportReady(), answers.append)
    night.runner.step()
    assert len(answers) == 1
    assert not night.power.relay.closed


def test_a_night_that_runs_never_asks_what_time_the_wall_clock_shows():
    folder = Path(referee.night.__file__).parent
    asking = {path.name for path in folder.rglob("*.py") if WALL_CLOCK.search(path.read_text())}
    assert asking <= DATED


def test_frames_that_nobody_was_given_are_counted_as_dropped():
    rhythm = PerformanceMeter()
    for sequence in (1, 2, 5, 6):
        rhythm.frame(sequence, sequence * 33 * MS, sequence * 33 * MS + 5 * MS)
    assert rhythm.numbers(200 * MS).dropped == 2


def test_the_age_of_the_newest_frame_grows_while_none_comes():
    rhythm = PerformanceMeter()
    assert rhythm.numbers(0).age_ns is None
    rhythm.frame(1, 100 * MS, 120 * MS)
    assert rhythm.numbers(130 * MS).age_ns == 30 * MS
    assert rhythm.numbers(630 * MS).age_ns == 530 * MS


def test_a_camera_that_stopped_has_no_rate():
    rhythm = PerformanceMeter()
    for k in range(31):
        rhythm.frame(k, k * 40 * MS, k * 40 * MS)
    assert rhythm.numbers(1200 * MS).fps == pytest.approx(25.0)
    assert rhythm.numbers(1200 * MS + RATE_HOLDS_NS).fps == 0.0


def test_a_night_is_kept_under_its_date_and_never_over_another(tmp_path):
    now = datetime(2026, 11, 18, 20, 34, 10, tzinfo=UTC)
    first = night_folder(tmp_path, now)
    assert first == tmp_path / "2026-11-18 20.34.10"
    first.mkdir()
    assert night_folder(tmp_path, now).name == "2026-11-18 20.34.10 (2)"


def test_games_lie_among_the_documents_of_a_person(tmp_path, monkeypatch):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    monkeypatch.setattr("referee.night.start.games_folder.sys.platform", "linux")
    assert games_folder() == tmp_path / "Referee games"
    (tmp_path / "Documents").mkdir()
    assert games_folder() == tmp_path / "Documents" / "Referee games"


def failing(_frame, _powered=None):
    raise EyesFailed("the detector failed")


def once(runner):
    """One round of the thread's own loop."""
    step = runner.step

    def last():
        runner._open = False
        step()

    runner.step = last
    runner._run()
    runner.step, runner._open = step, True
