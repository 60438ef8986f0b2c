"""A folder that appears whole or not at all."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from referee.core.errors import BadValue, PlainWord


def check_target(target: Path, force: bool) -> None:
    """A `BadValue`, before any work, if the folder may not be written."""
    if target.exists() and not target.is_dir():
        raise BadValue("out", str(target), "a folder, not a file")
    if target.is_dir() and any(target.iterdir()) and not force:
        words = PlainWord(f"{target}, which is not empty")
        raise BadValue("out", words, "a new or empty folder, or --force to replace it")


@contextmanager
def whole_folder(target: Path, force: bool = False) -> Iterator[Path]:
    """A temporary folder beside ``target`` that takes its name when the block ends well.

    A block that ends early, by Ctrl-C too, removes it; an old folder stays until the new one is
    complete.
    """
    check_target(target, force)
    target.parent.mkdir(parents=True, exist_ok=True)
    mark = secrets.token_hex(4)
    part = target.with_name(f".{target.name}.{mark}.part")
    part.mkdir()
    try:
        yield part
        _put_in_place(part, target, target.with_name(f".{target.name}.{mark}.old"))
    except BaseException:
        shutil.rmtree(part, ignore_errors=True)
        raise


def _put_in_place(part: Path, target: Path, old: Path) -> None:
    if target.exists():
        target.rename(old)
    try:
        part.rename(target)
    except BaseException:
        if old.exists():
            old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)
