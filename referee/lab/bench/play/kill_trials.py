"""Kill -9 at random moments: the real guard and the firmware in a simulated chip have to open.

The program is started again on the same folder every time, so each trial is a resumed game.
"""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

import numpy as np

from referee.core.clock import MS_NS
from referee.lab.bench.play.trial import Trial, Trouble
from referee.lab.bench.play.trouble_trials import LATEST_TROUBLE_S
from referee.power.relay_choice import RelayChoice
from referee.power.simulated_chip import chip_on_a_port
from referee.record.game.game_folder import read_game
from referee.system_clock import clock_ns, clock_s

START_S, PLAY_S, OFF_S = 240.0, 90.0, 3.0


@dataclass
class _VictimProcess:
    """What the program says of itself, newest last; ``first`` is how it began."""

    process: subprocess.Popen[str]
    lines: queue.Queue[dict[str, object]] = field(default_factory=queue.Queue)
    last: dict[str, object] = field(default_factory=dict)
    first: dict[str, object] = field(default_factory=dict)

    def read(self, out: IO[str]) -> None:
        """Take in what it says."""
        for line in out:
            self.lines.put(json.loads(line))

    def go(self) -> None:
        """It is its turn."""
        if self.process.stdin is not None:
            with contextlib.suppress(BrokenPipeError):
                self.process.stdin.write("go\n")
                self.process.stdin.flush()

    def wait_power(self, wanted: bool, seconds: float) -> bool:
        """Whether the power was seen to be so in time."""
        end_s = clock_s() + seconds
        while clock_s() < end_s:
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

    def catch_up(self) -> None:
        """Take in the last that it said."""
        with contextlib.suppress(queue.Empty):
            while True:
                self.last = self.lines.get_nowait()

    def end(self) -> None:
        """Kill it."""
        self.process.kill()
        self.process.wait()


def kill_nights(count: int, seed: int, folder: Path, told: Callable[[], None]) -> list[Trial]:
    """Start, play until power is on, kill, look at the pin and the journal; again and again.

    While one plays the next one gets ready. Whether a game goes on is shown by the next one on its
    folder, so there is one more than are killed in play.
    """
    rng = np.random.default_rng([seed, 9])
    trials: list[Trial] = []
    with chip_on_a_port() as (rig, choice), contextlib.ExitStack() as started:

        def start() -> _VictimProcess:
            victim = _started(folder, choice, seed)
            started.callback(victim.end)
            return victim

        coming = start()
        for number in range(count + 1):
            now, before = coming, _entries(folder)
            now.go()
            up = now.wait_power(wanted=False, seconds=START_S)
            coming = start() if number < count else coming
            ran = up and now.wait_power(wanted=True, seconds=PLAY_S)
            whole = int(str(now.first.get("entries", 0))) >= before
            if trials:
                trials[-1] = replace(trials[-1], went_on=ran, intact=trials[-1].intact and whole)
                told()
            if number == count:
                break
            time.sleep(float(rng.uniform(0.05, LATEST_TROUBLE_S)))
            now.catch_up()
            # A snap is over by then as often as not: what is to be killed is a board that runs.
            running = now.last.get("power") is True or now.wait_power(wanted=True, seconds=PLAY_S)
            killed_ns = clock_ns()
            now.end()
            safe = int(str(now.last.get("entries", 0)))
            # Of the last moment at most one line may be lost.
            intact = _entries(folder) >= safe - 1
            off_ms = _off_ms(rig, killed_ns)
            trials.append(Trial(Trouble.KILLED, running, off_ms, None, intact, False))
    return trials


def _started(folder: Path, choice: RelayChoice, seed: int) -> _VictimProcess:
    words = [sys.executable, "-m", "referee.lab.bench.play.victim", str(folder)]
    words += [choice.model, str(choice.port.path), str(seed)]
    process = subprocess.Popen(  # noqa: S603 - our own words
        words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    victim = _VictimProcess(process)
    threading.Thread(target=victim.read, args=(process.stdout,), daemon=True).start()
    return victim


def _off_ms(rig: object, killed_ns: int) -> float | None:
    """When the pin opened; 0: it was open already."""
    end_s = clock_s() + OFF_S
    while clock_s() < end_s:
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
