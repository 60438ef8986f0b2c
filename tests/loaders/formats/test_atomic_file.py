"""Files are written whole or not at all."""

from __future__ import annotations

import errno
import os

import pytest

from referee.loaders.formats.atomic_file import atomic_writer, write_bytes, write_text


def names(folder):
    return sorted(p.name for p in folder.iterdir())


def test_the_file_appears_whole_and_alone(tmp_path):
    write_text(tmp_path / "new" / "a.txt", "größer\n")
    assert (tmp_path / "new" / "a.txt").read_bytes() == "größer\n".encode()
    assert names(tmp_path / "new") == ["a.txt"]


def test_an_older_file_is_replaced(tmp_path):
    write_bytes(tmp_path / "a.bin", b"old, and longer")
    write_bytes(tmp_path / "a.bin", b"new")
    assert (tmp_path / "a.bin").read_bytes() == b"new"


def test_nothing_appears_before_the_end(tmp_path):
    with atomic_writer(tmp_path / "a.txt") as out:
        out.write(b"half")
        assert not (tmp_path / "a.txt").exists()
    assert (tmp_path / "a.txt").read_bytes() == b"half"


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
def test_when_something_fails_the_old_file_stays_and_nothing_else(tmp_path, error):
    def write_half():
        with atomic_writer(tmp_path / "a.txt") as out:
            out.write(b"half")
            raise error

    write_text(tmp_path / "a.txt", "old")
    with pytest.raises(error):
        write_half()
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "old"
    assert names(tmp_path) == ["a.txt"]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EFBIG, errno.EROFS])
def test_a_disk_that_takes_no_more_names_the_file_and_its_folder(tmp_path, monkeypatch, number):
    def full(_file):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("referee.loaders.formats.atomic_file.os.fsync", full)
    with pytest.raises(OSError, match=os.strerror(number)) as caught:
        write_text(tmp_path / "ours.toml", "a = 1")
    assert caught.value.filename == str(tmp_path / "ours.toml")


def test_an_error_that_is_not_of_the_disk_keeps_its_own_name(tmp_path):
    lost = ConnectionResetError(errno.ECONNRESET, "the camera is gone")
    with pytest.raises(ConnectionResetError) as caught, atomic_writer(tmp_path / "a.txt"):
        raise lost
    assert caught.value.filename is None


def test_a_folder_in_the_way_leaves_nothing_behind(tmp_path):
    (tmp_path / "a.txt").mkdir()
    with pytest.raises(OSError, match=r"a\.txt"):
        write_text(tmp_path / "a.txt", "new")
    assert names(tmp_path) == ["a.txt"]
