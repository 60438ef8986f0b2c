"""What harms a record: kills, locks, a folder that goes, a disk that fills. The journal stands."""

from __future__ import annotations

import errno
import sqlite3
import subprocess
import sys
import textwrap

import pytest

from referee.game.events import Noted
from referee.game.journal import Entry
from referee.record.game import disk_space as space_module
from referee.record.game.check import PartCondition, check_record
from referee.record.game.database import DATABASE_FILE
from referee.record.game.disk_space import RESERVE_FILE
from referee.record.game.game_folder import read_game
from referee.record.game.game_store import MOST_FRAMES, GameStore
from referee.record.game.segment_writer import SegmentWriter
from referee.record.game.video_recorder import VideoRecorder
from tests.record.game.folders import frame_ns, seen
from tests.record.game.test_video_recorder import frame

S = 1_000_000_000
NIGHT = """
    import sys
    from pathlib import Path
    from referee.camera.frame_source import Frame
    from referee.core.field.direction import Direction
    from referee.core.roster import Team
    from referee.game.events import Noted, Started
    from referee.game.journal import Entry
    from referee.record.game.video_recorder import VideoRecorder
    from referee.record.game.game_store import MOST_FRAMES, GameStore
    from tests.record.game.folders import frame_ns, seen
    from tests.record.game.test_video_recorder import frame

    store = GameStore.new(Path(sys.argv[1]), {"rulebook": "hefl", "field": "620"})
    film = VideoRecorder(store)
    store.entry(Entry(1, 0, "referee", Started("hefl", Team.AWAY, Direction.RIGHT)))
    for number in range(2, 100_000):
        film.frame(frame(number, frame_ns(number)), True)
        store.frame(seen(number))
        store.log("said", frame_ns(number), {"said": "x"})
        store.entry(Entry(number, frame_ns(number), "referee", Noted("x")))
        if store.flush():
            print(number, flush=True)
"""


def entry(number: int) -> Entry:
    return Entry(number, number * S, "referee", Noted(f"note {number}"))


def numbers(folder) -> list[int]:
    with read_game(folder) as game:
        return [each.number for each in game.journal().entries]


