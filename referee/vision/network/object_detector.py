"""The detector: a frame in, the things in it out. Runs a checked ONNX network, without torch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from referee.core.errors import BadValue
from referee.vision.network.decoded_things import DecodedThings, Float32, decode
from referee.vision.network.detector_classes import (
    BALL,
    BASE,
    CLASSES,
    DEEPEST_PX,
    FALLEN,
    FELT,
    HAND,
    MAGNET,
)
from referee.vision.network.magnet_colour import magnet_colour
from referee.vision.network.model_card import checked_network
from referee.vision.sighting import Corners, Detection, Thing

Picture = npt.NDArray[np.uint8]
DetectorNetwork = Callable[[Float32], Float32]  # (1, 3, rows, columns) to (answers, cells)
LEAST_SCORE = 0.25
MULTIPLE_PX = 2 * DEEPEST_PX  # rows and columns that every layer can halve
FILL = 114.0 / 255.0
SCALE_RANGE = (0.05, 4.0)
THINGS = {BASE: Thing.BASE, FALLEN: Thing.FALLEN, BALL: Thing.BALL_MAGNET, FELT: Thing.FELT_BALL}
THINGS |= {HAND: Thing.HAND}


@dataclass(frozen=True)
class ObjectDetector:
    """Finds bases and markers. ``px_per_mm`` is the scale at which the network saw the board.

    ``least_scores`` has the lowest score to trust for each class.
    """

    network: DetectorNetwork
    px_per_mm: float
    least_scores: tuple[float, ...] = (LEAST_SCORE,) * len(CLASSES)

    def find(self, image: Picture, px_per_mm: float) -> tuple[Detection, ...]:
        """Everything in a BGR picture that shows ``px_per_mm`` pixels per mm of the board."""
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
            raise BadValue("the picture", image.shape, "rows x columns x 3 bytes")
        ratio = self.px_per_mm / px_per_mm
        if not SCALE_RANGE[0] <= ratio <= SCALE_RANGE[1]:
            low, high = (self.px_per_mm / limit for limit in reversed(SCALE_RANGE))
            raise BadValue("px_per_mm", px_per_mm, f"{low:.2f} to {high:.1f} px per mm")
        net_input, scale = _prepared(image, ratio)
        found = decode(self.network(net_input), self.least_scores)
        return tuple(_detection(found, i, scale, image) for i in range(len(found.kinds)))


def _prepared(image: Picture, ratio: float) -> tuple[Float32, npt.NDArray[np.float64]]:
    """The picture at the network's scale, RGB 0 to 1, filled up to whole cells."""
    height, width = image.shape[:2]
    size = max(1, round(width * ratio)), max(1, round(height * ratio))
    method = cv2.INTER_AREA if ratio < 1.0 else cv2.INTER_LINEAR
    small = cv2.resize(image, size, interpolation=method)
    rows, columns = (-(-side // MULTIPLE_PX) * MULTIPLE_PX for side in small.shape[:2])
    canvas = np.full((1, 3, rows, columns), FILL, dtype=np.float32)
    canvas[0, :, : size[1], : size[0]] = small[:, :, ::-1].transpose(2, 0, 1) * np.float32(1 / 255)
    return canvas, np.array([width / size[0], height / size[1]])


def _detection(
    found: DecodedThings, i: int, scale: npt.NDArray[np.float64], image: Picture
) -> Detection:
    """In the network's pixels a centre lies at one half, in ours at zero."""
    kind = int(found.kinds[i])
    left, top, right, bottom = (float(v) for v in found.boxes[i] * np.tile(scale, 2) - 0.5)
    box = (left, top, right, bottom)
    thing = magnet_colour(image, box) if kind == MAGNET else THINGS[kind]
    if kind != BASE:
        return Detection(thing, float(found.scores[i]), box)
    points = found.corners[i, :, :2] * scale - 0.5
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    corners: Corners = (a, b, c, d)
    p, q, r, s = (float(v) for v in found.corners[i, :, 2])
    return Detection(thing, float(found.scores[i]), box, corners, (p, q, r, s))


def load_detector(
    folder: Path, threads: int = 2, least_score: float | None = None
) -> ObjectDetector:
    """The detector in a model folder, after checking its hash; its card says the lowest scores."""
    data, card = checked_network(folder)
    scores = card.least_scores if least_score is None else (least_score,) * len(CLASSES)
    return ObjectDetector(_compiled(data, threads), card.px_per_mm, scores)


def _compiled(data: bytes, threads: int) -> DetectorNetwork:
    """The network in OpenVINO; not pinned, so that it shares the cores with everything else."""
    import openvino  # noqa: PLC0415 - only detection needs it

    core = openvino.Core()
    settings = {"INFERENCE_NUM_THREADS": threads, "ENABLE_CPU_PINNING": False}
    compiled = core.compile_model(core.read_model(data, b""), "CPU", settings)

    def run(picture: Float32) -> Float32:
        return np.asarray(compiled(picture)[0][0], dtype=np.float32)

    return run
