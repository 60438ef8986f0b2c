"""The simulated chip belongs to a checkout: who has none is told."""

from __future__ import annotations

import pytest

from referee.core.errors import BadValue
from referee.power import simulated_chip


def test_without_a_checkout_a_sentence_says_so(monkeypatch, tmp_path):
    monkeypatch.setattr(simulated_chip, "ROOT", tmp_path)
    with pytest.raises(BadValue, match="checkout"):
        simulated_chip.chip_harness("rig")
