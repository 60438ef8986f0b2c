"""What may stand in a backup: files beside the games, and the files of a game, by their names."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

# A file's or folder's name on every system: no path, no device, nothing hidden, no end in a point.
PART = re.compile(r"[A-Za-z0-9(](?:[A-Za-z0-9 ()._-]{0,118}[A-Za-z0-9)_-])?")
DEVICES = re.compile(r"(con|prn|aux|nul|(com|lpt)[0-9])(\..*)?", re.IGNORECASE)
# Plans, teams with what was learned of them, calibrations with their picture, house rules.
BESIDE = (".toml", ".json", ".png")
OF_A_GAME = (".sqlite", ".toml", ".json", ".mp4", ".png", ".jpg", ".log", ".1", ".2", ".3")
VIDEO = ".mp4"
DEEPEST = 3  # the game, its folder of video, a piece


def in_a_backup(name: str) -> bool:
    """Whether a file of this name, as the zip has it, belongs into a backup."""
    path = PurePosixPath(name)
    parts = name.split("/")
    if not 1 <= len(parts) <= DEEPEST or list(path.parts) != parts:
        return False
    if not all(PART.fullmatch(part) and not DEVICES.fullmatch(part) for part in parts):
        return False
    return parts[-1].endswith(BESIDE if len(parts) == 1 else OF_A_GAME)
