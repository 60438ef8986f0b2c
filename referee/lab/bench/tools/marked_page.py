"""A page whose part between two marks is written by a bench."""

from __future__ import annotations

from pathlib import Path

from referee.core.errors import BadValue
from referee.loaders.formats.atomic_file import write_text


def write_between_marks(page: Path, bench: str, lines: list[str]) -> None:
    """Replace what stands between the marks ``<!-- bench NAME: start -->`` and ``end``."""
    start, end = f"<!-- bench {bench}: start -->", f"<!-- bench {bench}: end -->"
    text = page.read_text(encoding="utf-8")
    if text.count(start) != 1 or text.count(end) != 1:
        raise BadValue(page.name, "no place for the figures", f"one line {start} and one {end}")
    before, rest = text.split(start)
    after = rest.split(end)[1]
    body = "\n".join(lines)
    write_text(page, f"{before}{start}\n{body}\n{end}{after}")
