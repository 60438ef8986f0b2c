"""The bought boards, written from vendors' pages and other people's scripts, not our drivers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from referee.lab.bench.power.fake_board import FakeBoard


@dataclass
class FakeLcus(FakeBoard):
    """A0, relay, operation, sum; the older firmware knows 00, 01 and the byte FF."""

    new: bool = False
    mute: bool = False

    def obey(self) -> bytes:
        """Everything in the buffer that is whole."""
        said = b""
        while self.buffer:
            if self.buffer[0] == 0xFF and not self.new:
                self.buffer = self.buffer[1:]
                for i, on in enumerate(self.relays[:2]):
                    said += b"CH%d: %s\r\n" % (i + 1, b"ON" if on else b"OFF")
                continue
            if self.buffer[0] != 0xA0:
                self.buffer = self.buffer[1:]
                continue
            if len(self.buffer) < 4:
                break
            head, relay, op, check = self.buffer[:4]
            self.buffer = self.buffer[4:]
            if (head + relay + op) % 256 == check and 1 <= relay <= 8:
                said += self.operate(relay, op)
        return b"" if self.mute else said

    def operate(self, relay: int, op: int) -> bytes:
        """One command; what it answers."""
        if op in (0, 1):
            self.switch(relay, op == 1)
            return b""
        if not self.new:
            return b""
        if op in (2, 3):
            self.switch(relay, op == 3)
        elif op == 4:
            self.switch(relay, not self.relays[relay - 1])
        elif op != 5:
            return b""
        state = int(self.relays[relay - 1])
        return bytes((0xA0, relay, state, (0xA0 + relay + state) % 256))


@dataclass
class FakeHw667(FakeBoard):
    """One byte on, another off; it never answers."""

    def obey(self) -> bytes:
        """Everything in the buffer that is whole."""
        for byte in self.buffer:
            if byte in (0xAA, 0xBB):
                self.switch(1, byte == 0xAA)
        self.buffer = b""
        return b""


@dataclass
class FakeKmTronic(FakeBoard):
    """FF, relay, 0 or 1; FF, relay, 3 asks a small board, FF 09 00 a large one."""

    channels: int = 2

    def obey(self) -> bytes:
        """Everything in the buffer that is whole."""
        said = b""
        while len(self.buffer) >= 3:
            head, relay, op = self.buffer[:3]
            if head != 0xFF:
                self.buffer = self.buffer[1:]
                continue
            self.buffer = self.buffer[3:]
            if self.channels > 2 and (relay, op) == (9, 0):
                said += bytes(self.relays[: self.channels])
            elif 1 <= relay <= self.channels and op in (0, 1):
                self.switch(relay, op == 1)
            elif self.channels <= 2 and 1 <= relay <= self.channels and op == 3:
                said += bytes((0xFF, relay, self.relays[relay - 1]))
        return said


@dataclass
class FakeNumato(FakeBoard):
    """A command line with echo and prompt."""

    def obey(self) -> bytes:
        """Everything in the buffer that is whole."""
        said = b""
        while b"\r" in self.buffer:
            line, _, self.buffer = self.buffer.partition(b"\r")
            said += line + b"\n\r"
            words = line.split()
            if len(words) == 3 and words[0] == b"relay" and words[2] in b"01234567":
                number = int(words[2]) + 1
                if words[1] in (b"on", b"off"):
                    self.switch(number, words[1] == b"on")
                elif words[1] == b"read":
                    said += (b"on" if self.relays[number - 1] else b"off") + b"\n\r"
            said += b">"
        return said


@dataclass
class FakeDevantech(FakeBoard):
    """One byte for each relay and state, one that asks for all, one for the version."""

    def obey(self) -> bytes:
        """Everything in the buffer that is whole."""
        said = b""
        for byte in self.buffer:
            if byte == 0x5B:
                said += bytes((sum(on << i for i, on in enumerate(self.relays)),))
            elif byte == 0x5A:
                said += b"\x08\x01"
            elif 0x65 <= byte <= 0x6C:
                self.switch(byte - 0x64, True)
            elif 0x6F <= byte <= 0x76:
                self.switch(byte - 0x6E, False)
        self.buffer = b""
        return said


@dataclass
class FakeSainSmart16(FakeBoard):
    """Whole lines as in the vendor's table, first relay only; it echoes."""

    def obey(self) -> bytes:
        """Everything in the buffer that is whole."""
        said = b""
        while b"\r\n" in self.buffer:
            line, _, self.buffer = self.buffer.partition(b"\r\n")
            if line in (b":FE050000FF00FE", b":FE0500000000FD"):
                self.switch(1, line == b":FE050000FF00FE")
                said += line + b"\r\n"
        return said


