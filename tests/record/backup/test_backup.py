"""A backup and the way back; and zips that were made to do harm."""

from __future__ import annotations

import stat
import zipfile

import pytest

from referee.core.errors import BadValue
from referee.record.backup.backup_file import write_backup
from referee.record.backup.restored_backup import restore_backup
from referee.record.game.database import DATABASE_FILE, GameLock
from referee.record.game.game_folder import read_game
from tests.review.folders import JOURNAL, make_game

PLAN = "tuesday.night.toml"
BESIDE = (PLAN, "ours.teams.toml", "board.calib.json", "ours.teams.colours.json")


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    folder = tmp_path_factory.mktemp("games")
    make_game(folder / "2026-11-18 20.34.10")
    for name in BESIDE:
        (folder / name).write_text("kept = 1\n", encoding="utf-8")
    (folder / "letter.odt").write_text("nobody's business", encoding="utf-8")
    return folder


@pytest.fixture
def backup(games, tmp_path):
    write_backup(tmp_path / "all.zip", games)
    return tmp_path / "all.zip"


def everything(folder):
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


def test_what_was_kept_comes_back(games, backup, tmp_path):
    done = restore_backup(backup, tmp_path / "new")
    names = ["2026-11-18 20.34.10", *BESIDE]
    assert sorted(done.restored) == sorted(names)
    assert (tmp_path / "new" / PLAN).read_bytes() == (games / PLAN).read_bytes()
    with read_game(tmp_path / "new" / names[0]) as game:
        assert game.journal().entries == JOURNAL.entries
        assert [s.path.is_file() for s in game.segments()] == [True] * len(game.segments())
        assert game.segments()


def test_what_is_no_part_of_a_game_night_is_not_in_it(backup):
    with zipfile.ZipFile(backup) as box:
        assert not [name for name in box.namelist() if "letter" in name]


def test_without_video_the_game_is_kept_all_the_same(games, tmp_path):
    write_backup(tmp_path / "small.zip", games, video=False)
    restore_backup(tmp_path / "small.zip", tmp_path / "new")
    assert not [name for name in everything(tmp_path / "new") if name.endswith(".mp4")]
    with read_game(tmp_path / "new" / "2026-11-18 20.34.10") as game:
        assert game.journal().entries == JOURNAL.entries


def test_what_is_there_already_stays_as_it_is(backup, tmp_path):
    new = tmp_path / "new"
    new.mkdir()
    (new / PLAN).write_text("mine = 1\n", encoding="utf-8")
    assert restore_backup(backup, new).there == (PLAN,)
    assert (new / PLAN).read_text(encoding="utf-8") == "mine = 1\n"


def test_a_game_that_is_being_played_is_named_and_left_out(games, tmp_path):
    lock = GameLock(games / "2026-11-18 20.34.10")
    try:
        made = write_backup(tmp_path / "all.zip", games)
    finally:
        lock.close()
    assert (made.games, made.played) == (0, ("2026-11-18 20.34.10",))


# --- hostile ones -----------------------------------------------------------------------------

NAMES = [
    "../escaped.night.toml", "/etc/escaped.toml", "a/../../escaped.toml", "C:/escaped.toml",
    "a\\..\\..\\escaped.toml", ".hidden.toml", "a/.ssh/authorized.toml", "con.toml", "run.sh",
    "game/run.exe", "a/b/c/d/deep.toml", "new\nline.toml", "a//b.toml", "x" * 130 + ".toml",
    "ends .toml.", "game/video/../../escaped.toml",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_no_name_leads_elsewhere_or_brings_a_program(tmp_path, name):
    evil = tmp_path / "evil.zip"
    with zipfile.ZipFile(evil, "w") as box:
        box.writestr("good.night.toml", "a = 1\n")
        box.writestr(zipfile.ZipInfo(name), "a = 1\n")
    refused(evil, tmp_path)


def refused(evil, tmp_path):
    (tmp_path / "new").mkdir(exist_ok=True)
    before = everything(tmp_path)
    with pytest.raises(BadValue, match="Nothing was restored"):
        restore_backup(evil, tmp_path / "new")
    assert everything(tmp_path) == before


def test_links_are_refused(tmp_path):
    link = zipfile.ZipInfo("passwords.toml")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as box:
        box.writestr(link, "/etc/passwd")
    refused(tmp_path / "evil.zip", tmp_path)


def test_a_file_that_unpacks_to_a_thousand_times_its_size_is_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "evil.zip", "w", zipfile.ZIP_DEFLATED) as box:
        box.writestr("zeros.toml", bytes(20_000_000))
    refused(tmp_path / "evil.zip", tmp_path)


def test_one_name_twice_is_refused_also_in_other_letters(tmp_path):
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as box:
        box.writestr("plan.night.toml", "a = 1\n")
        box.writestr("Plan.night.toml", "a = 2\n")
    refused(tmp_path / "evil.zip", tmp_path)


def test_a_size_that_is_a_lie_is_refused(tmp_path):
    evil = tmp_path / "evil.zip"
    with zipfile.ZipFile(evil, "w") as box:
        box.writestr("plan.night.toml", "a = 1\n" * 100)
    data = bytearray(evil.read_bytes())
    at = data.rindex(b"PK\x01\x02") + 24  # the unpacked size, in the list at the end
    data[at : at + 4] = (7).to_bytes(4, "little")
    evil.write_bytes(data)
    refused(evil, tmp_path)


@pytest.mark.parametrize("cut", [10, 200, 3000])
def test_a_zip_that_is_cut_or_none_at_all_is_refused(backup, tmp_path, cut):
    backup.write_bytes(backup.read_bytes()[:-cut])
    refused(backup, tmp_path)


def test_a_game_that_is_none_is_refused(tmp_path):
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as box:
        box.writestr(f"friday/{DATABASE_FILE}", b"not a database")
    refused(tmp_path / "evil.zip", tmp_path)


def test_a_damaged_file_in_a_zip_is_refused(backup, tmp_path):
    data = bytearray(backup.read_bytes())
    data[60:90] = bytes(30)
    backup.write_bytes(data)
    refused(backup, tmp_path)
