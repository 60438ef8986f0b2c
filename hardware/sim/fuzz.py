"""Noise by the million bytes into the simulated chip: ``python -m hardware.sim.fuzz --bytes N``.

The noise holds everything but one thing: a right frame that closes the relay. It opens sessions and
clears trips all the time, so that the smallest mistake would close it.
"""

from __future__ import annotations

import argparse
import binascii
import json
import re
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from hardware.sim import build
from hardware.sim.chip import Chip
from hardware.sim.lines import framed
from hardware.sim.proofs.figure import BOOT_MS, Broken, closed, must

_CHUNK = 4096
_CLOSED_EVERY = 8  # chunks: then the noise meets a closed relay
_SAID_MS = 200  # whatever it still has to say to the noise might bear the number of our question
_REMEMBERED = 128
_FRAME = re.compile(rb"@([0-9A-F]{2} (?:ON|PULSE)[^*]*)\*([0-9A-F]{4})$")
_HARMLESS = [
    "KEEP 1000",
    "HELLO 1 500",
    "CLR",
    "HELLO 1 2000",
    "HB",
    "STAT",
    "OFF",
    "SENSE 50 9",
    "NAME fuzz",
]
_CLOSING = ["ON 1000", "PULSE 250", "ON 120000", "PULSE 20", "ON 20"]


@dataclass(slots=True)
class Outcome:
    """What so many bytes have done."""

    sent: int = 0
    spurious_closings: int = 0
    closed_on_purpose: int = 0
    answers: int = 0
    seconds: float = 0.0


def fuzz(make: Callable[[], Chip], count: int, seed: int) -> Outcome:
    """Raises Broken when the relay closes unasked, stays closed in noise, or the board is dead."""
    noise = _Noise(np.random.default_rng(seed))
    outcome = Outcome()
    begun_s = time.perf_counter()
    with make() as chip:
        chip.run_ms(BOOT_MS)
        while outcome.sent < count:
            on_purpose = outcome.sent // _CHUNK % _CLOSED_EVERY == 0
            if on_purpose:
                _close(chip)
                outcome.closed_on_purpose += 1
            chip.edges.clear()
            chunk = noise.chunk()
            end_us = chip.send(chunk)
            outcome.sent += len(chunk)
            chip.run_until(end_us + 1000)
            rises = sum(edge.what == "relay" and edge.value == 1 for edge in chip.edges)
            outcome.spurious_closings += rises
            must(not rises, f"the relay closed unasked, seed {seed}, byte {outcome.sent}")
            must(not chip.relay, f"the relay stayed closed, seed {seed}, byte {outcome.sent}")
            must(not _resets(chip), f"the board was reset, seed {seed}, byte {outcome.sent}")
            outcome.answers += len(chip.lines)
            chip.lines.clear()
            chip.raw.clear()
        _close(chip)  # it is alive, and still does what it is asked
    outcome.seconds = time.perf_counter() - begun_s
    return outcome


def _close(chip: Chip) -> None:
    chip.run_ms(_SAID_MS)
    chip.lines.clear()
    closed(chip)


def _resets(chip: Chip) -> int:
    return sum(edge.what == "reset" for edge in chip.edges)


class _Noise:
    """Pieces of noise, none of which completes a frame that closes the relay."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._before = b""
        self._kinds = [self._bytes, self._quiet_bytes, self._text, self._torn, self._harmless]

    def chunk(self) -> bytes:
        """About four thousand bytes, with something at its end that no frame survives."""
        pieces: list[bytes] = []
        size = 0
        while size < _CHUNK:
            piece = self._kinds[self._rng.integers(len(self._kinds))]()
            if closes(self._before + piece):
                piece = b"\0\n"
            self._before = (self._before + piece)[-_REMEMBERED:]
            pieces.append(piece)
            size += len(piece)
        return b"".join([*pieces, b"\0\n"])

    def _bytes(self) -> bytes:
        return self._rng.bytes(int(self._rng.integers(1, 64)))

    def _quiet_bytes(self) -> bytes:
        return self._bytes().replace(b"!", b"")

    def _text(self) -> bytes:
        letters = np.frombuffer(b"@@@ \n*0123456789ABCDEFONPULSEHBCLRSTA", np.uint8)
        return bytes(self._rng.choice(letters, int(self._rng.integers(1, 40))))

    def _harmless(self) -> bytes:
        words = _HARMLESS[self._rng.integers(len(_HARMLESS))]
        return framed(f"@{self._rng.integers(256):02X} {words}")

    def _torn(self) -> bytes:
        words = _CLOSING[self._rng.integers(len(_CLOSING))]
        frame = bytearray(framed(f"@{self._rng.integers(256):02X} {words}"))
        for _ in range(self._rng.integers(1, 4)):
            at = int(self._rng.integers(len(frame)))
            match self._rng.integers(5):
                case 0:
                    frame[at] = int(self._rng.integers(256))
                case 1:
                    frame[at] ^= 1 << int(self._rng.integers(8))
                case 2:
                    frame.insert(at, int(self._rng.integers(32, 127)))
                case 3:
                    del frame[at]
                case _:
                    frame = frame[:at] + b"\n"
            frame = frame or bytearray(b"\n")
        return bytes(frame)


def closes(data: bytes) -> bool:
    """Whether a right frame that closes the relay is in there, by a second opinion."""
    for line in data.replace(b"\r", b"").replace(b"!", b"").split(b"\n"):
        found = _FRAME.search(line[line.rfind(b"@") :]) if b"@" in line else None
        if found and binascii.crc_hqx(b"@" + found[1], 0) == int(found[2], 16):
            return True
    return False


def main() -> None:
    """Prints the outcome as JSON; leaves with 1 when something broke."""
    parser = argparse.ArgumentParser(description="Noise into the simulated chip.")
    parser.add_argument("--bytes", type=int, default=10_000_000, help="how many (10 million)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hex", type=Path, default=build.RELEASE, help="another firmware")
    asked = parser.parse_args()
    try:
        library = build.library()
        outcome = fuzz(lambda: Chip(library, asked.hex), asked.bytes, asked.seed)
    except (build.NotHere, Broken) as error:
        sys.exit(str(error))
    sys.stdout.write(json.dumps(asdict(outcome)) + "\n")


if __name__ == "__main__":
    main()
