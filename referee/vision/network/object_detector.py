"""The detector: a frame in, the things in it out. Runs a checked ONNX network, without torch."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from referee.camera.frame_source import Image
from referee.core.arrays import F32, F64
from referee.core.errors import BadValue
from referee.core.turns import turn_deg
from referee.vision.network.decoded_things import DecodedThings, decode
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
from referee.vision.network.inference import compiled_network
from referee.vision.network.model_card import checked_network
from referee.vision.sighting import Corners, Detection, Thing

DetectorNetwork = Callable[[F32], F32]  # (1, 3, rows, columns) to (answers, cells)
LEAST_SCORE = 0.25
MULTIPLE_PX = 2 * DEEPEST_PX  # rows and columns that every layer can halve
FILL = 114.0 / 255.0
SCALE_RANGE = (0.05, 4.0)
THINGS = {BASE: Thing.BASE, FALLEN: Thing.FALLEN, BALL: Thing.BALL_MAGNET, FELT: Thing.FELT_BALL}
THINGS |= {HAND: Thing.HAND}
# Hues in degrees of the colour wheel.
HUES_DEG = {
    Thing.RED_MAGNET: 0.0,
    Thing.ORANGE_PYLON: 21.0,
    Thing.YELLOW_MAGNET: 48.0,
    Thing.GREEN_MAGNET: 138.0,
}
MIDDLE_SHARE = 0.5  # of the box's sides: its rim shows the board


@dataclass(frozen=True)
class ObjectDetector:
    """Finds bases and markers. ``px_per_mm`` is the scale at which the network saw the board.

    ``least_scores`` has the lowest score to trust for each class.
    """

    network: DetectorNetwork
    px_per_mm: float
    least_scores: tuple[float, ...] = (LEAST_SCORE,) * len(CLASSES)

    def find(self, image: Image, px_per_mm: float) -> tuple[Detection, ...]:
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


def _prepared(image: Image, ratio: float) -> tuple[F32, F64]:
    """The picture at the network's scale, RGB 0 to 1, filled up to whole cells."""
    height, width = image.shape[:2]
    size = max(1, round(width * ratio)), max(1, round(height * ratio))
    method = cv2.INTER_AREA if ratio < 1.0 else cv2.INTER_LINEAR
    small = cv2.resize(image, size, interpolation=method)
    rows, columns = (-(-side // MULTIPLE_PX) * MULTIPLE_PX for side in small.shape[:2])
    canvas = np.full((1, 3, rows, columns), FILL, dtype=np.float32)
    canvas[0, :, : size[1], : size[0]] = small[:, :, ::-1].transpose(2, 0, 1) * np.float32(1 / 255)
    return canvas, np.array([width / size[0], height / size[1]])


def _detection(found: DecodedThings, i: int, scale: F64, image: Image) -> Detection:
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
    return Detection(thing, float(found.scores[i]), box, corners)


def magnet_colour(image: Image, box_px: tuple[float, float, float, float]) -> Thing:
    """The magnet whose hue is nearest to the strongest colours in the middle of the box."""
    middle = np.array([box_px[0] + box_px[2], box_px[1] + box_px[3]]) / 2
    half = np.array([box_px[2] - box_px[0], box_px[3] - box_px[1]]) / 2 * MIDDLE_SHARE
    low = np.maximum(np.floor(middle - half), 0).astype(int)
    high = np.maximum(np.ceil(middle + half).astype(int) + 1, low + 1)
    part = image[low[1] : high[1], low[0] : high[0]]
    if part.size == 0:
        return Thing.RED_MAGNET
    hsv = cv2.cvtColor(part.astype(np.float32) / 255.0, cv2.COLOR_BGR2HSV).reshape(-1, 3)
    weight = (hsv[:, 1] * hsv[:, 2]) ** 2
    angle = np.radians(hsv[:, 0].astype(float))
    hue = np.degrees(np.arctan2((weight * np.sin(angle)).sum(), (weight * np.cos(angle)).sum()))
    return min(HUES_DEG, key=lambda thing: abs(turn_deg(HUES_DEG[thing], hue)))


def load_detector(
    folder: Path, threads: int = 2, least_score: float | None = None
) -> ObjectDetector:
    """The detector in a model folder, after checking its hash; its card says the lowest scores."""
    data, card = checked_network(folder)
    scores = card.least_scores if least_score is None else (least_score,) * len(CLASSES)
    network = compiled_network(data, threads)
    return ObjectDetector(lambda picture: network(picture)[0], card.px_per_mm, scores)
