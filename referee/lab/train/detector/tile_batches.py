"""Tiles from a data set's folder: shuffled, mirrored, turned, relit and stacked."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

from referee.core.errors import BadValue, PlainWord
from referee.lab.dataset.picture_file import read_picture
from referee.lab.train.picture_light import relit_picture, shaded_picture
from referee.vision.network.detector_classes import BALL, CORNERS, FELT, HAND, MAGNET, MIRRORED

Float32 = npt.NDArray[np.float32]
AHEAD = 6
# How often a round shows a tile that holds something rare: few tiles do, and it must not be missed.
TIMES = {HAND: 4, FELT: 2, BALL: 2}
Picture = npt.NDArray[np.uint8]
NAMED_BY_HUE = (BALL, FELT, MAGNET)
SHADED = 0.25  # share of the tiles


@dataclass(frozen=True)
class TileBatch:
    """Pictures (n, 3, rows, columns) and the things in them; ``owner`` says in which picture."""

    pictures: npt.NDArray[np.uint8]
    owner: Float32
    kinds: Float32
    boxes: Float32  # centre and size, 0 to 1
    corners: Float32  # (things, 4, 3): x and y, 0 to 1, and 2 where seen


def find_tiles(folder: Path, name: str) -> list[Path]:
    """The tiles of the looks that are done; those in the making are left alone."""
    done = {path.stem for path in (folder / "done" / name).glob("*.json")}
    tiles = sorted((folder / "images" / name).glob("*.jpg"))
    return [path for path in tiles if path.stem.split("-")[0] in done]


def labels_of(tile: Path) -> Path:
    """Where the things of a tile are written: images/SET/x.jpg and labels/SET/x.txt."""
    return tile.parents[2] / "labels" / tile.parent.name / f"{tile.stem}.txt"


def read_things(path: Path) -> Float32:
    """The things of one tile, (n, 5 + 4 x 3); an empty file holds none."""
    rows = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    return np.array(rows, dtype=np.float32).reshape(-1, 5 + 3 * CORNERS)


class TileBatches:
    """Endless batches, read ahead in a thread. Looks for new tiles after every round."""

    def __init__(self, folders: Sequence[Path], name: str, size: int, seed: int) -> None:
        for folder in folders:
            if not find_tiles(folder, name):
                allowed = f"a folder made by `referee dataset make` with a set {name!r} of tiles"
                raise BadValue("data", PlainWord(f"{folder}, which has none"), allowed)
        self._folders, self._name, self._size = folders, name, size
        self._rng = np.random.default_rng(seed)
        self._ready: queue.Queue[TileBatch | BaseException] = queue.Queue(AHEAD)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._often: dict[Path, int] = {}
        self.rounds = 0
        self.tiles = 0

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        while self._thread.is_alive():
            _drain(self._ready)
            self._thread.join(0.05)

    def __iter__(self) -> Iterator[TileBatch]:
        while True:
            batch = self._ready.get()
            if isinstance(batch, BaseException):
                raise batch
            yield batch

    def _work(self) -> None:
        try:
            while not self._stopped.is_set():
                self._one_round()
        except (OSError, ValueError) as error:
            self._ready.put(error)

    def _one_round(self) -> None:
        found = [tile for folder in self._folders for tile in find_tiles(folder, self._name)]
        self.tiles = len(found)
        tiles = [tile for tile in found for _ in range(self._times(tile))]
        order = self._rng.permutation(len(tiles))
        for start in range(0, len(order), self._size):
            chosen = [tiles[k] for k in order[start : start + self._size]]
            if self._stopped.is_set():
                return
            self._ready.put(stack(chosen, self._rng))
        self.rounds += 1

    def _times(self, tile: Path) -> int:
        if tile not in self._often:
            kinds = read_things(labels_of(tile))[:, 0]
            self._often[tile] = max([1, *(TIMES.get(int(kind), 1) for kind in kinds)])
        return self._often[tile]


def stack(tiles: list[Path], rng: np.random.Generator) -> TileBatch:
    """Read some tiles as one batch, each varied."""
    pictures, rows = [], []
    for k, path in enumerate(tiles):
        image, things = varied_tile(read_picture(path), read_things(labels_of(path)), rng)
        pictures.append(image[:, :, ::-1].transpose(2, 0, 1))
        rows.append(np.column_stack([np.full(len(things), k, dtype=np.float32), things]))
    every = np.concatenate(rows)
    return TileBatch(
        pictures=np.ascontiguousarray(np.stack(pictures), dtype=np.uint8),
        owner=every[:, 0],
        kinds=every[:, 1],
        boxes=every[:, 2:6],
        corners=every[:, 6:].reshape(-1, CORNERS, 3),
    )


def _drain(ready: queue.Queue[TileBatch | BaseException]) -> None:
    try:
        while True:
            ready.get_nowait()
    except queue.Empty:
        return


def varied_tile(
    image: Picture, things: Float32, rng: np.random.Generator
) -> tuple[Picture, Float32]:
    """A square tile and its things, as one of the eight ways to look at it, by another camera."""
    if rng.random() < 0.5:
        image, things = image[:, ::-1], mirrored(things)
    quarters = int(rng.integers(4))
    image = np.ascontiguousarray(np.rot90(image, quarters))
    if rng.random() < SHADED:
        image = shaded_picture(image, rng)
    other_hues = not np.isin(things[:, 0], NAMED_BY_HUE).any()
    return relit_picture(image, rng, other_hues), turned(things, quarters)


def mirrored(things: Float32) -> Float32:
    """The same things in a mirror: left corners become right ones."""
    out = things.copy()
    out[:, 1] = 1.0 - things[:, 1]
    corners = things[:, 5:].reshape(-1, CORNERS, 3)[:, list(MIRRORED)].copy()
    corners[..., 0] = np.where(corners[..., 2] > 0.0, 1.0 - corners[..., 0], 0.0)
    out[:, 5:] = corners.reshape(len(things), 3 * CORNERS)
    return out


def turned(things: Float32, quarters: int) -> Float32:
    """The same things after quarter turns to the left."""
    out = things.copy()
    for _ in range(quarters % 4):
        out[:, 1], out[:, 2] = out[:, 2].copy(), 1.0 - out[:, 1]
        out[:, 3], out[:, 4] = out[:, 4].copy(), out[:, 3].copy()
        corners = out[:, 5:].reshape(-1, CORNERS, 3)
        x, y, there = (corners[..., k].copy() for k in range(3))
        corners[..., 0] = np.where(there > 0.0, y, 0.0)
        corners[..., 1] = np.where(there > 0.0, 1.0 - x, 0.0)
        out[:, 5:] = corners.reshape(len(things), 3 * CORNERS)
    return out
