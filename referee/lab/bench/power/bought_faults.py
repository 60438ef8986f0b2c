"""Trouble with bought boards, each as its documents describe it: they open only when they are told.

So what counts is how soon the guard tells them. Where program and guard both stand still nobody
does: there the time counts from the instant at which both go on, and a fresh order comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from referee.core.clock import MS_NS
from referee.lab.bench.power.bought_boards import FAKES
from referee.lab.bench.power.fake_board import FakeBoard
from referee.power.guard.core import GuardCore
from referee.power.guard.messages import GuardOrder, GuardVerb
from referee.power.relay_models import find_model

SEED = 2
START_NS = 1_000_000_000_000
READY_MS, WATCHED_MS = 500, 420
BEAT_MS, LEASE_NS = 40, 250 * MS_NS
LONGEST_HALT_MS = 20_000


class BoughtWorld:
    """A program that asks for power, its guard, a cable and a bought board, on one clock."""

    def __init__(self, name: str) -> None:
        self.board: FakeBoard = FAKES[name]()
        self.t_ns = START_NS
        self.board.t_ns = self.t_ns
        self.program, self.asks = True, False
        self._number = 0
        self._to_board: list[tuple[int, bytes]] = []
        self._to_host: list[tuple[int, bytes]] = []
        self.core = GuardCore(find_model(name).device(), self.t_ns, just_plugged_in=True)
        self.core.connected(self.t_ns)
        self._write()

    def run(self, ms: int) -> None:
        """Let time pass; bytes take a millisecond each way."""
        for _ in range(ms):
            self.t_ns += MS_NS
            heard = self.board.tick(self.t_ns)
            for data in self._due(self._to_board):
                heard += self.board.feed(self.t_ns, data)
            if heard:
                self._to_host.append((self.t_ns + MS_NS, heard))
            for data in self._due(self._to_host):
                self.core.received(self.t_ns, data)
            if self.program and (self.t_ns // MS_NS) % BEAT_MS == 0:
                self.order(GuardVerb.ON if self.asks else GuardVerb.BEAT)
            if self.t_ns >= self.core.due_ns():
                self.core.tick(self.t_ns)
            self._write()

    def order(self, verb: GuardVerb) -> None:
        """The program says something."""
        self._number += 1
        for_ns = LEASE_NS if verb is GuardVerb.ON else 0
        self.core.order(self.t_ns, GuardOrder(self._number, verb, self.t_ns, for_ns))
        self._write()

    def halted(self, ms: int) -> None:
        """Program and guard stand still, as in a computer that sleeps; the board does not."""
        self.t_ns += ms * MS_NS
        self.board.tick(self.t_ns)

    def edges(self, since_ns: int) -> Sequence[tuple[int, bool]]:
        """The relay's edges since an instant."""
        return [edge for edge in self.board.edges if edge[0] >= since_ns]

    def _due(self, wire: list[tuple[int, bytes]]) -> list[bytes]:
        due = [data for at_ns, data in wire if at_ns <= self.t_ns]
        wire[:] = [row for row in wire if row[0] > self.t_ns]
        return due

    def _write(self) -> None:
        while data := self.core.output(self.t_ns):
            self._to_board.append((self.t_ns + MS_NS, data))
        self.core.events()


def run_bought_fault(name: str, trials: int) -> tuple[float, int]:
    """The longest until the relay opens, in ms, and how often it closed again by itself."""
    rng = np.random.default_rng(SEED)
    models = list(FAKES)
    worst_ms, again = 0.0, 0
    for trial in range(trials):
        world = BoughtWorld(models[trial % len(models)])
        world.run(READY_MS)
        world.asks = True
        world.run(int(rng.integers(60, 200)))
        if not world.board.closed:
            raise RuntimeError(f"{name}: the relay is not on before the trouble")
        BOUGHT_FAULTS[name](world, rng)
        struck_ns = world.t_ns
        world.run(WATCHED_MS)
        after = world.edges(struck_ns)
        falls_ns = [at_ns for at_ns, closed in after if not closed]
        open_ms = (falls_ns[0] - struck_ns) / MS_NS if falls_ns else 1e9
        # A board that ends a pulse by itself was open before anybody went on.
        worst_ms = max(worst_ms, 0.0 if not falls_ns and not world.board.closed else open_ms)
        again += sum(closed for _, closed in after)
    return worst_ms, again


def _killed(world: BoughtWorld, _rng: np.random.Generator) -> None:
    world.program = False
    world.core.host_gone(world.t_ns)


def _hangs(world: BoughtWorld, _rng: np.random.Generator) -> None:
    world.program = False


def _stalls(world: BoughtWorld, _rng: np.random.Generator) -> None:
    world.asks = False


def _both_halt(world: BoughtWorld, rng: np.random.Generator) -> None:
    """Both stand still for longer than a lease, and the first to go on is the program."""
    world.halted(int(rng.integers(LEASE_NS // MS_NS + 1, LONGEST_HALT_MS)))
    world.order(GuardVerb.ON)


BOUGHT_FAULTS: Mapping[str, Callable[[BoughtWorld, np.random.Generator], None]] = {
    "program killed": _killed,
    "program hangs": _hangs,
    "program stalls": _stalls,
    "both stood still, counted from when they go on": _both_halt,
}
