"""The simulated switch in lockstep: its time passes only when it is told to run."""

from __future__ import annotations

import ctypes
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from hardware.sim.lines import Line, checked, framed

CYCLES_PER_US = 16
BYTE_US = 1389 / CYCLES_PER_US
POWER, RESET_LINE, BROWN_OUT, WATCHDOG = 1, 2, 4, 8
DAMAGED = 0x8000
_ROOM = 1 << 16
_TRIES = 4
_PATIENCE_US = 40_000


class NoAnswer(AssertionError):  # noqa: N818 - a board that is silent, not a fault of ours
    """The board says nothing."""


class _Entry(ctypes.Structure):
    _fields_ = (("cycle", ctypes.c_uint64), ("what", ctypes.c_uint8), ("value", ctypes.c_uint8))


@dataclass(frozen=True, slots=True)
class Edge:
    """Something outside the chip changed: ``relay`` (pin), ``load``, ``stop`` or ``reset``."""

    us: float
    what: str
    value: int


_WHAT = {ord("r"): "relay", ord("l"): "load", ord("s"): "stop", ord("x"): "reset"}


class Chip:
    """One board on the bench."""

    def __init__(
        self,
        library: Path,
        hex_file: Path | None,
        seed: int = 1,
        *,
        bootloader: Path | None = None,
    ) -> None:
        """Powered on; it has not run yet. Without a hex file it is blank."""
        self._c = _declared(str(library))
        files = [str(path).encode() if path else None for path in (hex_file, bootloader)]
        self._chip = self._c.chip_new(*files, seed)
        if not self._chip:
            raise RuntimeError(f"{hex_file} cannot be loaded into the simulated chip")
        self._seed = seed
        self._partial = b""
        self._bytes = (ctypes.c_uint8 * _ROOM)()
        self._at = (ctypes.c_uint64 * _ROOM)()
        self._entries = (_Entry * _ROOM)()
        self._number = 0
        self.edges: list[Edge] = []
        self.lines: list[Line] = []
        self.raw = bytearray()
        self.reads_lines = True  # not behind a port, where a bootloader may speak

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Frees the simulated chip."""
        if self._chip:
            self._c.chip_free(self._chip)
            self._chip = None

    @property
    def now_us(self) -> float:
        """Time since the bench was switched on; it goes on through resets."""
        return float(self._c.chip_cycle(self._chip)) / CYCLES_PER_US

    @property
    def relay(self) -> bool:
        """Whether the relay's pin is high."""
        return bool(self._c.chip_relay(self._chip))

    def run_until(self, us: float) -> None:
        """Lets time pass, and collects ``lines``, ``raw`` and ``edges``."""
        alive = self._c.chip_run(self._chip, round(us * CYCLES_PER_US))
        self._collect()
        if not alive:
            raise RuntimeError(f"the simulated chip crashed at {self.now_us:.1f} us")

    def run_ms(self, ms: float) -> None:
        """Lets so many milliseconds pass."""
        self.run_until(self.now_us + ms * 1000)

    def send(self, data: bytes | list[int]) -> float:
        """Puts bytes on the wire behind those waiting; returns when the last will be there."""
        count = len(data)
        values = (ctypes.c_uint16 * count)(*data)
        return float(self._c.chip_send(self._chip, values, count)) / CYCLES_PER_US

    def say(self, words: str, number: int | None = None) -> str:
        """Sends a command, and returns its number as it stands in the answer."""
        if number is None:
            self._number = number = (self._number + 1) % 256
        self.send(framed(f"@{number:02X} {words}"))
        return f"{number:02X}"

    def ask(self, words: str) -> Line:
        """Sends a command, again if need be, and runs until its answer is there."""
        self._number = (self._number + 1) % 256
        seen = len(self.lines)
        for _ in range(_TRIES):
            number = self.say(words, self._number)
            end_us = self.now_us + _PATIENCE_US
            while self.now_us < end_us:
                self.run_ms(0.25)
                for line in self.lines[seen:]:
                    if line.text.startswith(f"={number} "):
                        return line
        raise NoAnswer(f"no answer to {words!r}")

    def events(self, name: str) -> list[Line]:
        """The events of that name so far."""
        return [x for x in self.lines if x.text[0] == "#" and x.text.split()[1] == name]

    def stop(self, *, is_open: bool) -> None:
        """Opens or closes the emergency-stop loop."""
        self._c.chip_stop(self._chip, int(is_open))

    def load(
        self, *, fitted: bool = True, welded: bool = False, cut: bool = False, half_wave_us: int = 0
    ) -> None:
        """The load: feedback fitted, contact welded, hand switch off, mains half-waves."""
        self._c.chip_load(self._chip, int(fitted), int(welded), int(cut), half_wave_us)

    def lose_pin(self) -> None:
        """The relay's pin floats, as if its driver were gone."""
        self._c.chip_lose_pin(self._chip)

    def contact(self, close_us: int, open_us: int) -> None:
        """How long the relay takes to close and to open."""
        self._c.chip_contact(self._chip, close_us, open_us)

    def vibration(self, bias_mv: int, swing_mv: int, hz: int) -> None:
        """The vibration input: ``swing_mv`` about ``bias_mv`` while the load is live."""
        self._c.chip_vibration(self._chip, bias_mv, swing_mv, hz)

    def reset(self, cause: int, hold_ms: float = 0) -> None:
        """Reset line, brown-out or power cycle, held for a while."""
        self._seed += 1
        self._c.chip_reset(self._chip, cause, round(hold_ms * 1000), self._seed)
        self._collect()

    def hang(self, *, interrupts_too: bool = False) -> None:
        """The main loop stops, or everything."""
        if not self._c.chip_hang(self._chip, int(interrupts_too)):
            raise RuntimeError("the chip never came to a place where it could hang")
        self._collect()

    def measure(self) -> None:
        """From now on longest time without interrupts and deepest stack are noted (slower)."""
        self._c.chip_measure(self._chip)

    @property
    def longest_dark_us(self) -> float:
        """The longest time in which no interrupt could come."""
        return float(self._c.chip_longest_dark(self._chip)) / CYCLES_PER_US

    @property
    def deepest_stack(self) -> int:
        """The lowest address the stack reached."""
        return int(self._c.chip_deepest_stack(self._chip))

    def _collect(self) -> None:
        count = self._c.chip_log(self._chip, self._entries, _ROOM)
        resets = deque[int]()
        for entry in self._entries[:count]:
            self.edges.append(Edge(entry.cycle / CYCLES_PER_US, _WHAT[entry.what], entry.value))
            if entry.what == ord("x"):
                resets.append(entry.cycle)
        count = self._c.chip_sent(self._chip, self._bytes, self._at, _ROOM)
        sent = bytes(self._bytes[:count])
        self.raw += sent
        if not self.reads_lines:
            return
        for at, byte in zip(self._at[:count], sent, strict=True):
            while resets and resets[0] <= at:  # what the reset has cut off will not be finished
                self._partial = b""
                resets.popleft()
            if byte != ord("\n"):
                self._partial += bytes([byte])
                continue
            line, self._partial = self._partial, b""
            if line:
                self.lines.append(Line(at / CYCLES_PER_US + BYTE_US, checked(line)))
        if resets:
            self._partial = b""


