"""From trained weights to a model folder: ONNX for every machine, OpenVINO, and a card."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from referee.loaders.formats.atomic_file import write_bytes, write_text
from referee.vision.network.detector_classes import CLASSES
from referee.vision.network.model_card import CARD, NETWORK

OPSET = 17
LEAST_SCORE = 0.25  # until `referee dataset judge --choose` finds a better one
TRACED_PX = (256, 320)  # any size would do: rows and columns stay open


def export_detector(
    network: Any, folder: Path, name: str, px_per_mm: float, facts: Mapping[str, Any]
) -> None:
    """Write the network and its card; ``facts`` says how it was trained and how good it is."""
    data = onnx_bytes(network)
    card = {
        "name": name,
        "sha256": hashlib.sha256(data).hexdigest(),
        "px_per_mm": px_per_mm,
        "least_score": LEAST_SCORE,
        "classes": list(CLASSES),
        **facts,
    }
    write_bytes(folder / NETWORK, data)
    write_text(folder / CARD, json.dumps(card, indent=2) + "\n")


def onnx_bytes(network: Any) -> bytes:
    """The network as ONNX, open to pictures of any size (in multiples of 32 pixels)."""
    import torch  # noqa: PLC0415 - only where training is done
    from ultralytics.utils.export.engine import torch2onnx  # noqa: PLC0415
    from ultralytics.utils.patches import arange_patch  # noqa: PLC0415

    ready = deepcopy(network).float().eval().to(memory_format=torch.contiguous_format).fuse()
    head = ready.model[-1]
    head.export, head.dynamic, head.format = True, True, "onnx"
    for parameter in ready.parameters():
        parameter.requires_grad_(False)
    sample = torch.zeros(1, 3, *TRACED_PX)
    ready(sample)
    room = Path(tempfile.mkdtemp(prefix="referee-export-"))
    try:
        path = room / NETWORK
        with arange_patch(dynamic=True, quantize=None, fmt="onnx"):
            torch2onnx(
                ready,
                sample,
                str(path),
                opset=OPSET,
                input_names=["picture"],
                output_names=["answers"],
                dynamic={"picture": {2: "rows", 3: "columns"}, "answers": {2: "cells"}},
            )
        return path.read_bytes()
    finally:
        shutil.rmtree(room, ignore_errors=True)
