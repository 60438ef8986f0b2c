"""Where results are kept that the same program would find again: never in the repository.

What is kept belongs to one state of the program: `program_hash` changes with every line of it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
# Older states of the program that are kept besides: two checkouts on one machine share the folder.
KEPT_STATES = 6


def cache_folder() -> Path:
    """Where this person's computer keeps what can be made again; REFEREE_CACHE names another."""
    if os.environ.get("REFEREE_CACHE"):
        return Path(os.environ["REFEREE_CACHE"])
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "referee"


def kept_folder(kind: str, key: str) -> Path:
    """The folder of one result of a kind, for this state of the program; it may not be there."""
    return cache_folder() / kind / program_hash() / hashlib.sha256(key.encode()).hexdigest()[:20]


def forget_old_states(kind: str) -> None:
    """Remove what older states of the program kept, the oldest first."""
    states = [each for each in (cache_folder() / kind).iterdir() if each.is_dir()]
    old = [each for each in states if each.name != program_hash()]
    for each in sorted(old, key=lambda folder: folder.stat().st_mtime)[: -KEPT_STATES or None]:
        shutil.rmtree(each, ignore_errors=True)


@cache
def program_hash() -> str:
    """A short hash of every module of the program."""
    found = hashlib.sha256()
    for path in sorted(_PACKAGE.rglob("*.py")):
        found.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:20]
