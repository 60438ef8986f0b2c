"""The reader's network on disk: its card and its hash."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from referee.vision.network.crop_network import crop_plan_of
from referee.vision.network.crops import CropPlan
from referee.vision.network.model_card import CARD, CardValues, checked_bytes, read_card

NETWORK = "reader.onnx"
ANSWERS = ("front", "fallen", "base")


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
    return ReaderCard(str(values["name"]), str(values["sha256"]), crop_plan_of(values))


def checked_reader(folder: Path) -> tuple[bytes, ReaderCard]:
    """The network's bytes and its card; a file that is not the one of the card is refused."""
    card = ReaderCard.read(folder / CARD)
    return checked_bytes(folder / NETWORK, card.sha256, "the reader"), card
