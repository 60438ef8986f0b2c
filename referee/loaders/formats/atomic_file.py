"""Write a file whole or not at all: to a temporary name beside it, then rename."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

# What a disk says without naming the file that was being written.
_OF_THE_DISK = frozenset({errno.ENOSPC, errno.EFBIG, errno.EDQUOT, errno.EROFS, errno.EIO})


@contextlib.contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A free name beside ``path``: what is there when the block ends well becomes ``path``.

    On any error, Ctrl-C too, nothing is left of it. A full disk names ``path``.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        yield temporary
        temporary.replace(path)
    except OSError as error:
        unnamed = error.filename is None and error.errno in _OF_THE_DISK
        if unnamed or error.filename == str(temporary):
            error.filename = str(path)
        raise
    finally:
        temporary.unlink(missing_ok=True)


@contextlib.contextmanager
def atomic_writer(path: Path) -> Iterator[BinaryIO]:
    """A stream that becomes ``path`` when the block ends well; on any error nothing is left.

    >>> with atomic_writer(Path("track.jsonl")) as out:  # doctest: +SKIP
    ...     out.write(b"{}")
    """
    with whole_file(path) as temporary, temporary.open("xb") as stream:
        yield stream
        stream.flush()
        os.fsync(stream.fileno())


def write_bytes(path: Path, data: bytes) -> None:
    """Replace ``path`` by ``data`` in one step."""
    with atomic_writer(path) as out:
        out.write(data)


def write_text(path: Path, text: str) -> None:
    """Replace ``path`` by ``text`` in UTF-8 with plain newlines, in one step."""
    write_bytes(path, text.encode("utf-8"))
