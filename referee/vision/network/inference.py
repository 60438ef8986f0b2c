"""A network in OpenVINO, on the processor."""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from referee.core.arrays import F32

Answer = F32
# OpenVINO's own import loads this and reports each use of it to Google, unless it is missing.
TELEMETRY = "openvino_telemetry"


def compiled_network(data: bytes, threads: int) -> Callable[..., Answer]:
    """The network of an ONNX file: arrays in its order of inputs to its first answer.

    It is not pinned to cores, so that it shares them with everything else.
    """
    sys.modules.setdefault(TELEMETRY, None)  # type: ignore[arg-type]  # Python's word for missing
    import openvino  # noqa: PLC0415 - only a network that runs needs it

    core = openvino.Core()
    settings = {"INFERENCE_NUM_THREADS": threads, "ENABLE_CPU_PINNING": False}
    network = core.compile_model(core.read_model(data, b""), "CPU", settings)

    def run(*inputs: npt.NDArray[np.generic]) -> Answer:
        return np.asarray(network(list(inputs))[0], dtype=np.float32)

    return run
