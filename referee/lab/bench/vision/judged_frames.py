"""The judged frames: which sets there are, and each frame with its answers and its camera."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from referee.camera.calibration import Calibration
from referee.lab.dataset.answer_sheet import (
    AnswerSheet,
    answer_sheets,
    empty_board_path,
    picture_path,
    read_frame,
)
from referee.lab.dataset.dataset_recipe import KeptPictures, SetRecipe
from referee.lab.dataset.looks.look_maker import shots_of
from referee.lab.dataset.picture_file import read_picture
from referee.lab.dataset.simulator_answers import answer_sheet_of

DATA = Path("out/datasets")


@dataclass(frozen=True, slots=True)
class FrameSet:
    """A set of frames: its short name here, its folder below the data, its name there."""

    name: str
    folder: str
    set_name: str
    what: str
    how_to_make: str


MAKE_JUDGE_SET = (
    "referee dataset make --recipe datasets/recipes/judge.toml --out out/datasets/judge"
)
MAKE_FOREIGN_SET = (
    "referee dataset foreign --out out/datasets/foreign (needs Blender: make pathtrace)"
)
SOURCES = (
    FrameSet("foreign", "foreign", "foreign-b", "other hands, never looked at", MAKE_FOREIGN_SET),
    FrameSet(
        "foreign-a",
        "foreign",
        "foreign-a",
        "other hands, looked at to find faults",
        MAKE_FOREIGN_SET,
    ),
    FrameSet("traced", "judge", "test-traced", "our art kept apart, path-traced", MAKE_JUDGE_SET),
    FrameSet("apart", "judge", "test-apart", "our engine, art kept apart", MAKE_JUDGE_SET),
    FrameSet("near", "judge", "test-near", "our engine, art as in training", MAKE_JUDGE_SET),
)
# Rendered on the spot where no set was made: seeds that no recipe uses.
SAMPLES = {
    "apart": SetRecipe(
        "apart", "apart", 900_012, 2, 2, keep=KeptPictures.FRAMES, size_px=(1280, 720)
    ),
    "near": SetRecipe(
        "near", "training", 900_011, 2, 2, keep=KeptPictures.FRAMES, size_px=(1280, 720)
    ),
}


@dataclass(frozen=True)
class JudgedFrame:
    """One frame to be judged; ``empty`` is its board with nothing on it, if that was made."""

    source: str
    look: str
    image: npt.NDArray[np.uint8]
    answers: AnswerSheet
    calibration: Calibration
    empty: npt.NDArray[np.uint8] | None = None


def is_made(data: Path, source: FrameSet) -> bool:
    """Whether the set is there."""
    return bool(answer_sheets(data / source.folder, source.set_name))


def frames(data: Path, source: FrameSet, limit: int | None = None) -> Iterator[JudgedFrame]:
    """The frames of a set in order; ``limit`` takes about so many, from all of its looks."""
    folder = data / source.folder
    paths = answer_sheets(folder, source.set_name)
    step = 1 if limit is None else max(1, len(paths) // limit)
    for path in paths[::step][:limit]:
        if not picture_path(folder, source.set_name, path.stem).is_file():
            continue
        frame = read_frame(folder, source.set_name, path.stem)
        look = path.stem.rpartition("-")[0]
        plate = empty_board_path(folder, source.set_name, look)
        empty = read_picture(plate) if plate.is_file() else None
        yield JudgedFrame(source.name, look, frame.image, frame.answers, frame.calibration, empty)


def sample_frames(name: str) -> Iterator[JudgedFrame]:
    """A few frames rendered now."""
    chosen = SAMPLES[name]
    for number in range(chosen.looks):
        empty: npt.NDArray[np.uint8] | None = None
        for shot in shots_of(chosen, number):
            image = shot.frame.image.copy()
            empty = shot.empty_board().image.copy() if empty is None else empty
            board = f"{chosen.name} {number}"
            answers = answer_sheet_of(
                shot.frame.truth, shot.look, shot.labels, chosen.engine.value, board, shot.bare
            )
            top_mm = float(np.median([player.base.height_mm for player in shot.look.roster]))
            calibration = Calibration(shot.look.camera, top_mm, shot.profile, "simulated")
            yield JudgedFrame(name, board, image, answers, calibration, empty)
