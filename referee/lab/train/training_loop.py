"""The training run: by the clock, with checkpoints from which it goes on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.core.errors import BadValue
from referee.lab.train.detector.detector_network import build_network, set_corner_sigma
from referee.lab.train.detector.tile_batches import TileBatch, TileBatches
from referee.lab.train.schedule import TrainingSchedule
from referee.loaders.formats.atomic_file import atomic_writer
from referee.system_clock import clock_s

CHECKPOINT_FILE = "checkpoint.pt"
CHECKPOINT_EVERY_S = 120.0
EMA_DECAY = 0.9995
EMA_WARM_UP = 500
GRADIENT_CLIP = 10.0
WEIGHT_DECAY = 5e-4


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """How far a run is."""

    seconds: float
    step: int
    pictures: int
    tiles: int
    loss: float

    def share(self, schedule: TrainingSchedule) -> float:
        """Of the time that the run has."""
        return min(1.0, self.seconds / (schedule.minutes * 60.0))


TellProgress = Callable[[TrainingProgress], None]


def train_detector(
    data: Sequence[Path],
    name: str,
    out: Path,
    schedule: TrainingSchedule,
    tell: TellProgress,
    begin: Path | None = None,
) -> tuple[Any, TrainingProgress]:
    """Train until the time is used up; a run that was stopped goes on. Returns smoothed weights.

    A new run may take over what fits of the weights of another run's folder, ``begin``.
    """
    network = build_network()
    import torch  # noqa: PLC0415 - only where training is done

    torch.set_num_threads(schedule.threads)
    torch.manual_seed(schedule.seed)
    if begin is not None and not (out / CHECKPOINT_FILE).is_file():
        take_over_weights(begin / CHECKPOINT_FILE, network)
    network.to(memory_format=torch.channels_last).train()
    smooth = deepcopy(network).eval()
    groups = groups_of(network)
    optimizer = torch.optim.AdamW(groups, lr=schedule.pace, betas=(0.9, 0.999))
    state = resume_checkpoint(out / CHECKPOINT_FILE, network, smooth, optimizer, schedule)
    started = clock_s() - state.seconds
    saved = clock_s()
    with TileBatches(data, name, schedule.batch, schedule.seed + state.step) as batches:
        for batch in batches:
            share = state.share(schedule)
            if share >= 1.0:
                break
            for group in optimizer.param_groups:
                group["lr"] = schedule.pace_at(share, state.step)
            set_corner_sigma(network, schedule.sigma_at(share))
            loss = training_step(network, optimizer, batch)
            follow_weights(smooth, network, state.step)
            state = TrainingProgress(
                clock_s() - started,
                state.step + 1,
                state.pictures + len(batch.pictures),
                batches.tiles,
                0.98 * state.loss + 0.02 * loss if state.step else loss,
            )
            tell(state)
            if clock_s() - saved > CHECKPOINT_EVERY_S:
                save_checkpoint(out / CHECKPOINT_FILE, network, smooth, optimizer, state)
                saved = clock_s()
    save_checkpoint(out / CHECKPOINT_FILE, network, smooth, optimizer, state)
    return smooth, state


def groups_of(network: Any) -> list[dict[str, Any]]:
    """Only matrices are held small; norms and biases are free."""
    heavy = [p for p in network.parameters() if p.requires_grad and p.ndim > 1]
    light = [p for p in network.parameters() if p.requires_grad and p.ndim <= 1]
    return [
        {"params": heavy, "weight_decay": WEIGHT_DECAY},
        {"params": light, "weight_decay": 0.0},
    ]


def training_step(network: Any, optimizer: Any, batch: TileBatch) -> float:
    """One step; returns the loss for each picture."""
    import torch  # noqa: PLC0415 - only where training is done

    pictures = torch.from_numpy(batch.pictures).contiguous(memory_format=torch.channels_last)
    asked = {
        "img": pictures.float() / 255.0,
        "batch_idx": torch.from_numpy(batch.owner),
        "cls": torch.from_numpy(batch.kinds)[:, None],
        "bboxes": torch.from_numpy(batch.boxes.copy()),
        "keypoints": torch.from_numpy(batch.corners.copy()),
    }
    with torch.autocast("cpu", torch.bfloat16) if half_is_fast() else nullcontext():
        answers = network(asked["img"])
    answers = _as_float(answers)
    parts, _ = network.loss(asked, answers)
    loss = parts.sum()
    optimizer.zero_grad(set_to_none=True)
    if torch.isfinite(loss):
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), GRADIENT_CLIP)
        optimizer.step()
    return float(loss.detach()) / len(batch.pictures)


def half_is_fast() -> bool:
    """Whether this processor computes with bfloat16."""
    import torch  # noqa: PLC0415 - only where training is done

    return bool(
        torch.backends.mkldnn.is_available() and torch.ops.mkldnn._is_mkldnn_bf16_supported()  # noqa: SLF001 - there is no public question
    )


def _as_float(answers: Any) -> Any:
    if isinstance(answers, dict):
        return {key: _as_float(value) for key, value in answers.items()}
    if isinstance(answers, (list, tuple)):
        return type(answers)(_as_float(value) for value in answers)
    return answers.float() if hasattr(answers, "float") else answers


def follow_weights(smooth: Any, network: Any, step: int) -> None:
    """The running mean of the weights, which is what is kept in the end."""
    import torch  # noqa: PLC0415 - only where training is done

    keep = min(EMA_DECAY, step / (step + EMA_WARM_UP))
    with torch.no_grad():
        mine, theirs = smooth.state_dict(), network.state_dict()
        for key, value in mine.items():
            if value.dtype.is_floating_point:
                value.lerp_(theirs[key], 1.0 - keep)
            else:
                value.copy_(theirs[key])


def save_checkpoint(
    path: Path, network: Any, smooth: Any, optimizer: Any, state: TrainingProgress
) -> None:
    """All that a run needs to go on; the file is whole or the one before."""
    import torch  # noqa: PLC0415 - only where training is done

    kept = {
        "network": network.state_dict(),
        "smooth": smooth.state_dict(),
        "optimizer": optimizer.state_dict(),
        "progress": [state.seconds, state.step, state.pictures, state.tiles, state.loss],
    }
    with atomic_writer(path) as out:
        torch.save(kept, out)


def take_over_weights(path: Path, network: Any) -> None:
    """The smoothed weights of another run, of every layer that has the same name and size."""
    import torch  # noqa: PLC0415 - only where training is done

    if not path.is_file():
        raise BadValue("from", str(path.parent), f"the folder of a run, with its {CHECKPOINT_FILE}")
    found = torch.load(path, map_location="cpu", weights_only=True)["smooth"]
    mine = network.state_dict()
    fits = {k: v for k, v in found.items() if k in mine and v.shape == mine[k].shape}
    network.load_state_dict({**mine, **fits})


def resume_checkpoint(
    path: Path, network: Any, smooth: Any, optimizer: Any, schedule: TrainingSchedule
) -> TrainingProgress:
    """Where the run stopped; only tensors are read from the file, never code."""
    import torch  # noqa: PLC0415 - only where training is done

    if not path.is_file():
        return TrainingProgress(0.0, 0, 0, 0, 0.0)
    kept = torch.load(path, map_location="cpu", weights_only=True)
    try:
        network.load_state_dict(kept["network"])
        smooth.load_state_dict(kept["smooth"])
        optimizer.load_state_dict(kept["optimizer"])
    except (RuntimeError, ValueError, KeyError):
        raise BadValue(
            "checkpoint", str(path), "one of this network; start in a new folder"
        ) from None
    seconds, step, pictures, tiles, loss = kept["progress"]
    if seconds >= schedule.minutes * 60.0:
        raise BadValue(
            "minutes", schedule.minutes, f"more than the {seconds / 60.0:.1f} already used"
        )
    return TrainingProgress(float(seconds), int(step), int(pictures), int(tiles), float(loss))
