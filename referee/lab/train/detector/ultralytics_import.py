"""Ultralytics, kept quiet: no network, no installs of its own, and no need for torchvision.

Torchvision's wheels want CUDA beside them; on a machine without it only its ``nms`` is missed, and
ultralytics brings one of its own. Import this module before anything of ultralytics.
"""

from __future__ import annotations

import importlib
import importlib.machinery
import os
import sys
import tempfile
import types
from pathlib import Path
from typing import Any

from referee.core.errors import BadValue, PlainWord

QUIET = {
    "YOLO_OFFLINE": "1",
    "YOLO_AUTOINSTALL": "0",
    "YOLO_VERBOSE": "false",
    "ULTRALYTICS_SKIP_REQUIREMENTS_CHECKS": "1",
    "CI": "true",  # OpenVINO's telemetry stays silent
}
HOW_TO_GET_IT = "an environment with the training extra: pip install -e '.[train]'"


def load() -> types.ModuleType:
    """The ultralytics package, silenced."""
    os.environ.update(QUIET)
    os.environ.setdefault("YOLO_CONFIG_DIR", str(Path(tempfile.gettempdir()) / "referee-train"))
    try:
        _stand_in_for_torchvision()
        return importlib.import_module("ultralytics")
    except ModuleNotFoundError as error:
        raise BadValue("training", PlainWord(f"without {error.name}"), HOW_TO_GET_IT) from None


def _stand_in_for_torchvision() -> None:
    """Keep the real one where it works."""
    importlib.import_module("torch")
    try:
        importlib.import_module("torchvision")
    except (ImportError, RuntimeError, OSError):
        for name in [n for n in sys.modules if n.split(".")[0] == "torchvision"]:
            del sys.modules[name]
        whole, ops = types.ModuleType("torchvision"), types.ModuleType("torchvision.ops")
        for module in (whole, ops):
            module.__spec__ = importlib.machinery.ModuleSpec(module.__name__, None)
        whole.__dict__.update(__version__="0.28.0", ops=ops)
        ops.__dict__.update(nms=_nms)
        sys.modules.update({"torchvision": whole, "torchvision.ops": ops})


def _nms(boxes: Any, scores: Any, iou_threshold: float) -> Any:
    from ultralytics.utils.nms import TorchNMS  # noqa: PLC0415 - not before it is silenced

    return TorchNMS.nms(boxes, scores, iou_threshold)
