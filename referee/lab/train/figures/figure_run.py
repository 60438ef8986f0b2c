"""The whole way of the figures' looks: draw boards, train, fit the scale, judge, export."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from referee.core.arrays import F32, U8
from referee.lab.train.figures.figure_export import export_figures
from referee.lab.train.figures.figure_scenes import FIGURE_CROPS
from referee.lab.train.figures.figure_scores import (
    calibration_of,
    figures_of,
    fitted_scale,
    look_at_teams,
)
from referee.lab.train.figures.figure_store import TEST, TRAIN, TUNE, make_views
from referee.lab.train.figures.figure_training import train_figures
from referee.lab.train.schedule import TrainingSchedule
from referee.lab.train.training_facts import facts_of
from referee.lab.train.training_loop import TellProgress, TrainingProgress
from referee.vision.network.crop_network import CropNetwork
from referee.vision.network.crops import CropPlan

TEAMS, PACE = 3, 1.5e-3
AT_ONCE = 64  # crops that are looked at together
TellMade = Callable[[str, int], None]


def figure_schedule(minutes: float, threads: int, seed: int) -> TrainingSchedule:
    """The settings of the figures' looks, for so long."""
    return TrainingSchedule(minutes, batch=TEAMS, pace=PACE, threads=threads, seed=seed)


def make_figure_boards(folder: Path, tell: TellMade) -> None:
    """Draw what a data folder lacks; ``tell`` hears a set's name and how many boards it has."""
    for name in (TUNE, TEST, TRAIN):
        make_views(folder, name, partial(tell, name))


def run_figures(
    data: Sequence[Path],
    out: Path,
    schedule: TrainingSchedule,
    tell: TellProgress,
    begin: Path | None = None,
) -> TrainingProgress:
    """Train, fit the scale on evenings not trained on, judge on others; write the model."""
    plan = FIGURE_CROPS
    network, last = train_figures(data, TRAIN, out, schedule, plan, tell, begin)
    facts = facts_of(data, schedule, last)
    export_judged(network, data, out, plan, facts)
    return last


def export_judged(
    network: Any, data: Sequence[Path], out: Path, plan: CropPlan, facts: Mapping[str, Any]
) -> None:
    """Fit the scale, judge, and write the model with its card."""
    asker = _asker(network)
    scale = fitted_scale(look_at_teams(asker, data, TUNE).asked())
    seen = look_at_teams(asker, data, TEST)
    found = {
        **facts,
        "figures": figures_of(seen, scale),
        "calibration": calibration_of(seen.asked(), scale),
    }
    export_figures(network, out, plan, scale, found)


def _asker(network: Any) -> CropNetwork:
    import torch  # noqa: PLC0415 - only where training is done

    ready = network.eval()

    def run(crops: U8, leans: F32) -> F32:
        with torch.no_grad():
            parts = [
                ready(
                    torch.from_numpy(crops[k : k + AT_ONCE]),
                    torch.from_numpy(leans[k : k + AT_ONCE]),
                )
                for k in range(0, len(crops), AT_ONCE)
            ]
        return np.concatenate([part.numpy() for part in parts])

    return run
