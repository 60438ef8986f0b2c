"""The network: a small backbone to stride 16 and one pose head at stride 4.

All bases have about one size in a picture whose scale is known, so heads for large and small things
would only cost time. At stride 4 touching bases, balls and magnets have cells of their own.
"""

from __future__ import annotations

from typing import Any

from referee.lab.train.detector import ultralytics_import
from referee.vision.network.detector_classes import CLASSES, CORNERS

LAYERS: dict[str, Any] = {
    "nc": len(CLASSES),
    "end2end": False,
    "reg_max": 1,
    "kpt_shape": [CORNERS, 3],
    "scales": {"n": [0.50, 0.25, 1024]},
    "scale": "n",
    "backbone": [
        [-1, 1, "Conv", [64, 3, 2]],
        [-1, 1, "Conv", [128, 3, 2]],
        [-1, 2, "C3k2", [256, False, 0.25]],
        [-1, 1, "Conv", [256, 3, 2]],
        [-1, 2, "C3k2", [512, False, 0.25]],
        [-1, 1, "Conv", [512, 3, 2]],
        [-1, 2, "C3k2", [512, True]],
        [-1, 1, "SPPF", [512, 5, 3, True]],
    ],
    "head": [
        [-1, 1, "nn.Upsample", [None, 2, "nearest"]],
        [[-1, 4], 1, "Concat", [1]],
        [-1, 2, "C3k2", [384, True]],
        [-1, 1, "nn.Upsample", [None, 2, "nearest"]],
        [[-1, 2], 1, "Concat", [1]],
        [-1, 2, "C3k2", [256, False, 0.5]],
        [[13], 1, "Pose26", ["nc", "kpt_shape"]],
    ],
}


def build_network() -> Any:
    """A network with random weights that knows its loss."""
    ultralytics_import.load()
    from ultralytics.cfg import get_cfg  # noqa: PLC0415 - not before it is silenced
    from ultralytics.nn.tasks import PoseModel  # noqa: PLC0415 - not before it is silenced

    network = PoseModel(dict(LAYERS), verbose=False)
    network.args = get_cfg()
    network.names = dict(enumerate(CLASSES))
    return network


def set_corner_sigma(network: Any, sigma: float) -> None:
    """How exact a corner has to be to count as found; it becomes stricter as training goes on."""
    if getattr(network, "criterion", None) is None:
        network.criterion = network.init_criterion()
    network.criterion.keypoint_loss.sigmas.fill_(sigma)
    network.criterion.assigner.sigmas.fill_(sigma)
