"""What a detector takes for bases in the training pictures: the mistakes the reader has to know."""

from __future__ import annotations

import math
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path

import numpy as np

from referee.lab.train.reader.reader_samples import MistakenPlaces, answers_at
from referee.lab.train.reader.reader_scene import BOX_TOP_MM, F64, U8, ReaderScene
from referee.vision.frame.board_scale import board_scale_px_per_mm, detected_base_of
from referee.vision.network.object_detector import ObjectDetector, load_detector
from referee.vision.sighting import Detection, Thing

LEAST_SCORE = 0.04
MOST = 6  # of a picture
KEPT = 40_000  # pictures whose finds are remembered


class DetectorMistakes:
    """The places of one picture where a detector is wrong, or sees a fallen figure standing."""

    def __init__(self, detector: ObjectDetector) -> None:
        generous = tuple(LEAST_SCORE for _ in detector.least_scores)
        self._detector = replace(detector, least_scores=generous)
        self._known: OrderedDict[Path, F64] = OrderedDict()

    def __call__(self, scene: ReaderScene, image: U8) -> F64:
        """Rows of x mm, y mm, heading in radians; the surest first."""
        if scene.picture not in self._known:
            self._known[scene.picture] = self._wrong(scene, image)
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
        return self._known[scene.picture]

    def _wrong(self, scene: ReaderScene, image: U8) -> F64:
        found = self._detector.find(image, board_scale_px_per_mm(scene.camera))
        places = [_place(each, scene) for each in found if each.thing in {Thing.BASE, Thing.FALLEN}]
        poses = np.array(places, dtype=float).reshape(-1, 3)
        targets, _ = answers_at(scene, poses)
        wrong = (targets[:, 2] == 0.0) | (targets[:, 1] == 1.0)
        return poses[wrong][:MOST]


def detector_mistakes_of(folder: Path, threads: int) -> MistakenPlaces:
    """With the detector in a model folder."""
    return DetectorMistakes(load_detector(folder, threads))


def _place(found: Detection, scene: ReaderScene) -> tuple[float, float, float]:
    if found.corners_px is not None:
        pose = detected_base_of(found, scene.camera, BOX_TOP_MM).pose
        return pose.x_mm, pose.y_mm, math.radians(pose.heading_deg)
    left, top, right, bottom = found.box_px
    middle = ((left + right) / 2, (top + bottom) / 2)
    x, y = scene.camera.to_plane(middle, BOX_TOP_MM)
    return float(x), float(y), 0.0
