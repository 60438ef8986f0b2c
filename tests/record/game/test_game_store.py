"""The record of a game: kept in order, whole after a kill, alive on a full disk."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
import textwrap
from dataclasses import replace

import pytest

from referee.calls.frame import SeenBase
from referee.core.errors import BadValue
from referee.core.geometry.measured_pose import MeasuredPose
from referee.core.geometry.pose import Pose
from referee.core.roster import Team
from referee.game.events import Noted
from referee.game.journal import Entry, Journal
from referee.game.journal_rows import entry_to_row
from referee.record.game import game_store as store_module
from referee.record.game.database import (
    DATABASE_FILE,
    TABLES,
    DatabaseWriter,
    GameLock,
    open_to_read,
    open_to_write,
)
from referee.record.game.disk_space import MIB, RESERVE_FILE, DiskSpace
from referee.record.game.frame_rows import observations
from referee.record.game.game_store import GameStore, journal_in
from referee.record.observation import (
    Observation,
    ObservedGap,
    ObservedHand,
    ObservedMarker,
)

CORNERS = ((1.5, 2.0), (3.0, 4.25), (5.0, 6.0), (7.0, 8.0))


def entry(number: int) -> Entry:
    return Entry(number, 1000 * number, "referee", Noted(f"note {number}"))


def base(player: str, x_mm: float, fallen: float = 0.0) -> SeenBase:
    measured = MeasuredPose.with_sigmas(Pose(x_mm, 20.25, 359.5), 0.1, 0.2, 0.3)
    seen = SeenBase(player, measured, fallen, corners_px=CORNERS, team=Team.HOME)
    return replace(seen, front=0.5, score=0.75)


def frame(number: int, **more: object) -> Observation:
    bases = (base("A1", 1.5), base("H2", float(number)))
    return Observation(number, bases, t_ns=number * 100, power=number % 2 == 0, **more)


def test_what_goes_in_comes_out(tmp_path):
    full = frame(
        2,
        markers=(ObservedMarker("ball", 1.0, 2.0, 3.0, 0.5, 0.25),),
        hands=(ObservedHand((1.0, 2.0, 3.0, 4.0), 0.5),),
        gaps=(ObservedGap("A1", "H2", 0.5, 0.1),),
    )
    looked = frame(3, hands=())
    frames = [frame(1), full, looked, Observation(4, (), t_ns=400, power=False)]
    with GameStore.new(tmp_path / "game", {"rulebook": "hefl"}) as store:
        for seen in frames:
            store.frame(seen)
        for number in (1, 2, 3):
            store.entry(entry(number))
        assert store.flush()
    reader = open_to_read(tmp_path / "game")
    assert list(observations(reader)) == frames
    assert list(observations(reader, 200, 300)) == [full, looked]
    assert journal_in(reader, "game") == Journal((entry(1), entry(2), entry(3)))


def lying(folder):
    """How likely everybody lies in the first frame of a game."""
    (seen,) = observations(open_to_read(folder), 0, 100)
    return [each.fallen for each in seen.bases]


def test_how_likely_a_figure_lies_comes_out(tmp_path):
    with GameStore.new(tmp_path / "game", {}) as store:
        store.frame(replace(frame(1), bases=(base("A1", 1.5, 0.7), base("H2", 9.0, 1.0))))
        assert store.flush()
    assert lying(tmp_path / "game") == [0.7, 1.0]


def test_a_game_of_an_older_program_says_only_whether_a_figure_lies_and_goes_on(
    tmp_path, monkeypatch
):
    older = TABLES.replace("fallen REAL", "fallen INTEGER")
    assert older != TABLES
    monkeypatch.setattr("referee.record.game.database.TABLES", older)
    with GameStore.new(tmp_path / "game", {}) as store:
        store.frame(frame(1))
        assert store.flush()
    with sqlite3.connect(tmp_path / "game" / DATABASE_FILE) as connection:
        connection.execute("UPDATE bases SET fallen = 1 WHERE player = 'A1'")
    connection.close()
    assert lying(tmp_path / "game") == [1.0, 0.0]
    with GameStore.again(tmp_path / "game") as store:
        store.frame(replace(frame(2), bases=(base("A1", 1.5, 0.7),)))
        assert store.flush()
    (_, later) = observations(open_to_read(tmp_path / "game"))
    assert later.bases == (base("A1", 1.5, 0.7),)


def test_a_game_goes_on_where_it_was(tmp_path):
    with GameStore.new(tmp_path / "game", {}) as store:
        store.entry(entry(1))
    with GameStore.again(tmp_path / "game") as store:
        with pytest.raises(BadValue, match="the next of the journal"):
            store.entry(entry(1))
        store.entry(entry(2))
    assert len(journal_in(open_to_read(tmp_path / "game"), "game").entries) == 2


def test_others_read_during_the_game_and_cannot_write(tmp_path):
    with GameStore.new(tmp_path / "game", {}) as store:
        store.log("calls", 5, {"kind": "tackle"})
        assert store.flush()
        reader = open_to_read(tmp_path / "game")
        assert reader.execute("SELECT t_ns, call FROM calls").fetchall() == [
            (5, '{"kind": "tackle"}')
        ]
        with pytest.raises(sqlite3.OperationalError):
            reader.execute("DELETE FROM calls")


def test_two_referees_cannot_keep_one_game(tmp_path):
    with (
        GameStore.new(tmp_path / "game", {}),
        pytest.raises(BadValue, match="in use by another referee"),
    ):
        GameStore.again(tmp_path / "game")


KILLED = """
    import sys
    from pathlib import Path
    from referee.game.events import Noted
    from referee.game.journal import Entry
    from referee.record.game.game_store import GameStore

    store = GameStore.new(Path(sys.argv[1]), {})
    for number in range(1, 100_000):
        store.entry(Entry(number, number, "referee", Noted("x")))
        if store.flush():
            print(number, flush=True)
