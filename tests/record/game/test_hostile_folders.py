"""Game folders that somebody damaged or made on purpose end in one sentence, and nothing hangs."""

from __future__ import annotations

import json
import sqlite3
from contextlib import suppress

import pytest

from referee.core.errors import BadValue
from referee.night.start.plan import NightFile
from referee.night.start.resumption import resumed_game
from referee.record.game.check import check_record
from referee.record.game.database import DATABASE_FILE
from referee.record.game.game_folder import read_game
from referee.record.game.game_store import GameStore
from tests.record.game.folders import write_game

DEEP = "[" * 100_000 + "]" * 100_000
LONG = f'{{"number": {"9" * 5000}}}'
ENDLESS = """
DROP TABLE journal;
CREATE VIEW journal AS WITH RECURSIVE n(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM n)
  SELECT number, 0 AS t_ns, '{}' AS entry FROM n;
"""
TRIGGER = """
CREATE TRIGGER evil AFTER INSERT ON journal BEGIN DELETE FROM journal; END;
"""


def changed(sql, *values):
    return lambda database: database.execute(sql, values)


def about(key, value):
    text = value if isinstance(value, (str, bytes)) else json.dumps(value)
    return changed("INSERT OR REPLACE INTO about VALUES (?, ?)", key, text)


ROWS = {
    "an entry in bytes": changed("UPDATE journal SET entry = ?", b"\xff\xfe\x00"),
    "an entry that is a number": changed("UPDATE journal SET entry = 7"),
    "an entry that is bad text": changed("UPDATE journal SET entry = CAST(x'ff7b' AS TEXT)"),
    "an entry that is a list": changed("UPDATE journal SET entry = '[1]'"),
    "an entry nested deeply": changed("UPDATE journal SET entry = ?", DEEP),
    "an entry with a long number": changed("UPDATE journal SET entry = ?", LONG),
    "an entry of two megabytes": changed("UPDATE journal SET entry = ?", f'"{"x" * 2**21}"'),
    "an event of the switch that is a list": changed("UPDATE power SET event = '[]'"),
    "a time of the switch that is text": changed("UPDATE power SET t_ns = 'soon'"),
    "a sentence nested deeply": changed("UPDATE said SET said = ?", DEEP),
    "a call that is text": changed("UPDATE calls SET call = '\"x\"'"),
    "a base without corners": changed("UPDATE bases SET corners_px = x'00'"),
    "a base that is text": changed("UPDATE bases SET x_mm = 'left'"),
    "a team that nobody is": changed("UPDATE bases SET team = 'referees'"),
    "others that are a number": changed("UPDATE frames SET others = 5"),
    "a piece of video at no time": changed("UPDATE segments SET first_t_ns = 'x'"),
    "a run that began at no time": changed("UPDATE sessions SET offset_ns = 'x'"),
    "a view without an end": lambda database: database.executescript(ENDLESS),
    "a trigger": lambda database: database.executescript(TRIGGER),
    "a virtual table": changed("CREATE VIRTUAL TABLE evil USING fts5(words)"),
    "about in bytes": about("title", b"\xff"),
    "about nested deeply": about("title", DEEP),
}
RESUMED = {
    "nobody kicks": about("kicks", "nobody"),
    "a list kicks": about("kicks", ["home"]),
    "home plays up": about("home_plays", "up"),
    "frames without end": about("fps", "1e400"),
    "frames in words": about("fps", "many"),
    "a seed in words": about("seed", "x"),
    "a size of words": about("size", ["wide", "high"]),
    "a board of numbers": about("board", 7),
}


@pytest.fixture
def folder(tmp_path):
    made = write_game(tmp_path / "game", frames=6)
    for row in (
        about("simulated", "true"),
        changed("INSERT INTO power (t_ns, event) VALUES (5, '{\"closed\": true}')"),
        changed('INSERT INTO said (t_ns, said) VALUES (5, \'{"said": "x"}\')'),
        changed("UPDATE frames SET others = '{\"markers\": []}'"),
    ):
        damage(made, row)
    return made


def damage(folder, change):
    database = sqlite3.connect(folder / DATABASE_FILE, isolation_level=None)
    change(database)
    database.close()


def read_everything(folder):
    with read_game(folder) as game:
        _ = game.about, game.field, game.rulebook
        game.journal()
        game.calls(), game.said(), game.power(), game.sessions(), game.segments()
        for _ in game.observations():
            pass


@pytest.mark.parametrize("change", ROWS.values(), ids=ROWS.keys())
def test_a_damaged_or_hostile_row_is_one_sentence_that_names_the_folder(folder, change):
    read_everything(folder)
    damage(folder, change)
    with pytest.raises(BadValue) as caught:
        read_everything(folder)
    assert str(folder) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("change", ROWS.values(), ids=ROWS.keys())
def test_looking_whether_it_is_whole_tells_it_too(folder, change):
    damage(folder, change)
    try:
        with read_game(folder) as game:
            reports = check_record(game)
    except BadValue:
        return
    assert reports


@pytest.mark.parametrize("change", RESUMED.values(), ids=RESUMED.keys())
def test_a_game_that_says_nonsense_of_itself_does_not_go_on(folder, change):
    assert resumed_game(folder, NightFile()).simulated
    damage(folder, change)
    with pytest.raises(BadValue) as caught:
        resumed_game(folder, NightFile())
    assert str(folder) in str(caught.value)


@pytest.mark.parametrize("place", [0, 18, 24, 44, 56, 96])
def test_a_flipped_header_is_one_sentence_or_no_matter(folder, place):
    """Bytes of the file's header, as https://sqlite.org/fileformat.html numbers them."""
    path = folder / DATABASE_FILE
    database = sqlite3.connect(path)
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    content = bytearray(path.read_bytes())
    content[place] ^= 0xFF
    path.write_bytes(bytes(content))
    with suppress(BadValue):
        read_everything(folder)


def test_a_game_that_goes_on_is_looked_at_as_closely(folder):
    damage(folder, ROWS["a trigger"])
    with pytest.raises(BadValue, match="a trigger"):
        GameStore.again(folder)
