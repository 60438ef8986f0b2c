"""Whether a game can be written down: room, and how quickly."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

from referee.apps.doctor.diagnosis import Diagnosis, PartHealth
from referee.system_clock import clock_s

GB = 1e9
LEAST_GB = 2.0
HOUR_GB = 6.0  # of small video with sightings, generously
EXACT_HOUR_GB = 40.0  # of the camera's own pictures
PROBE_BYTES = 32_000_000
LEAST_MB_S = 15.0

FreeSpace = Callable[[Path], float]
DiskProbe = Callable[[Path], float]


def free_gb(folder: Path) -> float:
    """Room on the disk a folder is on."""
    return shutil.disk_usage(folder).free / GB


def written_mb_s(folder: Path) -> float:
    """How quickly a file is really on the disk; it is taken away again."""
    probe = folder / f".referee-doctor-{os.getpid()}"
    data = os.urandom(PROBE_BYTES)
    try:
        began = clock_s()
        with probe.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        return PROBE_BYTES / 1e6 / max(clock_s() - began, 1e-6)
    finally:
        probe.unlink(missing_ok=True)


def check_disk(
    folder: Path, free: FreeSpace = free_gb, probe: DiskProbe = written_mb_s
) -> Diagnosis:
    """One line on the disk that games are written to."""
    try:
        room_gb = free(folder)
        if room_gb < LEAST_GB:
            says = f"{room_gb:.1f} GB free at {folder}"
            return Diagnosis(
                "disk", PartHealth.BROKEN, says, "Make room: a game needs some GB an hour."
            )
        speed = probe(folder)
    except OSError as error:
        says = f"{folder} cannot be written ({(error.strerror or str(error)).lower()})"
        return Diagnosis("disk", PartHealth.BROKEN, says, "Choose a folder of yours with --folder.")
    values: dict[str, float | str | None] = {"free_gb": room_gb, "mb_s": speed}
    says = f"{room_gb:.0f} GB free at {folder}, writes {speed:.0f} MB/s"
    if speed < LEAST_MB_S:
        advice = "Slow: record to a disk inside the computer, not to a card or a share."
        return Diagnosis("disk", PartHealth.CHANGE, says, advice, values)
    if room_gb < HOUR_GB:
        return Diagnosis(
            "disk", PartHealth.CHANGE, says, "An hour of game needs about 6 GB.", values
        )
    if room_gb < EXACT_HOUR_GB:
        says += f"; an hour of the camera's own pictures would need {EXACT_HOUR_GB:.0f}"
    return Diagnosis("disk", PartHealth.FINE, says, "", values)
