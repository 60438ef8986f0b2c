"""The record of a running game: what is handed over is on the disk soon, and no caller waits.

One thread writes. Entries of the journal go first and one by one, each on the disk before the
next, so a crash loses at most the last; positions go in bundles. When the disk is full the
positions are dropped and counted, the reserve is given back, and entries wait until there is room.
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
import threading
from collections import deque
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from referee.core.closing import Closing
from referee.core.errors import BadValue
from referee.game.journal import Entry, Journal
from referee.game.journal_rows import entry_to_row, journal_from_rows
from referee.record.game.database import (
    DATABASE_FILE,
    MOST_ROWS,
    DatabaseWriter,
    GameLock,
    SqlLine,
    create_database,
    open_to_write,
)
from referee.record.game.disk_space import give_reserve_back, keep_reserve, space
from referee.record.game.frame_rows import BASE_SQL, FRAME_SQL, base_rows, frame_row
from referee.record.game.row_values import row_table
from referee.record.observation import Observation
from referee.system_clock import clock_s

# Positions wait at most so long, and at most so many of them: then the oldest are dropped.
BUNDLE_S = 0.5
MOST_FRAMES = 1800
ENTRY_SQL = "INSERT INTO journal VALUES (?, ?, ?)"
LOGS = {
    "said": "INSERT INTO said (t_ns, said) VALUES (?, ?)",
    "calls": "INSERT INTO calls (t_ns, call) VALUES (?, ?)",
    "power": "INSERT INTO power (t_ns, event) VALUES (?, ?)",
}
CLOSE_S = 10.0


class GameStore(Closing):
    """The writing end; what cannot be written waits and is tried again.

    ``lost`` says, once it is closed, what was never written.
    """

    def __init__(self, folder: Path, connection: sqlite3.Connection, lock: GameLock) -> None:
        self.folder = folder
        self.dropped_frames = 0
        self.lost: tuple[str, ...] = ()
        self._connection, self._lock = connection, lock
        self._lines: deque[list[SqlLine]] = deque()
        self._frames: deque[Observation] = deque()
        self._changed = threading.Condition()
        self._taken = self._kept = 0
        self._writer = DatabaseWriter(folder, connection)
        self._space = space(folder)
        self._last = connection.execute("SELECT coalesce(max(number), 0) FROM journal").fetchone()[
            0
        ]
        files = connection.execute("SELECT file FROM segments")
        self._segments = frozenset(str(file) for (file,) in files)
        self._open = True
        self._thread = threading.Thread(target=self._run, name="game record", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str:
        """What people should know: what cannot be kept, and a disk that fills; else empty."""
        if self._writer.refused:
            # The page shows this to everybody, so the folder's own place is not said.
            why, file = self._writer.refused, f"{self.folder.name}/{DATABASE_FILE}"
            return f"The game's record cannot be written: {why} It is {file}.{self._waiting()}"
        return self._space.words()

    @classmethod
    def new(cls, folder: Path, about: Mapping[str, object]) -> Self:
        """Begin the record of a game in a folder that is new or empty."""
        if folder.is_dir() and any(folder.iterdir()):
            raise BadValue("out", str(folder), "a new or empty folder")
        folder.mkdir(parents=True, exist_ok=True)
        lock = GameLock(folder)
        connection = create_database(folder)
        rows = [(key, json.dumps(value)) for key, value in about.items()]
        connection.executemany("INSERT INTO about VALUES (?, ?)", rows)
        keep_reserve(folder)
        return cls(folder, connection, lock)

    @classmethod
    def again(cls, folder: Path) -> Self:
        """Go on with a game."""
        if not folder.is_dir():
            raise BadValue("game", str(folder), "the folder of a game")
        lock = GameLock(folder)
        try:
            store = cls(folder, open_to_write(folder), lock)
        except BadValue:
            lock.close()
            raise
        keep_reserve(folder)
        return store

    def session(self, began_utc: str, offset_ns: int) -> None:
        """A run of the program begins: game time is its monotonic clock and ``offset_ns``."""
        sql = "INSERT INTO sessions (began_utc, offset_ns) VALUES (?, ?)"
        self._put((sql, (began_utc, offset_ns)))

    def entry(self, entry: Entry) -> None:
        """Append an entry of the journal."""
        self.entries((entry,))

    def entries(self, entries: Sequence[Entry]) -> None:
        """Append entries that belong together: a crash keeps all of them or none."""
        for place, entry in enumerate(entries, self._last + 1):
            if entry.number != place:
                raise BadValue("number", entry.number, f"{place}, the next of the journal")
        self._last += len(entries)
        rows = [
            (e.number, e.t_ns, json.dumps(entry_to_row(e), ensure_ascii=False)) for e in entries
        ]
        if rows:
            self._put(*((ENTRY_SQL, row) for row in rows))

    def log(self, table: str, t_ns: int, values: Mapping[str, object]) -> None:
        """Append a line to the table ``said``, ``calls`` or ``power``."""
        if table not in LOGS:
            raise BadValue("table", table, f"one of {', '.join(sorted(LOGS))}")
        self._put((LOGS[table], (t_ns, json.dumps(values, ensure_ascii=False))))

    def segment(self, file: str, first_t_ns: int, last_t_ns: int, frames: int) -> None:
        """A piece of video is complete."""
        sql = "INSERT INTO segments (file, first_t_ns, last_t_ns, frames) VALUES (?, ?, ?, ?)"
        self._put((sql, (file, first_t_ns, last_t_ns, frames)))

    def segment_gone(self, file: str) -> None:
        """A piece of video was removed."""
        self._put(("DELETE FROM segments WHERE file = ?", (file,)))

    def segments(self) -> frozenset[str]:
        """The pieces of video that were complete when the record was opened."""
        return self._segments

    def frame(self, seen: Observation) -> None:
        """Keep the positions of a frame; never waits."""
        with self._changed:
            if len(self._frames) >= MOST_FRAMES:
                self._frames.popleft()
                self.dropped_frames += 1
            self._frames.append(seen)

    def flush(self, timeout_s: float = CLOSE_S) -> bool:
        """Wait until every entry handed over so far is on the disk; false: it is not yet."""
        with self._changed:
            wanted = self._taken
            return self._changed.wait_for(lambda: self._kept >= wanted, timeout_s)

    def close(self) -> None:
        """Write what waits and let go of the folder; calling it twice is fine."""
        with self._changed:
            self._open = False
            self._changed.notify_all()
        self._thread.join(CLOSE_S)
        if not self._thread.is_alive():
            self.lost = self._lost()
            self._connection.close()
            self._lock.close()

    def _waiting(self) -> str:
        """How many entries are not on the disk yet, as a sentence; one that waits is lost if the
        program ends.
        """
        with self._changed:
            count = sum(line[0] == ENTRY_SQL for together in self._lines for line in together)
        if not count:
            return ""
        return f" {count} {'entry waits' if count == 1 else 'entries wait'} to be written."

    def _lost(self) -> tuple[str, ...]:
        """What was never written, as it would stand in the journal, and how much of the logs."""
        every = [line for together in self._lines for line in together]
        entries = [f"not in the journal: {line[1][2]}" for line in every if line[0] == ENTRY_SQL]
        logged = len(every) - len(entries)
        return (*entries, *([f"not in the logs: {logged} lines"] if logged else []))

    def _put(self, *together: SqlLine) -> None:
        with self._changed:
            self._lines.append(list(together))
            self._taken += 1
            self._changed.notify_all()

    def _run(self) -> None:
        bundled_s = clock_s()
        while True:
            with self._changed:
                self._changed.wait_for(
                    lambda: (self._lines and not self._writer.refused) or not self._open, BUNDLE_S
                )
                last = not self._open
            self._write_lines()
            if last or clock_s() >= bundled_s + BUNDLE_S:
                self._write_frames()
                bundled_s = clock_s()
            if last:
                return

    def _write_lines(self) -> None:
        """Write each in order; one that the disk refuses stays first in the queue."""
        while True:
            with self._changed:
                if not self._lines:
                    return
                together = self._lines[0]
            if not self._writer.write(together) and not (
                self._writer.full
                and give_reserve_back(self.folder)
                and self._writer.write(together)
            ):
                return
            with self._changed:
                self._lines.popleft()
                self._kept += 1
                self._changed.notify_all()

    def _write_frames(self) -> None:
        with self._changed:
            frames = list(self._frames)
            self._frames.clear()
        with contextlib.suppress(
            OSError
        ):  # a folder that is gone is told when something is written
            self._space = space(self.folder)
        lines = [(FRAME_SQL, frame_row(seen)) for seen in frames]
        lines += [(BASE_SQL, row) for seen in frames for row in base_rows(seen)]
        if lines and (self._space.scarce or not self._writer.write(lines)):
            self.dropped_frames += len(frames)


def journal_in(connection: sqlite3.Connection, where: str) -> Journal:
    """The journal as it lies in a game's database, checked."""
    rows = connection.execute("SELECT entry FROM journal ORDER BY number").fetchmany(MOST_ROWS + 1)
    if len(rows) > MOST_ROWS:
        raise ValueError(f"more than {MOST_ROWS} entries")
    return journal_from_rows((row_table(text) for (text,) in rows), where)
