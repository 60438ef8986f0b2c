"""The views of figures on disk: sets of boards, each made from its number and only once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from referee.core.arrays import F32
from referee.lab.train.figures.figure_scenes import (
    FIGURE_CROPS,
    SQUADS,
    FigureBoard,
    FigureViews,
    evening_board,
    training_board,
    views_of,
)
from referee.lab.train.training_facts import RECIPE_FILE
from referee.loaders.formats.atomic_file import atomic_writer, write_text
from referee.sim.art.looks.table_light import TableLight

TRAIN, TUNE, TEST = "train", "tune", "test"
LIGHTS = tuple(TableLight)


@dataclass(frozen=True, slots=True)
class FigureSet:
    """So many boards of a set, each squad in so many frames; ``seed`` is that of the first."""

    seed: int
    boards: int
    frames: int
    evenings: bool


SETS: Mapping[str, FigureSet] = {
    TRAIN: FigureSet(seed=31_000, boards=240, frames=7, evenings=False),
    TUNE: FigureSet(seed=820_000, boards=8, frames=8, evenings=True),
    TEST: FigureSet(seed=910_000, boards=16, frames=11, evenings=True),
}


def light_of(number: int) -> TableLight:
    """The light of a board of the evenings: each in turn."""
    return LIGHTS[number % len(LIGHTS)]


def make_views(folder: Path, name: str, tell: Callable[[int], None]) -> None:
    """Make what a set lacks; ``tell`` hears how many boards there are."""
    write_text(folder / RECIPE_FILE, json.dumps(_recipe(), indent=2) + "\n")
    chosen = SETS[name]
    for number in range(chosen.boards):
        crops, facts = _paths(folder, name, number)
        if not crops.is_file():
            rng = np.random.default_rng([chosen.seed, number])
            views = views_of(_board(chosen, number, rng), chosen.frames, rng, FIGURE_CROPS)
            for path, array in ((facts, views.facts), (crops, views.crops)):
                with atomic_writer(path) as out:
                    np.save(out, array)
        tell(number + 1)


def made_views(folder: Path, name: str) -> list[int]:
    """The numbers of the boards of a set that are there."""
    paths = (folder / name).glob("*-crops.npy")
    return sorted(int(path.name.partition("-")[0]) for path in paths)


def read_views(folder: Path, name: str, number: int) -> FigureViews:
    """One board's views; crops stay on the disk until they are looked at."""
    crops, facts = _paths(folder, name, number)
    numbers: F32 = np.load(facts)
    return FigureViews(np.load(crops, mmap_mode="r"), numbers)


def _board(chosen: FigureSet, number: int, rng: np.random.Generator) -> FigureBoard:
    if chosen.evenings:
        return evening_board(chosen.seed + SQUADS * number, light_of(number))
    return training_board(rng)


def _paths(folder: Path, name: str, number: int) -> tuple[Path, Path]:
    place = folder / name
    return place / f"{number:05d}-crops.npy", place / f"{number:05d}-facts.npy"


def _recipe() -> dict[str, object]:
    return {
        "name": "figures",
        "crops": asdict(FIGURE_CROPS),
        "sets": [
            {"name": name, "seed": s.seed, "boards": s.boards, "frames": s.frames, "squads": SQUADS}
            for name, s in SETS.items()
        ],
    }
