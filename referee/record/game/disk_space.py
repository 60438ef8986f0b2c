"""How full the disk is. People are told early; the journal goes on when nothing else can."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

RESERVE_FILE = "reserve"
RESERVE_BYTES = 8 * 2**20
MIB = 2**20
# Free bytes below which the coach is told, no video is kept, no positions are kept.
LOW_BYTES = 2048 * MIB
TIGHT_BYTES = 768 * MIB
SCARCE_BYTES = 256 * MIB


@dataclass(frozen=True, slots=True)
class DiskSpace:
    """What is left on the disk of a game."""

    free_bytes: int

    @property
    def low(self) -> bool:
        """Whether the coach should know."""
        return self.free_bytes < LOW_BYTES

    @property
    def tight(self) -> bool:
        """Whether there is no room for video any more."""
        return self.free_bytes < TIGHT_BYTES

    @property
    def scarce(self) -> bool:
        """Whether what is left belongs to the journal."""
        return self.free_bytes < SCARCE_BYTES

    def words(self) -> str:
        """A sentence for people; empty while there is nothing to say."""
        left = f"{self.free_bytes // MIB} MB are left on the disk"
        if self.scarce:
            return f"{left}: only the journal is kept, no video and no positions. Make room."
        if self.tight:
            return f"{left}: no more video is kept. Make room."
        return f"{left}: make room before it runs out." if self.low else ""


def space(folder: Path) -> DiskSpace:
    """How much is free where a folder lies."""
    return DiskSpace(shutil.disk_usage(folder).free)


def keep_reserve(folder: Path) -> None:
    """Hold some room that can be given back when the disk is full; without room, without."""
    path = folder / RESERVE_FILE
    if path.exists() or space(folder).scarce:
        return
    with path.open("xb") as out:
        # Written, not only set: a file with a hole in it holds no room.
        for _ in range(RESERVE_BYTES // MIB):
            out.write(os.urandom(MIB))


def give_reserve_back(folder: Path) -> bool:
    """Make room for the journal; false if that was done already."""
    path = folder / RESERVE_FILE
    held = path.exists()
    path.unlink(missing_ok=True)
    return held
