"""The guard's rules and the real firmware in a simulated chip, on one clock."""

from __future__ import annotations

from pathlib import Path

from referee.core.clock import MS_NS
from referee.power.events import PowerEvent, PowerEventKind
from referee.power.guard.core import GuardCore
from referee.power.guard.messages import GuardOrder, GuardVerb
from referee.power.relay_models import OWN_MODEL, find_model
from referee.power.simulated_chip import chip_harness

BEAT_NS = 40 * MS_NS
LEASE_NS = 250 * MS_NS
START_NS = 1_000_000_000_000
READY_MS = 4000


class LinkWorld:
    """A program that asks for power, its guard, a cable, and a simulated chip."""

    def __init__(self) -> None:
        build = chip_harness("build")
        self.chip = chip_harness("chip").Chip(Path(build.library()), build.RELEASE)
        self.events: list[PowerEvent] = []
        self.program = self.guard = self.cable = self.answers_arrive = True
        self.asks = False
        self.noise = b""
        self._number = 0
        self._beat_ns = 0
        self._waiting = b""
        self.core = self._fresh()

    @property
    def now_ns(self) -> int:
        """The one clock."""
        return START_NS + round(self.chip.now_us * 1000)

    def close(self) -> None:
        """The chip is freed."""
        self.chip.close()

    def ready(self) -> None:
        """As a person would put it right after trouble: restarted if it must be, and cleared."""
        self.program = self.guard = self.cable = self.answers_arrive = True
        self.asks, self.noise = False, b""
        if self.core.gone:
            self.core = self._fresh()
        for _ in range(READY_MS // 50):
            standing = self.core.standing(self.now_ns)
            if standing.ready and not standing.fault and not standing.closed:
                return
            if standing.fault:
                self.order(GuardVerb.CLEAR)
            self.run(50)
        raise RuntimeError(f"never ready: {standing}")

    def run(self, ms: int) -> None:
        """Let time pass in steps of a millisecond, which is also what USB takes each way."""
        for _ in range(ms):
            if self.noise:
                self.chip.send(self.noise)
            self.chip.run_ms(1.0)
            data = bytes(self.chip.raw)
            self.chip.raw.clear()
            self.chip.lines.clear()
            if self.cable and self.answers_arrive:
                self._waiting += data
            if self.guard:
                self._guard_works()

    def order(self, verb: GuardVerb, for_ns: int = 0) -> None:
        """The program says something."""
        self._number += 1
        self.core.order(self.now_ns, GuardOrder(self._number, verb, self.now_ns, for_ns))
        self._write()

    def unplug(self, for_ms: int) -> None:
        """No supply for so long; the guard notices with the next millisecond."""
        self.chip.reset(chip_harness("chip").POWER, for_ms)
        self.cable, self._waiting = False, b""
        self.core.disconnected(self.now_ns, "it was unplugged")
        self._write()

    def plug(self) -> None:
        """Found again."""
        self.cable = True
        self.core.connected(self.now_ns)
        self._write()

    def edges(self, since_us: float) -> list[tuple[float, bool]]:
        """The relay pin's edges since an instant of the chip's."""
        return [
            (e.us, bool(e.value)) for e in self.chip.edges if e.what == "relay" and e.us >= since_us
        ]

    def told(self, kind: PowerEventKind) -> int:
        """How often something was logged."""
        return sum(event.what.kind is kind for event in self.events)

    def _fresh(self) -> GuardCore:
        core = GuardCore(find_model(OWN_MODEL).device(), self.now_ns)
        core.connected(self.now_ns)
        self._waiting = b""
        self.core = core
        self._write()
        return core

    def _guard_works(self) -> None:
        now_ns = self.now_ns
        if self._waiting:
            data, self._waiting = self._waiting, b""
            self.core.received(now_ns, data)
        if self.program and now_ns >= self._beat_ns:
            self._beat_ns = now_ns + BEAT_NS
            verb = GuardVerb.ON if self.asks else GuardVerb.BEAT
            self._number += self.asks
            for_ns = LEASE_NS if self.asks else 0
            self.core.order(now_ns, GuardOrder(self._number, verb, now_ns, for_ns))
        if now_ns >= self.core.due_ns():
            self.core.tick(now_ns)
        self._write()

    def _write(self) -> None:
        while data := self.core.output(self.now_ns):
            if self.cable:
                self.chip.send(data)
        self.events += self.core.events()
