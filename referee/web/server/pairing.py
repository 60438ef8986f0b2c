"""Pairing: a device of the house proves that it may press, by a code shown on the laptop."""

from __future__ import annotations

import hmac
import secrets
import threading
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from referee.system_clock import clock_s

DIGITS = 6
CODE_HOLDS_S = 300.0
# Tries count for each address, so that a device that guesses keeps no other from being paired.
TRIES_PER_CODE = 5
TRIES_PER_MINUTE = 10
# After so many wrong tries of all addresses together a code is void: one in 10,000 guesses right.
WRONG_PER_CODE = 100
# Addresses whose tries are remembered, the newest ones: a house has fewer.
MOST_ADDRESSES = 256
MAX_DEVICES = 16


class NotPaired(RuntimeError):  # noqa: N818 - it is caught and shown as a sentence
    """The code was refused."""


class TooManyTries(RuntimeError):  # noqa: N818 - it is caught and shown as a sentence
    """Too many codes were tried."""


@dataclass(frozen=True, slots=True)
class PairingCode:
    """A code and the second until which it is taken."""

    digits: str
    until_s: float


@dataclass
class DevicePairing:
    """The paired devices of one run. A code counts once, for a while, until a few wrong tries."""

    clock: Callable[[], float] = clock_s
    _tokens: list[bytes] = field(default_factory=list, repr=False)
    _code: PairingCode | None = field(default=None, repr=False)
    _wrong: Counter[str] = field(default_factory=Counter, repr=False)
    _tries_s: OrderedDict[str, deque[float]] = field(default_factory=OrderedDict, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    @property
    def devices(self) -> int:
        """How many have been paired."""
        return len(self._tokens)

    def new_code(self) -> PairingCode:
        """A fresh code; the one before it is void."""
        with self._lock:
            digits = "".join(secrets.choice("0123456789") for _ in range(DIGITS))
            self._code, self._wrong = PairingCode(digits, self.clock() + CODE_HOLDS_S), Counter()
            return self._code

    def left_s(self, code: PairingCode) -> int:
        """How much longer a code is taken."""
        return max(0, round(code.until_s - self.clock()))

    def pair(self, digits: str, address: str = "") -> str:
        """The token of a new device at this address, for the right code; else why not."""
        with self._lock:
            now_s = self.clock()
            self._count(now_s, address)
            code = self._code
            if code is None or now_s >= code.until_s:
                raise NotPaired("That code is over: ask for a fresh one on the laptop.")
            if self._wrong[address] >= TRIES_PER_CODE:
                raise NotPaired("Too many wrong codes: ask for a fresh one on the laptop.")
            if not hmac.compare_digest(digits.encode("utf-8"), code.digits.encode("utf-8")):
                self._wrong[address] += 1
                if self._wrong.total() >= WRONG_PER_CODE:
                    self._code = None
                raise NotPaired(
                    f"That is not the code: it has {DIGITS} digits, shown on the laptop."
                )
            if len(self._tokens) >= MAX_DEVICES:
                raise NotPaired(f"{MAX_DEVICES} devices are paired, and there are no more seats.")
            self._code = None
            token = secrets.token_urlsafe(24)
            self._tokens.append(token.encode("utf-8"))
            return token

    def holds(self, token: str) -> bool:
        """Whether this is the token of a paired device; every one of them is compared."""
        given = token.encode("utf-8")
        with self._lock:
            same = [hmac.compare_digest(given, known) for known in self._tokens]
        return any(same)

    def forget(self) -> None:
        """No device but the laptop may press any more."""
        with self._lock:
            self._tokens.clear()
            self._code = None

    def _count(self, now_s: float, address: str) -> None:
        tries_s = self._tries_s.setdefault(address, deque())
        self._tries_s.move_to_end(address)
        while len(self._tries_s) > MOST_ADDRESSES:
            self._tries_s.popitem(last=False)
        while tries_s and now_s - tries_s[0] >= 60.0:
            tries_s.popleft()
        if len(tries_s) >= TRIES_PER_MINUTE:
            raise TooManyTries("Too many tries: wait a minute, then ask for a fresh code.")
        tries_s.append(now_s)
