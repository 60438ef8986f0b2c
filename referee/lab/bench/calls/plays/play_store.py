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
from referee.core.errors import BadValue
from referee.lab.bench.calls.plays.play_recipe import PlayRecipe
from referee.lab.bench.calls.plays.play_recorder import record_play
from referee.lab.bench.calls.plays.recorded_play import RecordedPlay, recorded_play_of
from referee.loaders.formats.atomic_file import atomic_writer

FOLDER = Path("out/bench/calls")
_ROOT = Path(referee.__file__).parent
_SHAPING = (
    "sim/formations/*.toml",
    "sim/physics/**/*.py",
    "lab/pictures/base_placement.py",
    "sim/live/teams.py",
    "core/geometry/base_shape.py",
    "core/geometry/gap*.py",
    "core/field/field_lines.py",
    "lab/bench/calls/plays/play_recipe.py",
    "lab/bench/calls/plays/play_setup.py",
    "lab/bench/calls/plays/play_recorder.py",
    "lab/bench/calls/plays/recorded_play.py",
    "lab/bench/calls/plays/touching_parts.py",
)


def recorded_plays(
    recipes: Sequence[PlayRecipe], folder: Path | None = FOLDER
) -> Iterator[RecordedPlay]:
    """The plays of some recipes, from the folder where they are there, else played and kept."""
    file = None if folder is None else folder / f"takes-{version_of_plays()}" / _name(recipes)
    if file is not None and file.is_file():
        yield from _load(file, len(recipes))
        return
    played = []
    for recipe in recipes:
        played.append(record_play(recipe))
        yield played[-1]
    if file is not None:
        _keep(file, played)


def drop_other_versions() -> None:
    """Drop what was played by another version."""
    for old in FOLDER.glob("takes-*"):
        if old.name != f"takes-{version_of_plays()}":
            shutil.rmtree(old, ignore_errors=True)


@lru_cache(maxsize=1)
def version_of_plays() -> str:
    """A name for everything that shapes a play."""
    digest = hashlib.sha256()
    for pattern in _SHAPING:
        found = sorted(_ROOT.glob(pattern))
        if not found:
            raise BadValue("the source of the plays", pattern, "files of this program")
        for path in found:
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _name(recipes: Sequence[PlayRecipe]) -> str:
    return f"{recipes[0].seeds}-{recipes[0].number}-{len(recipes)}.npz"


def _keep(file: Path, played: Sequence[RecordedPlay]) -> None:
    arrays = {
        f"{k}.{key}": value for k, take in enumerate(played) for key, value in take.arrays().items()
    }
    with atomic_writer(file) as out:
        np.savez_compressed(out, **arrays)  # type: ignore[arg-type]  # names are ours


def _load(file: Path, count: int) -> Iterator[RecordedPlay]:
    with np.load(file, allow_pickle=False) as kept:
        for k in range(count):
            head = f"{k}."
            own = [name for name in kept.files if name.startswith(head)]
            yield recorded_play_of({name.removeprefix(head): kept[name] for name in own})
