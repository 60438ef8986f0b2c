"""How fast the detector is, and what it finds on boards and figures kept apart from training."""

from __future__ import annotations

import time

import numpy as np
import numpy.typing as npt

from referee.lab.bench.report import Report, Row
from referee.lab.bench.tools.machine import load_average
from referee.lab.dataset.dataset_recipe import KeptPictures, SetRecipe
from referee.lab.dataset.detector_score import DetectorScore, mark, new_score
from referee.lab.dataset.looks.look_maker import shots_of
from referee.vision.network.model_card import DEFAULT, find_model
from referee.vision.network.object_detector import ObjectDetector, load_detector

# Seeds of its own: no recipe uses them.
SETS = {
    "near": SetRecipe(
        "near", "training", seed=900_001, looks=10, frames=3, keep=KeptPictures.FRAMES
    ),
    "apart": SetRecipe(
        "apart", "apart", seed=900_002, looks=10, frames=3, keep=KeptPictures.FRAMES
    ),
}
QUICK_LOOKS = 2
SIZE = (1080, 1920, 3)
PX_PER_MM = 1.9  # of a 37 in board in a picture of that size
RECALL_BAR, FRONT_BAR = 0.995, 0.98
APART_BAR, POSITION_BAR_MM = 0.98, 0.3


def run(quick: bool) -> Report:
    """New pictures of assets like those of training, then of assets kept apart from it."""
    folder = find_model(DEFAULT)
    detector = load_detector(folder, threads=2)
    near, apart = (_scored(detector, each, quick).figures() for each in SETS.values())
    load = load_average()
    return Report(
        "detector",
        rows=[
            Row("apart: recall", apart["recall"], "", APART_BAR, "higher"),
            Row("apart: precision", apart["precision"], "", APART_BAR, "higher"),
            Row("apart: position, median", apart["position_median_mm"], "mm", POSITION_BAR_MM),
            Row("apart: front right", 1.0 - apart["turned_by_180_share"], "", FRONT_BAR, "higher"),
            Row("near: recall", near["recall"], "", RECALL_BAR, "higher"),
            Row("near: precision", near["precision"], "", RECALL_BAR, "higher"),
            Row("near: position, median", near["position_median_mm"], "mm"),
            Row("near: front right", 1.0 - near["turned_by_180_share"], "", FRONT_BAR, "higher"),
            Row("1080p frame, one core", _ms(folder.name, 1, quick), "ms"),
            Row("1080p frame, two cores", _ms(folder.name, 2, quick), "ms"),
        ],
        notes=[
            f"model {folder.name}, position before refinement",
            f"{near['bases']} and {apart['bases']} bases in crowds, each at least half visible",
            f"load average {load}",
        ],
    )


def _scored(detector: ObjectDetector, chosen: SetRecipe, quick: bool) -> DetectorScore:
    score = new_score()
    for number in range(QUICK_LOOKS if quick else chosen.looks):
        for shot in shots_of(chosen, number):
            found = detector.find(shot.frame.image, shot.px_per_mm)
            mark(score, shot.labels, found, shot.px_per_mm)
    return score


def _ms(model: str, threads: int, quick: bool) -> float:
    """The middle one of several frames, resizing and decoding included."""
    detector = load_detector(find_model(model), threads)
    image: npt.NDArray[np.uint8] = np.random.default_rng(1).integers(0, 255, SIZE, dtype=np.uint8)
    times = []
    for _ in range(8 if quick else 40):
        start = time.perf_counter()
        detector.find(image, PX_PER_MM)
        times.append(time.perf_counter() - start)
    return float(np.median(times)) * 1e3
