"""A trained detector learns one board better: own tiles and generated ones in every batch."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from referee.core.errors import BadValue
from referee.lab.train.detector.detector_network import set_corner_sigma
from referee.lab.train.detector.detector_training import (
    LOSS_MEMORY,
    detector_step,
    in_channels_last,
)
from referee.lab.train.detector.tile_batches import TileBatch, TileBatches
from referee.lab.train.detector.trainable_weights import TRAINING_PARTS, load_network
from referee.lab.train.schedule import TrainingSchedule
from referee.lab.train.training_loop import (
    TellProgress,
    TrainingProgress,
    TrainingRun,
    groups_of,
    prepare_torch,
)
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
    in_channels_last(network)
    prepare_torch(schedule)
    run = TrainingRun(network, _groups(network), schedule, tell)
    set_corner_sigma(network, SIGMA)

    def learn(batch: TileBatch, share: float) -> tuple[float, int]:
        """The parts that start anew learn alone at first, and always faster."""
        *body, fresh = run.optimizer.param_groups
        pace = schedule.pace_at(share, run.state.step)
        for group in body:
            group["lr"] = pace if run.state.step >= NEW_PARTS_FIRST else 0.0
        fresh["lr"] = NEW_PARTS_PACE * pace / schedule.pace
        return detector_step(run, batch)

    half = schedule.batch // 2
    with (
        TileBatches([own], SET, half, schedule.seed) as mine,
        TileBatches([generated], SET, half, schedule.seed + 1) as others,
    ):
        run.learn_until_done(
            mixed_batches(mine, others),
            learn,
            lambda: mine.tiles + others.tiles,
            loss_memory=LOSS_MEMORY,
            smooth_from=NEW_PARTS_FIRST,
        )
    return run.smooth, card, run.state


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


def _groups(network: Any) -> list[dict[str, Any]]:
    """The trained body's groups, and last the parts of the head that start anew."""
    head = network.model[-1]
    fresh = [p for name in TRAINING_PARTS for p in getattr(head, name).parameters()]
    new = {id(p) for p in fresh}
    body = groups_of(p for p in network.parameters() if id(p) not in new)
    return [*body, {"params": fresh, "weight_decay": 0.0}]
