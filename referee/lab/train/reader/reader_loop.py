"""The reader's training run: by the clock, with checkpoints from which it goes on."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from copy import deepcopy
from pathlib import Path
from typing import Any

from referee.lab.train.reader.crop_batches import CropBatch, CropBatches
from referee.lab.train.reader.reader_network import build_reader
from referee.lab.train.reader.reader_samples import MistakenPlaces
from referee.lab.train.schedule import TrainingSchedule
from referee.lab.train.training_loop import (
    CHECKPOINT_EVERY_S,
    CHECKPOINT_FILE,
    GRADIENT_CLIP,
    TellProgress,
    TrainingProgress,
    follow_weights,
    groups_of,
    half_is_fast,
    resume_checkpoint,
    save_checkpoint,
    take_over_weights,
)
from referee.system_clock import clock_s
from referee.vision.network.crops import CropPlan

WEIGHTS = (1.0, 0.6, 0.8)  # of front, fallen and base
WAY_WEIGHT = 0.15
WAY_MM = 4.0  # so far off counts like a wrong direction


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
    """Train until the time is used up; a run that was stopped goes on. Returns smoothed weights.

    A new run may take over the weights of another run's folder, ``begin``.
    """
    import torch  # noqa: PLC0415 - only where training is done

    torch.set_num_threads(schedule.threads)
    torch.manual_seed(schedule.seed)
    network = build_reader(plan.size_px)
    if begin is not None and not (out / CHECKPOINT_FILE).is_file():
        take_over_weights(begin / CHECKPOINT_FILE, network)
    network.train()
    smooth = deepcopy(network).eval()
    optimizer = torch.optim.AdamW(groups_of(network), lr=schedule.pace)
    state = resume_checkpoint(out / CHECKPOINT_FILE, network, smooth, optimizer, schedule)
    started = clock_s() - state.seconds
    saved = clock_s()
    batches = CropBatches(folders, name, schedule.batch, schedule.seed + state.step, plan, finds)
    for batch in batches:
        share = state.share(schedule)
        if share >= 1.0:
            break
        for group in optimizer.param_groups:
            group["lr"] = schedule.pace_at(share, state.step)
        loss = _step(network, optimizer, batch)
        follow_weights(smooth, network, state.step)
        state = TrainingProgress(
            clock_s() - started,
            state.step + 1,
            state.pictures + len(batch.crops),
            batches.frames,
            0.99 * state.loss + 0.01 * loss if state.step else loss,
        )
        tell(state)
        if clock_s() - saved > CHECKPOINT_EVERY_S:
            save_checkpoint(out / CHECKPOINT_FILE, network, smooth, optimizer, state)
            saved = clock_s()
    save_checkpoint(out / CHECKPOINT_FILE, network, smooth, optimizer, state)
    return smooth, state


def _step(network: Any, optimizer: Any, batch: CropBatch) -> float:
    import torch  # noqa: PLC0415 - only where training is done

    crops = torch.from_numpy(batch.crops).contiguous(memory_format=torch.channels_last)
    leans = torch.from_numpy(batch.leans)
    with torch.autocast("cpu", torch.bfloat16) if half_is_fast() else nullcontext():
        answers, ways = network(crops, leans)
    loss = loss_of(
        answers.float(), ways.float(), torch.from_numpy(batch.targets), torch.from_numpy(batch.away)
    )
    optimizer.zero_grad(set_to_none=True)
    if torch.isfinite(loss):
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), GRADIENT_CLIP)
        optimizer.step()
    return float(loss.detach())


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
