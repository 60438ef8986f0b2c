"""Path-traced pictures, where somebody has made them: their light is not the renderer's."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from referee.camera.calibration import read_calibration
from referee.lab.bench.calibrate_cases.rendered_views import ViewOutcome, try_view

TRACED = "path-traced, 1280 x 720"
FOLDER, SET = Path("out/datasets/traced"), "test-traced"
MISSING = f"no path-traced pictures in {FOLDER}: datasets/recipes/traced.toml makes them"


def try_traced(most: int) -> Iterator[ViewOutcome]:
    """Views of the set, each with its true camera; none if the set is not there."""
    pictures = sorted((FOLDER / "images" / SET).glob("*.jpg"))[: 2 * most : 2]
    for number, path in enumerate(pictures):
        truth = read_calibration(FOLDER / "answers" / SET / f"{path.stem}.calib.json")
        image = cv2.imread(str(path), cv2.IMREAD_COLOR)
        if image is not None:
            picture = np.asarray(image, dtype=np.uint8)
            yield try_view(number, TRACED, picture, truth.board, truth.camera)
