"""Bases that hook into each other: a joint at the touch that holds for a while, or until torn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pymunk

# Chances are thrown once in this many ticks, not in each.
EVERY_TICKS = 20


@dataclass(frozen=True, slots=True)
class _Lock:
    joint: pymunk.PivotJoint
    breaks: float


class Locks:
    """The hooks in force, by pair of rows."""

    def __init__(
        self,
        space: pymunk.Space,
        bodies: Sequence[pymunk.Body],
        rng: np.random.Generator,
        tick_s: float,
        locks_per_s: float,
        holds_s: float,
        breaks_mm_s2: float,
    ) -> None:
        self._space, self._bodies, self._rng = space, bodies, rng
        self._tick_s = tick_s
        self._chance = min(1.0, locks_per_s * EVERY_TICKS * tick_s)
        self._opens = min(1.0, EVERY_TICKS * tick_s / holds_s)
        self._breaks_mm_s2 = breaks_mm_s2
        self._locks: dict[tuple[int, int], _Lock] = {}
        self._age = 0

    def tick(self, touching: Sequence[tuple[int, int]]) -> None:
        """Hook pairs that touch, open what was hooked, both by chance and in a fixed order."""
        for pair in list(self._locks):
            lock = self._locks[pair]
            if lock.joint.impulse > lock.breaks * self._tick_s or self._rng.random() < self._opens:
                self.open(pair)
        for pair in touching:
            if pair not in self._locks and self._rng.random() < self._chance:
                self._hook(pair)

    @property
    def due(self) -> bool:
        """Count a tick; whether it is time to throw chances."""
        self._age = (self._age + 1) % EVERY_TICKS
        return self._age == 0

    def open(self, pair: tuple[int, int]) -> None:
        """Unhook a pair."""
        self._space.remove(self._locks.pop(pair).joint)

    def open_all(self, row: int) -> None:
        """Unhook everything from a row that was taken or fell."""
        for pair in [p for p in self._locks if row in p]:
            self.open(pair)

    def _hook(self, pair: tuple[int, int]) -> None:
        a, b = (self._bodies[row] for row in pair)
        joint = pymunk.PivotJoint(a, b, (a.position + b.position) / 2.0)
        breaks = self._breaks_mm_s2 * min(a.mass, b.mass)
        # The solver never pulls harder than what would tear the hook.
        joint.max_force = 1.5 * breaks
        joint.error_bias = 1.0
        self._space.add(joint)
        self._locks[pair] = _Lock(joint, breaks)
