"""The training run of every network: by the clock, with checkpoints from which it goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from referee.core.errors import BadValue
from referee.lab.train.schedule import TrainingSchedule
from referee.loaders.formats.atomic_file import atomic_writer
from referee.system_clock import clock_s

CHECKPOINT_FILE = "checkpoint.pt"
CHECKPOINT_EVERY_S = 120.0
EMA_DECAY = 0.9995  # share of the smoothed weights that stays in a step
EMA_WARM_UP = 500  # steps after which about half of it does
GRADIENT_CLIP = 10.0
WEIGHT_DECAY = 5e-4
BatchT = TypeVar("BatchT")


@dataclass(frozen=True, slots=True)
class TrainingProgress:
    """How far a training run is."""

    seconds: float = 0.0
    step: int = 0
    pictures: int = 0
    tiles: int = 0
    loss: float = 0.0

    def share(self, schedule: TrainingSchedule) -> float:
        """Of the time that the run has, 0 to 1."""
        return min(1.0, self.seconds / (schedule.minutes * 60.0))


TellProgress = Callable[[TrainingProgress], None]


def prepare_torch(schedule: TrainingSchedule) -> None:
    """Threads and random numbers as the schedule says."""
    import torch  # noqa: PLC0415 - only where training is done

    torch.set_num_threads(schedule.threads)
    torch.manual_seed(schedule.seed)


class TrainingRun:
    """A network that learns; ``smooth`` holds the running mean of its weights, which is kept.

    With a ``folder`` the run is saved there, and goes on from what was saved; a new run takes over
    what fits of the weights of another run's folder, ``begin``.
    """

    def __init__(
        self,
        network: Any,
        groups: list[dict[str, Any]],
        schedule: TrainingSchedule,
        tell: TellProgress,
        folder: Path | None = None,
        begin: Path | None = None,
    ) -> None:
        import torch  # noqa: PLC0415 - only where training is done

        self._path = None if folder is None else folder / CHECKPOINT_FILE
        goes_on = self._path is not None and self._path.is_file()
        if begin is not None and not goes_on:
            take_over_weights(begin / CHECKPOINT_FILE, network)
        self.network = network.train()
        self.smooth = deepcopy(network).eval()
        self.optimizer = torch.optim.AdamW(groups, lr=schedule.pace)
        self.schedule, self._tell = schedule, tell
        self.state = TrainingProgress()
        if self._path is not None and goes_on:
            self.state = self._resume(self._path)

    def learn_until_done(
        self,
        batches: Iterable[BatchT],
        learn: Callable[[BatchT, float], tuple[float, int]],
        tiles: Callable[[], int],
        *,
        loss_memory: float,
        smooth_from: int = 0,
    ) -> None:
        """Steps until the time is used up.

        ``learn`` does one step at a share of the time, and returns its loss and how many pictures
        it has seen; ``tiles`` counts the pictures there are; ``loss_memory`` is the share of the
        loss so far that stays in a step; the weights are smoothed from a step on.
        """
        started = clock_s() - self.state.seconds
        saved = clock_s()
        for batch in batches:
            state = self.state
            share = state.share(self.schedule)
            if share >= 1.0:
                break
            for group in self.optimizer.param_groups:
                group["lr"] = self.schedule.pace_at(share, state.step)
            loss, pictures = learn(batch, share)
            follow_weights(self.smooth, self.network, max(0, state.step - smooth_from))
            self.state = TrainingProgress(
                clock_s() - started,
                state.step + 1,
                state.pictures + pictures,
                tiles(),
                loss_memory * state.loss + (1.0 - loss_memory) * loss if state.step else loss,
            )
            self._tell(self.state)
            if clock_s() - saved > CHECKPOINT_EVERY_S:
                self._save()
                saved = clock_s()
        self._save()

    def descend(self, loss: Any) -> float:
        """One step down the slope of a loss; returns its value. An infinite one changes nothing."""
        import torch  # noqa: PLC0415 - only where training is done

        self.optimizer.zero_grad(set_to_none=True)
        if torch.isfinite(loss):
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.network.parameters(), GRADIENT_CLIP)
            self.optimizer.step()
        return float(loss.detach())

    def _save(self) -> None:
        """All that a run needs to go on; the file is whole or the one before."""
        import torch  # noqa: PLC0415 - only where training is done

        if self._path is None:
            return
        s = self.state
        kept = {
            "network": self.network.state_dict(),
            "smooth": self.smooth.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "progress": [s.seconds, s.step, s.pictures, s.tiles, s.loss],
        }
        with atomic_writer(self._path) as out:
            torch.save(kept, out)

    def _resume(self, path: Path) -> TrainingProgress:
        """Where the run stopped; only tensors are read from the file, never code."""
        import torch  # noqa: PLC0415 - only where training is done

        kept = torch.load(path, map_location="cpu", weights_only=True)
        try:
            self.network.load_state_dict(kept["network"])
            self.smooth.load_state_dict(kept["smooth"])
            self.optimizer.load_state_dict(kept["optimizer"])
        except (RuntimeError, ValueError, KeyError):
            raise BadValue(
                "checkpoint", str(path), "one of this network; start in a new folder"
            ) from None
        seconds, step, pictures, tiles, loss = kept["progress"]
        if seconds >= self.schedule.minutes * 60.0:
            used = f"more than the {seconds / 60.0:.1f} already used"
            raise BadValue("minutes", self.schedule.minutes, used)
        return TrainingProgress(float(seconds), int(step), int(pictures), int(tiles), float(loss))


def groups_of(parameters: Iterable[Any]) -> list[dict[str, Any]]:
    """Parameters for the optimizer: only matrices are held small; norms and biases are free."""
    learned = [p for p in parameters if p.requires_grad]
    return [
        {"params": [p for p in learned if p.ndim > 1], "weight_decay": WEIGHT_DECAY},
        {"params": [p for p in learned if p.ndim <= 1], "weight_decay": 0.0},
    ]


def half_precision() -> Any:
    """A block that computes with bfloat16 where this processor is fast at it."""
    import torch  # noqa: PLC0415 - only where training is done

    fast = torch.backends.mkldnn.is_available() and torch.ops.mkldnn._is_mkldnn_bf16_supported()  # noqa: SLF001 - there is no public question
    return torch.autocast("cpu", torch.bfloat16, enabled=bool(fast))


def follow_weights(smooth: Any, network: Any, step: int) -> None:
    """Move the running mean of the weights toward those of the network."""
    import torch  # noqa: PLC0415 - only where training is done

    keep = min(EMA_DECAY, step / (step + EMA_WARM_UP))
    with torch.no_grad():
        mine, theirs = smooth.state_dict(), network.state_dict()
        for key, value in mine.items():
            if value.dtype.is_floating_point:
                value.lerp_(theirs[key], 1.0 - keep)
            else:
                value.copy_(theirs[key])


def take_over_weights(path: Path, network: Any) -> None:
    """Give a network another run's smoothed weights, in every layer of the same name and size."""
    import torch  # noqa: PLC0415 - only where training is done

    if not path.is_file():
        raise BadValue("from", str(path.parent), f"the folder of a run, with its {CHECKPOINT_FILE}")
    found = torch.load(path, map_location="cpu", weights_only=True)["smooth"]
    mine = network.state_dict()
    fits = {k: v for k, v in found.items() if k in mine and v.shape == mine[k].shape}
    network.load_state_dict({**mine, **fits})
