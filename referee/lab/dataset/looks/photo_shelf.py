"""Photographs by other hands: for the table, and for the light and dark of the print."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from referee.core.errors import BadValue, PlainWord
from referee.sim.look import SceneLook
from referee.sim.photograph import Photograph

_ENDINGS = frozenset({".jpg", ".jpeg", ".png", ".tga", ".webp"})
_TABLES, _GRAINS = 0.7, 0.4
# What is seen at a table's size, and of what only the grain is: mm of a pixel of the photograph.
_TABLE_MM_PER_PX, _GRAIN_MM_PER_PX = (0.25, 1.6), (0.15, 0.5)
_MOST_PX = 1600


@lru_cache(maxsize=4)
def photograph_files(folder: Path) -> tuple[Path, ...]:
    """The pictures of a folder, in the order of their names."""
    found = sorted(p for p in folder.rglob("*") if p.suffix.lower() in _ENDINGS and p.is_file())
    if not found:
        raise BadValue("--assets", PlainWord(folder), "a folder with photographs (.jpg, .png)")
    return tuple(found)


def with_photographs(look: SceneLook, folder: Path) -> SceneLook:
    """The same look with a photographed table or a photographed grain, often with both."""
    rng = np.random.default_rng([look.seed, 91])
    files = photograph_files(folder)
    table = _drawn(files, _TABLE_MM_PER_PX, rng) if rng.random() < _TABLES else None
    grain = _drawn(files, _GRAIN_MM_PER_PX, rng) if rng.random() < _GRAINS else None
    return replace(look, table_photo=table, field=replace(look.field, grain=grain))


def _drawn(
    files: tuple[Path, ...], mm_per_px: tuple[float, float], rng: np.random.Generator
) -> Photograph:
    path = files[int(rng.integers(len(files)))]
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise BadValue("--assets", PlainWord(path), "a picture that can be read")
    share = _MOST_PX / max(picture.shape[:2])
    if share < 1.0:
        picture = cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    turned = float(rng.uniform(0.0, 360.0))
    return Photograph(np.ascontiguousarray(picture), float(rng.uniform(*mm_per_px)), turned)
