"""How many connections each device of the house may hold, and which one ends when another comes.

A connection that asks for nothing makes room for one that may. So a device that opens many of them
holds up itself at most: the laptop and the paired devices always find room for a press.
"""

from __future__ import annotations

import ipaddress
import threading
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from enum import Enum


class Guest(Enum):
    """Where a connection comes from: this machine, a paired device, or any other of the house."""

    OWN = "own"
    PAIRED = "paired"
    STRANGER = "stranger"


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one address may hold, and all addresses of its kind together.

    A line is a WebSocket: it is told something fifteen times a second.
    """

    of_one: int
    of_all: int
    lines_of_one: int
    lines_of_all: int


# A browser keeps up to six connections to a page, beside one line for each window.
ALLOWANCES = {
    Guest.OWN: Allowance(64, 64, 8, 8),
    Guest.PAIRED: Allowance(24, 96, 4, 16),
    Guest.STRANGER: Allowance(12, 36, 2, 6),
}
# Addresses are forgotten after so many: a house has fewer devices.
MOST_KNOWN = 64


@dataclass(slots=True)
class _Held:
    address: str
    guest: Guest
    asking: bool = False
    line: bool = False


class ConnectionLimits:
    """The connections of one page. A connection is whatever the server knows it by."""

    def __init__(self) -> None:
        self._held: dict[Hashable, _Held] = {}  # the oldest first
        self._paired: dict[str, None] = {}
        self._lock = threading.Lock()

    def guest_at(self, address: str) -> Guest:
        """Who is at an address, as far as is known."""
        if _is_own(address):
            return Guest.OWN
        with self._lock:
            return Guest.PAIRED if address in self._paired else Guest.STRANGER

    def shown_token(self, address: str) -> None:
        """A device at this address has shown that it is paired."""
        with self._lock:
            if address in self._paired:
                return
            self._paired[address] = None
            while len(self._paired) > MOST_KNOWN:
                del self._paired[next(iter(self._paired))]
            for held in self._held.values():
                if held.address == address and held.guest is Guest.STRANGER:
                    held.guest = Guest.PAIRED

    def forget_paired(self) -> None:
        """No device is paired any more."""
        with self._lock:
            self._paired.clear()
            for held in self._held.values():
                if held.guest is Guest.PAIRED:
                    held.guest = Guest.STRANGER

    def admit(self, connection: Hashable, address: str) -> Hashable | None:
        """Take a connection in; returns the one that has to end, which may be the new one."""
        guest = self.guest_at(address)
        with self._lock:
            most = ALLOWANCES[guest]
            same = [key for key, held in self._held.items() if held.address == address]
            kind = [key for key, held in self._held.items() if held.guest is guest]
            ends: Hashable | None = None
            if len(same) >= most.of_one:
                ends = self._oldest_idle(same, connection)
            elif len(kind) >= most.of_all:
                ends = self._oldest_idle(kind, connection)
            if ends is not None:
                self._held.pop(ends, None)
            if ends != connection:
                self._held[connection] = _Held(address, guest)
            return ends

    def asks(self, connection: Hashable, asking: bool) -> None:
        """Whether a whole request has come and is being answered."""
        with self._lock:
            held = self._held.get(connection)
            if held is not None:
                held.asking = asking

    def may_be_line(self, connection: Hashable) -> bool:
        """Whether a connection may become a WebSocket; from then on it is one."""
        with self._lock:
            held = self._held.get(connection)
            if held is None:
                return False
            most = ALLOWANCES[held.guest]
            lines = [other for other in self._held.values() if other.line]
            of_one = sum(other.address == held.address for other in lines)
            of_all = sum(other.guest is held.guest for other in lines)
            held.line = of_one < most.lines_of_one and of_all < most.lines_of_all
            return held.line

    def left(self, connection: Hashable) -> None:
        """A connection is over."""
        with self._lock:
            self._held.pop(connection, None)

    def __iter__(self) -> Iterator[Hashable]:
        with self._lock:
            return iter(tuple(self._held))

    def __len__(self) -> int:
        return len(self._held)

    def _oldest_idle(self, keys: list[Hashable], new: Hashable) -> Hashable:
        idle = (key for key in keys if not (self._held[key].asking or self._held[key].line))
        return next(idle, new)


def _is_own(address: str) -> bool:
    """Whether an address is this machine's: what is no address comes from no network."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return True
