"""The whole way of the reader: train, choose temperatures, judge, export."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from referee.train.facts import facts_of
from referee.train.loop import Progress, Tell
from referee.train.reader_batches import cut
from referee.train.reader_export import (
    export_reader,
    figures_of,
    stacked,
    temperatures_for,
)
from referee.train.reader_finds import finds_of
from referee.train.reader_loop import train_reader
from referee.train.reader_network import two_ways
from referee.train.reader_samples import F32, choose
from referee.train.reader_scenes import read_scene, scene_paths
from referee.train.schedule import Schedule
from referee.vision.reader.crops import CropPlan
from referee.vision.reader.weights import ANSWERS

TUNE = ("tune", "choose")  # sets that choose temperatures, in any of the folders
TESTS = ("test-near", "test-apart")
BATCH, PACE = 40, 1.5e-3


def reader_schedule(minutes: float, threads: int, seed: int) -> Schedule:
    """The reader's own settings, for so long."""
    return Schedule(minutes, batch=BATCH, pace=PACE, threads=threads, seed=seed)


def run_reader(
    data: Sequence[Path], name: str, out: Path, schedule: Schedule, detector: Path, tell: Tell
) -> Progress:
    """Train on the set ``name``; temperatures from the tuning set, figures from the tests.

    The detector shows at which things of the training pictures a detector goes wrong.
    """
    plan, seed = CropPlan(), schedule.seed
    finds = finds_of(detector, schedule.threads)
    network, last = train_reader(data, name, out, schedule, plan, tell, finds)
    plain = two_ways(network, (1.0,) * len(ANSWERS))
    temperatures = temperatures_for(*asked(plain, data, TUNE, plan, seed))
    figures = {
        test: figures_of(*asked(plain, data, (test,), plan, seed))
        for test in TESTS
        if scene_paths(data, test)
    }
    facts = facts_of(data, schedule, last)
    export_reader(network, out, plan, temperatures, {**facts, "figures": figures})
    return last


def asked(
    network: Any, folders: Sequence[Path], names: Sequence[str], plan: CropPlan, seed: int
) -> tuple[F32, F32]:
    """What the network says and what it should say, at places of all frames of some sets."""
    import torch  # noqa: PLC0415 - only where training is done

    rng = np.random.default_rng([seed, 1])
    says, should = [], []
    paths = [(name, *path) for name in names for path in scene_paths(folders, name)]
    for name, folder, stem in paths:
        scene = read_scene(folder, name, stem)
        image = scene.image()
        batch = cut(image, scene, choose(scene, image, rng), plan)
        with torch.no_grad():
            logits = network(torch.from_numpy(batch.crops), torch.from_numpy(batch.leans))
        says.append(logits.numpy())
        should.append(batch.targets)
    return stacked(says), stacked(should)
