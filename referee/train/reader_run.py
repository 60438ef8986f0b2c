"""The whole way of the reader: train, choose temperatures, judge, export."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from referee.train.facts import facts_of
from referee.train.loop import Progress, Tell
from referee.train.reader_export import export_reader, temperatures_for
from referee.train.reader_finds import finds_of
from referee.train.reader_judge import ask, figures_of
from referee.train.reader_loop import train_reader
from referee.train.reader_network import two_ways
from referee.train.reader_scenes import scene_paths
from referee.train.schedule import Schedule
from referee.vision.reader.crops import F32, U8, CropPlan
from referee.vision.reader.weights import ANSWERS, Network

TUNE = ("tune", "choose")  # sets that choose temperatures, in any of the folders
TESTS = ("test-near", "test-apart", "test-traced")
# Small batches: the network is small, and what it lacks in a short run is steps.
BATCH, PACE = 40, 1.5e-3


def reader_schedule(minutes: float, threads: int, seed: int) -> Schedule:
    """The reader's own settings, for so long."""
    return Schedule(minutes, batch=BATCH, pace=PACE, threads=threads, seed=seed)


def run_reader(
    data: Sequence[Path],
    name: str,
    out: Path,
    schedule: Schedule,
    detector: Path,
    tell: Tell,
    begin: Path | None = None,
) -> Progress:
    """Train on the set ``name``; temperatures from the tuning set, figures from the tests.

    The detector shows at which things of the training pictures a detector goes wrong.
    """
    plan, seed = CropPlan(), schedule.seed
    finds = finds_of(detector, schedule.threads)
    network, last = train_reader(data, name, out, schedule, plan, tell, finds, begin)
    plain = ask(_asker(network, (1.0,) * len(ANSWERS)), data, TUNE, plan, seed)
    temperatures = temperatures_for(plain.logits, plain.targets)
    asker = _asker(network, temperatures)
    figures = {
        test: figures_of(ask(asker, data, (test,), plan, seed))
        for test in TESTS
        if scene_paths(data, test)
    }
    facts = facts_of(data, schedule, last)
    export_reader(network, out, plan, temperatures, {**facts, "figures": figures})
    return last


def _asker(network: Any, temperatures: tuple[float, ...]) -> Network:
    import torch  # noqa: PLC0415 - only where training is done

    cooled = two_ways(network, temperatures)

    def run(crops: U8, leans: F32) -> F32:
        with torch.no_grad():
            return np.asarray(cooled(torch.from_numpy(crops), torch.from_numpy(leans)).numpy())

    return run
