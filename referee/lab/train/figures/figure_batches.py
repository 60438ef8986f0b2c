"""Batches for the figures' looks: some teams, each in several frames, as other cameras see them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from referee.core.arrays import F32, U8
from referee.core.errors import BadValue, PlainWord
from referee.lab.train.figures.figure_scenes import SQUADS, FigureViews
from referee.lab.train.figures.figure_squads import ELEVEN
from referee.lab.train.figures.figure_store import made_views, read_views
from referee.vision.network.crops import PLANES

OTHER_COLOURS = 0.35  # of teams
COVERED = 0.2  # of crops
NOISY = 0.4
MOST_NOISE = 9.0
NOISE_SHEET = 1 << 20


@dataclass(frozen=True)
class FigureBatch:
    """Crops and leans, team after team, in each frame after frame, in each figure after figure.

    The last frame of each team is the one before it once more, every figure turned back to front.
    """

    crops: U8
    leans: F32


class FigureBatches:
    """Endless batches of ``teams`` elevens in ``frames`` frames each; new boards are taken in.

    ``frames`` does not count the one that is turned.
    """

    def __init__(
        self, folders: Sequence[Path], name: str, teams: int, frames: int, seed: int
    ) -> None:
        self._folders, self._name = folders, name
        self._teams, self._frames = teams, frames
        self._rng = np.random.default_rng(seed)
        self._noise = self._rng.standard_normal(NOISE_SHEET, dtype=np.float32)
        self._read = lru_cache(maxsize=2_000)(read_views)
        if not self._boards():
            places = ", ".join(map(str, folders))
            raise BadValue(
                "data", PlainWord(f"{places}, which has no boards"), f"a folder with a set {name!r}"
            )

    @property
    def made(self) -> int:
        """How many teams there are by now."""
        return len(self._boards()) * SQUADS * 2

    def __iter__(self) -> Iterator[FigureBatch]:
        while True:
            elevens = [(k, half) for k in range(len(self._boards()) * SQUADS) for half in (0, 1)]
            order = self._rng.permutation(len(elevens))
            for start in range(0, len(order) - self._teams + 1, self._teams):
                yield self._batch([elevens[k] for k in order[start : start + self._teams]])

    def _boards(self) -> list[tuple[Path, int]]:
        return [(f, number) for f in self._folders for number in made_views(f, self._name)]

    def _batch(self, elevens: Sequence[tuple[int, int]]) -> FigureBatch:
        boards, parts = self._boards(), []
        for k, half in elevens:
            folder, number = boards[k // SQUADS]
            views: FigureViews = self._read(folder, self._name, number)
            parts.append(self._episode(views, k % SQUADS, half))
        batch = FigureBatch(
            np.concatenate([part.crops for part in parts]),
            np.concatenate([part.leans for part in parts]),
        )
        cover_parts(batch.crops, self._rng)
        return batch

    def _episode(self, views: FigureViews, squad: int, half: int) -> FigureBatch:
        rng = self._rng
        chosen = rng.permutation(views.crops.shape[1])[: self._frames]
        own = slice(half * ELEVEN, (half + 1) * ELEVEN)
        crops = np.concatenate([views.crops[squad, f, own] for f in chosen])
        leans = np.concatenate([views.facts[squad, f, own, :2] for f in chosen])
        crops = np.concatenate([crops, crops[-ELEVEN:, :, ::-1, ::-1]])
        leans = np.concatenate([leans, -leans[-ELEVEN:]])
        if rng.random() < 0.5:
            crops, leans = crops[..., ::-1].copy(), leans * np.array([1.0, -1.0], dtype=np.float32)
        if rng.random() < OTHER_COLOURS:
            crops = recoloured(crops, rng)
        for crop in crops:
            retone(crop, rng)
            if rng.random() < NOISY:
                self._spoil(crop)
        return FigureBatch(crops, leans)

    def _spoil(self, crop: U8) -> None:
        start = int(self._rng.integers(NOISE_SHEET - crop.size))
        grain = self._noise[start : start + crop.size].reshape(crop.shape)
        level = float(self._rng.uniform(1.0, MOST_NOISE))
        crop[:] = np.clip(crop + level * grain, 0.0, 255.0).astype(np.uint8)


def recoloured(crops: U8, rng: np.random.Generator) -> U8:
    """A whole team, its bases and its board in other colours."""
    mix = np.eye(3)[rng.permutation(3)]
    share = float(rng.uniform(0.0, 0.5))
    mix = (1.0 - share) * mix + share * rng.dirichlet(np.full(3, 0.5), 3)
    n, _, rows, columns = crops.shape
    flat = crops.reshape(n, PLANES, 3, rows * columns).astype(np.float32)
    mixed = np.clip(mix.astype(np.float32) @ flat, 0.0, 255.0)
    return mixed.astype(np.uint8).reshape(crops.shape)


def retone(crop: U8, rng: np.random.Generator) -> None:
    """Another exposure, balance and gamma, in place."""
    gamma, gain = float(np.exp(rng.normal(0.0, 0.15))), float(np.exp(rng.normal(0.0, 0.15)))
    x = (np.arange(256) / 255.0) ** gamma
    for channel, balance in enumerate(np.exp(rng.normal(0.0, 0.05, 3))):
        tones = np.clip(255.0 * gain * balance * x, 0.0, 255.0).astype(np.uint8)
        crop[channel::3] = tones[crop[channel::3]]


def cover_parts(crops: U8, rng: np.random.Generator) -> None:
    """Over some crops a part of another one, as of a neighbour that leans into the picture."""
    size = crops.shape[2]
    for k in np.flatnonzero(rng.random(len(crops)) < COVERED):
        high, wide = (int(v) for v in rng.integers(size // 8, size // 3, 2))
        row, column = (int(v) for v in rng.integers(0, size - max(high, wide), 2))
        other = crops[int(rng.integers(len(crops)))]
        a, b = (int(v) for v in rng.integers(0, size - max(high, wide), 2))
        part = other[:, a : a + high, b : b + wide].copy()
        crops[k][:, row : row + high, column : column + wide] = part
