"""Relay boards that speak Modbus: RTU ones, and the SainSmart 16 with fixed ASCII frames."""

from __future__ import annotations

from dataclasses import dataclass

from referee.core.clock import MS_NS
from referee.power.boards.dialect import Dialect

_READ_COILS, _WRITE_COIL = 0x01, 0x05
_ON, _OFF = 0xFF00, 0x0000
_FLASH_COIL = 0x0200
_FLASH_NS = 100 * MS_NS
_ANSWERS = {_READ_COILS: 6, _WRITE_COIL: 8}


def crc16(data: bytes) -> bytes:
    """Modbus' check, low byte first.

    >>> crc16(bytes.fromhex("01050000FF00")).hex()
    '8c3a'
    """
    crc = 0xFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ 0xA001 if crc & 1 else crc >> 1
    return crc.to_bytes(2, "little")


def _frame(unit: int, function: int, address: int, value: int) -> bytes:
    body = bytes((unit, function)) + address.to_bytes(2, "big") + value.to_bytes(2, "big")
    return body + crc16(body)


@dataclass(slots=True)
class ModbusRtu(Dialect):
    """Coil n-1 is relay n; function 5 switches, function 1 asks for the first eight."""

    unit: int = 1

    def on(self) -> bytes:
        """``01 05 00 00 FF 00 8C 3A`` for the first relay of unit 1."""
        return _frame(self.unit, _WRITE_COIL, self.relay - 1, _ON)

    def off(self) -> bytes:
        """``01 05 00 00 00 00 CD CA`` for the first relay of unit 1."""
        return _frame(self.unit, _WRITE_COIL, self.relay - 1, _OFF)

    def ask(self) -> bytes:
        """The coils of this relay's group of eight."""
        return _frame(self.unit, _READ_COILS, (self.relay - 1) // 8 * 8, 8)

    def _readings(self, kept: bytes) -> tuple[list[bool], int]:
        readings, at = [], 0
        while at + 2 <= len(kept):
            unit, function = kept[at : at + 2]
            length = _ANSWERS.get(function, 0) if unit == self.unit else 0
            if not length:
                at += 1
                continue
            if at + length > len(kept):
                break
            frame = kept[at : at + length]
            if crc16(frame[:-2]) != frame[-2:]:
                at += 1
                continue
            if function == _READ_COILS and frame[2] == 1:
                readings.append(bool(frame[3] >> (self.relay - 1) % 8 & 1))
            at += length
        return readings, at


@dataclass(slots=True)
class FlashingModbus(ModbusRtu):
    """Boards that also time a pulse themselves, in steps of 100 ms (Waveshare and others)."""

    def timed(self, for_ns: int) -> bytes:
        """Empty for a length that is no whole number of steps."""
        steps, rest = divmod(for_ns, _FLASH_NS)
        if rest or not 0 < steps <= 0x7FFF:
            return b""
        return _frame(self.unit, _WRITE_COIL, _FLASH_COIL + self.relay - 1, steps)


@dataclass(slots=True)
class SainSmart16(Dialect):
    """Modbus ASCII at unit FE; it echoes, and what it says of its state cannot be relied on."""

    def on(self) -> bytes:
        r"""``:FE050000FF00FE\r\n`` for the first relay."""
        return self._line(_ON)

    def off(self) -> bytes:
        r"""``:FE0500000000FD\r\n`` for the first relay."""
        return self._line(_OFF)

    def _line(self, value: int) -> bytes:
        body = bytes((0xFE, _WRITE_COIL)) + (self.relay - 1).to_bytes(2, "big")
        body += value.to_bytes(2, "big")
        check = -sum(body) & 0xFF
        return b":" + (body.hex() + f"{check:02x}").upper().encode("ascii") + b"\r\n"
