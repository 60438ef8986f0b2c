"""Real processes in real time: a busy computer, and a program that is killed."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.core.clock import MS_NS
from referee.lab.bench.tools.busy_computer import busy_computer
from referee.power.link import PowerLink
from referee.power.relay_choice import RelayChoice
from referee.power.simulated_chip import chip_on_a_port
from referee.system_clock import clock_ns, clock_s

LEASE_NS = 250 * MS_NS
READY_S = 20.0
BUSY_PROCESSES = 2
ON_S, REST_S = 0.03, 0.02
LOG_S = 10.0
HOLDER = "referee.lab.bench.power.power_holder"


@dataclass(frozen=True, slots=True)
class KilledPrograms:
    """How soon it was off after every kill, and what the log does not tell."""

    off_ms: list[float]
    missing: int


def measure_off(count: int) -> list[float]:
    """From the call of off() to the pin, in ms and in order, with a busy process for each core."""
    found: list[float] = []
    with (
        _rig() as (rig, choice, folder),
        busy_computer(BUSY_PROCESSES),
        PowerLink(choice, folder / "log.jsonl") as link,
    ):
        link.wait_ready(READY_S)
        while len(found) < count:
            began_ns = clock_ns()
            link.on(LEASE_NS)
            rig.wait_edge("relay", 1, began_ns)
            time.sleep(ON_S)
            called_ns = clock_ns()
            link.off()
            found.append((rig.wait_edge("relay", 0, called_ns).t_ns - called_ns) / MS_NS)
            time.sleep(REST_S)
            if link.standing().fault:
                link.clear()
                link.wait_ready(READY_S)
    return sorted(found)


def kill_programs(count: int) -> KilledPrograms:
    """Start a program that keeps the power on, kill it, look at pin and log; again and again."""
    found: list[float] = []
    missing = 0
    with _rig() as (rig, choice, folder):
        for number in range(count):
            log = folder / f"log{number}.jsonl"
            began = len(rig.seen)
            words = [sys.executable, "-m", HOLDER, choice.model, str(choice.port.path), str(log)]
            with subprocess.Popen(words, stdout=subprocess.PIPE) as program:  # noqa: S603 - ours
                try:
                    next(iter(program.stdout or ()))
                    killed_ns = clock_ns()
                finally:
                    program.kill()
            found.append((rig.wait_edge("relay", 0, killed_ns).t_ns - killed_ns) / MS_NS)
            pin = ["closed" if s.value else "opened" for s in rig.seen[began:] if s.what == "relay"]
            missing += _never_logged(log, pin)
    return KilledPrograms(found, missing)


def _never_logged(log: Path, pin: list[str]) -> int:
    """How many of the pin's edges the log still lacks after a while."""
    until_s = clock_s() + LOG_S
    while True:
        edges = _edges_in(log)
        if edges == pin or clock_s() > until_s:
            return abs(len(pin) - len(edges)) if edges != pin else 0
        time.sleep(REST_S)


def _edges_in(log: Path) -> list[str]:
    lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
    kinds = [json.loads(line).get("kind") for line in lines if line.endswith("}")]
    return [kind for kind in kinds if kind in ("closed", "opened")]


@contextmanager
def _rig() -> Iterator[tuple[Any, RelayChoice, Path]]:
    with tempfile.TemporaryDirectory() as name, chip_on_a_port() as (rig, choice):
        yield rig, choice, Path(name)
