"""Values as JSON, and files of JSON lines whose first line says what the file is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import TextIO

from referee.calls.frame import KEPT_DIGITS
from referee.core.errors import BadValue, PlainWord
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.formats.json_table import json_table

MM_DIGITS = KEPT_DIGITS  # decimals of millimetres and degrees in files
PX_DIGITS = 3  # decimals of pixels in files
MAX_LINE_CHARS = 200_000


def plain_json(value: object, digits: int | None = None) -> object:
    """Dataclasses, enums, mappings and tuples as JSON knows them; floats rounded if asked.

    >>> plain_json({"at": (1.23456, 2)}, digits=2)
    {'at': [1.23, 2]}
    """
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {f.name: plain_json(getattr(value, f.name), digits) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(plain_json(key)): plain_json(item, digits) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_json(item, digits) for item in value]
    if isinstance(value, float) and digits is not None:
        return round(value, digits) + 0.0
    return str(value) if isinstance(value, Path) else value


def json_line(values: Mapping[str, object]) -> str:
    """One line of a file, with its end; the same values give the same line."""
    text = json.dumps(values, separators=(",", ":"), allow_nan=False, ensure_ascii=False)
    return f"{text}\n"


def file_header(kind: str, version: int, **about: object) -> dict[str, object]:
    """The values of the first line of a file of this kind, such as ``tracks``."""
    return {"format": f"referee.{kind}", "version": version, **about}


class LineWriter:
    """Writes the header at once and then a line for every value."""

    def __init__(self, path: Path, header: Mapping[str, object]) -> None:
        self._out: TextIO = path.open("x", encoding="utf-8", newline="\n")
        self.write(header)

    def write(self, values: Mapping[str, object]) -> None:
        """Append one line."""
        self._out.write(json_line(values))

    def close(self) -> None:
        """Finish the file."""
        self._out.close()


def read_lines(
    path: Path,
    kind: str,
    version: int,
    *,
    bare: bool = False,
    cut: Callable[[str], None] | None = None,
) -> Iterator[SettingsTable]:
    """The header and then every line as a checked table that names file and line in errors.

    ``bare`` allows a file without a header. With ``cut``, a last line that ends in its middle, as
    after a crash, is told to it in a sentence and left out; without it, it is an error.
    """
    name = f"referee.{kind}"
    with path.open("rb") as stream:
        number = 0
        lines = iter(lambda: stream.readline(MAX_LINE_CHARS + 1), b"")
        for number, raw in enumerate(lines, start=1):
            try:
                table = _table(raw, f"{path}, line {number}")
            except BadValue:
                whole = raw.endswith(b"\n") or len(raw) > MAX_LINE_CHARS
                if cut is None or number == 1 or whole:
                    raise
                cut(f"{path}: line {number}, the last, is cut off: read up to the line before.")
                return
            if number == 1 and not (bare and table.raw("format") is None):
                if table.text("format") != name:
                    raise table.error("format", table.text("format"), f'"{name}"')
                table.whole("version", version, version)
            yield table
    if number == 0:
        raise BadValue(
            "the file", PlainWord("empty"), f'a header line with "format": "{name}"', str(path)
        )


def _table(raw: bytes, where: str) -> SettingsTable:
    key, allowed = "the line", "one JSON object per line, in UTF-8"
    if len(raw) > MAX_LINE_CHARS:
        raise BadValue(key, PlainWord(f"longer than {MAX_LINE_CHARS} characters"), allowed, where)
    return json_table(raw, key, allowed, where)
