"""Reading a game's folder: during the game, after it, and after a crash."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from referee.camera.calibration import Calibration, read_calibration
from referee.core.closing import Closing
from referee.core.errors import BadValue, PlainWord
from referee.core.field.field_profile import FieldProfile
from referee.game.journal import Journal
from referee.loaders.fields import load_field
from referee.loaders.rulebooks import load_rulebook
from referee.loaders.teams_file import TeamsFile, read_teams
from referee.record.game.database import DATABASE_FILE, MOST_ROWS, open_to_read
from referee.record.game.frame_rows import observations
from referee.record.game.game_store import journal_in
from referee.record.game.row_values import ROW_ERRORS, row_json, row_table
from referee.record.game.segment_file import SegmentFile, read_segment
from referee.record.game.segment_store import VIDEO_FOLDER
from referee.record.game.segment_writer import segment_name_of
from referee.record.observation import Observation
from referee.rulebooks.rulebook import Rulebook

EVER_NS = 2**62
CALIBRATION_FILE = "camera.calib.json"
TEAMS_FILE = "game.teams.toml"
RULEBOOK_FILE = "rulebook.toml"


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """A run of the program; game time is its clock and ``offset_ns``."""

    number: int
    began_utc: str
    offset_ns: int


@dataclass(frozen=True, slots=True)
class LoggedLine:
    """Something that was said, called or switched; ``values`` as docs/formats.md tells."""

    number: int
    t_ns: int
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class VideoSegment:
    """A piece of video. ``play``: the board had power in it; ``done``: nothing is added to it."""

    path: Path
    first_t_ns: int
    last_t_ns: int
    frames: int
    play: bool
    done: bool = True


class GameFolder(Closing):
    """A game's record. Whatever cannot be read is a `BadValue` that names the folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._connection = open_to_read(folder)

    def close(self) -> None:
        """Close the database."""
        self._connection.close()

    @cached_property
    def about(self) -> Mapping[str, Any]:
        """What the game was begun with."""
        try:
            rows = self._rows("SELECT key, value FROM about LIMIT 1000")
            return {str(key): row_json(text) for key, text in rows}
        except ROW_ERRORS as error:
            raise self._broken(error) from None

    @cached_property
    def calibration(self) -> Calibration | None:
        """Where the camera is; None if the folder does not say."""
        path = self.folder / CALIBRATION_FILE
        return read_calibration(path) if path.is_file() else None

    @cached_property
    def teams(self) -> TeamsFile | None:
        """Who plays; None if the folder does not say."""
        path = self.folder / TEAMS_FILE
        return read_teams(path) if path.is_file() else None

    @cached_property
    def rulebook(self) -> Rulebook:
        """What is played by: the house's own rules lie in the folder."""
        own = self.folder / RULEBOOK_FILE
        named = str(own) if own.is_file() else self.about.get("rulebook")
        if not isinstance(named, str):
            allowed = f"a league's name in the table about, or a {RULEBOOK_FILE}"
            raise BadValue("rulebook", named, allowed, str(self.folder))
        return load_rulebook(named)

    @cached_property
    def field(self) -> FieldProfile:
        """The board it is played on."""
        if self.calibration is not None and self.calibration.field is not None:
            return self.calibration.field
        name = self.about.get("field")
        if not isinstance(name, str):
            allowed = "a board's name in the table about, or a calibration that holds the board"
            raise BadValue("field", name, allowed, str(self.folder))
        return load_field(name)

    def sessions(self) -> tuple[ProgramRun, ...]:
        """Every run of the program."""
        sql = "SELECT number, began_utc, offset_ns FROM sessions ORDER BY number"
        try:
            return tuple(
                ProgramRun(int(number), str(began), int(offset_ns))
                for number, began, offset_ns in self._rows(sql)
            )
        except ROW_ERRORS as error:
            raise self._broken(error) from None

    def journal(self) -> Journal:
        """Every entry, as it stands now."""
        try:
            return journal_in(self._connection, str(self.folder / DATABASE_FILE))
        except ROW_ERRORS as error:
            raise self._broken(error) from None

    def calls(self) -> tuple[LoggedLine, ...]:
        """Every call that was made."""
        return self._logged("SELECT number, t_ns, call FROM calls ORDER BY number")

    def said(self) -> tuple[LoggedLine, ...]:
        """Everything that was said, by referee, coaches and camera."""
        return self._logged("SELECT number, t_ns, said FROM said ORDER BY number")

    def power(self) -> tuple[LoggedLine, ...]:
        """Everything that happened at the switch."""
        return self._logged("SELECT number, t_ns, event FROM power ORDER BY number")

    def frames(self) -> tuple[int, int, int] | None:
        """How many frames there are, and the times of first and last; None: not one."""
        ((count, first, last),) = self._rows("SELECT count(*), min(t_ns), max(t_ns) FROM frames")
        return (count, first, last) if count else None

    def frame_times(self, from_ns: int, until_ns: int) -> list[tuple[int, int]]:
        """Time and number of every frame from one instant to another."""
        sql = "SELECT t_ns, frame FROM frames WHERE t_ns BETWEEN ? AND ? ORDER BY t_ns"
        return [(t_ns, frame) for t_ns, frame in self._rows(sql, from_ns, until_ns)]

    def observations(self, from_ns: int = 0, until_ns: int = EVER_NS) -> Iterator[Observation]:
        """What was seen from one instant to another, in order."""
        try:
            yield from observations(self._connection, from_ns, until_ns)
        except ROW_ERRORS as error:
            raise self._broken(error) from None

    def faults(self) -> list[str]:
        """What SQLite finds wrong with the database; nothing: it is whole."""
        found = [str(text) for (text,) in self._rows("PRAGMA integrity_check")]
        return [] if found == ["ok"] else found

    def homeless_bases(self) -> int:
        """How many bases belong to a frame that is not there."""
        sql = "SELECT count(*) FROM bases WHERE t_ns NOT IN (SELECT t_ns FROM frames)"
        return int(self._rows(sql)[0][0])

    def segments(self) -> tuple[VideoSegment, ...]:
        """The video, piece by piece, unfinished pieces too, in the order of their times."""
        sql = "SELECT file, first_t_ns, last_t_ns, frames FROM segments ORDER BY number"
        try:
            found = [self._segment(*row) for row in self._rows(sql)]
        except ROW_ERRORS as error:
            raise self._broken(error) from None
        known = {segment.path.name for segment in found}
        left = sorted(p for p in (self.folder / VIDEO_FOLDER).glob("*.mp4") if p.name not in known)
        open_ones = (_unfinished(path) for path in left)
        every = [*found, *(segment for segment in open_ones if segment is not None)]
        return tuple(sorted(every, key=lambda segment: segment.first_t_ns))

    def _segment(self, file: str, first_t_ns: int, last_t_ns: int, frames: int) -> VideoSegment:
        path = self.folder / VIDEO_FOLDER / Path(file).name
        name = segment_name_of(path)
        play = name is not None and name.play
        return VideoSegment(path, int(first_t_ns), int(last_t_ns), int(frames), play)

    def _logged(self, sql: str) -> tuple[LoggedLine, ...]:
        try:
            rows = self._connection.execute(sql).fetchmany(MOST_ROWS + 1)
            if len(rows) > MOST_ROWS:
                raise ValueError(f"more than {MOST_ROWS} rows")
            return tuple(LoggedLine(int(n), int(t_ns), row_table(text)) for n, t_ns, text in rows)
        except ROW_ERRORS as error:
            raise self._broken(error) from None

    def _rows(self, sql: str, *values: object) -> list[tuple[Any, ...]]:
        try:
            return self._connection.execute(sql, values).fetchall()
        except (sqlite3.Error, ValueError) as error:
            raise self._broken(error) from None

    def _broken(self, error: Exception) -> BadValue:
        if isinstance(error, BadValue):
            return error
        allowed = f"a game's record that can be read ({error})"
        return BadValue(DATABASE_FILE, PlainWord("damaged"), allowed, str(self.folder))


def read_game(folder: Path) -> GameFolder:
    """A game's record, to read."""
    return GameFolder(folder)


def _unfinished(path: Path) -> VideoSegment | None:
    name = segment_name_of(path)
    piece: SegmentFile | None = None if name is None else read_segment(path, name.first_t_ns)
    if name is None or piece is None:
        return None
    return VideoSegment(path, piece.t_ns[0], piece.t_ns[-1], len(piece.t_ns), name.play, done=False)
