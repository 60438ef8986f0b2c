"""The reader's training: its batches, and what one step is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.lab.train.reader.crop_batches import CropBatch, CropBatches
from referee.lab.train.reader.reader_network import build_reader
from referee.lab.train.reader.reader_samples import MistakenPlaces
from referee.lab.train.schedule import TrainingSchedule
from referee.lab.train.training_loop import (
    TellProgress,
    TrainingProgress,
    TrainingRun,
    groups_of,
    half_precision,
    prepare_torch,
)
from referee.vision.network.crops import CropPlan

WEIGHTS = (1.0, 0.6, 0.8)  # of front, fallen and base
WAY_WEIGHT = 0.15
WAY_MM = 4.0  # so far off counts like a wrong direction
LOSS_MEMORY = 0.99


def train_reader(
    folders: Sequence[Path],
    name: str,
    out: Path,
    schedule: TrainingSchedule,
    plan: CropPlan,
    tell: TellProgress,
    finds: MistakenPlaces | None = None,
    begin: Path | None = None,
) -> tuple[Any, TrainingProgress]:
    """Train until the time is used up; a run that was stopped goes on. Returns smoothed weights."""
    prepare_torch(schedule)
    network = build_reader(plan.size_px)
    groups = groups_of(network.parameters())
    run = TrainingRun(network, groups, schedule, tell, out, begin)
    seed = schedule.seed + run.state.step
    batches = CropBatches(folders, name, schedule.batch, seed, plan, finds)
    run.learn_until_done(
        batches,
        lambda batch, _share: _step(run, batch),
        lambda: batches.frames,
        loss_memory=LOSS_MEMORY,
    )
    return run.smooth, run.state


def _step(run: TrainingRun, batch: CropBatch) -> tuple[float, int]:
    """One step; returns the loss, and how many crops there were."""
    import torch  # noqa: PLC0415 - only where training is done

    crops = torch.from_numpy(batch.crops).contiguous(memory_format=torch.channels_last)
    leans = torch.from_numpy(batch.leans)
    with half_precision():
        answers, ways = run.network(crops, leans)
    targets, away = torch.from_numpy(batch.targets), torch.from_numpy(batch.away)
    return run.descend(loss_of(answers.float(), ways.float(), targets, away)), len(batch.crops)


def loss_of(answers: Any, ways: Any, targets: Any, away: Any) -> Any:
    """Cross entropy of what is asked, and how far the base is from the place, as a help."""
    import torch  # noqa: PLC0415 - only where training is done
    from torch.nn import functional  # noqa: PLC0415 - only where training is done

    asked = torch.isfinite(targets)
    wanted = torch.where(asked, targets, torch.zeros(()))
    each = functional.binary_cross_entropy_with_logits(answers, wanted, reduction="none")
    weight = asked * torch.tensor(WEIGHTS)
    total = (each * weight).sum() / weight.sum().clamp(min=1.0)
    there = torch.isfinite(away).all(dim=1)
    if there.any():
        scale = torch.tensor([WAY_MM, WAY_MM, 1.0, 1.0])
        total = total + WAY_WEIGHT * functional.smooth_l1_loss(ways[there], away[there] / scale)
    return total
