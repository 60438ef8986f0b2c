"""Writes a backup: one zip of everything that a folder of games holds, whole or not at all."""

from __future__ import annotations

import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from referee.loaders.formats.atomic_file import whole_file
from referee.record.backup.backup_names import VIDEO, in_a_backup
from referee.record.game.database import DATABASE_FILE, game_in_use

# Small already: packing them again only takes time.
PACKED = (VIDEO, ".png", ".jpg")


@dataclass(frozen=True, slots=True)
class WrittenBackup:
    """How many games and other files are in it, and the games that are being played: not in it."""

    games: int
    files: int
    played: tuple[str, ...]


def write_backup(path: Path, folder: Path, *, video: bool = True) -> WrittenBackup:
    """Write everything of the folder; without ``video`` a game is kept but for its pictures."""
    games = sorted(file.parent for file in folder.glob(f"*/{DATABASE_FILE}"))
    played = tuple(game.name for game in games if game_in_use(game))
    kept = [game for game in games if game.name not in played]
    beside = [file for file in sorted(folder.iterdir()) if _belongs(file, folder)]
    with whole_file(path) as part, zipfile.ZipFile(part, "x", zipfile.ZIP_DEFLATED) as box:
        for file in beside:
            box.write(file, file.name)
        for game in kept:
            for file in _files_of(game, folder, video=video):
                name = file.relative_to(folder).as_posix()
                if file.name == DATABASE_FILE:
                    _add_database(box, file, name)
                else:
                    packed = file.name.endswith(PACKED)
                    box.write(file, name, zipfile.ZIP_STORED if packed else None)
    return WrittenBackup(len(kept), len(beside), played)


def _files_of(game: Path, folder: Path, *, video: bool) -> Iterator[Path]:
    for file in sorted(game.rglob("*")):
        if _belongs(file, folder) and (video or not file.name.endswith(VIDEO)):
            yield file


def _belongs(file: Path, folder: Path) -> bool:
    """Links lead elsewhere, so they are left out."""
    real = file.is_file() and not file.is_symlink()
    return real and in_a_backup(file.relative_to(folder).as_posix())


def _add_database(box: zipfile.ZipFile, file: Path, name: str) -> None:
    """The database with what its log beside it still holds, in one file."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / DATABASE_FILE
        source = f"file:{file.resolve().as_posix()}?mode=ro"
        with (
            closing(sqlite3.connect(source, uri=True)) as old,
            closing(sqlite3.connect(copy)) as new,
        ):
            old.backup(new)
        box.write(copy, name)
