"""A trained detector learns one board better: own tiles and generated ones in every batch."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np

from referee.core.errors import BadValue
from referee.lab.train.detector.detector_network import set_corner_sigma
from referee.lab.train.detector.tile_batches import TileBatch, TileBatches
from referee.lab.train.detector.trainable_weights import TRAINING_PARTS, load_network
from referee.lab.train.schedule import TrainingSchedule
from referee.lab.train.training_loop import (
    WEIGHT_DECAY,
    TellProgress,
    TrainingProgress,
    follow_weights,
    training_step,
)
from referee.system_clock import clock_s
from referee.vision.network.model_card import ModelCard

PACE = 4e-4  # a fifth of that of training from scratch
NEW_PARTS_PACE = 2e-3
NEW_PARTS_FIRST = 60  # steps in which only what training needs is learned
SIGMA = 0.05  # corners have to be exact from the start
SET = "train"


def fine_tune_schedule(minutes: float, threads: int, seed: int) -> TrainingSchedule:
    """The settings of a short run that starts from trained weights."""
    return TrainingSchedule(
        minutes,
        pace=PACE,
        warm_up_steps=NEW_PARTS_FIRST,
        first_sigma=SIGMA,
        last_sigma=SIGMA,
        threads=threads,
        seed=seed,
    )


def fine_tune(
    start: Path, own: Path, generated: Path, schedule: TrainingSchedule, tell: TellProgress
) -> tuple[Any, ModelCard, TrainingProgress]:
    """Train on until the time is used up. Returns smoothed weights and the card of the start."""
    if schedule.batch % 2:
        raise BadValue("batch", schedule.batch, "an even number: half own tiles, half generated")
    network, card = load_network(start)
    import torch  # noqa: PLC0415 - only where training is done

    torch.set_num_threads(schedule.threads)
    torch.manual_seed(schedule.seed)
    network.to(memory_format=torch.channels_last).train()
    smooth = deepcopy(network).eval()
    body, fresh = _groups(network)
    optimizer = torch.optim.AdamW([*body, fresh], lr=schedule.pace, betas=(0.9, 0.999))
    set_corner_sigma(network, SIGMA)
    started, state = clock_s(), TrainingProgress(0.0, 0, 0, 0, 0.0)
    half = schedule.batch // 2
    with (
        TileBatches([own], SET, half, schedule.seed) as mine,
        TileBatches([generated], SET, half, schedule.seed + 1) as others,
    ):
        for batch in mixed_batches(mine, others):
            share = state.share(schedule)
            if share >= 1.0:
                break
            pace = schedule.pace_at(share, state.step)
            for group in optimizer.param_groups[:-1]:
                group["lr"] = pace if state.step >= NEW_PARTS_FIRST else 0.0
            optimizer.param_groups[-1]["lr"] = NEW_PARTS_PACE * pace / schedule.pace
            loss = training_step(network, optimizer, batch)
            follow_weights(smooth, network, max(0, state.step - NEW_PARTS_FIRST))
            state = TrainingProgress(
                clock_s() - started,
                state.step + 1,
                state.pictures + len(batch.pictures),
                mine.tiles + others.tiles,
                0.98 * state.loss + 0.02 * loss if state.step else loss,
            )
            tell(state)
    return smooth, card, state


def mixed_batches(first: TileBatches, second: TileBatches) -> Iterator[TileBatch]:
    """A batch of each as one."""
    return itertools.starmap(joined_batches, zip(first, second, strict=False))


def joined_batches(a: TileBatch, b: TileBatch) -> TileBatch:
    """Two batches as one; the second's pictures are counted on."""
    return TileBatch(
        pictures=np.concatenate([a.pictures, b.pictures]),
        owner=np.concatenate([a.owner, b.owner + np.float32(len(a.pictures))]),
        kinds=np.concatenate([a.kinds, b.kinds]),
        boxes=np.concatenate([a.boxes, b.boxes]),
        corners=np.concatenate([a.corners, b.corners]),
    )


def _groups(network: Any) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The trained body, matrices held small; and the parts of the head that start anew."""
    head = network.model[-1]
    new = {id(p) for name in TRAINING_PARTS for p in getattr(head, name).parameters()}
    old = [p for p in network.parameters() if id(p) not in new]
    body = [
        {"params": [p for p in old if p.ndim > 1], "weight_decay": WEIGHT_DECAY},
        {"params": [p for p in old if p.ndim <= 1], "weight_decay": 0.0},
    ]
    fresh = [p for name in TRAINING_PARTS for p in getattr(head, name).parameters()]
    return body, {"params": fresh, "weight_decay": 0.0}
