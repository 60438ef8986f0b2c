"""How many gaps between two bases are computed in a second, for each kind of outline."""

from __future__ import annotations

import time

import numpy as np

from referee.core.geometry.base_shape import BaseShape, FloatArray
from referee.core.geometry.gap import pair_gaps_mm
from referee.lab.bench.report import Report, Row
from referee.loaders.bases import load_base

BAR_PER_S = 1_000_000.0
_KINDS = ("standard", "bevelled", "round-front")


def run(quick: bool) -> Report:
    """Random poses within reach of each other, on one core; the best of five rounds."""
    count = 50_000 if quick else 400_000
    rng = np.random.default_rng(1)
    poses_a, poses_b = _poses(rng, count), _poses(rng, count)
    rows = [
        Row(
            f"{name} to {name}",
            _rate(load_base(name), poses_a, poses_b),
            "gaps/s",
            BAR_PER_S,
            "higher",
        )
        for name in _KINDS
    ]
    return Report("gaps", rows=rows, notes=[f"{count} pairs of poses within 80 mm of each other"])


def _poses(rng: np.random.Generator, count: int) -> FloatArray:
    places = rng.uniform(-40.0, 40.0, (count, 2))
    return np.column_stack([places, rng.uniform(0.0, 2.0 * np.pi, count)])


def _rate(shape: BaseShape, poses_a: FloatArray, poses_b: FloatArray) -> float:
    pair_gaps_mm(shape, poses_a[:1], shape, poses_b[:1])
    seconds = []
    for _ in range(5):
        start = time.perf_counter()
        pair_gaps_mm(shape, poses_a, shape, poses_b)
        seconds.append(time.perf_counter() - start)
    return len(poses_a) / min(seconds)
