"""Trust in fits, trained: how far off they usually are, and whether they are right at all."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.core.geometry.base_shape import BaseShape
from referee.lab.train.refiner.edge_training import true_offsets
from referee.lab.train.refiner.refiner_view import (
    TURNED_SHARE,
    RefinerView,
    detector_guesses,
    guesses_of,
    misjudged_outlines,
    usual_guesses,
)
from referee.lab.train.refiner.spoiled_picture import spoiled_picture
from referee.vision.refine.fit_passes import FOLLOWING, PASSES
from referee.vision.refine.fit_trust import covariances_along_parallax, poses_along_parallax
from referee.vision.refine.refiner import FLAT, LEAST_SEEN, SURE, Refiner
from referee.vision.refine.refiner_weights import RefinerWeights

F32 = npt.NDArray[np.float32]
F64 = npt.NDArray[np.float64]
U8 = npt.NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class TrustRound:
    """How every frame is measured once: on a spoiled picture, with misjudged outlines.

    ``weight`` is how much it counts in what is said of error bars; ``near``: from where the bases
    were a frame ago.
    """

    spoil: bool
    misjudge: bool
    weight: float
    near: bool = False


PLAIN, WORSE = TrustRound(False, False, 1.0), TrustRound(True, False, 0.6)
MISJUDGED, BOTH = TrustRound(False, True, 0.2), TrustRound(True, True, 0.2)
NEAR, NEAR_WORSE = TrustRound(False, False, 1.0, near=True), TrustRound(True, False, 0.6, near=True)
ONCE = (PLAIN, PLAIN, WORSE, MISJUDGED, BOTH, NEAR, NEAR_WORSE)
SETTLED = (PLAIN, PLAIN, WORSE)
WHOLE_FRAME_COUNTS = 2.0  # they are what is measured in a game; close-ups are only cheaper
UNSEEN_SHARE = 0.08  # bases that nobody guessed, so that they are nobody's neighbours
NEAR_MM, NEAR_DEG = 0.2, 0.8  # how far off a base is that was measured a frame ago
ABSENT_SHARE = 0.08  # guesses where the base is not
FAR_OFF_MM, BESIDE_MM = 90.0, 14.0
EMPTY_SHARE = 0.03  # frames that show nothing at all
RIGHT_RMS_MM, RIGHT_MOST_MM = 0.5, 1.2  # an outline that lies further off is a wrong one
PLAINLY_WRONG_MM = 1.5
NO_OUTLINE_MM = 99.0
OTHER_MM = 5.0

HIDDEN = 24
STEPS, BATCH, PACE = 5000, 512, 4e-3
LEVELS = ((0.95, 1.959964, 1.0), (0.68, 1.0, 0.3))  # share, sigmas, and how much it counts
WRONG_COUNTS = 4.0


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
    views: Iterable[RefinerView],
    weights: RefinerWeights,
    settled: bool,
    seed: int,
    tell: Callable[[], None],
) -> TrustRows:
    """Fit every frame from guesses as usual, and from some that are plainly wrong."""
    parts: list[TrustRows] = []
    for number, view in enumerate(views):
        rng = np.random.default_rng([seed, number])
        refiner = Refiner(view.camera, weights)
        worse = spoiled_picture(view.image, view.corners_px, rng)
        for each in SETTLED if settled else ONCE:
            shapes = misjudged_outlines(view.shapes, rng) if each.misjudge else view.shapes
            image = worse if each.spoil else view.image
            parts.append(_rows(view, image, refiner, shapes, each, settled, rng))
        tell()
    return TrustRows(
        *(np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(TrustRows))
    )


def _rows(
    view: RefinerView,
    image: U8,
    refiner: Refiner,
    shapes: tuple[BaseShape, ...],
    how: TrustRound,
    settled: bool,
    rng: np.random.Generator,
) -> TrustRows:
    asked = rng.random(len(shapes)) >= UNSEEN_SHARE
    asked[rng.integers(len(shapes))] = True
    true, n = view.poses[asked], int(asked.sum())
    shapes = tuple(shape for shape, wanted in zip(shapes, asked, strict=True) if wanted)
    right_shapes = tuple(s for s, wanted in zip(view.shapes, asked, strict=True) if wanted)
    if how.near:
        start = _a_frame_ago(true, rng)
    else:
        start = (detector_guesses if settled else usual_guesses)(true, rng, TURNED_SHARE)
    absent = rng.random(n) < ABSENT_SHARE
    jump = np.where(rng.random(n) < 0.5, FAR_OFF_MM, BESIDE_MM)[:, None]
    start[absent, :2] += (jump * rng.normal(0.0, 1.0, (n, 2)))[absent]
    empty = rng.random() < EMPTY_SHARE
    if empty:
        image = _nothing(image.shape, rng)
    guesses = guesses_of(shapes, start)
    if settled:
        fit, figures = refiner.settled_fit(image, guesses)
    else:
        fit = refiner.fit(image, guesses, FOLLOWING if how.near else PASSES)
        figures = fit.figures
    off = np.abs(true_offsets(right_shapes, true, shapes, fit.poses))
    off = np.where(np.isnan(off), NO_OUTLINE_MM, off)
    right = (np.sqrt((off**2).mean(axis=1)) < RIGHT_RMS_MM) & (off.max(axis=1) < RIGHT_MOST_MM)
    right &= not empty
    eye = refiner.eye_mm
    error = fit.poses - true
    error[:, 2] = (error[:, 2] + math.pi / 2) % math.pi - math.pi / 2  # turned or not
    turned = covariances_along_parallax(fit.covariances, fit.poses, eye)
    sigmas = np.sqrt(np.diagonal(turned, axis1=1, axis2=2))
    there = (fit.seen.mean(axis=1) >= LEAST_SEEN) & (fit.contrasts > FLAT)
    # What is hidden, fallen or in a hand only misleads; another base found instead is no mistake.
    kept = there & (view.good[asked] | ~right) & ~_on_another(fit.poses, true)
    return TrustRows(
        figures=figures[kept],
        sigmas=sigmas[kept],
        errors=poses_along_parallax(error, fit.poses, eye)[kept],
        off_mm=off.max(axis=1)[kept],
        right=right[kept],
        weights=np.full(int(kept.sum()), how.weight * (WHOLE_FRAME_COUNTS if view.whole else 1.0)),
    )


def _a_frame_ago(true: F64, rng: np.random.Generator) -> F64:
    """Where a follower expects these bases."""
    off = rng.normal(0.0, 1.0, true.shape) * (NEAR_MM, NEAR_MM, math.radians(NEAR_DEG))
    return np.asarray(true + off)


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
        torch.nn.Linear(rows.figures.shape[1], HIDDEN),
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
        told = torch.sigmoid(said[:, 3].detach()) >= SURE  # wrong ones among them, too
        bars = _bar_loss(normal[chosen][told], said[told, :3], weights[chosen][told])
        odds = torch.nn.functional.binary_cross_entropy_with_logits(
            said[:, 3], right[chosen].float(), weight=counts[chosen]
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