def _declared(library: str) -> ctypes.CDLL:
    c = ctypes.CDLL(library)
    chip, u8, u32, u64 = ctypes.c_void_p, ctypes.c_uint8, ctypes.c_uint32, ctypes.c_uint64
    entries = ctypes.POINTER(_Entry)
    forms = {
        "chip_new": (chip, ctypes.c_char_p, ctypes.c_char_p, u32),
        "chip_free": (None, chip),
        "chip_cycle": (u64, chip),
        "chip_run": (ctypes.c_int, chip, u64),
        "chip_send": (u64, chip, ctypes.POINTER(ctypes.c_uint16), u32),
        "chip_sent": (u32, chip, ctypes.POINTER(u8), ctypes.POINTER(u64), u32),
        "chip_log": (u32, chip, entries, u32),
        "chip_relay": (ctypes.c_int, chip),
        "chip_stop": (None, chip, ctypes.c_int),
        "chip_load": (None, chip, ctypes.c_int, ctypes.c_int, ctypes.c_int, u32),
        "chip_lose_pin": (None, chip),
        "chip_contact": (None, chip, u32, u32),
        "chip_vibration": (None, chip, u32, u32, u32),
        "chip_reset": (None, chip, u8, u64, u32),
        "chip_hang": (ctypes.c_int, chip, ctypes.c_int),
        "chip_measure": (None, chip),
        "chip_longest_dark": (u64, chip),
        "chip_deepest_stack": (ctypes.c_uint16, chip),
    }
    for name, (result, *arguments) in forms.items():
        function = getattr(c, name)
        function.restype, function.argtypes = result, arguments
    return c
