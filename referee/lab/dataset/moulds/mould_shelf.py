"""All moulds of a folder: every player of its packages in some poses."""

from __future__ import annotations

import zipfile
from functools import lru_cache
from pathlib import Path

import numpy as np

from referee.core.errors import BadValue, PlainWord
from referee.lab.dataset.moulds.mould import Mould, mould_of
from referee.lab.dataset.moulds.player_model import players_in

# Poses of each player; drawn once, so that the same folder has the same moulds.
_POSES, _SEED = 12, 4001
# Players that do not have a person's shape.
_NO_PEOPLE = frozenset({"gargoyle", "liz", "merman", "penguin"})


@lru_cache(maxsize=2)
def read_shelf(folder: Path) -> tuple[Mould, ...]:
    """The moulds of a folder's packages, in the order of their names."""
    packages = sorted(folder.rglob("*.pk3")) if folder.is_dir() else []
    if not packages:
        allowed = "a folder of moulds: packages of players (.pk3)"
        raise BadValue("--assets", PlainWord(folder), allowed)
    rng = np.random.default_rng(_SEED)
    moulds: list[Mould] = []
    seen: set[str] = set()
    for path in packages:
        try:
            with zipfile.ZipFile(path) as package:
                players = [
                    each
                    for each in players_in(package)
                    if each.name not in seen and each.name not in _NO_PEOPLE
                ]
        except zipfile.BadZipFile:
            raise BadValue("--assets", PlainWord(path), "a package that can be opened") from None
        for player in players:
            seen.add(player.name)
            for _ in range(_POSES):
                legs, torso = (int(rng.choice(player.poses[part])) for part in ("lower", "upper"))
                moulds.append(mould_of(player, legs, torso))
    if not moulds:
        raise BadValue("--assets", PlainWord(folder), "packages that hold whole players (moulds)")
    return tuple(moulds)
