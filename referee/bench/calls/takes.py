"""Plays that have been played are kept: judging them again after a change needs no physics.

They are kept under a name made of everything that shapes them, source text included, so that a
changed simulator or bench plays everything anew.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

import referee
from referee.bench.calls.recipe import Recipe
from referee.bench.calls.record import record
from referee.bench.calls.take import Take, take_of
from referee.files.atomic import atomic_writer

FOLDER = Path("out/bench/calls")
_ROOT = Path(referee.__file__).parent
_SHAPING = (
    "sim/physics/*.py",
    "sim/formations/*.toml",
    "sim/standing.py",
    "sim/live/teams.py",
    "core/base_shape.py",
    "core/gap*.py",
    "core/lines.py",
    *(f"bench/calls/{name}.py" for name in ("recipe", "stage", "record", "take", "touching")),
)


def takes(recipes: Sequence[Recipe], folder: Path | None = FOLDER) -> Iterator[Take]:
    """The plays of some recipes, from the folder where they are there, else played and kept."""
    file = None if folder is None else folder / f"takes-{made_of()}" / _name(recipes)
    if file is not None and file.is_file():
        yield from _load(file, len(recipes))
        return
    played = []
    for recipe in recipes:
        played.append(record(recipe))
        yield played[-1]
    if file is not None:
        _keep(file, played)


def forget_others(folder: Path = FOLDER) -> None:
    """Drop what was played by another version."""
    for old in folder.glob("takes-*"):
        if old.name != f"takes-{made_of()}":
            shutil.rmtree(old, ignore_errors=True)


@lru_cache(maxsize=1)
def made_of() -> str:
    """A name for everything that shapes a play."""
    digest = hashlib.sha256()
    for pattern in _SHAPING:
        for path in sorted(_ROOT.glob(pattern)):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _name(recipes: Sequence[Recipe]) -> str:
    return f"{recipes[0].seeds}-{recipes[0].number}-{len(recipes)}.npz"


def _keep(file: Path, played: Sequence[Take]) -> None:
    arrays = {
        f"{k}.{key}": value for k, take in enumerate(played) for key, value in take.arrays().items()
    }
    with atomic_writer(file) as out:
        np.savez_compressed(out, **arrays)  # type: ignore[arg-type]  # names are ours


def _load(file: Path, count: int) -> Iterator[Take]:
    with np.load(file, allow_pickle=False) as kept:
        for k in range(count):
            head = f"{k}."
            own = [name for name in kept.files if name.startswith(head)]
            yield take_of({name.removeprefix(head): kept[name] for name in own})