@dataclass
class FakeIcStation(FakeBoard):
    """Asleep after plug-in: 50 is answered, 51 wakes it. Awake, a byte is a mask, 0 is closed."""

    awake: bool = False
    asked: bool = False

    def obey(self) -> bytes:
        """Everything in the buffer that is whole."""
        said = b""
        for byte in self.buffer:
            if self.awake:
                for i in range(8):
                    self.switch(i + 1, not byte >> i & 1)
            elif byte == 0x50:
                self.asked = True
                said += b"\xab"
            elif byte == 0x51 and self.asked:
                self.awake = True
        self.buffer = b""
        return said

    def unplugged(self) -> None:
        """Without its supply it falls asleep."""
        super().unplugged()
        self.awake = self.asked = False


@dataclass
class FakeModbus(FakeBoard):
    """Unit 1; its check is computed bit by bit from the definition x^16 + x^15 + x^2 + 1."""

    flash_ends_ns: int | None = None

    def obey(self) -> bytes:
        """Everything in the buffer that is whole."""
        said = b""
        while len(self.buffer) >= 8:
            frame, self.buffer = self.buffer[:8], self.buffer[8:]
            if frame[0] != 1 or self.check(frame[:6]) != frame[6:]:
                self.buffer = frame[1:] + self.buffer
                continue
            said += self.operate(frame)
        return said

    def operate(self, frame: bytes) -> bytes:
        """One command; what it answers."""
        address, value = int.from_bytes(frame[2:4], "big"), int.from_bytes(frame[4:6], "big")
        if frame[1] == 5 and address < 8 and value in (0, 0xFF00):
            self.switch(address + 1, value == 0xFF00)
            return frame
        if frame[1] == 5 and 0x200 <= address < 0x208:
            self.switch(address - 0x200 + 1, True)
            self.flash_ends_ns = self.t_ns + value * 100_000_000
            return frame
        if frame[1] == 1:
            answer = bytes((1, 1, 1, sum(on << i for i, on in enumerate(self.relays))))
            return answer + self.check(answer)
        return b""

    def tick(self, t_ns: int) -> bytes:
        """A flash ends by itself, at its own instant."""
        if self.flash_ends_ns is not None and t_ns >= self.flash_ends_ns:
            self.t_ns, self.flash_ends_ns = self.flash_ends_ns, None
            self.switch(1, False)
        self.t_ns = t_ns
        return b""

    @staticmethod
    def check(data: bytes) -> bytes:
        """The check of a frame, low byte first."""
        crc = 0xFFFF
        for byte in data:
            crc ^= byte
            for _ in range(8):
                crc, odd = crc >> 1, crc & 1
                crc ^= 0xA001 * odd
        return bytes((crc & 0xFF, crc >> 8))


FAKES: Mapping[str, Callable[[], FakeBoard]] = {
    "lcus": FakeLcus,
    "lcus-new": lambda: FakeLcus(new=True),
    "hw667": FakeHw667,
    "kmtronic": FakeKmTronic,
    "numato": FakeNumato,
    "devantech": FakeDevantech,
    "sainsmart16": FakeSainSmart16,
    "icstation": FakeIcStation,
    "modbus": FakeModbus,
    "modbus-flash": FakeModbus,
}