@pytest.mark.parametrize("told", [1, 23, 78])
def test_a_kill_at_any_moment_leaves_a_record_that_is_whole_and_goes_on(tmp_path, told):
    folder = tmp_path / "g"
    command = [sys.executable, "-c", textwrap.dedent(NIGHT), str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        known = [int(next(program.stdout)) for _ in range(told)]
        program.kill()
        known += [int(line) for line in program.stdout.read().split()]
    assert len(numbers(folder)) in {known[-1], known[-1] + 1}
    with read_game(folder) as game:
        assert [each for each in check_record(game) if each.condition is PartCondition.BROKEN] == []
    with GameStore.again(folder) as store:
        film = VideoRecorder(store)
        last = numbers(folder)[-1]
        store.entry(Entry(last + 1, 10**12, "referee", Noted("on")))
        film.frame(frame(0, 10**12), powered=True)
        film.close()
    assert numbers(folder) == list(range(1, last + 2))
    with read_game(folder) as game:
        assert all(segment.done for segment in game.segments())
        assert game.segments()[-1].first_t_ns == 10**12


def test_a_database_that_another_program_holds_is_written_when_it_lets_go(tmp_path):
    folder = tmp_path / "g"
    with GameStore.new(folder, {}) as store:
        store._connection.execute("PRAGMA busy_timeout = 20")
        other = sqlite3.connect(folder / DATABASE_FILE, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        for number in (1, 2, 3):
            store.entry(entry(number))
        assert not store.flush(0.3)
        assert "another program holds it" in store.trouble
        assert (folder / RESERVE_FILE).exists()  # no room is missing
        other.execute("ROLLBACK")
        other.close()
        assert store.flush()
        assert "cannot be written" not in store.trouble
    assert numbers(folder) == [1, 2, 3]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows moves no folder that is in use")
def test_a_folder_that_was_taken_away_is_said_and_written_when_it_is_back(tmp_path):
    folder, away = tmp_path / "g", tmp_path / "elsewhere"
    with GameStore.new(folder, {}) as store:
        store.entry(entry(1))
        assert store.flush()
        folder.rename(away)
        store.entry(entry(2))
        assert not store.flush(0.3)
        assert "its folder is gone" in store.trouble
        away.rename(folder)
        assert store.flush()
    assert numbers(folder) == [1, 2]


def test_an_error_nobody_thought_of_stops_neither_the_writer_nor_the_game(tmp_path, monkeypatch):
    folder = tmp_path / "g"
    with GameStore.new(folder, {}) as store:
        whole = store._writer._commit

        def broken(_lines):
            raise sqlite3.DatabaseError("the disk makes noises")

        monkeypatch.setattr(store._writer, "_commit", broken)
        store.frame(seen(1))
        store.entry(entry(1))
        assert not store.flush(0.3)
        assert "the disk makes noises. Look at the disk" in store.trouble
        monkeypatch.setattr(store._writer, "_commit", whole)
        assert store.flush()
    assert numbers(folder) == [1]


def test_a_disk_that_cannot_be_asked_is_no_reason_to_stop(tmp_path, monkeypatch):
    with GameStore.new(tmp_path / "g", {}) as store:

        def gone(_folder):
            raise FileNotFoundError(errno.ENOENT, "no such disk")

        monkeypatch.setattr(space_module.shutil, "disk_usage", gone)
        store.frame(seen(1))
        store.entry(entry(1))
        assert store.flush()
    monkeypatch.undo()
    assert numbers(tmp_path / "g") == [1]


def test_a_disk_that_fills_in_the_middle_of_a_piece_keeps_what_was_written(tmp_path, monkeypatch):
    folder, whole = tmp_path / "g", SegmentWriter.write
    full = [False]

    def write(clip, t_ns, image):
        if full[0]:
            raise OSError(errno.ENOSPC, "No space left on device")
        whole(clip, t_ns, image)

    monkeypatch.setattr(SegmentWriter, "write", write)
    with GameStore.new(folder, {}) as store:
        film = VideoRecorder(store)
        for number in range(60):
            full[0] = number >= 40
            film.frame(frame(number, frame_ns(number)), powered=True)
            store.entry(entry(number + 1))
            film.flush()
        assert "No space left" in film.trouble
        assert film.dropped == 20
        film.close()
    assert len(numbers(folder)) == 60
    with read_game(folder) as game:
        assert [segment.frames for segment in game.segments()] == [40]
        assert not any(
            each.condition is PartCondition.BROKEN
            for each in check_record(game)
            if each.part == "video"
        )


def test_a_frame_that_comes_twice_is_kept_once(tmp_path):
    folder = tmp_path / "g"
    with GameStore.new(folder, {}) as store:
        for number in (1, 2, 2, 1, 3):
            store.frame(seen(number))
    with read_game(folder) as game:
        assert [each.frame for each in game.observations()] == [1, 2, 3]
        assert game.homeless_bases() == 0


def test_positions_that_nobody_writes_are_dropped_from_the_oldest_on(tmp_path, monkeypatch):
    monkeypatch.setattr(GameStore, "_run", lambda self: None)  # a disk that hangs for ever
    with GameStore.new(tmp_path / "g", {}) as store:
        one = seen(1)
        for _ in range(MOST_FRAMES + 200):
            store.frame(one)
        assert store.dropped_frames == 200


def test_what_a_disk_never_took_is_told_when_the_record_is_closed(tmp_path, monkeypatch):
    folder = tmp_path / "night"
    store = GameStore.new(folder, {})
    store.entry(entry(1))
    assert store.flush()

    def full(_lines):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(store._writer, "_commit", full)
    store.entries((entry(2), entry(3)))
    store.log("said", S, {"said": "x"})
    assert not store.flush(0.3)
    assert "2 entries wait to be written" in store.trouble
    assert f"night/{DATABASE_FILE}" in store.trouble
    assert store.lost == ()
    store.close()
    told = "\n".join(store.lost)
    assert "note 2" in told
    assert "note 3" in told
    assert "not in the logs: 1 lines" in told
    assert numbers(folder) == [1]
