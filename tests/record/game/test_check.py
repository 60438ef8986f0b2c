"""A check finds what is broken, names it, and is content with what is whole."""

from __future__ import annotations

import shutil
import sqlite3
from datetime import UTC, datetime

import pytest

from referee.record.game.check import PartCondition, check_record
from referee.record.game.database import DATABASE_FILE
from referee.record.game.game_folder import read_game
from referee.record.game.game_list import listed_games
from tests.record.game.folders import write_game


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return write_game(tmp_path_factory.mktemp("games") / "whole")


@pytest.fixture
def folder(whole, tmp_path):
    return shutil.copytree(whole, tmp_path / "copy")


def found(folder, condition=PartCondition.BROKEN):
    with read_game(folder) as game:
        return [
            (each.part, each.says) for each in check_record(game) if each.condition is condition
        ]


def change(folder, sql):
    connection = sqlite3.connect(folder / DATABASE_FILE)
    connection.execute(sql)
    connection.commit()
    connection.close()


def piece(folder):
    (path,) = (folder / "video").iterdir()
    return path


def test_a_whole_record_has_nothing_broken_and_every_part_is_named(whole):
    assert found(whole) == []
    assert found(whole, PartCondition.NOTE) == []
    parts = [part for part, _ in found(whole, PartCondition.WHOLE)]
    assert parts == ["database", "explained", "journal", "calls", "positions", "video"]


@pytest.mark.parametrize(
    ("sql", "part", "says"),
    [
        ("DELETE FROM journal WHERE number = 3", "journal", "without a gap"),
        ("UPDATE journal SET entry = '{' WHERE number = 3", "journal", "damaged"),
        (
            "UPDATE journal SET entry = replace(entry, 'SeriesBegan', 'BallMoved')",
            "journal",
            "entry 2",
        ),
        ("UPDATE calls SET call = '{}'", "calls", "call 1"),
        ("DELETE FROM frames WHERE frame = 7", "positions", "6 bases belong to no frame"),
        ("UPDATE segments SET frames = 70", "video", "60 pictures of 70"),
        ("UPDATE segments SET last_t_ns = last_t_ns + 5000", "video", "at another time"),
        ("DELETE FROM about WHERE key = 'rulebook'", "explained", "rulebook"),
    ],
)
def test_what_is_wrong_in_the_database_is_found(folder, sql, part, says):
    change(folder, sql)
    broken = dict(found(folder))
    assert says in broken[part]


def test_video_that_is_missing_or_cut_off_is_found(folder):
    data = piece(folder).read_bytes()
    piece(folder).write_bytes(data[: len(data) * 2 // 3])
    assert "pictures of 60" in dict(found(folder))["video"]
    piece(folder).write_bytes(b"no video at all")
    assert "cannot be read" in dict(found(folder))["video"]
    piece(folder).unlink()
    assert "is missing" in dict(found(folder))["video"]


def test_a_piece_nobody_finished_is_a_note(folder):
    change(folder, "DELETE FROM segments")
    assert found(folder) == []
    assert ("video", "1 piece is without its end") in found(folder, PartCondition.NOTE)


def test_a_damaged_page_of_the_database_is_found(folder):
    path = folder / DATABASE_FILE
    data = bytearray(path.read_bytes())
    data[len(data) // 2 : len(data) // 2 + 3000] = b"\xff" * 3000
    path.write_bytes(bytes(data))
    assert "database" in dict(found(folder))


def test_games_are_listed_with_their_score_and_those_that_cannot_be_read_with_why(whole, folder):
    shutil.copytree(whole, folder.parent / "damaged")
    (folder.parent / "damaged" / DATABASE_FILE).write_bytes(b"nothing")
    (folder.parent / "letters").mkdir()
    one, two = listed_games(folder.parent)
    assert (one.title, one.score, one.plays, one.flagged) == ("Wolves at Bears", (7, 0), 8, 0)
    began = datetime(2026, 1, 31, 20, tzinfo=UTC).astimezone()
    assert (one.when, one.phase) == (f"{began:%Y-%m-%d %H:%M}", "1st and 10 at the own 26")
    assert "not readable" in two.trouble
    assert [game.folder for game in listed_games(folder)] == [folder]
