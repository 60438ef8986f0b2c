"""The detector's training: its batches, and what one step is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.lab.train.detector.detector_network import build_network, set_corner_sigma
from referee.lab.train.detector.tile_batches import TileBatch, TileBatches
from referee.lab.train.schedule import TrainingSchedule
from referee.lab.train.training_loop import (
    TellProgress,
    TrainingProgress,
    TrainingRun,
    groups_of,
    half_precision,
    prepare_torch,
)

LOSS_MEMORY = 0.98


def train_detector(
    data: Sequence[Path],
    name: str,
    out: Path,
    schedule: TrainingSchedule,
    tell: TellProgress,
    begin: Path | None = None,
) -> tuple[Any, TrainingProgress]:
    """Train until the time is used up; a run that was stopped goes on. Returns smoothed weights."""
    network = in_channels_last(build_network())
    prepare_torch(schedule)
    groups = groups_of(network.parameters())
    run = TrainingRun(network, groups, schedule, tell, out, begin)

    def learn(batch: TileBatch, share: float) -> tuple[float, int]:
        set_corner_sigma(run.network, schedule.sigma_at(share))
        return detector_step(run, batch)

    seed = schedule.seed + run.state.step
    with TileBatches(data, name, schedule.batch, seed) as batches:
        run.learn_until_done(batches, learn, lambda: batches.tiles, loss_memory=LOSS_MEMORY)
    return run.smooth, run.state


def in_channels_last(network: Any) -> Any:
    """The network in the layout in which processors convolve fastest."""
    import torch  # noqa: PLC0415 - only where training is done

    return network.to(memory_format=torch.channels_last)


def detector_step(run: TrainingRun, batch: TileBatch) -> tuple[float, int]:
    """One step; returns the loss of a picture, and how many there were."""
    import torch  # noqa: PLC0415 - only where training is done

    pictures = torch.from_numpy(batch.pictures).contiguous(memory_format=torch.channels_last)
    asked = {
        "img": pictures.float() / 255.0,
        "batch_idx": torch.from_numpy(batch.owner),
        "cls": torch.from_numpy(batch.kinds)[:, None],
        "bboxes": torch.from_numpy(batch.boxes.copy()),
        "keypoints": torch.from_numpy(batch.corners.copy()),
    }
    with half_precision():
        answers = run.network(asked["img"])
    parts, _ = run.network.loss(asked, _as_float(answers))
    count = len(batch.pictures)
    return run.descend(parts.sum()) / count, count


def _as_float(answers: Any) -> Any:
    if isinstance(answers, dict):
        return {key: _as_float(value) for key, value in answers.items()}
    if isinstance(answers, (list, tuple)):
        return type(answers)(_as_float(value) for value in answers)
    return answers.float() if hasattr(answers, "float") else answers
