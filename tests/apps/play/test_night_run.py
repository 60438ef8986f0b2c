"""A night from its command on: whatever goes wrong is said on the terminal and logged."""

from __future__ import annotations

import tempfile
import threading
from pathlib import Path

import pytest
import typer

from referee.apps.play import night_run
from referee.apps.play.night_log import LOG_FILE
from referee.apps.play.night_run import PlayOptions, run_night
from referee.apps.terminal import shown_page
from referee.apps.terminal.page_options import PageOptions
from referee.loaders.rulebooks import load_rulebook
from referee.night.input.key_table import KeyTable
from referee.night.start.plan import NightPlan
from referee.record.game.game_store import GameStore
from referee.voice.settings import VoiceSettings
from tests.night.start.test_night_session import Night

SHOWN = PlayOptions(
    PageOptions(0, browser=False, lan=False), voice=VoiceSettings(volume=0), keys=KeyTable()
)
COACH = "The simulated coach has stopped."


class Table:
    """Opens a night, or fails to; its coach reports that it has stopped."""

    words = "A table."
    helped = False
    hands = None

    def __init__(self, error=None):
        self._error = error

    def open(self, _say):
        if self._error is not None:
            raise self._error
        return Night()

    def begun(self, _desk, report):
        report(COACH)
        return lambda: None


def until_the_start_is_over(_app, _listening, started):
    """Instead of a server: whatever the start sets going runs to its end."""
    before = set(threading.enumerate())
    started()
    for thread in set(threading.enumerate()) - before:
        if thread.name in {"evening", "start"}:
            thread.join()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(shown_page, "serve", until_the_start_is_over)
    monkeypatch.setattr(night_run.signal, "signal", lambda *_: None)
    monkeypatch.setattr(night_run, "LOOK_S", 0.0)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path / "games" / "tonight"


def run(table, folder, kept=""):
    run_night(NightPlan("efhl", load_rulebook("efhl"), folder=folder), table, SHOWN, kept)


def test_a_start_that_fails_unexpectedly_is_told_with_the_place_of_the_log(folder, capsys):
    run(Table(KeyError("H12")), folder)
    told = capsys.readouterr().err
    assert "referee: The night cannot start because of an error in the program (KeyError)." in told
    log = folder.with_name("tonight.log")
    assert f"The log says more: {log}" in told
    assert "Traceback" not in told
    text = log.read_text(encoding="utf-8")
    assert "Traceback" in text
    assert "KeyError: 'H12'" in text


def test_a_coach_who_stops_is_told_on_the_terminal_with_the_place_of_the_log(
    folder, capsys, monkeypatch
):
    def begin(plan, gear, _say, _hear, _report):
        GameStore.new(plan.folder, {}).close()
        return gear

    monkeypatch.setattr(night_run, "assemble_night", begin)
    run(Table(), folder)
    assert f"referee: {COACH} The log says more: {folder / LOG_FILE}" in capsys.readouterr().err
    assert "The night runs." in (folder / LOG_FILE).read_text(encoding="utf-8")


def test_an_error_of_the_program_itself_is_a_sentence_and_a_traceback_in_the_log(
    folder, capsys, monkeypatch
):
    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(shown_page, "serve", broken)
    with pytest.raises(typer.Exit) as ended:
        run(Table(), folder)
    assert ended.value.exit_code == 1
    told = capsys.readouterr().err
    assert "The program has stopped because of an error in the program (ZeroDivisionError)" in told
    assert "ZeroDivisionError" in folder.with_name("tonight.log").read_text(encoding="utf-8")


def test_a_game_that_goes_with_the_program_does_not_take_its_log_along(folder, capsys, tmp_path):
    run(Table(KeyError("H12")), folder, kept="Kept only while it runs.")
    (log,) = Path(tmp_path).rglob(LOG_FILE)
    assert f"The log says more: {log}" in capsys.readouterr().err
    assert not folder.parent.exists()
