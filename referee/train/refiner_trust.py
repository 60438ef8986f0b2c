"""Trust in fits, trained: how far off they usually are, and whether they are right at all."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.core.base_shape import BaseShape
from referee.train.refiner_edges import true_offsets
from referee.train.refiner_spoil import spoiled
from referee.train.refiner_views import TURNED_SHARE, View, guesses_of, misjudged, missed
from referee.vision.refine.evidence import FIGURES
from referee.vision.refine.refiner import FLAT, LEAST_SEEN, Refiner
from referee.vision.refine.trust import from_the_eye, turned_to_the_eye
from referee.vision.refine.weights import Weights

F32 = npt.NDArray[np.float32]
F64 = npt.NDArray[np.float64]
U8 = npt.NDArray[np.uint8]

# Rounds of every frame: is the picture spoiled, are the outlines misjudged.
ROUNDS = ((False, False),) * 4 + ((False, True),) * 2 + ((True, False),) * 3 + ((True, True),)
ROUND_WEIGHTS = (1.0,) * 4 + (0.2,) * 2 + (0.6,) * 3 + (0.2,)  # in what is said of error bars
ABSENT_SHARE = 0.08  # guesses where the base is not
FAR_MM, NEAR_MM = 90.0, 14.0
EMPTY_SHARE = 0.03  # frames that show nothing at all
RIGHT_RMS_MM, RIGHT_MOST_MM = 0.5, 1.2  # an outline that lies further off is a wrong one
PLAINLY_WRONG_MM = 1.5
NO_OUTLINE_MM = 99.0
OTHER_MM = 5.0

HIDDEN = 24
STEPS, BATCH, PACE = 5000, 512, 4e-3
LEVELS = ((0.95, 1.959964, 1.0), (0.68, 1.0, 0.3))  # share, sigmas, and how much it counts
WRONG_COUNTS = 2.0


@dataclass(frozen=True)
class TrustRows:
    """Fits whose truth is known.

    ``sigmas`` and ``errors`` are along the way from the eye, across it (mm), and of the heading.
    """

    figures: F64
    sigmas: F64
    errors: F64
    off_mm: F64
    right: npt.NDArray[np.bool_]
    weights: F64


def trust_rows(
    views: Iterable[View], weights: Weights, seed: int, tell: Callable[[], None]
) -> TrustRows:
    """Fit every frame from guesses as usual, and from some that are plainly wrong."""
    parts: list[TrustRows] = []
    for number, view in enumerate(views):
        rng = np.random.default_rng([seed, number])
        refiner = Refiner(view.camera, weights)
        worse = spoiled(view.image, view.corners_px, rng)
        for (spoil, misjudge), weight in zip(ROUNDS, ROUND_WEIGHTS, strict=True):
            shapes = misjudged(view.shapes, rng) if misjudge else view.shapes
            image = worse if spoil else view.image
            parts.append(_rows(view, image, refiner, shapes, weight, rng))
        tell()
    return TrustRows(
        *(np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(TrustRows))
    )


def _rows(
    view: View,
    image: U8,
    refiner: Refiner,
    shapes: tuple[BaseShape, ...],
    weight: float,
    rng: np.random.Generator,
) -> TrustRows:
    n = len(shapes)
    start = missed(view.poses, rng, TURNED_SHARE)
    absent = rng.random(n) < ABSENT_SHARE
    jump = np.where(rng.random(n) < 0.5, FAR_MM, NEAR_MM)[:, None]
    start[absent, :2] += (jump * rng.normal(0.0, 1.0, (n, 2)))[absent]
    empty = rng.random() < EMPTY_SHARE
    if empty:
        image = _nothing(image.shape, rng)
    fit = refiner.fit(image, guesses_of(shapes, start))
    off = np.abs(true_offsets(view.shapes, view.poses, shapes, fit.poses))
    off = np.where(np.isnan(off), NO_OUTLINE_MM, off)
    right = (np.sqrt((off**2).mean(axis=1)) < RIGHT_RMS_MM) & (off.max(axis=1) < RIGHT_MOST_MM)
    right &= not empty
    eye = refiner.eye_mm
    error = fit.poses - view.poses
    error[:, 2] = (error[:, 2] + math.pi / 2) % math.pi - math.pi / 2  # turned or not
    turned = turned_to_the_eye(fit.covariances, fit.poses, eye)
    sigmas = np.sqrt(np.diagonal(turned, axis1=1, axis2=2))
    there = (fit.seen.mean(axis=1) >= LEAST_SEEN) & (fit.contrasts > FLAT)
    # What is hidden, fallen or in a hand only misleads; another base found instead is no mistake.
    kept = there & (view.good | ~right) & ~_on_another(fit.poses, view.poses)
    return TrustRows(
        figures=fit.figures[kept],
        sigmas=sigmas[kept],
        errors=from_the_eye(error, fit.poses, eye)[kept],
        off_mm=off.max(axis=1)[kept],
        right=right[kept],
        weights=np.full(int(kept.sum()), weight),
    )


def _nothing(size: tuple[int, ...], rng: np.random.Generator) -> U8:
    """A frame of one grey, as a covered or a dead camera gives it."""
    plain = np.full(size, float(rng.integers(0, 256)), dtype=np.float32)
    noise = rng.standard_normal(size, dtype=np.float32) * np.float32(rng.uniform(0.0, 4.0))
    return np.clip(plain + noise, 0, 255).astype(np.uint8)


def _on_another(found: F64, poses: F64) -> npt.NDArray[np.bool_]:
    """Whether a fit ended on a base that was not meant."""
    far = np.hypot(*(found[:, None, :2] - poses[None, :, :2]).transpose(2, 0, 1))
    np.fill_diagonal(far, np.inf)
    return np.asarray(far.min(axis=1, initial=np.inf) < OTHER_MM)


def train_trust(rows: TrustRows, seed: int) -> dict[str, F32]:
    """The weights of `Trust`: error bars that hold their share, and odds of being right."""
    import torch  # noqa: PLC0415 - only where training is done

    torch.manual_seed(seed)
    middle, spread = rows.figures.mean(axis=0), rows.figures.std(axis=0) + 1e-3
    figures = torch.from_numpy(np.clip((rows.figures - middle) / spread, -6.0, 6.0)).float()
    network = torch.nn.Sequential(
        torch.nn.Linear(FIGURES, HIDDEN),
        torch.nn.Tanh(),
        torch.nn.Linear(HIDDEN, HIDDEN),
        torch.nn.Tanh(),
        torch.nn.Linear(HIDDEN, 4),
    )
    with torch.no_grad():
        network[4].weight.mul_(0.1)
        network[4].bias.copy_(torch.tensor([0.0, 0.0, 0.0, 2.0]))
    optimizer = torch.optim.AdamW(network.parameters(), lr=PACE, weight_decay=3e-4)
    normal = torch.from_numpy(np.abs(rows.errors) / rows.sigmas + 1e-3).float()
    right = torch.from_numpy(rows.right)
    weights = torch.from_numpy(rows.weights).float()
    counts = torch.where(torch.from_numpy(rows.off_mm > PLAINLY_WRONG_MM), WRONG_COUNTS, 1.0)
    draw = torch.Generator().manual_seed(seed)
    for step in range(STEPS):
        for group in optimizer.param_groups:
            group["lr"] = PACE * 0.5 * (1.0 + math.cos(math.pi * step / STEPS)) + 1e-5
        chosen = torch.randint(len(figures), (BATCH,), generator=draw)
        said = network(figures[chosen])
        told = right[chosen]
        bars = _bar_loss(normal[chosen][told], said[told, :3], weights[chosen][told])
        odds = torch.nn.functional.binary_cross_entropy_with_logits(
            said[:, 3], told.float(), weight=counts[chosen]
        )
        loss = bars + odds
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    state = {key: value.detach().numpy() for key, value in network.state_dict().items()}
    parts = {
        "middle": middle,
        "spread": spread,
        "first": state["0.weight"].T,
        "first_bias": state["0.bias"],
        "second": state["2.weight"].T,
        "second_bias": state["2.bias"],
        "last": state["4.weight"].T,
        "last_bias": state["4.bias"],
    }
    return {key: np.ascontiguousarray(value, dtype=np.float32) for key, value in parts.items()}


def _bar_loss(normal: Any, stretch: Any, weights: Any) -> Any:
    """Quantile loss: of a thousand such errors 950 shall lie inside 1.96 sigma, 680 inside one."""
    import torch  # noqa: PLC0415 - only where training is done

    total = 0.0
    for share, sigmas, counts in LEVELS:
        over = torch.log(normal / sigmas) - stretch
        loss = torch.maximum(share * over, (share - 1.0) * over)
        total = total + counts * (loss * weights[:, None]).mean()
    return total
