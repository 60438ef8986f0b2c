"""How good a reader is on frames with answers, at places as far off as detectors are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from referee.lab.train.reader.crop_batches import cut_crops
from referee.lab.train.reader.reader_samples import F32, LEAST_VISIBLE, choose_samples
from referee.lab.train.reader.reader_scene import read_scene, scene_paths
from referee.vision.network.crop_network import CropNetwork
from referee.vision.network.crops import CropPlan
from referee.vision.network.reader_card import ANSWERS

FRONT, BASE = ANSWERS.index("front"), ANSWERS.index("base")
# Shares of the base's top that are seen; its own figure always hides a part of it.
SEEN = ((0.1, 0.5), (0.5, 0.75), (0.75, 1.01))
UNMARKED = ""


@dataclass(frozen=True)
class ReaderAnswers:
    """What a reader said (logits) and should have said; ``marks`` and ``visible`` of each base."""

    logits: F32
    targets: F32
    marks: tuple[str, ...]
    visible: F32


def ask_reader(
    network: CropNetwork, folders: Sequence[Path], names: Sequence[str], plan: CropPlan, seed: int
) -> ReaderAnswers:
    """Ask at places of all frames of some sets; the same seed asks at the same places."""
    rng = np.random.default_rng([seed, 1])
    says, should, seen = [], [], []
    marks: list[str] = []
    for name in names:
        for folder, stem in scene_paths(folders, name):
            scene = read_scene(folder, name, stem)
            image = scene.image()
            batch = cut_crops(image, scene, choose_samples(scene, image, rng), plan)
            says.append(network(batch.crops, batch.leans))
            should.append(batch.targets)
            # The standing ones come first, in the order of the scene.
            shown = np.flatnonzero(scene.visible >= LEAST_VISIBLE)
            rest = len(batch.crops) - len(shown)
            marks += [scene.marks[k] for k in shown] + [UNMARKED] * rest
            seen.append(np.concatenate([scene.visible[shown], np.zeros(rest)]))
    if not says:
        none = np.empty((0, len(ANSWERS)), dtype=np.float32)
        return ReaderAnswers(none, none, (), np.empty(0, dtype=np.float32))
    return ReaderAnswers(
        np.concatenate(says),
        np.concatenate(should),
        tuple(marks),
        np.concatenate(seen).astype(np.float32),
    )


def figures_of(asked: ReaderAnswers) -> dict[str, float | int]:
    """Shares of right answers; the front's also by its mark and by what is seen of the base."""
    out: dict[str, float | int] = {}
    for k, name in enumerate(ANSWERS):
        counted = np.isfinite(asked.targets[:, k])
        if not counted.any():
            continue
        says, true = asked.logits[counted, k] > 0.0, asked.targets[counted, k] > 0.5
        out[f"{name}_asked"] = int(counted.sum())
        out[f"{name}_right"] = round(float((says == true).mean()), 4)
        if k != FRONT:  # each heading is turned round half of the time: nothing to tell apart
            both = int((says & true).sum())
            out[f"{name}_precision"] = round(both / max(int(says.sum()), 1), 4)
            out[f"{name}_recall"] = round(both / max(int(true.sum()), 1), 4)
    return out | _front_splits(asked)


def _front_splits(asked: ReaderAnswers) -> dict[str, float | int]:
    counted = np.isfinite(asked.targets[:, FRONT])
    right = (asked.logits[:, FRONT] > 0.0) == (asked.targets[:, FRONT] > 0.5)
    marks = np.array(asked.marks)
    groups = {f"front_right, {mark}": marks == mark for mark in sorted(set(asked.marks) - {""})}
    for low, high in SEEN:
        part = (asked.visible >= low) & (asked.visible < high)
        groups[f"front_right, {low:.0%} to {min(high, 1.0):.0%} of the top seen"] = part
    sure = np.abs(asked.logits[:, FRONT]) > np.log(9.0)
    groups["front_right, where it is 90 % sure"] = sure
    shares = {
        name: round(float(right[counted & part].mean()), 4)
        for name, part in groups.items()
        if (counted & part).any()
    }
    return shares | {"front_90_sure_share": round(float(sure[counted].mean()), 4)}
