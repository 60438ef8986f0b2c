"""Numato USB relay modules: a command line with an echo and a prompt."""

from __future__ import annotations

import re
from dataclasses import dataclass

from referee.power.boards.dialect import Dialect

_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUV"
_ANSWER = re.compile(rb"(?<=[\r\n])(on|off)(?=[\r\n])")


@dataclass(slots=True)
class Numato(Dialect):
    """Relays count from 0 there; from ten on they are letters."""

    def on(self) -> bytes:
        """``relay on 0`` for the first relay."""
        return f"relay on {self._name}\r".encode("ascii")

    def off(self) -> bytes:
        """``relay off 0`` for the first relay."""
        return f"relay off {self._name}\r".encode("ascii")

    def ask(self) -> bytes:
        """``relay read 0`` for the first relay; the answer is a line of its own."""
        return f"relay read {self._name}\r".encode("ascii")

    @property
    def _name(self) -> str:
        return _LETTERS[self.relay - 1]

    def _readings(self, kept: bytes) -> tuple[list[bool], int]:
        found = list(_ANSWER.finditer(kept))
        return [m[1] == b"on" for m in found], found[-1].end() if found else 0
