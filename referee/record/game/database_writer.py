"""Writes to a game's database, all or nothing, and says for people why it could not."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path

from referee.record.game.database import DATABASE_FILE

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


class DatabaseWriter:
    """``refused`` is why the last attempt failed, else empty; ``full``: room might help."""

    def __init__(self, folder: Path, connection: sqlite3.Connection) -> None:
        self.refused, self.full = "", False
        self._file, self._connection = folder / DATABASE_FILE, connection

    def write(self, lines: Sequence[SqlLine]) -> bool:
        """Whether all of them are on the disk now; else none is."""
        # A database whose file was taken away is written to all the same, and nobody finds it.
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
