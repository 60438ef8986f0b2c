"""The reader's network on disk: its card, its hash, and how it is run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from referee.core.arrays import F32, U8
from referee.vision.network.crops import CropPlan
from referee.vision.network.inference import compiled_network
from referee.vision.network.model_card import CARD, CardValues, checked_bytes, read_card

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
        return read_card(path, "the reader", _reader_card)


def _reader_card(values: CardValues) -> ReaderCard:
    crops = values["crops"]
    plan = CropPlan(int(crops["size_px"]), float(crops["px_per_mm"]), float(crops["figure_mm"]))
    return ReaderCard(str(values["name"]), str(values["sha256"]), plan)


def checked_reader(folder: Path) -> tuple[bytes, ReaderCard]:
    """The network's bytes and its card; a file that is not the one of the card is refused."""
    card = ReaderCard.read(folder / CARD)
    return checked_bytes(folder / NETWORK, card.sha256, "the reader"), card


def compiled_reader(data: bytes, threads: int) -> ReaderNetwork:
    """The network, ready to run."""
    network = compiled_network(data, threads)

    def run(crops: U8, leans: F32) -> F32:
        count = len(crops)
        room = -count % STEP
        full = np.concatenate([crops, np.zeros((room, *crops.shape[1:]), dtype=np.uint8)])
        lean = np.concatenate([leans, np.zeros((room, 2), dtype=np.float32)])
        return network(full, lean)[:count]

    return run
