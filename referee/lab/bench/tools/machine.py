"""The machine on which a figure was measured."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import referee


@dataclass(frozen=True, slots=True)
class BenchMachine:
    """Processor, load, interpreter, moment and source version. Load is None where unknown."""

    cpu: str
    cores: int
    load_1_5_15_min: tuple[float, float, float] | None
    system: str
    python: str
    measured_at: str
    commit: str | None

    @classmethod
    def this_one(cls) -> BenchMachine:
        """The machine this runs on, now."""
        return cls(
            cpu=_cpu_name(),
            cores=os.cpu_count() or 1,
            load_1_5_15_min=os.getloadavg() if hasattr(os, "getloadavg") else None,
            system=f"{platform.system()} {platform.machine()}",
            python=platform.python_version(),
            measured_at=datetime.now(UTC).isoformat(timespec="seconds"),
            commit=_commit(Path(referee.__file__).parents[1]),
        )

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)

    def __str__(self) -> str:
        load = self.load_1_5_15_min
        parts = [
            f"{self.cpu}, {self.cores} cores",
            f"load {load[0]:.1f}" if load else "load unknown",
            f"Python {self.python}",
            self.measured_at,
            f"commit {self.commit}" if self.commit else "no commit known",
        ]
        return "; ".join(parts)


def _cpu_name() -> str:
    cpuinfo = Path("/proc/cpuinfo")  # Linux hides the name from the platform module
    if cpuinfo.is_file():
        for line in cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine() or "unknown processor"


def _commit(root: Path) -> str | None:
    """The commit of a source checkout, with ``+`` when files differ from it."""
    git = shutil.which("git")
    if git is None or not (root / ".git").exists():
        return None
    command = [git, "-C", str(root), "describe", "--always", "--dirty=+", "--exclude=*"]
    try:
        done = subprocess.run(  # noqa: S603 - a fixed command on our own checkout
            command, capture_output=True, text=True, timeout=10, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None


def load_average() -> str:
    """How busy the computer has been for 1, 5 and 15 minutes; "?" where it does not say."""
    return ", ".join(f"{v:.1f}" for v in os.getloadavg()) if hasattr(os, "getloadavg") else "?"


def load_note(before: str) -> str:
    """How busy the computer was before and after a measurement, as a note of a report."""
    return f"load average {before} before, {load_average()} after, {os.cpu_count()} cores"
