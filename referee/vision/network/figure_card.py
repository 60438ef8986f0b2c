"""The network of the figures' looks on disk: its card and its hash."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from referee.vision.network.crop_network import crop_plan_of
from referee.vision.network.crops import CropPlan
from referee.vision.network.model_card import CARD, CardValues, checked_bytes, read_card

NETWORK = "figures.onnx"
WHAT = "the figures' looks"
LOOKS = 64  # numbers in a description


@dataclass(frozen=True, slots=True)
class FigureCard:
    """What must be known to use the network: its hash, its crops, and what likeness is worth.

    ``scale`` times the cosine of two descriptions is a log-likelihood, up to a constant.
    """

    name: str
    sha256: str
    plan: CropPlan
    scale: float

    @staticmethod
    def read(path: Path) -> FigureCard:
        """The card in a file."""
        return read_card(path, WHAT, _figure_card)


def _figure_card(values: CardValues) -> FigureCard:
    name, sha256 = str(values["name"]), str(values["sha256"])
    return FigureCard(name, sha256, crop_plan_of(values), float(values["scale"]))


def checked_figures(folder: Path) -> tuple[bytes, FigureCard]:
    """The network's bytes and its card; a file that is not the one of the card is refused."""
    card = FigureCard.read(folder / CARD)
    return checked_bytes(folder / NETWORK, card.sha256, WHAT), card
