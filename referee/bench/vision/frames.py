"""The judged frames: which sets there are, and each frame with its answers and its camera."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from referee.camera.calib_file import Calibration, read_calibration
from referee.dataset.answer_sheet import answers_of
from referee.dataset.answers import (
    Answers,
    calibration_path,
    picture_path,
    read_answers,
    sheets,
)
from referee.dataset.night import shots_of
from referee.dataset.recipe import Keep, SetRecipe

DATA = Path("out/datasets")


@dataclass(frozen=True, slots=True)
class Source:
    """A set of frames: its short name here, its folder below the data, its name there."""

    name: str
    folder: str
    set_name: str
    what: str
    how_to_make: str


JUDGE = "referee dataset make --recipe datasets/recipes/judge.toml --out out/datasets/judge"
FOREIGN = "referee dataset foreign --out out/datasets/foreign (needs Blender: make pathtrace)"
SOURCES = (
    Source("foreign", "foreign", "foreign-b", "other hands, never looked at", FOREIGN),
    Source("foreign-a", "foreign", "foreign-a", "other hands, looked at to find faults", FOREIGN),
    Source("traced", "judge", "test-traced", "our art kept apart, path-traced", JUDGE),
    Source("apart", "judge", "test-apart", "our engine, art kept apart", JUDGE),
    Source("near", "judge", "test-near", "our engine, art as in training", JUDGE),
)
# Rendered on the spot where no set was made: seeds that no recipe uses.
SAMPLES = {
    "apart": SetRecipe("apart", "apart", 900_012, 2, 2, keep=Keep.FRAMES, size_px=(1280, 720)),
    "near": SetRecipe("near", "training", 900_011, 2, 2, keep=Keep.FRAMES, size_px=(1280, 720)),
}


@dataclass(frozen=True)
class Judged:
    """One frame to be judged."""

    source: str
    look: str
    image: npt.NDArray[np.uint8]
    answers: Answers
    calibration: Calibration


def is_made(data: Path, source: Source) -> bool:
    """Whether the set is there."""
    return bool(sheets(data / source.folder, source.set_name))


def frames(data: Path, source: Source, limit: int | None = None) -> Iterator[Judged]:
    """The frames of a set in order; ``limit`` takes about so many, from all of its looks."""
    folder = data / source.folder
    paths = sheets(folder, source.set_name)
    step = 1 if limit is None else max(1, len(paths) // limit)
    for path in paths[::step][:limit]:
        image = cv2.imread(str(picture_path(folder, source.set_name, path.stem)))
        if image is None:
            continue
        calibration = read_calibration(calibration_path(folder, source.set_name, path.stem))
        yield Judged(
            source.name,
            path.stem.rpartition("-")[0],
            np.asarray(image, dtype=np.uint8),
            read_answers(path),
            calibration,
        )


def sampled(name: str) -> Iterator[Judged]:
    """A few frames rendered now."""
    chosen = SAMPLES[name]
    for number in range(chosen.looks):
        for shot in shots_of(chosen, number):
            board = f"{chosen.name} {number}"
            answers = answers_of(
                shot.frame.truth, shot.look, shot.labels, chosen.engine.value, board, shot.bare
            )
            top_mm = float(np.median([player.base.height_mm for player in shot.look.roster]))
            calibration = Calibration(shot.look.camera, top_mm, shot.profile, "simulated")
            yield Judged(name, board, shot.frame.image, answers, calibration)
