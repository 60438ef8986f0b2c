"""The whole way of the reader: train, choose temperatures, judge, export."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from referee.core.arrays import F32, U8
from referee.lab.train.reader.detector_mistakes import detector_mistakes_of
from referee.lab.train.reader.reader_export import export_reader, temperatures_for
from referee.lab.train.reader.reader_figures import ask_reader, figures_of
from referee.lab.train.reader.reader_network import two_way_reader
from referee.lab.train.reader.reader_scene import scene_paths
from referee.lab.train.reader.reader_training import train_reader
from referee.lab.train.schedule import TrainingSchedule
from referee.lab.train.training_facts import facts_of
from referee.lab.train.training_loop import TellProgress, TrainingProgress
from referee.vision.network.crop_network import CropNetwork
from referee.vision.network.crops import CropPlan
from referee.vision.network.reader_card import ANSWERS

TUNE = ("tune", "choose")  # sets that choose temperatures, in any of the folders
TESTS = ("test-near", "test-apart", "test-traced")
# Small batches: the network is small, and what it lacks in a short run is steps.
BATCH, PACE = 40, 1.5e-3


def reader_schedule(minutes: float, threads: int, seed: int) -> TrainingSchedule:
    """The reader's own settings, for so long."""
    return TrainingSchedule(minutes, batch=BATCH, pace=PACE, threads=threads, seed=seed)


def run_reader(
    data: Sequence[Path],
    name: str,
    out: Path,
    schedule: TrainingSchedule,
    detector: Path,
    tell: TellProgress,
    begin: Path | None = None,
) -> TrainingProgress:
    """Train on the set ``name``; temperatures from the tuning set, figures from the tests.

    The detector shows at which things of the training pictures a detector goes wrong.
    """
    plan, seed = CropPlan(), schedule.seed
    finds = detector_mistakes_of(detector, schedule.threads)
    network, last = train_reader(data, name, out, schedule, plan, tell, finds, begin)
    plain = ask_reader(_asker(network, (1.0,) * len(ANSWERS)), data, TUNE, plan, seed)
    temperatures = temperatures_for(plain.logits, plain.targets)
    asker = _asker(network, temperatures)
    figures = {
        test: figures_of(ask_reader(asker, data, (test,), plan, seed))
        for test in TESTS
        if scene_paths(data, test)
    }
    facts = facts_of(data, schedule, last)
    export_reader(network, out, plan, temperatures, {**facts, "figures": figures})
    return last


def _asker(network: Any, temperatures: tuple[float, ...]) -> CropNetwork:
    import torch  # noqa: PLC0415 - only where training is done

    cooled = two_way_reader(network, temperatures)

    def run(crops: U8, leans: F32) -> F32:
        with torch.no_grad():
            return np.asarray(cooled(torch.from_numpy(crops), torch.from_numpy(leans)).numpy())

    return run
