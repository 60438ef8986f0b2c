"""From the trained network to its model folder: ONNX and card."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path
from typing import Any

from referee.lab.train.crop_export import crop_network_bytes
from referee.loaders.formats.atomic_file import write_bytes, write_text
from referee.vision.network.crops import CropPlan
from referee.vision.network.figure_card import NETWORK
from referee.vision.network.model_card import CARD


def export_figures(
    network: Any, folder: Path, plan: CropPlan, scale: float, facts: Mapping[str, Any]
) -> None:
    """Write the network and its card; ``facts`` says how it was trained and how good it is."""
    ready = deepcopy(network).float().eval()
    data = crop_network_bytes(ready, plan, "looks")
    card = {
        "name": folder.name,
        "sha256": hashlib.sha256(data).hexdigest(),
        "crops": asdict(plan),
        "scale": round(scale, 3),
        **facts,
    }
    write_bytes(folder / NETWORK, data)
    write_text(folder / CARD, json.dumps(card, indent=2) + "\n")
