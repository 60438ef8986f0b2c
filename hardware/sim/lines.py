"""The protocol's lines, read by other eyes than the host's: nothing is shared with its code."""

from __future__ import annotations

import binascii
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """A line from the board whose check was right. ``us`` is when its last byte had been sent."""

    us: float
    text: str

    @property
    def words(self) -> list[str]:
        """The line's words without those of the form key=value."""
        return [word for word in self.text.split() if "=" not in word[1:]]

    def value(self, key: str) -> str:
        """The value that follows ``key=``."""
        for word in self.text.split()[1:]:
            name, _, value = word.partition("=")
            if name == key:
                return value
        raise KeyError(f"no {key}= in {self.text!r}")


def framed(text: str) -> bytes:
    """A line with its check and line feed.

    >>> framed("@01 HB")
    b'@01 HB*5686\\n'
    """
    return f"{text}*{binascii.crc_hqx(text.encode(), 0):04X}\n".encode()


def checked(line: bytes) -> str:
    """A line from the board without its check, which must be right."""
    text = line.decode("ascii", "replace")
    body, star, _ = text.rpartition("*")
    if not star or framed(body) != line + b"\n":
        raise AssertionError(f"the board sent a line with a wrong check: {text!r}")
    return body
