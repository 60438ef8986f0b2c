"""Networks that look at crops, as ONNX for any number of crops."""

from __future__ import annotations

import io
import warnings
from typing import Any

from referee.lab.train.detector.detector_export import OPSET
from referee.vision.network.crops import PLANES, CropPlan


def crop_network_bytes(network: Any, plan: CropPlan, answer: str) -> bytes:
    """A network that is ready to be run; ``answer`` names what it says."""
    import torch  # noqa: PLC0415 - only where training is done

    ready = network.to(memory_format=torch.contiguous_format)
    for parameter in ready.parameters():
        parameter.requires_grad_(False)
    crops = torch.zeros(8, 3 * PLANES, plan.size_px, plan.size_px, dtype=torch.uint8)
    buffer = io.BytesIO()
    with warnings.catch_warnings():
        # The newer exporter needs one more package and writes the same network.
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(
            ready,
            (crops, torch.zeros(8, 2)),
            buffer,
            opset_version=OPSET,
            input_names=["crops", "leans"],
            output_names=[answer],
            dynamic_axes={"crops": {0: "n"}, "leans": {0: "n"}, answer: {0: "n"}},
            dynamo=False,
        )
    return buffer.getvalue()
