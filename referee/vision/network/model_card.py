"""Trained weights: found by name, described by a card, and used only if their hash is right."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from referee.core.errors import BadValue, PlainWord
from referee.loaders.formats.atomic_file import write_text
from referee.vision.network.default_models import DETECTOR
from referee.vision.network.detector_classes import CLASSES

CardValues = Mapping[str, Any]
CardT = TypeVar("CardT")

CARD = "card.json"
NETWORK = "detector.onnx"
DEFAULT = DETECTOR
_PACKAGE = Path(__file__).resolve().parents[2]
# In a wheel the models travel inside the package; in a checkout they lie at the top level.
_PLACES = (_PACKAGE / "_shipped" / "models", _PACKAGE.parent / "models")


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What must be known to use a network: its hash, its scale, the lowest scores to trust.

    ``least_scores`` has one for each of `CLASSES`; a card may name some of them, or one for all.
    """

    name: str
    sha256: str
    px_per_mm: float
    least_scores: tuple[float, ...]

    @staticmethod
    def read(path: Path) -> ModelCard:
        """The card in a file."""
        return read_card(path, "the model", _model_card)


def _model_card(values: CardValues) -> ModelCard:
    every, named = float(values["least_score"]), values.get("least_scores", {})
    least_scores = tuple(float(named.get(name, every)) for name in CLASSES)
    px_per_mm = float(values["px_per_mm"])
    return ModelCard(str(values["name"]), str(values["sha256"]), px_per_mm, least_scores)


def read_card(path: Path, what: str, made: Callable[[CardValues], CardT]) -> CardT:
    """The card of a network, ``made`` from the values in its file."""
    try:
        return made(_values(path))
    except FileNotFoundError:
        allowed = f"a {CARD} beside the network"
        raise BadValue(f"{what}'s card", PlainWord("missing"), allowed, str(path)) from None
    except (ValueError, KeyError, TypeError, AttributeError):
        allowed = f"the {CARD} that came with {what}"
        raise BadValue(f"{what}'s card", PlainWord("not readable"), allowed, str(path)) from None


def find_model(name_or_path: str = DEFAULT) -> Path:
    """The folder of a model that comes with the program, or the path itself if it is one."""
    if "/" in name_or_path or "\\" in name_or_path:
        return Path(name_or_path)
    known = sorted(card.parent for place in _PLACES for card in place.glob(f"*/{CARD}"))
    for folder in known:
        if folder.name == name_or_path:
            return folder
    detectors = [folder.name for folder in known if (folder / NETWORK).is_file()]
    names = ", ".join(detectors) or "none yet"
    raise BadValue("model", name_or_path, f"one of {names}, or the path of a model folder")


def checked_network(folder: Path) -> tuple[bytes, ModelCard]:
    """The network's bytes and its card; a file that is not the one of the card is refused."""
    card = ModelCard.read(folder / CARD)
    return checked_bytes(folder / NETWORK, card.sha256, "the model"), card


def checked_bytes(path: Path, sha256: str, what: str) -> bytes:
    """The bytes of a network's file, whose SHA-256 must be the one on its card."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        allowed = f"{path.name} beside its card"
        raise BadValue(what, PlainWord("missing"), allowed, str(path)) from None
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        allowed = f"{sha256[:12]}..., as its card says"
        raise BadValue(f"{what}'s SHA-256", found[:12], allowed, str(path))
    return data


def add_figures(folder: Path, name: str, figures: Mapping[str, float | int]) -> None:
    """Write into a model's card how it does on a set."""
    card = _values(folder / CARD)
    _rewrite(folder, {**card, "figures": {**card.get("figures", {}), name: dict(figures)}})


def set_least_scores(folder: Path, scores: Mapping[str, float]) -> None:
    """Write into a model's card from which score on its answers count, class by class."""
    _rewrite(folder, {**_values(folder / CARD), "least_scores": dict(scores)})


def _values(path: Path) -> CardValues:
    values: CardValues = json.loads(path.read_text(encoding="utf-8"))
    return values


def _rewrite(folder: Path, card: CardValues) -> None:
    write_text(folder / CARD, json.dumps(card, indent=2) + "\n")
