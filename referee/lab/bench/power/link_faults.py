"""Every kind of trouble: how soon the relay opens, and whether the log is whole."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from referee.lab.bench.power.filling_disk import FillingDisk
from referee.lab.bench.power.link_world import LEASE_NS, LinkWorld
from referee.power.efl.protocol import command_line
from referee.power.events import PowerEventKind
from referee.power.guard.log import PowerLog
from referee.power.guard.messages import GuardVerb
from referee.power.ports import PortIdentity, SerialPort, find_port
from referee.power.simulated_chip import chip_harness

WATCHED_MS = 340
AFTER_MS = 120
SEED = 1
GARBAGE = b"\x00\xffgarbage \x55\xaa\n"
FaultRng = np.random.Generator


@dataclass(frozen=True, slots=True)
class FaultOutcome:
    """What came of all trials of one kind of trouble."""

    worst_ms: float
    again: float
    missing: float


def run_fault(name: str, trials: int) -> FaultOutcome:
    """Power on, trouble at a random instant, and a look at what follows."""
    rng = np.random.default_rng(SEED)
    world = LinkWorld()
    worst_ms, again, missing = 0.0, 0, 0
    try:
        for _ in range(trials):
            world.ready()
            world.events.clear()
            world.chip.edges.clear()
            began_us = world.chip.now_us
            world.asks = True
            world.run(int(rng.integers(60, 200)))
            world.chip.run_until(world.chip.now_us + float(rng.uniform(0, 1000)))
            if not world.chip.relay:
                raise RuntimeError(f"{name}: the relay is not on before the trouble")
            struck_us = world.chip.now_us
            aftermath = FAULTS[name](world, rng)
            world.run(WATCHED_MS)
            after = world.edges(struck_us)
            falls_us = [us for us, on in after if not on]
            worst_ms = max(worst_ms, (falls_us[0] - struck_us) / 1000 if falls_us else np.inf)
            if aftermath is not None:
                aftermath()
            world.run(AFTER_MS)
            world.ready()
            again += sum(on for _, on in world.edges(struck_us))
            missing += _missing(world, began_us)
    finally:
        world.close()
    return FaultOutcome(min(worst_ms, 1e9), float(again), float(missing))


def _missing(world: LinkWorld, began_us: float) -> int:
    """How many edges of the pin are missing in the log."""
    edges = world.edges(began_us)
    lost = abs(world.told(PowerEventKind.CLOSED) - sum(on for _, on in edges))
    lost += abs(world.told(PowerEventKind.OPENED) - sum(not on for _, on in edges))
    return lost


def _killed(world: LinkWorld, _rng: FaultRng) -> None:
    world.program = False
    world.core.host_gone(world.now_ns)


def _hangs(world: LinkWorld, _rng: FaultRng) -> None:
    world.program = False


def _stalls(world: LinkWorld, _rng: FaultRng) -> None:
    """It lives and beats, and has stopped deciding."""
    world.asks = False


def _guard_hangs(world: LinkWorld, _rng: FaultRng) -> Callable[[], None]:
    world.guard = False
    return lambda: setattr(world, "guard", True)


def _both_halt(world: LinkWorld, _rng: FaultRng) -> Callable[[], None]:
    """Both stand still; the first thing afterwards is a fresh order to stay on."""
    world.program = world.guard = False

    def afterwards() -> None:
        world.guard = world.program = True
        world.order(GuardVerb.ON, LEASE_NS)

    return afterwards


def _disk_full(world: LinkWorld, rng: FaultRng) -> Callable[[], None]:
    """The program ends with an error; the guard's log waits until there is room again."""
    folder = tempfile.TemporaryDirectory()
    path = Path(folder.name) / "power.jsonl"
    disk = FillingDisk(path, room=int(rng.integers(0, 400)))
    log = PowerLog(path, {}, lambda _: disk)
    _killed(world, rng)

    def afterwards() -> None:
        for event in world.events:
            log.keep(event)
        disk.make_room()
        unwritten = log.close(10.0)
        with path.open("rb") as stream:
            kept = [json.loads(line) for line in stream][1:]
        if unwritten or kept != [event.to_json() for event in world.events]:
            world.events.clear()  # counted as missing
        folder.cleanup()

    return afterwards


def _unplugged(world: LinkWorld, rng: FaultRng) -> Callable[[], None]:
    world.unplug(int(rng.integers(50, WATCHED_MS)))
    return world.plug


def _renamed(world: LinkWorld, rng: FaultRng) -> Callable[[], None]:
    """Plugged in elsewhere, it has another name; it is looked for by its serial number."""
    world.unplug(int(rng.integers(50, WATCHED_MS)))
    number = int(rng.integers(1, 100))
    there = SerialPort(f"/dev/ttyACM{number}", "Uno", "2341:0043", "757", f"1-{number}")
    other = SerialPort("/dev/ttyACM0", "Uno", "2341:0043", "758", "1-0")

    def plug() -> None:
        found = find_port(PortIdentity(usb="2341:0043", serial="757"), lambda: [other, there])
        if found != there.path:
            raise RuntimeError(f"found {found}")
        world.plug()

    return plug


def _flooded(world: LinkWorld, rng: FaultRng) -> Callable[[], None]:
    """Ten bytes a millisecond toward the board, or garbage toward the guard, without end."""
    if rng.random() < 0.5:
        world.noise = bytes(rng.integers(0, 256, 10, dtype=np.uint8))
        return lambda: setattr(world, "noise", b"")
    take = world.core.received
    world.core.received = lambda t_ns, data: take(t_ns, GARBAGE * 20 + data)  # type: ignore[method-assign]
    return lambda: setattr(world.core, "received", take)


def _second_program(world: LinkWorld, rng: FaultRng) -> Callable[[], None] | None:
    """It resets the board by opening, probes it, reads our answers away, or greets it as we do."""
    chip: Any = world.chip
    kind = int(rng.integers(0, 4))
    if kind == 0:
        chip.reset(chip_harness("chip").RESET_LINE, float(rng.uniform(0, 100)))
    elif kind == 1:
        chip.send(b"AT\r\n")
    elif kind == 2:
        world.answers_arrive = False
        return lambda: setattr(world, "answers_arrive", True)
    else:
        chip.send(command_line(int(rng.integers(0, 256)), "HELLO 1 2000"))
    return None


def _panics(world: LinkWorld, _rng: FaultRng) -> None:
    """No trouble, but the fastest way there is."""
    world.asks = False
    world.order(GuardVerb.PANIC)


FAULTS: Mapping[str, Callable[[LinkWorld, FaultRng], Callable[[], None] | None]] = {
    "program killed": _killed,
    "program hangs": _hangs,
    "program stalls": _stalls,
    "guard hangs": _guard_hangs,
    "both stand still": _both_halt,
    "disk full": _disk_full,
    "unplugged": _unplugged,
    "replugged under another name": _renamed,
    "flooded": _flooded,
    "second program": _second_program,
    "panic": _panics,
}
