"""Lines of EFL/1: commands out, answers, refusals and events in. Whatever comes, nothing breaks."""

from __future__ import annotations

import binascii
import re
from collections.abc import Mapping
from dataclasses import dataclass

MAX_COMMAND = 48
MAX_LINE = 127
MAX_STAMP = 2**32 - 1  # microseconds of the board's clock, which wraps after 71 minutes
PANIC = b"!"
_CHECKED = re.compile(rb"([=#].*)\*([0-9A-F]{4})")
_PRINTABLE = re.compile(rb"[ -~]*")
_HEX2 = re.compile(r"[0-9A-F]{2}")


@dataclass(frozen=True, slots=True)
class BoardAnswer:
    """The command with this number was obeyed."""

    seq: int
    words: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class BoardRefusal:
    """The command was refused; without a number, something came that was no frame."""

    seq: int | None
    code: str
    words: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class BoardEvent:
    """The board tells something by itself; ``number`` counts its events and wraps at 255."""

    number: int
    name: str
    value: str
    words: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class LineNoise:
    """A line that is no frame."""

    line: bytes


BoardMessage = BoardAnswer | BoardRefusal | BoardEvent | LineNoise


def check_digits(text: bytes) -> bytes:
    """The four digits that end a frame.

    >>> check_digits(b"@00 HELLO 1 500")
    b'3E2D'
    """
    return b"%04X" % binascii.crc_hqx(text, 0)


def command_line(seq: int, words: str) -> bytes:
    """A command as it goes on the wire.

    >>> command_line(2, "PULSE 250")
    b'@02 PULSE 250*1B1F\\n'
    """
    text = f"@{seq:02X} {words}".encode("ascii")
    frame = text + b"*" + check_digits(text)
    if len(frame) > MAX_COMMAND:
        raise ValueError(f"a command of {len(frame)} bytes, at most {MAX_COMMAND}")
    return frame + b"\n"


class ProtocolReader:
    """Cuts a stream into frames; keeps at most one unfinished line."""

    def __init__(self) -> None:
        self._rest = b""
        self._skipping = False

    def feed(self, data: bytes) -> list[BoardMessage]:
        """The frames that these bytes complete."""
        *whole, rest = (self._rest + data).split(b"\n")
        frames: list[BoardMessage] = []
        for line in whole:
            if self._skipping:
                self._skipping = False
            elif text := line.replace(b"\r", b""):
                frames.append(message_of(text))
        if len(rest) > MAX_LINE:
            if not self._skipping:
                frames.append(LineNoise(rest[:MAX_LINE]))
            self._skipping, rest = True, b""
        self._rest = rest
        return frames


def message_of(line: bytes) -> BoardMessage:
    """What one line says; a line with a wrong check says nothing."""
    match = _CHECKED.fullmatch(line)
    if match is None or len(line) > MAX_LINE or not _PRINTABLE.fullmatch(line):
        return LineNoise(line)
    text, said = match.groups()
    if check_digits(text) != said:
        return LineNoise(line)
    return _meaning(text.decode("ascii")) or LineNoise(line)


def _meaning(text: str) -> BoardMessage | None:
    head, *rest = text.split(" ")
    sign, number = head[:1], head[1:]
    if sign == "=" and number == "--" and rest[:1] == ["ERR"] and len(rest) > 1:
        return BoardRefusal(None, rest[1], _pairs(rest[2:]))
    if not rest or not rest[0] or not _HEX2.fullmatch(number):
        return None
    if sign == "#":
        return _event(int(number, 16), rest)
    if rest[0] == "OK":
        return BoardAnswer(int(number, 16), _pairs(rest[1:]))
    if rest[0] == "ERR" and len(rest) > 1:
        return BoardRefusal(int(number, 16), rest[1], _pairs(rest[2:]))
    return None


def _event(number: int, rest: list[str]) -> BoardEvent:
    value = rest[1] if len(rest) > 1 and "=" not in rest[1] else ""
    return BoardEvent(number, rest[0], value, _pairs(rest[1:]))


def _pairs(words: list[str]) -> dict[str, str]:
    return {key: value for key, eq, value in (word.partition("=") for word in words) if eq and key}


def number_in(words: Mapping[str, str], key: str, base: int, limit: int) -> int | None:
    """A whole number under a key, or None if it is missing, no number, or too large."""
    text = words.get(key, "")
    digits = "0123456789ABCDEFabcdef"[: 22 if base > 10 else 10]
    if not text or len(text) > 10 or any(c not in digits for c in text):
        return None
    value = int(text, base)
    return value if value <= limit else None
