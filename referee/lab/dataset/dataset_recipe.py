"""Recipes: which pictures a data set holds. The same recipe gives the same pictures."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from referee.core.errors import BadValue
from referee.core.settings.name_check import check_name
from referee.core.settings.settings_table import SettingsTable
from referee.lab.dataset.looks.asset_family import FAMILIES
from referee.loaders.formats.toml import read_toml

MAX_LOOKS = 100_000


class PictureEngine(StrEnum):
    """Who draws the pictures."""

    FAST = "fast"
    CYCLES = "cycles"


class KeptPictures(StrEnum):
    """What is kept of a rendered frame."""

    TILES = "tiles"  # squares at the detector's scale, for training
    FRAMES = "frames"  # the whole picture with its truth, for judging
    CLOSE_UPS = "close-ups"  # a part of the picture at a webcam's full scale, with its truth


@dataclass(frozen=True, slots=True)
class SetRecipe:
    """One set: ``looks`` boards with light and camera, ``frames`` pictures of each.

    ``moulds`` and ``photos`` are the folders of bodies and photographs by other hands, among the
    assets; empty: there are none.
    """

    name: str
    family: str
    seed: int
    looks: int
    frames: int
    engine: PictureEngine = PictureEngine.FAST
    keep: KeptPictures = KeptPictures.TILES
    size_px: tuple[int, int] | None = None  # None: drawn at random, as cameras differ
    moulds: str = ""
    photos: str = ""


@dataclass(frozen=True, slots=True)
class DatasetRecipe:
    """A data set: its sets, and the scale at which the detector sees the board."""

    name: str
    tile_px: int
    px_per_mm: tuple[float, float]
    sets: tuple[SetRecipe, ...]


def read_recipe(path: Path) -> DatasetRecipe:
    """The recipe in a recipe file."""
    table = read_toml(path)
    name = table.text("name", 40)
    tile_px = table.whole("tile_px", 64, 2048, 320)
    scale = table.table("px_per_mm")
    low = scale.number("low", 0.2, 8.0)
    high = scale.number("high", low, 8.0)
    sets = tuple(_set(each) for each in table.tables("sets", min_count=1, max_count=40))
    table.done()
    names = [each.name for each in sets]
    if len(set(names)) < len(names):
        raise table.error("sets", ", ".join(names), "each name once")
    seeds = [each.seed for each in sets]
    if len(set(seeds)) < len(seeds):
        raise table.error("sets", ", ".join(map(str, seeds)), "a seed of its own for each set")
    try:
        check_name(name)
    except BadValue as error:
        raise table.owning(error) from None
    return DatasetRecipe(name, tile_px, (low, high), sets)


def _set(table: SettingsTable) -> SetRecipe:
    name = table.text("name", 40)
    moulds, photos = table.text("moulds", 40, ""), table.text("photos", 40, "")
    size = table.whole("width_px", 320, 4096, 0), table.whole("height_px", 180, 4096, 0)
    if any(size) and not all(size):
        raise table.error("width_px", size[0], "given together with height_px, or neither")
    try:
        for each in filter(None, (name, moulds, photos)):
            check_name(each)
    except BadValue as error:
        raise table.owning(error) from None
    return SetRecipe(
        name=name,
        family=table.choice("family", FAMILIES),
        seed=table.whole("seed", 0, 2**31),
        looks=table.whole("looks", 1, MAX_LOOKS),
        frames=table.whole("frames", 1, 1000),
        engine=PictureEngine(
            table.choice("engine", [e.value for e in PictureEngine], PictureEngine.FAST.value)
        ),
        keep=KeptPictures(
            table.choice("keep", [k.value for k in KeptPictures], KeptPictures.TILES.value)
        ),
        size_px=size if all(size) else None,
        moulds=moulds,
        photos=photos,
    )
