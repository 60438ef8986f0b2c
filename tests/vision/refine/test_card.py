"""The card of the refiner's weights is the card of the weights that are used."""

from __future__ import annotations

import json
from pathlib import Path

from referee.vision.refine.refiner_weights import SHA256, load_refiner_weights

CARD = Path(__file__).parents[3] / "models" / "refiner" / "card.json"


def test_the_card_names_the_weights_that_the_program_loads():
    load_refiner_weights()
    assert json.loads(CARD.read_text(encoding="utf-8"))["sha256"] == SHA256
