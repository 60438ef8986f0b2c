"""Recipes are read with care: a typing error may not cost a night of rendering."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.core.errors import BadValue
from referee.lab.dataset.dataset_recipe import KeptPictures, PictureEngine, read_recipe
from referee.lab.dataset.looks.asset_family import FAMILIES
from tests.house import ROOT

GOOD = """
name = "small"
[px_per_mm]
low = 0.8
high = 1.3
[[sets]]
name = "train"
family = "training"
seed = 1
looks = 2
frames = 3
[[sets]]
name = "test"
family = "apart"
seed = 2
looks = 1
frames = 1
keep = "frames"
engine = "cycles"
"""


def read(tmp_path: Path, text: str):
    path = tmp_path / "recipe.toml"
    path.write_text(text, encoding="utf-8")
    return read_recipe(path)


def test_a_recipe_is_read_whole(tmp_path):
    recipe = read(tmp_path, GOOD)
    first, second = recipe.sets
    assert (recipe.name, recipe.tile_px, recipe.px_per_mm) == ("small", 320, (0.8, 1.3))
    assert (first.keep, first.engine, first.looks, first.frames) == (
        KeptPictures.TILES,
        PictureEngine.FAST,
        2,
        3,
    )
    assert (second.keep, second.engine) == (KeptPictures.FRAMES, PictureEngine.CYCLES)


@pytest.mark.parametrize(
    ("old", "new", "named"),
    [
        ("looks = 2", "looks = 0", "looks"),
        ("looks = 2", "lucks = 2", "looks"),
        ('"training"', '"trainig"', "family"),
        ("seed = 2", "seed = 1", "seed of its own"),
        ('name = "test"', 'name = "train"', "each name once"),
        ('"cycles"', '"povray"', "engine"),
        ("high = 1.3", "high = 0.7", "high"),
        ('keep = "frames"', "width_px = 640", "height_px"),
        ('keep = "frames"', 'moulds = "../elsewhere"', "name"),
        ('keep = "frames"', 'photos = "/etc"', "name"),
    ],
)
def test_what_is_wrong_is_named(tmp_path, old, new, named):
    with pytest.raises(BadValue, match=named):
        read(tmp_path, GOOD.replace(old, new))


@pytest.mark.parametrize("path", sorted((ROOT / "datasets/recipes").glob("*.toml")), ids=str)
def test_the_recipes_that_come_along_are_good(path):
    assert read_recipe(path).name == path.stem


def test_the_test_family_shares_no_asset_with_training():
    training, apart = FAMILIES["training"], FAMILIES["apart"]
    for assets in ("turfs", "uniforms", "numeral_fonts", "logos", "stadiums", "stances"):
        assert set(getattr(training, assets)).isdisjoint(getattr(apart, assets)), assets
    assert training.gobo != apart.gobo
    for measure in ("shape_of_front", "corner_mm"):
        assert max(getattr(training, measure)) < min(getattr(apart, measure)), measure


def test_what_is_by_other_hands_is_named_by_its_folder(tmp_path):
    text = GOOD.replace('keep = "frames"', 'moulds = "players"\nphotos = "rooms"')
    first, second = read(tmp_path, text).sets
    assert (first.moulds, first.photos) == ("", "")
    assert (second.moulds, second.photos) == ("players", "rooms")
