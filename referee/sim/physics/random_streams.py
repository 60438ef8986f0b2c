"""Random numbers, a generator for each purpose: the same seed gives the same board."""

from __future__ import annotations

import numpy as np

from referee.core.errors import BadValue
from referee.core.geometry.base_shape import FloatArray

BLOCK_TICKS = 512
STREAMS = ("dynamics", "start", "creep", "falls", "falling", "locks")
MOST_SEED = 2**63 - 1


def check_seed(seed: int) -> None:
    """Raise one sentence when this is no seed."""
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MOST_SEED:
        raise BadValue("seed", seed, f"a whole number from 0 to {MOST_SEED}")


def streams(seed: int) -> dict[str, np.random.Generator]:
    """An independent generator for each purpose: one more draw of one changes no other."""
    check_seed(seed)
    children = np.random.SeedSequence(seed).spawn(len(STREAMS))
    return {
        name: np.random.Generator(np.random.PCG64(child))
        for name, child in zip(STREAMS, children, strict=True)
    }


class TickNoise:
    """Random numbers of each moving tick: two normals a row to creep, one uniform to fall."""

    def __init__(self, creep: np.random.Generator, falls: np.random.Generator, rows: int) -> None:
        self._creep, self._falls = creep, falls
        self._rows = rows
        self._next = BLOCK_TICKS
        self._normals: FloatArray = np.empty(0)
        self._uniforms: FloatArray = np.empty(0)

    def draw(self) -> tuple[FloatArray, FloatArray]:
        """The next tick's normals (rows, 2) and uniforms (rows,)."""
        if self._next == BLOCK_TICKS:
            self._normals = self._creep.standard_normal((BLOCK_TICKS, self._rows, 2))
            self._uniforms = self._falls.random((BLOCK_TICKS, self._rows))
            self._next = 0
        k = self._next
        self._next += 1
        return self._normals[k], self._uniforms[k]
