"""A shipped network made trainable again: its weights are read from the checked ONNX file by name.

In the file norms are already folded into the convolutions, and what only training needs is gone:
the network is built, folded in the same way, filled, and given new training parts.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from referee.core.errors import BadValue, PlainWord
from referee.lab.train.detector.detector_network import build_network
from referee.lab.train.detector.ultralytics_import import HOW_TO_GET_IT
from referee.vision.network.model_card import NETWORK, ModelCard, checked_network

TRAINING_PARTS = ("cv4_sigma", "flow_model")  # of the head: how unsure each corner is


def load_network(folder: Path) -> tuple[Any, ModelCard]:
    """The network of a model folder, ready for more training, and its card."""
    data, card = checked_network(folder)
    network = build_network()
    head = network.model[-1]
    kept = {name: getattr(head, name) for name in TRAINING_PARTS}
    network = network.float().eval().fuse(verbose=False)
    fill(network, data, str(folder / NETWORK))
    for name, part in kept.items():
        setattr(network.model[-1], name, part)
    for parameter in network.parameters():
        parameter.requires_grad_(True)
    return network, card


def fill(network: Any, data: bytes, where: str) -> None:
    """Give a folded network the weights of an ONNX file by their names."""
    import torch  # noqa: PLC0415 - only where training is done

    wanted, found = network.state_dict(), weights_of(data)
    missing = [k for k, v in wanted.items() if k not in found or found[k].shape != tuple(v.shape)]
    if missing:
        what = f"of another kind: {missing[0]} and {len(missing) - 1} more weights do not fit"
        raise BadValue(
            "the network", PlainWord(what), "a detector that this program trained", where
        )
    network.load_state_dict({name: torch.from_numpy(found[name].copy()) for name in wanted})


def weights_of(data: bytes) -> Mapping[str, npt.NDArray[np.float32]]:
    """Every stored weight of an ONNX file by its name."""
    try:
        import onnx  # noqa: PLC0415 - only where training is done
        from onnx import numpy_helper  # noqa: PLC0415 - only where training is done
    except ModuleNotFoundError:
        raise BadValue("training", PlainWord("without onnx"), HOW_TO_GET_IT) from None
    graph = onnx.load_from_string(data).graph
    return {
        each.name: np.asarray(numpy_helper.to_array(each), dtype=np.float32)
        for each in graph.initializer
        if each.data_type == onnx.TensorProto.FLOAT
    }
