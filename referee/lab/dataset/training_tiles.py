"""From a frame to training tiles: the detector's scale, turned, lit and compressed differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from referee.lab.dataset.labels import ThingLabel
from referee.vision.network.detector_classes import HAND

Picture = npt.NDArray[np.uint8]
FILL = 114
LEAST_INSIDE = 0.35  # of a box that is cut by a tile's edge
LEAST_HAND_INSIDE = 0.25
EMPTY_KEPT = 0.25  # of tiles with nothing in them
LARGEST_ENLARGEMENT = 1.1
AUTO_EXPOSED = 0.6


@dataclass(frozen=True)
class TrainingTile:
    """A square part of a frame at the detector's scale."""

    image: Picture
    labels: list[ThingLabel]


def tiles_of(
    image: Picture,
    labels: Sequence[ThingLabel],
    px_per_mm: float,
    wanted: tuple[float, float],
    tile_px: int,
    rng: np.random.Generator,
) -> list[TrainingTile]:
    """All tiles of one frame, at one scale drawn from ``wanted`` (pixels per mm)."""
    target = float(np.exp(rng.uniform(*np.log(wanted))))
    ratio = min(target / px_per_mm, LARGEST_ENLARGEMENT)
    small, shown = resized(image, labels, ratio)
    out = []
    for left, top in _places(small.shape[1], small.shape[0], tile_px, rng):
        tile = _cut(small, shown, left, top, tile_px)
        if not tile.labels and rng.random() > EMPTY_KEPT:
            continue
        out.append(_relit(_turned(tile, int(rng.integers(4))), rng))
    return out


def resized(
    image: Picture, labels: Sequence[ThingLabel], ratio: float
) -> tuple[Picture, Sequence[ThingLabel]]:
    """The frame ``ratio`` times as large; pixel centres stay where they belong."""
    height, width = image.shape[:2]
    size = (max(1, round(width * ratio)), max(1, round(height * ratio)))
    method = cv2.INTER_AREA if ratio < 1.0 else cv2.INTER_LINEAR
    small = np.asarray(cv2.resize(image, size, interpolation=method), dtype=np.uint8)
    scale = np.array([size[0] / width, size[1] / height])
    return small, [_moved(label, scale) for label in labels]


def _moved(label: ThingLabel, scale: npt.NDArray[np.float64]) -> ThingLabel:
    corners = None if label.corners_px is None else (label.corners_px + 0.5) * scale - 0.5
    box = (label.box_px + 0.5) * np.tile(scale, 2) - 0.5
    return replace(label, box_px=box, corners_px=corners)


def _places(width: int, height: int, tile: int, rng: np.random.Generator) -> list[tuple[int, int]]:
    """A grid of tiles with a random start, so that nothing is always at an edge."""
    starts = []
    for size in (width, height):
        room = max(0, size - tile)
        count = max(1, round(room / tile) + 1)
        step = room / count
        starts.append([round((k + rng.random()) * step) for k in range(count)])
    return [(x, y) for y in starts[1] for x in starts[0]]


def _cut(
    image: Picture, labels: Sequence[ThingLabel], left: int, top: int, size: int
) -> TrainingTile:
    part = image[top : top + size, left : left + size]
    canvas = np.full((size, size, 3), FILL, dtype=np.uint8)
    rows, columns = part.shape[:2]
    canvas[: part.shape[0], : part.shape[1]] = part
    shift = np.array([left, top], dtype=float)
    kept = []
    for label in labels:
        box = label.box_px - np.tile(shift, 2)
        inside = np.clip(box, -0.5, np.tile([columns - 0.5, rows - 0.5], 2))
        area = float(np.prod(np.maximum(inside[2:] - inside[:2], 0.0)))
        whole = float(np.prod(np.maximum(box[2:] - box[:2], 1e-6)))
        least = LEAST_HAND_INSIDE if label.kind == HAND else LEAST_INSIDE
        if area / whole < least:
            continue
        corners = None if label.corners_px is None else label.corners_px - shift
        kept.append(replace(label, box_px=inside, corners_px=corners))
    return TrainingTile(canvas, kept)


def _turned(tile: TrainingTile, quarters: int) -> TrainingTile:
    """Turned counter-clockwise by quarters, as if the camera hung the other way."""
    image, size = tile.image, tile.image.shape[0]
    labels = tile.labels
    for _ in range(quarters):
        image = np.ascontiguousarray(np.rot90(image))
        labels = [_quarter(label, size) for label in labels]
    return TrainingTile(image, labels)


def _quarter(label: ThingLabel, size: int) -> ThingLabel:
    left, top, right, bottom = label.box_px
    far = size - 1
    box = np.array([top, far - right, bottom, far - left])
    corners = label.corners_px
    if corners is not None:
        corners = np.stack([corners[:, 1], far - corners[:, 0]], axis=1)
    return replace(label, box_px=box, corners_px=corners)


def _relit(tile: TrainingTile, rng: np.random.Generator) -> TrainingTile:
    """The tile with the exposure, balance, sharpness and noise of another webcam."""
    light = tile.image.astype(np.float64) / 255.0
    if rng.random() < 0.3:
        blurred = cv2.GaussianBlur(light, (0, 0), float(rng.uniform(0.3, 1.1)))
        light = np.asarray(blurred, dtype=np.float64)
    gain = np.exp(rng.normal(0.0, 0.18)) * np.exp(rng.normal(0.0, 0.05, 3))
    if rng.random() < AUTO_EXPOSED:
        bright = max(float(np.percentile(light, 95.0)), 0.05)
        gain = gain * np.clip(rng.uniform(0.45, 1.0) / bright, 0.5, 3.0)
    light = np.power(np.maximum(light, 0.0), float(np.exp(rng.normal(0.0, 0.2)))) * gain
    if rng.random() < 0.5:
        grey = light.mean(axis=2, keepdims=True)
        light = grey + (light - grey) * rng.uniform(0.4, 1.4)
    if rng.random() < 0.4:
        light = light + rng.normal(0.0, rng.uniform(0.004, 0.03), light.shape)
    image = np.clip(np.rint(light * 255.0), 0, 255).astype(np.uint8)
    return TrainingTile(image, tile.labels)
