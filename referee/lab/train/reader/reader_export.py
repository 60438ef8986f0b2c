"""From the trained reader to its model folder: temperatures from the tuning set, ONNX, card."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from referee.lab.train.crop_export import crop_network_bytes
from referee.lab.train.reader.reader_network import two_way_reader
from referee.lab.train.reader.reader_samples import F32
from referee.loaders.formats.atomic_file import write_bytes, write_text
from referee.vision.network.crops import CropPlan
from referee.vision.network.model_card import CARD
from referee.vision.network.reader_card import ANSWERS, NETWORK

TEMPERATURES = tuple(float(t) for t in np.geomspace(0.5, 4.0, 61))


def export_reader(
    network: Any,
    folder: Path,
    plan: CropPlan,
    temperatures: tuple[float, ...],
    facts: Mapping[str, Any],
) -> None:
    """Write the network and its card; ``facts`` says how it was trained and how good it is."""
    data = reader_bytes(network, plan, temperatures)
    card = {
        "name": folder.name,
        "sha256": hashlib.sha256(data).hexdigest(),
        "crops": asdict(plan),
        "answers": list(ANSWERS),
        "temperatures": [round(t, 4) for t in temperatures],
        **facts,
    }
    write_bytes(folder / NETWORK, data)
    write_text(folder / CARD, json.dumps(card, indent=2) + "\n")


def reader_bytes(network: Any, plan: CropPlan, temperatures: tuple[float, ...]) -> bytes:
    """The network as ONNX for any number of crops."""
    ready = deepcopy(network).float().eval()
    return crop_network_bytes(two_way_reader(ready, temperatures), plan, "answers")


def temperatures_for(logits: F32, targets: F32) -> tuple[float, ...]:
    """For each answer the temperature at which its probabilities mean what they say."""
    return tuple(_temperature(logits[:, k], targets[:, k]) for k in range(len(ANSWERS)))


def _temperature(logits: F32, targets: F32) -> float:
    asked = np.isfinite(targets)
    if not asked.any():
        return 1.0
    sign = 2.0 * targets[asked].astype(float) - 1.0
    losses = [
        float(np.logaddexp(0.0, -sign * logits[asked].astype(float) / t).mean())
        for t in TEMPERATURES
    ]
    return TEMPERATURES[int(np.argmin(losses))]
