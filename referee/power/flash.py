"""Putting the firmware onto a Uno or Nano with avrdude: the checked file, the right words."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

from referee.core.errors import BadValue, PlainWord

NAME = "referee-power.hex"
BAUD, OLD_BAUD = 115_200, 57_600
LIMIT_S = 120.0
_PACKAGE = Path(__file__).resolve().parents[1]
# In a wheel the file travels inside the package; in a checkout it lies with its source.
_PLACES = (_PACKAGE / "_shipped" / "firmware", _PACKAGE.parent / "hardware/firmware/release")


def firmware() -> Path:
    """The firmware that came with the program, checked against its hash."""
    for place in _PLACES:
        if (place / NAME).is_file():
            return checked(place / NAME, place / f"{NAME}.sha256")
    raise BadValue("the firmware", PlainWord("missing"), "an installation with its firmware")


def checked(path: Path, sums: Path) -> Path:
    """The file, if it is the one whose hash stands beside it."""
    wanted = sums.read_text(encoding="ascii").split()[0]
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != wanted:
        what = PlainWord(f"damaged: its SHA-256 begins {found[:12]}")
        raise BadValue("the firmware", what, f"one that begins {wanted[:12]}", str(path))
    return path


def avrdude_words(port: str, hex_file: Path, old_bootloader: bool) -> list[str]:
    """The call that writes and verifies.

    >>> avrdude_words("COM3", Path("a.hex"), False)[1:5]
    ['-c', 'arduino', '-p', 'm328p']
    """
    found = shutil.which("avrdude")
    if found is None:
        how = "avrdude, from https://github.com/avrdudes/avrdude or: apt install avrdude"
        raise BadValue("avrdude", PlainWord("not installed"), how)
    baud = OLD_BAUD if old_bootloader else BAUD
    words = [found, "-c", "arduino", "-p", "m328p", "-b", str(baud), "-P", port, "-D"]
    return [*words, "-U", f"flash:w:{hex_file}:i"]


def flash(port: str, hex_file: Path, old_bootloader: bool) -> None:
    """Write the firmware and verify it; what goes wrong is said in avrdude's own last words."""
    words = avrdude_words(port, hex_file, old_bootloader)
    try:
        done = subprocess.run(  # noqa: S603 - avrdude, with words of our own
            words, capture_output=True, text=True, timeout=LIMIT_S, check=False, errors="replace"
        )
    except subprocess.TimeoutExpired:
        raise BadValue(
            "the board", PlainWord("silent"), "a Uno or Nano on this port", port
        ) from None
    if done.returncode:
        said = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        why = next((line for line in said if "error" in line.lower() or "not" in line), "")
        other = "" if old_bootloader else "; an old Nano needs --old-bootloader"
        what = PlainWord(f"not written ({(why or 'avrdude gave up')[:120]})")
        raise BadValue("the firmware", what, f"a Uno or Nano on this port{other}", port)
