"""Trained weights: found by name, described by a card, and used only if their hash is right."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from referee.core.errors import BadValue, Word
from referee.files.atomic import write_text

CARD = "card.json"
NETWORK = "detector.onnx"


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What must be known to use a network: its file's hash and the scale it was trained at."""

    name: str
    sha256: str
    px_per_mm: float

    @staticmethod
    def read(path: Path) -> ModelCard:
        """The card in a file."""
        try:
            values = json.loads(path.read_text(encoding="utf-8"))
            return ModelCard(str(values["name"]), str(values["sha256"]), float(values["px_per_mm"]))
        except FileNotFoundError:
            raise BadValue(
                "the model's card", Word("missing"), f"a {CARD} beside it", str(path)
            ) from None
        except (ValueError, KeyError, TypeError, UnicodeDecodeError):
            allowed = f"the {CARD} that came with the model"
            raise BadValue("the model's card", Word("not readable"), allowed, str(path)) from None


def checked_network(folder: Path) -> tuple[bytes, ModelCard]:
    """The network's bytes and its card; a file that is not the one of the card is refused."""
    card = ModelCard.read(folder / CARD)
    path = folder / NETWORK
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise BadValue(
            "the model", Word("missing"), f"{NETWORK} beside its card", str(path)
        ) from None
    found = hashlib.sha256(data).hexdigest()
    if found != card.sha256:
        raise BadValue(
            "the model's SHA-256", found[:12], f"{card.sha256[:12]}..., as its card says", str(path)
        )
    return data, card


def add_figures(folder: Path, name: str, figures: Mapping[str, float | int]) -> None:
    """Write into a model's card how it does on a set."""
    path = folder / CARD
    card = json.loads(path.read_text(encoding="utf-8"))
    card["figures"] = {**card.get("figures", {}), name: dict(figures)}
    write_text(path, json.dumps(card, indent=2) + "\n")