"""


def test_a_program_that_is_killed_loses_nothing_it_was_told_is_written(tmp_path):
    folder = tmp_path / "game"
    command = [sys.executable, "-c", textwrap.dedent(KILLED), str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        told = [int(next(program.stdout)) for _ in range(25)]
        program.kill()
        told += [int(line) for line in program.stdout.read().split()]
    entries = journal_in(open_to_read(folder), "game").entries
    assert len(entries) in {told[-1], told[-1] + 1}
    with GameStore.again(folder) as store:  # the dead program holds nothing
        store.entry(Entry(len(entries) + 1, 10**9, "referee", Noted("on")))


def test_entries_that_belong_together_come_all_or_none(tmp_path):
    with GameStore.new(tmp_path / "game", {}) as store:
        store.entries((entry(1), entry(2)))
        with pytest.raises(BadValue, match="the next of the journal"):
            store.entries((entry(3), entry(5)))
        store.entries(())
        store.entries((entry(3),))
    assert len(journal_in(open_to_read(tmp_path / "game"), "game").entries) == 3


class Watched:
    """A connection that calls back before and after every statement, as a kill may come there."""

    def __init__(self, connection, at_a_statement):
        self._connection, self._at_a_statement = connection, at_a_statement

    def execute(self, sql, values=()):
        self._at_a_statement(sql, values)
        found = self._connection.execute(sql, values)
        self._at_a_statement(sql, values)
        return found

    def __getattr__(self, name):
        return getattr(self._connection, name)


def store_watched(folder, at_a_statement):
    GameStore.new(folder, {}).close()
    return GameStore(folder, Watched(open_to_write(folder), at_a_statement), GameLock(folder))


def test_a_kill_at_any_statement_keeps_all_that_belongs_together_or_none(tmp_path):
    """What a killed program leaves are the files as they are at that moment: copies of them."""
    folder, left = tmp_path / "game", []

    def copy_what_a_kill_leaves(sql, _values):
        place = tmp_path / f"killed {len(left)}"
        place.mkdir()
        for name in (DATABASE_FILE, f"{DATABASE_FILE}-wal"):
            shutil.copy(folder / name, place / name)
        left.append((sql, place))

    with store_watched(folder, copy_what_a_kill_leaves) as store:
        store.entries((entry(1), entry(2), entry(3)))
        store.entries((entry(4), entry(5)))
        assert store.flush()
    counts = [len(journal_in(open_to_read(place), "game").entries) for _, place in left]
    assert sum(sql.startswith("INSERT INTO journal") for sql, _ in left) == 2 * 5
    assert counts[0] == 0
    assert counts[-1] == 5
    assert counts == sorted(counts)
    assert set(counts) <= {0, 3, 5}


@pytest.mark.parametrize("fails", ["BEGIN IMMEDIATE", "note 1", "note 2", "COMMIT"])
def test_a_statement_that_fails_takes_back_all_that_belongs_together(tmp_path, fails):
    GameStore.new(tmp_path, {}).close()
    connection = open_to_write(tmp_path)
    sql = "INSERT INTO journal VALUES (?, ?, ?)"
    together = [(sql, (n, n, json.dumps(entry_to_row(entry(n))))) for n in (1, 2)]
    failing = [fails]

    def fail_once(sql, values):
        if failing and failing[0] in f"{sql} {values}":
            failing.clear()
            raise sqlite3.OperationalError("the disk is away")

    writer = DatabaseWriter(tmp_path, Watched(connection, fail_once))
    assert not writer.write(together)
    assert "the disk is away" in writer.refused
    assert not journal_in(open_to_read(tmp_path), "game").entries
    assert writer.write(together)
    assert len(journal_in(open_to_read(tmp_path), "game").entries) == 2


def test_a_full_disk_drops_positions_and_keeps_the_journal(tmp_path, monkeypatch):
    with GameStore.new(tmp_path / "game", {}) as store:
        pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
        store._connection.execute(f"PRAGMA max_page_count = {pages + 1}")
        entries = 0
        while not store.trouble and entries < 500:
            entries += 1
            store.entry(entry(entries))
            store.flush(0.5)
        assert "cannot be written" in store.trouble
        assert not (tmp_path / "game" / RESERVE_FILE).exists()
        store._connection.execute("PRAGMA max_page_count = 100000")  # somebody made room
        assert store.flush()
        assert store.trouble == ""
    assert len(journal_in(open_to_read(tmp_path / "game"), "game").entries) == entries


def test_scarce_room_belongs_to_the_journal(tmp_path, monkeypatch):
    monkeypatch.setattr(store_module, "space", lambda _folder: DiskSpace(100 * MIB))
    with GameStore.new(tmp_path / "game", {}) as store:
        store.frame(frame(1))
        store.entry(entry(1))
        assert store.flush()
        assert "only the journal is kept" in store.trouble
    assert store.dropped_frames == 1
    reader = open_to_read(tmp_path / "game")
    assert list(observations(reader)) == []
    assert len(journal_in(reader, "game").entries) == 1


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda path: path.write_bytes(b"not a database at all" * 100), "not readable"),
        (lambda path: path.unlink(), "no game"),
        (lambda path: _version(path, 9), "version"),
    ],
)
def test_a_folder_that_is_no_game_is_refused_in_a_sentence(tmp_path, spoil, said):
    GameStore.new(tmp_path / "game", {}).close()
    for extra in ("-wal", "-shm"):
        (tmp_path / "game" / f"{DATABASE_FILE}{extra}").unlink(missing_ok=True)
    spoil(tmp_path / "game" / DATABASE_FILE)
    with pytest.raises(BadValue, match=said):
        GameStore.again(tmp_path / "game")


def _version(path, number):
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {number}")
    connection.close()


def test_a_new_game_takes_no_folder_with_something_in_it(tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(BadValue, match="new or empty folder"):
        GameStore.new(tmp_path, {})
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_the_journal_is_plain_json_for_other_programs(tmp_path):
    with GameStore.new(tmp_path / "game", {"field": "620"}) as store:
        store.entry(entry(1))
    plain = sqlite3.connect(tmp_path / "game" / DATABASE_FILE)
    (text,) = plain.execute("SELECT entry FROM journal").fetchone()
    assert json.loads(text)["words"] == "note 1"
    assert plain.execute("SELECT value FROM about").fetchall() == [('"620"',)]
