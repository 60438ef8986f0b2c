"""The simulated chip of a checkout: its harness is no part of the installed program."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from referee.core.errors import BadValue, PlainWord
from referee.power.simulated_chip import ROOT, chip_harness


def firmware_figures(repeats: int) -> list[tuple[str, float, str, float]]:
    """What is proven of the firmware: label, value, unit and the bar it has to stay below."""
    report = _said("hardware.sim.proofs", "--json", "--repeats", str(repeats))
    rows = [(f["label"], float(f["value"]), f["unit"], float(f["bar"])) for f in report["figures"]]
    broken = "; ".join(report["broken"])
    label = f"rules of the firmware that are broken{': ' if broken else ''}{broken}"
    return [*rows, (label, float(len(report["broken"])), "rules", 0.0)]


def firmware_noise(count: int) -> tuple[int, int]:
    """Noise into the firmware: how many bytes, and how often it closed the relay unasked."""
    report = _said("hardware.sim.fuzz", "--bytes", str(count))
    return int(report["sent"]), int(report["spurious_closings"])


def _said(module: str, *words: str) -> Any:
    """What a program of the harness prints as JSON."""
    chip_harness("chip")
    done = subprocess.run(  # noqa: S603 - our own module
        [sys.executable, "-m", module, *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        return json.loads(done.stdout)
    except ValueError:
        last = (done.stderr.strip().splitlines() or ["nothing was said"])[-1]
        raise BadValue(module, PlainWord(last), "a table of figures") from None
