"""A shipped detector as ultralytics knows it: its own tracker runs on the same weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.core.errors import BadValue, PlainWord
from referee.lab.train.detector import ultralytics_import
from referee.lab.train.detector.detector_network import build_network


def network_of(model: bytes) -> Any:
    """The network of an ONNX file as a torch module, weight by weight."""
    ultralytics_import.load()
    try:
        import onnx  # noqa: PLC0415 - only where training is done
        from onnx import numpy_helper  # noqa: PLC0415 - only where training is done
    except ModuleNotFoundError:
        raise BadValue(
            "onnx", PlainWord("not installed"), ultralytics_import.HOW_TO_GET_IT
        ) from None
    import torch  # noqa: PLC0415 - only where training is done

    network = build_network().float().eval().fuse()
    held = onnx.load_from_string(model).graph.initializer
    weights = {w.name: torch.tensor(numpy_helper.to_array(w)) for w in held}
    wanted = network.state_dict()
    missing = sorted(set(wanted) - set(weights))
    if missing:
        raise BadValue(
            "the model", PlainWord(f"without {missing[0]}"), "one that this version exported"
        )
    network.load_state_dict({name: weights[name] for name in wanted})
    return network


def save_for_ultralytics(model: bytes, path: Path) -> None:
    """Write weights that ``ultralytics.YOLO(path)`` opens."""
    network = network_of(model)
    import torch  # noqa: PLC0415 - only where training is done

    arguments = {"task": "pose", "imgsz": 640}
    network.args, network.task = arguments, "pose"
    torch.save({"model": network, "train_args": arguments, "epoch": -1}, path)
