"""Which line of a TOML text a key stands on, so that a complaint can point at it."""

from __future__ import annotations

import re

_HEADER = re.compile(r"\s*\[{1,2}\s*(?P<path>[^\[\]]+?)\s*\]{1,2}\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*(?P<key>[\w.-]+|"[^"]*"|'[^']*')\s*=""")
_LONG = ('"""', "'''")


def line_of_key(text: str, path: str) -> int | None:
    """The line, from 1, of a key by its path (``tackle.front``), or of the nearest table above it.

    None when neither the key nor a table it is in can be found.
    """
    lines = _lines(text)
    parts = path.split(".")
    while parts:
        if (found := lines.get(".".join(parts))) is not None:
            return found
        parts.pop()
    return None


def _lines(text: str) -> dict[str, int]:
    """Every key and table of a text with its line; keys within one-line tables count as its."""
    found: dict[str, int] = {}
    table, inside = "", ""
    for number, line in enumerate(text.splitlines(), 1):
        if inside:
            inside = "" if inside in line else inside
            continue
        if (header := _HEADER.match(line)) is not None:
            table = _plain(header["path"])
            found.setdefault(table, number)
        elif (key := _KEY.match(line)) is not None:
            path = _plain(key["key"])
            found.setdefault(f"{table}.{path}" if table else path, number)
            inside = next((mark for mark in _LONG if line.count(mark) == 1), "")
    return found


def _plain(path: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in path.split("."))
