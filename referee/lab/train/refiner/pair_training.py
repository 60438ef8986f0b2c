"""Trust in gaps, trained: how much wider the error bar of a gap is than its two bases say."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.core.geometry.gap import signed_gap
from referee.core.geometry.pose import Pose
from referee.lab.train.refiner.refiner_view import (
    RefinerView,
    detector_guesses,
    guesses_of,
    usual_guesses,
)
from referee.vision.refine.fit_trust import CLOSENESS, closeness
from referee.vision.refine.refinement import MeasurementQuality
from referee.vision.refine.refiner import Refiner
from referee.vision.refine.refiner_weights import RefinerWeights

F32 = npt.NDArray[np.float32]
F64 = npt.NDArray[np.float64]

NEAR_MM = 3.0
ROUNDS = 2  # of every frame, each from other guesses
STEPS, PACE = 1500, 0.02
SHARE, SIGMAS = 0.95, 1.959964


@dataclass(frozen=True)
class PairRows:
    """Pairs whose true gap is known: what is known of them, and the error in stated sigmas."""

    closeness: F64
    normal: F64


def pair_rows(
    views: Iterable[RefinerView],
    weights: RefinerWeights,
    settled: bool,
    seed: int,
    tell: Callable[[], None],
) -> PairRows:
    """Every near pair of bases that are called measured."""
    known: list[F64] = []
    normal: list[F64] = []
    for number, view in enumerate(views):
        rng = np.random.default_rng([seed, number])
        for _ in range(ROUNDS):
            start = (detector_guesses if settled else usual_guesses)(view.poses, rng)
            guesses = guesses_of(view.shapes, start)
            refiner = Refiner(view.camera, weights)
            measure = refiner.settle if settled else refiner.refine
            found = measure(view.image, guesses)
            sure = [b.quality is MeasurementQuality.MEASURED for b in found.bases] & view.good
            for pair in found.pairs:
                gap_mm = _true_gap(view, pair.first, pair.second)
                if gap_mm < NEAR_MM and sure[pair.first] and sure[pair.second]:
                    doubt = 1.0 - min(found.bases[i].right for i in (pair.first, pair.second))
                    row = np.array([[pair.gap_mm, pair.sigma_mm, doubt]])
                    known.append(closeness(row)[0])
                    normal.append(np.array([abs(pair.gap_mm - gap_mm) / pair.sigma_mm]))
        tell()
    if not known:
        return PairRows(np.zeros((0, CLOSENESS)), np.zeros(0))
    return PairRows(np.array(known), np.concatenate(normal))


def _true_gap(view: RefinerView, first: int, second: int) -> float:
    a, b = (
        Pose(float(x), float(y), math.degrees(turn)) for x, y, turn in view.poses[[first, second]]
    )
    return signed_gap(view.shapes[first], a, view.shapes[second], b).gap_mm


def train_pairs(rows: PairRows) -> F32:
    """The weights of `closeness` with which 95 of 100 intervals hold the true gap."""
    import torch  # noqa: PLC0415 - only where training is done

    if len(rows.normal) == 0:
        return np.zeros(CLOSENESS, dtype=np.float32)
    known = torch.from_numpy(rows.closeness).float()
    reached = torch.log(torch.from_numpy(rows.normal).float() / SIGMAS + 1e-3)
    weights = torch.zeros(CLOSENESS, requires_grad=True)
    optimizer = torch.optim.Adam([weights], lr=PACE)
    for step in range(STEPS):
        optimizer.param_groups[0]["lr"] = PACE * (1.0 - step / STEPS) + 1e-4
        over = reached - known @ weights
        loss = (
            torch.maximum(SHARE * over, (SHARE - 1.0) * over).mean() + 1e-3 * weights.square().sum()
        )
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return np.asarray(weights.detach().numpy(), dtype=np.float32)
