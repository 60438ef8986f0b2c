"""Batches of crops: frames in random order, relit, cut at places that were missed a little."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.core.errors import BadValue, PlainWord
from referee.lab.train.picture_light import relit_picture
from referee.lab.train.reader.reader_samples import (
    F32,
    MistakenPlaces,
    ReaderSamples,
    choose_samples,
)
from referee.lab.train.reader.reader_scene import U8, ReaderScene, read_scene, scene_paths
from referee.lab.train.reader.tile_scene import tile_paths, tile_scene
from referee.vision.network.crops import CropPlan, lean_of, rectify

T = TypeVar("T")
COVERED_SHARE = 0.25
FINDS_SHARE = 0.35
FIGURE_MISS_MM = 1.5


@dataclass(frozen=True)
class CropBatch:
    """Crops, how far their views lean, and the answers that are right for them."""

    crops: U8
    leans: F32
    targets: F32
    away: F32


class CropBatches:
    """Endless batches of about ``size`` crops; new frames are taken in as they are made.

    Frames with answers and the detector's tiles, where there are both, take turns crop for crop.
    """

    def __init__(
        self,
        folders: Sequence[Path],
        name: str,
        size: int,
        seed: int,
        plan: CropPlan,
        finds: MistakenPlaces | None = None,
    ) -> None:
        self._folders, self._name, self._size, self._plan = folders, name, size, plan
        self._finds = finds
        self._rng = np.random.default_rng(seed)
        self._frame = lru_cache(maxsize=20_000)(read_scene)
        self._tile = lru_cache(maxsize=20_000)(tile_scene)
        self.frames = len(scene_paths(folders, name)) + len(tile_paths(folders, name))
        if not self.frames:
            places = ", ".join(map(str, folders))
            allowed = f"a folder made from datasets/recipes/reader.toml with a set {name!r}"
            raise BadValue("data", PlainWord(f"{places}, which has no frames"), allowed)

    def __iter__(self) -> Iterator[CropBatch]:
        sources = [s for s in (self._frames(), self._tiles()) if s is not None]
        made = [0] * len(sources)
        waiting: list[CropBatch] = []
        while True:
            k = int(np.argmin(made))
            part = self._cut(next(sources[k]))
            made[k] += len(part.crops)
            waiting.append(part)
            if sum(len(each.crops) for each in waiting) >= self._size:
                yield _joined(waiting)
                waiting = []

    def _frames(self) -> Iterator[ReaderScene] | None:
        if not scene_paths(self._folders, self._name):
            return None
        return self._rounds(
            lambda: scene_paths(self._folders, self._name),
            lambda path: self._frame(path[0], self._name, path[1]),
        )

    def _tiles(self) -> Iterator[ReaderScene] | None:
        if not tile_paths(self._folders, self._name):
            return None
        return self._rounds(lambda: tile_paths(self._folders, self._name), self._tile)

    def _rounds(
        self, find: Callable[[], Sequence[T]], read: Callable[[T], ReaderScene]
    ) -> Iterator[ReaderScene]:
        while True:
            found = find()
            for k in self._rng.permutation(len(found)):
                yield read(found[k])

    def _cut(self, scene: ReaderScene) -> CropBatch:
        rng = self._rng
        image = scene.image()
        finds = self._finds if rng.random() < FINDS_SHARE else None  # finding takes long
        samples = choose_samples(scene, image, rng, finds)
        batch = cut_crops(image, scene, samples, self._plan, rng)
        for i in np.flatnonzero(rng.random(len(batch.crops)) < COVERED_SHARE):
            _cover(batch.crops[i], rng)
        mirror = rng.random(len(batch.crops)) < 0.5
        batch.crops[mirror] = batch.crops[mirror][..., ::-1]
        batch.leans[mirror, 1] *= -1.0
        batch.away[mirror, 1:3] *= -1.0
        return batch


def cut_crops(
    image: U8,
    scene: ReaderScene,
    samples: ReaderSamples,
    plan: CropPlan,
    rng: np.random.Generator | None = None,
) -> CropBatch:
    """The crops of one frame; with ``rng`` it is relit first, and heights are not quite right."""
    camera = scene.camera
    count = len(samples.poses)
    figure = np.full(count, plan.figure_mm)
    if rng is not None:
        image, camera = relit_scene(image, camera, rng)
        figure = figure + rng.normal(0.0, FIGURE_MISS_MM, count)
    crops = np.empty((count, 6, plan.size_px, plan.size_px), dtype=np.uint8)
    leans = np.empty((count, 2), dtype=np.float32)
    heights = np.stack([samples.tops_mm, samples.tops_mm + figure], axis=1)
    rectify(image, camera.packed, samples.poses, heights, plan.px_per_mm, crops)
    lean_of(camera.position_mm, samples.poses, samples.tops_mm, leans)
    return CropBatch(crops, leans, samples.targets.copy(), samples.away.copy())


def _cover(crop: U8, rng: np.random.Generator) -> None:
    """Something over a part, so that no single mark is leaned upon: a colour, or its own ground."""
    size = crop.shape[1]
    high, wide = (int(v) for v in rng.integers(size // 10, size // 3, 2))
    row, column = (int(v) for v in rng.integers(size // 8, size * 7 // 8 - size // 10, 2))
    part = crop[:, row : row + high, column : column + wide]
    if rng.random() < 0.4:
        spot = rng.integers(0, size, 2)
        part[:] = crop[:, spot[0], spot[1]][:, None, None]
    else:
        part[:] = np.tile(rng.integers(0, 256, 3), 2)[:, None, None]


def _joined(parts: Sequence[CropBatch]) -> CropBatch:
    return CropBatch(
        np.concatenate([each.crops for each in parts]),
        np.concatenate([each.leans for each in parts]),
        np.concatenate([each.targets for each in parts]),
        np.concatenate([each.away for each in parts]),
    )


def relit_scene(image: U8, camera: CameraModel, rng: np.random.Generator) -> tuple[U8, CameraModel]:
    """The frame as a different webcam would have given it."""
    if rng.random() < 0.3:
        image, camera = _smaller(image, camera, float(rng.uniform(0.6, 0.95)))
    return relit_picture(image, rng), camera


def _smaller(image: U8, camera: CameraModel, ratio: float) -> tuple[U8, CameraModel]:
    """Fewer pixels; pixel centres stay where they belong."""
    width, height = round(camera.width_px * ratio), round(camera.height_px * ratio)
    sx, sy = width / camera.width_px, height / camera.height_px
    small = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8), replace(
        camera,
        width_px=width,
        height_px=height,
        fx_px=camera.fx_px * sx,
        fy_px=camera.fy_px * sy,
        cx_px=(camera.cx_px + 0.5) * sx - 0.5,
        cy_px=(camera.cy_px + 0.5) * sy - 0.5,
    )
