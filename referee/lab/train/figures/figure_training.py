"""The training of the figures' looks: in every pair of frames each figure is found again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.lab.train.figures.figure_batches import FigureBatch, FigureBatches
from referee.lab.train.figures.figure_network import build_figure_network, scale_of
from referee.lab.train.figures.figure_squads import ELEVEN
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

FRAMES = 4
LOSS_MEMORY = 0.97


def train_figures(
    folders: Sequence[Path],
    name: str,
    out: Path,
    schedule: TrainingSchedule,
    plan: CropPlan,
    tell: TellProgress,
    begin: Path | None = None,
) -> tuple[Any, TrainingProgress]:
    """Train until the time is used up; a run that was stopped goes on. Returns smoothed weights.

    The schedule's batch counts teams.
    """
    prepare_torch(schedule)
    network = build_figure_network(plan.size_px)
    run = TrainingRun(network, groups_of(network.parameters()), schedule, tell, out, begin)
    seed = schedule.seed + run.state.step
    batches = FigureBatches(folders, name, schedule.batch, FRAMES, seed)
    run.learn_until_done(
        batches,
        lambda batch, _share: _step(run, batch),
        lambda: batches.made,
        loss_memory=LOSS_MEMORY,
    )
    return run.smooth, run.state


def _step(run: TrainingRun, batch: FigureBatch) -> tuple[float, int]:
    """One step; returns the loss, and how many crops there were."""
    import torch  # noqa: PLC0415 - only where training is done

    crops = torch.from_numpy(batch.crops).contiguous(memory_format=torch.channels_last)
    with half_precision():
        looks = run.network(crops, torch.from_numpy(batch.leans))
    return run.descend(loss_of(looks.float(), FRAMES, scale_of(run.network))), len(batch.crops)


def loss_of(looks: Any, frames: int, scale: Any) -> Any:
    """Cross entropy of finding each figure of a frame among its team in each other frame.

    Whoever looks back to front is nobody: the figures of the last frame, which is turned, are
    among those that it must not be taken for.
    """
    import torch  # noqa: PLC0415 - only where training is done

    each = looks.reshape(-1, frames + 1, ELEVEN, looks.shape[1])
    ahead, turned = each[:, :frames], each[:, frames]
    alike = torch.einsum("tfid,tgjd->tfigj", ahead, ahead) * scale
    backs = torch.einsum("tfid,tjd->tfij", ahead, turned) * scale
    backs = backs.unsqueeze(3).expand(-1, -1, -1, frames, -1)
    sure = torch.cat([alike, backs], dim=-1).log_softmax(dim=-1)[..., :ELEVEN]
    sure = sure.diagonal(dim1=2, dim2=4)
    other = ~torch.eye(frames, dtype=torch.bool)
    return -sure[:, other].mean()
