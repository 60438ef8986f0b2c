"""Takes a backup apart that may come from anybody: what does not belong in one is refused first."""

from __future__ import annotations

import shutil
import stat
import tempfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.core.errors import BadValue, PlainWord
from referee.record.backup.backup_names import in_a_backup
from referee.record.game.database import DATABASE_FILE
from referee.record.game.game_folder import read_game

MOST_FILES = 20_000
# A file that unpacks to more than so many times its size is made to fill a disk.
MOST_TIMES, SMALL_BYTES = 200, 1_000_000
SPARE_BYTES = 200_000_000  # of the disk, for everything else
CHUNK_BYTES = 1 << 20
ENCRYPTED = 1  # a bit of a file's flags


@dataclass(frozen=True, slots=True)
class RestoredBackup:
    """Games and other files that were put back, and names that were there already: left alone."""

    restored: tuple[str, ...]
    there: tuple[str, ...]


def restore_backup(path: Path, folder: Path) -> RestoredBackup:
    """Put back what a backup holds and the folder does not; an odd backup changes nothing."""
    try:
        with zipfile.ZipFile(path) as box:
            files = _checked(path, box.infolist(), _room(folder))
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(prefix=".restore-", dir=folder) as scratch:
                _unpack(path, box, files, Path(scratch))
                return _put_in_place(path, Path(scratch), folder)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, UnicodeError) as error:
        raise _refused(path, f"it cannot be read ({error})") from None


def _refused(path: Path, why: str) -> BadValue:
    sentence = f"{path} is no backup of this program: {why}. Nothing was restored"
    return BadValue("the backup", PlainWord(why), "a backup", sentence=sentence)


def _room(folder: Path) -> int:
    there = next(each for each in (folder, *folder.parents) if each.exists())
    return shutil.disk_usage(there).free - SPARE_BYTES


def _checked(path: Path, files: Sequence[zipfile.ZipInfo], room: int) -> list[zipfile.ZipInfo]:
    """The files, once every one of them is what a backup may hold."""
    if len(files) > MOST_FILES:
        raise _refused(path, f"it has {len(files)} files, more than {MOST_FILES}")
    kept = [file for file in files if not file.is_dir()]
    for file in kept:
        name = file.filename
        kind = stat.S_IFMT(file.external_attr >> 16)
        if not in_a_backup(name):
            raise _refused(path, f"a file in it is called {name[:80]!r}")
        if kind not in (0, stat.S_IFREG) or file.flag_bits & ENCRYPTED:
            raise _refused(path, f"{name} in it is a link, a device or encrypted")
        if file.file_size > max(SMALL_BYTES, MOST_TIMES * file.compress_size):
            raise _refused(path, f"{name} in it unpacks to {file.file_size:,} bytes")
    twice = [name for name, n in Counter(f.filename.casefold() for f in kept).items() if n > 1]
    if twice:
        raise _refused(path, f"{twice[0]} is in it twice")
    size = sum(file.file_size for file in kept)
    if size > room:
        raise _refused(path, f"it unpacks to {size:,} bytes, more than the disk has room for")
    return kept


def _unpack(
    path: Path, box: zipfile.ZipFile, files: Sequence[zipfile.ZipInfo], scratch: Path
) -> None:
    for file in files:
        target = scratch / file.filename
        target.parent.mkdir(parents=True, exist_ok=True)
        left = file.file_size
        with box.open(file) as packed, target.open("xb") as out:
            while chunk := packed.read(CHUNK_BYTES):
                left -= len(chunk)
                if left < 0:  # what the zip says of itself need not be true
                    raise _refused(path, f"{file.filename} in it is longer than it says")
                out.write(chunk)


def _put_in_place(path: Path, scratch: Path, folder: Path) -> RestoredBackup:
    """Every game is looked into first; then each name that is free is taken."""
    found = sorted(scratch.iterdir())
    for game in (each for each in found if each.is_dir()):
        if not (game / DATABASE_FILE).is_file():
            raise _refused(path, f"{game.name} in it is no game")
        try:
            with read_game(game) as kept:
                kept.journal()
        except BadValue as error:
            raise _refused(path, f"{game.name} in it cannot be read ({error.allowed})") from None
    restored, there = [], []
    for each in found:
        target = folder / each.name
        if target.exists() or target.is_symlink():
            there.append(each.name)
        else:
            each.rename(target)
            restored.append(each.name)
    return RestoredBackup(tuple(restored), tuple(there))
