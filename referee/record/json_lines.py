"""JSON lines with a header: one value per line, the first line says what the file is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TextIO

from referee.core.errors import BadValue, PlainWord
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.formats.json_table import json_table

MM_DIGITS = 4
PX_DIGITS = 3
MAX_LINE_CHARS = 200_000


class LineWriter:
    """Writes the header at once and then a line for every value; same values, same bytes."""

    def __init__(self, path: Path, kind: str, version: int, about: Mapping[str, object]) -> None:
        self._out: TextIO = path.open("x", encoding="utf-8", newline="\n")
        self.write({"format": f"referee.{kind}", "version": version, **about})

    def write(self, values: Mapping[str, object]) -> None:
        """Append one line."""
        text = json.dumps(values, separators=(",", ":"), allow_nan=False, ensure_ascii=False)
        self._out.write(text + "\n")

    def close(self) -> None:
        """Everything is on the disk afterwards."""
        self._out.close()


def read_lines(
    path: Path, kind: str, version: int, *, bare: bool = False
) -> Iterator[SettingsTable]:
    """The header and then every line as a checked table that names file and line in complaints.

    ``bare`` allows a file without a header.
    """
    name = f"referee.{kind}"
    with path.open("rb") as stream:
        number = 0
        for number, raw in enumerate(stream, start=1):
            table = _table(raw, f"{path}, line {number}")
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
