"""`referee demo` in a process of its own, from its start to "The night runs", warm and cold."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from referee.core.errors import BadValue, PlainWord
from referee.lab.bench.report import Report, Row
from referee.lab.bench.tools.machine import load_average, load_note
from referee.system_clock import clock_s

# From the command to a night that runs, once everything is installed.
BAR_S = 10.0
STARTS, QUICK_STARTS = 5, 1
LONGEST_S = 300.0
ENDING_S = 20.0
RUNS = "The night runs after"
# What the installation does once: it compiles, and sets the usual table up.
INSTALLS = ("-m", "referee.sim.coach.table.first_compilation")
DEMO = ("-m", "referee", "demo", "--no-browser", "--volume", "0", "--port", "0")


def run(quick: bool) -> Report:
    """Warm starts as `make demo` makes them, and what the installation takes before the first."""
    before = load_average()
    with tempfile.TemporaryDirectory(prefix="referee-start-") as name:
        compiled = None if quick else Path(name) / "compiled"
        warm = _environment(Path(name) / "tables", compiled)
        began_s = clock_s()
        _installed(warm)
        installed_s = clock_s() - began_s
        starts = sorted(started_night(warm) for _ in range(QUICK_STARTS if quick else STARTS))
    what = "the table was not set up" if quick else "nothing was compiled, no table was set up"
    return Report(
        "start",
        rows=[
            Row("from the command to a night that runs, median", starts[len(starts) // 2], "s"),
            Row(f"... worst of {len(starts)}", starts[-1], "s", BAR_S),
            Row("before, once, with the installation", installed_s, "s"),
        ],
        notes=[
            "`referee demo` without a browser, in a process of its own, the usual table",
            f"with the installation: {what}",
            load_note(before),
        ],
    )


def started_night(environment: dict[str, str]) -> float:
    """Seconds from starting the command until it says that the night runs; it is ended then."""
    began_s = clock_s()
    process = subprocess.Popen(  # noqa: S603 - our own words
        [sys.executable, *DEMO],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )
    said: list[str] = []
    try:
        for line in process.stdout or ():
            said.append(line.strip())
            if RUNS in line:
                return clock_s() - began_s
            if clock_s() - began_s > LONGEST_S:
                break
    finally:
        process.terminate()
        try:
            process.wait(ENDING_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    why = " ".join(said[-3:]) or "it said nothing"
    raise BadValue("the night", PlainWord(f"not begun: {why}"), "one that begins")


def _installed(environment: dict[str, str]) -> None:
    subprocess.run(  # noqa: S603 - our own words
        [sys.executable, *INSTALLS], env=environment, stdout=subprocess.DEVNULL, check=True
    )


def _environment(tables: Path, compiled: Path | None) -> dict[str, str]:
    """This process's, with tables and, if named, compiled code kept in folders of their own."""
    own = {"REFEREE_CACHE": str(tables), "PYTHONUNBUFFERED": "1"}
    if compiled is not None:
        own["NUMBA_CACHE_DIR"] = str(compiled)
    return {**os.environ, **own}
