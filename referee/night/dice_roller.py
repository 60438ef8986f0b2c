"""Dice and coins that the program throws: the seed decides them, and every throw is counted."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np


class DiceRoller:
    """Throws one after the other; the same seed throws the same again.

    ``seed`` is one number or several; None: a new one from the system, which the journal keeps.
    """

    def __init__(self, seed: int | Sequence[int] | None = None) -> None:
        self.seed = np.random.SeedSequence(seed).entropy
        self.throws = 0
        self._chance = np.random.default_rng(self.seed)

    def coin(self) -> int:
        """0 or 1."""
        self.throws += 1
        return int(self._chance.integers(2))

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """The pips of so many dice with so many sides each."""
        self.throws += 1
        return tuple(int(pips) for pips in self._chance.integers(1, sides + 1, count))

    @property
    def words(self) -> str:
        """Which throw of which seed it was, for the journal."""
        return f"throw {self.throws} of seed {self.seed}"
