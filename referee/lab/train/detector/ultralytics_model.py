"""A shipped detector as ultralytics knows it: its own tracker runs on the same weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.lab.train.detector.detector_network import build_network
from referee.lab.train.detector.trainable_weights import fill


def network_of(model: bytes) -> Any:
    """The network of an ONNX file as a torch module, ready to answer."""
    network = build_network().float().eval().fuse()
    fill(network, model, "the ONNX file")
    return network


def save_for_ultralytics(model: bytes, path: Path) -> None:
    """Write weights that ``ultralytics.YOLO(path)`` opens."""
    network = network_of(model)
    import torch  # noqa: PLC0415 - only where training is done

    arguments = {"task": "pose", "imgsz": 640}
    network.args, network.task = arguments, "pose"
    torch.save({"model": network, "train_args": arguments, "epoch": -1}, path)
