"""The reader's network on disk: its card, its hash, and OpenVINO around it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from referee.core.errors import BadValue, PlainWord
from referee.vision.network.crops import F32, U8, CropPlan
from referee.vision.network.model_card import CARD

NETWORK = "reader.onnx"
ANSWERS = ("front", "fallen", "base")
# Crops (n, 6, size, size) and leans (n, 2) to the logits of `ANSWERS`, (n, 3).
ReaderNetwork = Callable[[U8, F32], F32]
STEP = 8  # batches are filled up to multiples of this, so that few shapes are ever compiled


@dataclass(frozen=True, slots=True)
class ReaderCard:
    """What must be known to use the network: its hash and the crops it was trained on."""

    name: str
    sha256: str
    plan: CropPlan

    @staticmethod
    def read(path: Path) -> ReaderCard:
        """The card in a file."""
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
            crops = values["crops"]
            plan = CropPlan(
                int(crops["size_px"]), float(crops["px_per_mm"]), float(crops["figure_mm"])
            )
            return ReaderCard(str(values["name"]), str(values["sha256"]), plan)
        except FileNotFoundError:
            allowed = f"a {CARD} beside the network"
            raise BadValue("the reader's card", PlainWord("missing"), allowed, str(path)) from None
        except (ValueError, KeyError, TypeError):
            allowed = f"the {CARD} that came with the reader"
            raise BadValue(
                "the reader's card", PlainWord("not readable"), allowed, str(path)
            ) from None


def checked_reader(folder: Path) -> tuple[bytes, ReaderCard]:
    """The network's bytes and its card; a file that is not the one of the card is refused."""
    card = ReaderCard.read(folder / CARD)
    path = folder / NETWORK
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        allowed = f"{NETWORK} beside its card"
        raise BadValue("the reader", PlainWord("missing"), allowed, str(path)) from None
    found = hashlib.sha256(data).hexdigest()
    if found != card.sha256:
        allowed = f"{card.sha256[:12]}..., as its card says"
        raise BadValue("the reader's SHA-256", found[:12], allowed, str(path))
    return data, card


def compiled_reader(data: bytes, threads: int) -> ReaderNetwork:
    """The network in OpenVINO; not pinned, so that it shares the cores with everything else."""
    import openvino  # noqa: PLC0415 - only reading needs it

    core = openvino.Core()
    settings = {"INFERENCE_NUM_THREADS": threads, "ENABLE_CPU_PINNING": False}
    compiled = core.compile_model(core.read_model(data, b""), "CPU", settings)

    def run(crops: U8, leans: F32) -> F32:
        count = len(crops)
        room = -count % STEP
        full = np.concatenate([crops, np.zeros((room, *crops.shape[1:]), dtype=np.uint8)])
        lean = np.concatenate([leans, np.zeros((room, 2), dtype=np.float32)])
        return np.asarray(compiled([full, lean])[0], dtype=np.float32)[:count]

    return run
