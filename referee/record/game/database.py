"""The game's database: its tables, and how it is opened and written so that no crash breaks it.

SQLite with a write-ahead log: other programs may read while a game is on. A commit returns only
when it is on the disk.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from referee.core.errors import BadValue, PlainWord

VERSION = 1
DATABASE_FILE = "game.sqlite"
LOCK_FILE = "game.lock"
BUSY_S = 5.0  # how long to wait for another program that writes
# A folder may come from anybody. Far more than any game has: rows of a log, and bytes of one row.
MOST_ROWS = 200_000
MOST_ROW_BYTES = 1_000_000
_STRANGE = """
SELECT name FROM sqlite_master
WHERE type NOT IN ('table', 'index') OR lower(sql) LIKE 'create virtual%' LIMIT 1
"""
SqlLine = tuple[str, tuple[object, ...]]
GONE = "its folder is gone. Put it back where it was: what waits is written then."
_FULL = "SQLITE_FULL"
_OUT_OF_ORDER = "SQLITE_IOERR"  # what some systems say when the disk is full
_ADVICE = {
    "SQLITE_BUSY": "another program holds it. Close that program.",
    "SQLITE_LOCKED": "another program holds it. Close that program.",
    _FULL: "the disk is full. Make room on the disk.",
    "SQLITE_READONLY": "it may only be read. Look at the rights of its folder.",
}
# Names carry units; docs/formats.md tells every column.
TABLES = """
CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sessions (
  number INTEGER PRIMARY KEY, began_utc TEXT NOT NULL, offset_ns INTEGER NOT NULL);
CREATE TABLE journal (number INTEGER PRIMARY KEY, t_ns INTEGER NOT NULL, entry TEXT NOT NULL);
CREATE TABLE said (number INTEGER PRIMARY KEY, t_ns INTEGER NOT NULL, said TEXT NOT NULL);
CREATE TABLE calls (number INTEGER PRIMARY KEY, t_ns INTEGER NOT NULL, call TEXT NOT NULL);
CREATE TABLE power (number INTEGER PRIMARY KEY, t_ns INTEGER NOT NULL, event TEXT NOT NULL);
CREATE TABLE segments (
  number INTEGER PRIMARY KEY, file TEXT NOT NULL, first_t_ns INTEGER NOT NULL,
  last_t_ns INTEGER NOT NULL, frames INTEGER NOT NULL);
CREATE TABLE frames (
  t_ns INTEGER PRIMARY KEY, frame INTEGER NOT NULL, power INTEGER NOT NULL, others TEXT);
CREATE TABLE bases (
  t_ns INTEGER NOT NULL, player TEXT NOT NULL, x_mm REAL NOT NULL, y_mm REAL NOT NULL,
  heading_deg REAL NOT NULL, sigma_x_mm REAL NOT NULL, sigma_y_mm REAL NOT NULL,
  sigma_deg REAL NOT NULL, fallen REAL NOT NULL, doubtful INTEGER NOT NULL, team TEXT,
  score REAL NOT NULL, front REAL, team_probability REAL, corners_px BLOB NOT NULL,
  PRIMARY KEY (t_ns, player)) WITHOUT ROWID;
"""


def create_database(folder: Path) -> sqlite3.Connection:
    """A new, empty database in a folder that exists."""
    path = folder / DATABASE_FILE
    if path.exists():
        raise BadValue("out", PlainWord("taken"), "a folder without a game in it", str(folder))
    connection = _opened(path, "rwc")
    connection.executescript(f"PRAGMA user_version = {VERSION}; BEGIN; {TABLES} COMMIT;")
    return connection


def open_to_write(folder: Path) -> sqlite3.Connection:
    """The database of a game that is to go on."""
    connection = _opened(_existing(folder), "rw")
    _check(connection, folder)
    return connection


def open_to_read(folder: Path) -> sqlite3.Connection:
    """The database as another program may read it, during the game as well."""
    connection = _opened(_existing(folder), "rw")
    _check(connection, folder)
    connection.execute("PRAGMA query_only = 1")
    return connection


class GameLock:
    """One referee to a game. The system frees the lock when the program ends, however it ends."""

    def __init__(self, folder: Path) -> None:
        path = folder / LOCK_FILE
        # The thread that closes it is not always the thread that opened it.
        self._connection = sqlite3.connect(
            path, timeout=0.0, isolation_level=None, check_same_thread=False
        )
        try:
            self._connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            self._connection.close()
            words = PlainWord("in use by another referee")
            raise BadValue(
                "game", words, "a game that is not open elsewhere", str(folder)
            ) from None

    def close(self) -> None:
        """Free the game for another referee."""
        self._connection.close()


def game_in_use(folder: Path) -> bool:
    """Whether another program is writing this game now; nothing is left behind by asking."""
    if not (folder / LOCK_FILE).is_file():
        return False
    try:
        GameLock(folder).close()
    except BadValue:
        return True
    return False


def check_free(folder: Path) -> None:
    """Complain if another referee has this game open; asked before anything is begun."""
    GameLock(folder).close()


class DatabaseWriter:
    """Writes lines all or none. ``refused`` says why the last attempt failed, else it is empty.

    ``full``: the disk has no room left.
    """

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        self.refused, self.full = "", False
        self._file, self._connection = folder / DATABASE_FILE, connection

    def write(self, lines: Sequence[SqlLine]) -> bool:
        """True: all of them are on the disk. False: none is."""
        # SQLite goes on writing to a file that was deleted: without this the lines would be lost.
        self.refused, self.full = "" if self._file.exists() else GONE, False
        if not self.refused:
            try:
                self._commit(lines)
            except sqlite3.Error as error:
                self._refuse(error)
        return not self.refused

    def _refuse(self, error: sqlite3.Error) -> None:
        name = getattr(error, "sqlite_errorname", "")
        self.full = name == _FULL or name.startswith(_OUT_OF_ORDER)
        self.refused = _ADVICE.get(name, f"{error}. Look at the disk it is on.")

    def _commit(self, lines: Sequence[SqlLine]) -> None:
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for sql, values in lines:
                self._connection.execute(sql, values)
            self._connection.execute("COMMIT")
        except sqlite3.Error:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise


def _existing(folder: Path) -> Path:
    path = folder / DATABASE_FILE
    if not path.is_file():
        allowed = f"the folder of a game, with a {DATABASE_FILE} in it"
        sentence = f"this is no game folder: there is no {DATABASE_FILE} in it"
        raise BadValue("game", PlainWord("no game"), allowed, str(folder), sentence)
    return path


def _opened(path: Path, mode: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.resolve().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_S,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_ROW_BYTES)
    try:
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
    except (sqlite3.Error, UnicodeDecodeError) as error:
        connection.close()
        raise _broken(path.parent, error) from None
    return connection


def _check(connection: sqlite3.Connection, folder: Path) -> None:
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        strange = connection.execute(_STRANGE).fetchone()
    except (sqlite3.Error, UnicodeDecodeError) as error:
        connection.close()
        raise _broken(folder, error) from None
    if strange is not None:
        connection.close()
        words = PlainWord("not a game's: it holds a view, a trigger or a virtual table")
        raise BadValue(DATABASE_FILE, words, "tables alone, as the referee writes", str(folder))
    if version != VERSION:
        connection.close()
        raise BadValue("version", version, f"{VERSION}, the one this program knows", str(folder))


def _broken(folder: Path, error: Exception) -> BadValue:
    return BadValue(
        DATABASE_FILE, PlainWord("not readable"), f"a game's database ({error})", str(folder)
    )
