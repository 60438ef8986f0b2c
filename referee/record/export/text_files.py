"""Text files that appear whole or not at all, line by line."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from referee.loaders.formats.atomic_file import atomic_writer


@contextmanager
def text_writer(path: Path) -> Iterator[TextIO]:
    """A stream of UTF-8 with plain newlines that becomes ``path`` when the block ends well."""
    with atomic_writer(path) as raw:
        out = io.TextIOWrapper(raw, encoding="utf-8", newline="\n", write_through=True)
        yield out
        out.flush()
        out.detach()


def write_csv(path: Path, header: Sequence[str], rows: Iterable[Sequence[object]]) -> int:
    """A CSV file; how many rows it has. What is None is an empty field."""
    count = 0
    with text_writer(path) as out:
        table = csv.writer(out, lineterminator="\n")
        table.writerow(header)
        for count, row in enumerate(rows, start=1):  # noqa: B007 - counted for the caller
            table.writerow(row)
    return count
