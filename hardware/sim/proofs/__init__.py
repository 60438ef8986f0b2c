"""What is proven of the firmware in lockstep; a firmware that is broken fails its own proof."""

from __future__ import annotations

from collections.abc import Callable

from hardware.sim.proofs import closing, listening, opening, timing
from hardware.sim.proofs.figure import Broken, Figure, MakeChip

Proof = Callable[[MakeChip, int], list[Figure]]

PROOFS: dict[str, Proof] = {
    "boot": closing.boot,
    "off": opening.off,
    "panic": opening.panic,
    "stop": opening.stop,
    "lease": opening.lease,
    "watchdog": opening.watchdog,
    "check": closing.check,
    "noise": closing.noise,
    "repeat": closing.repeat,
    "clock": timing.clock,
    "trips": listening.trips,
    "inputs": listening.inputs,
    "identity": listening.identity,
    "talk": listening.talk,
}

__all__ = ["PROOFS", "Broken", "Figure", "MakeChip", "Proof"]
