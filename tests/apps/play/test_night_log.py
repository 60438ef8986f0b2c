"""The log of a night: where it lies, what is in it, and what is not."""

from __future__ import annotations

import logging
import tempfile
import threading
from logging.handlers import RotatingFileHandler

import pytest

from referee.apps.play import night_log
from referee.apps.play.night_log import LOG_FILE, NightLog, ended_threads_told
from referee.record.game.game_store import GameStore

OWN = logging.getLogger("referee.night.somewhere")
LIBRARY = logging.getLogger("somelibrary.deep.inside")


def fail(logger=OWN, words="The loop failed."):
    try:
        {}["H12"]
    except KeyError:
        logger.exception(words)


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    """The system's place for temporary files."""
    place = tmp_path / "temporary"
    place.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    return place


def test_the_log_lies_in_the_games_folder_with_everything_from_the_start_on(tmp_path):
    folder = tmp_path / "games" / "tonight"
    with NightLog(folder) as log:
        OWN.warning("The camera is slow.")
        GameStore.new(folder, {}).close()
        fail()
        assert log.where() == f"The log says more: {folder / LOG_FILE}"
    text = (folder / LOG_FILE).read_text(encoding="utf-8")
    assert text.index("Python") < text.index("The camera is slow.") < text.index("The loop failed.")
    assert "Traceback" in text
    assert "KeyError: 'H12'" in text
    assert "MainThread referee.night.somewhere" in text


def test_a_night_that_goes_well_leaves_a_log_too_if_the_game_is_kept(tmp_path):
    with NightLog(tmp_path / "game"):
        GameStore.new(tmp_path / "game", {}).close()
    assert "Python" in (tmp_path / "game" / LOG_FILE).read_text(encoding="utf-8")


def test_a_game_that_goes_on_goes_on_with_its_log(tmp_path):
    GameStore.new(tmp_path / "game", {}).close()
    for words in ("first evening", "second evening"):
        with NightLog(tmp_path / "game"):
            OWN.info(words)
    text = (tmp_path / "game" / LOG_FILE).read_text(encoding="utf-8")
    assert text.index("first evening") < text.index("second evening")


def test_before_there_is_a_game_the_log_lies_beside_its_folder(tmp_path):
    folder = tmp_path / "games" / "2026-11-18 20.34.10"
    with NightLog(folder) as log:
        fail()
        beside = tmp_path / "games" / "2026-11-18 20.34.10.log"
        assert log.where().endswith(str(beside))
        GameStore.new(folder, {}).close()  # the folder is still new: the next start may use it
    assert "KeyError" in beside.read_text(encoding="utf-8")


def test_nothing_is_written_into_a_folder_that_is_no_game(tmp_path):
    folder = tmp_path / "letters"
    folder.mkdir()
    with NightLog(folder):
        fail()
    assert list(folder.iterdir()) == []
    assert (tmp_path / "letters.log").exists()


def test_a_game_that_is_not_kept_leaves_a_log_only_if_something_went_wrong(temporary):
    with NightLog(None):
        OWN.info("The night runs.")
    assert list(temporary.iterdir()) == []
    with NightLog(None) as log:
        fail()
        assert str(temporary) in log.where()
    (text,) = [path.read_text(encoding="utf-8") for path in temporary.rglob(LOG_FILE)]
    assert "The loop failed." in text


def test_where_nothing_can_be_written_beside_the_folder_the_log_is_a_temporary_file(
    tmp_path, temporary
):
    (tmp_path / "file").write_text("in the way of a folder")
    with NightLog(tmp_path / "file" / "game") as log:
        fail()
        assert str(temporary) in log.where()


def test_where_nothing_can_be_written_at_all_that_is_said(tmp_path, monkeypatch, capsys):
    def full(_path):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(night_log, "_file_at", full)
    with NightLog(tmp_path / "game") as log:
        fail()
        assert "no log" in log.where()
        assert "No space left on device" in log.where()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("level", "written"), [(logging.WARNING, False), (logging.ERROR, True)])
def test_an_error_does_not_wait_for_the_game_to_have_a_folder(tmp_path, level, written):
    file = night_log._NightFile(tmp_path / "game")
    file.handle(logging.makeLogRecord({"levelno": level, "msg": "no eyes"}))
    assert (tmp_path / "game.log").exists() is written
    file.close()  # by then a warning is written too
    assert "no eyes" in (tmp_path / "game.log").read_text(encoding="utf-8")


def test_a_disk_that_fills_prints_no_tracebacks_on_the_terminal(tmp_path, monkeypatch, capsys):
    def full(_handler, _record):
        raise OSError(28, "No space left on device")

    GameStore.new(tmp_path / "game", {}).close()
    with NightLog(tmp_path / "game") as log:
        log.where()
        monkeypatch.setattr(RotatingFileHandler, "shouldRollover", full)
        fail()
    assert "KeyError" not in (tmp_path / "game" / LOG_FILE).read_text(encoding="utf-8")
    assert capsys.readouterr().err == ""


def test_of_libraries_only_what_they_warn_of_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(LIBRARY, "level", logging.DEBUG)
    GameStore.new(tmp_path / "game", {}).close()
    with NightLog(tmp_path / "game"):
        LIBRARY.info("compiled 12 kernels")
        LIBRARY.warning("this codec is old")
        OWN.debug("frame 12")
        OWN.info("The night runs.")
    text = (tmp_path / "game" / LOG_FILE).read_text(encoding="utf-8")
    assert "this codec is old" in text
    assert "The night runs." in text
    assert "kernels" not in text
    assert "frame 12" not in text


def test_an_error_that_comes_with_every_picture_does_not_fill_the_log(tmp_path):
    GameStore.new(tmp_path / "game", {}).close()
    with NightLog(tmp_path / "game"):
        for _ in range(500):
            fail()
        fail(words="Another one.")
    text = (tmp_path / "game" / LOG_FILE).read_text(encoding="utf-8")
    assert text.count("The loop failed.") == 3  # the first, the tenth and the hundredth
    assert text.count("(this was number 100 of its kind)") == 1
    assert text.count("Another one.") == 1


def test_the_log_never_grows_without_end(tmp_path, monkeypatch):
    monkeypatch.setattr(night_log, "MOST_BYTES", 2000)
    GameStore.new(tmp_path / "game", {}).close()
    with NightLog(tmp_path / "game"):
        for number in range(300):
            OWN.warning("number %d of many", number)
    logs = sorted((tmp_path / "game").glob(f"{LOG_FILE}*"))
    assert len(logs) == 1 + night_log.OLDER_FILES
    assert all(path.stat().st_size <= 2000 for path in logs)
    assert "number 299 of many" in logs[0].read_text(encoding="utf-8")


def test_after_the_night_logging_is_as_it_was(tmp_path):
    own, root = logging.getLogger("referee"), logging.getLogger()
    before = own.level, list(root.handlers), logging.raiseExceptions, threading.excepthook
    with NightLog(tmp_path / "game"), ended_threads_told(lambda _words: None):
        assert threading.excepthook is not before[-1]
    assert (own.level, root.handlers, logging.raiseExceptions, threading.excepthook) == before


def test_a_thread_that_ends_by_an_error_is_logged_and_reported(capsys, caplog):
    told = []

    def look():
        raise KeyError("H12")

    with ended_threads_told(told.append):
        thread = threading.Thread(target=look, name="announcer")
        thread.start()
        thread.join()
    (sentence,) = told
    assert "announcer (KeyError)" in sentence
    assert caplog.records[-1].exc_info[1].args == ("H12",)
    assert capsys.readouterr().err == ""
