"""Kill -9 at random moments: the real guard and the firmware in a simulated chip have to open.

The program is started again on the same folder every time, so each trial is a resumed game.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import numpy as np

from referee.bench.play.faults import LATEST_S
from referee.bench.play.trials import Trial, Trouble
from referee.power.chip import chip_on_a_port
from referee.record.game.reading import read_game

MS_NS = 1_000_000
START_S, PLAY_S, OFF_S = 240.0, 90.0, 3.0


@dataclass
class _Victim:
    """What the program says of itself, newest last; ``was_on``: it began with power."""

    process: subprocess.Popen[str]
    lines: queue.Queue[dict[str, object]] = field(default_factory=queue.Queue)
    last: dict[str, object] = field(default_factory=dict)
    first: dict[str, object] = field(default_factory=dict)

    def read(self, out: IO[str]) -> None:
        for line in out:
            self.lines.put(json.loads(line))

    def wait_power(self, wanted: bool, seconds: float) -> bool:
        end_s = time.monotonic() + seconds
        while time.monotonic() < end_s:
            try:
                self.last = self.lines.get(timeout=0.2)
            except queue.Empty:
                if self.process.poll() is not None:
                    return False
                continue
            self.first = self.first or self.last
            if self.last["power"] is wanted:
                return True
        return False


def kill_nights(count: int, seed: int, folder: Path, told: Callable[[], None]) -> list[Trial]:
    """Start, play until power is on, kill, look at the pin and the journal; again and again."""
    rng = np.random.default_rng([seed, 9])
    trials: list[Trial] = []
    with chip_on_a_port() as (rig, choice):
        for _ in range(count):
            before = _entries(folder)
            words = [sys.executable, "-m", "referee.bench.play.victim", str(folder)]
            words += [choice.model, str(choice.port.path), str(seed)]
            with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own
                victim = _Victim(process)
                reader = threading.Thread(target=victim.read, args=(process.stdout,), daemon=True)
                reader.start()
                started = victim.wait_power(wanted=False, seconds=START_S)
                ran = started and victim.wait_power(wanted=True, seconds=PLAY_S)
                time.sleep(float(rng.uniform(0.05, LATEST_S)))
                killed_ns = time.monotonic_ns()
                process.kill()
            off_ms = _off_ms(rig, killed_ns)
            known = int(str(victim.first.get("entries", 0)))
            safe = int(str(victim.last.get("entries", 0)))
            # What stood before is there; of the last moment at most one line may be lost.
            intact = known >= before and _entries(folder) >= safe - 1
            trials.append(Trial(Trouble.KILLED, ran, off_ms, None, intact, started))
            told()
    return trials


def _off_ms(rig: object, killed_ns: int) -> float | None:
    """When the pin opened; 0: it was open already."""
    end_s = time.monotonic() + OFF_S
    while time.monotonic() < end_s:
        edges = [edge for edge in rig.seen if edge.what == "relay"]  # type: ignore[attr-defined]
        if not edges or edges[-1].value == 0:
            return max(0.0, (edges[-1].t_ns - killed_ns) / MS_NS) if edges else 0.0
        time.sleep(0.01)
    return None


def _entries(folder: Path) -> int:
    """How long the journal on the disk is; it has to make sense as a game."""
    if not folder.exists():
        return 0
    with read_game(folder) as game:
        return len(game.journal().entries)
