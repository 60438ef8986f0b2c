"""Whether a PNG is whole: decoders print lines of their own about one that is not."""

from __future__ import annotations

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
AROUND = 12  # bytes of a chunk besides its contents: length, name, checksum


def is_png(data: bytes) -> bool:
    """Whether it begins as a PNG does."""
    return data.startswith(SIGNATURE)


def is_whole(data: bytes) -> bool:
    """Whether a PNG has all its chunks, from the header to the end mark, none of them damaged."""
    at, names = len(SIGNATURE), []
    while at + AROUND <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        end = at + AROUND + length
        if end > len(data):
            return False
        name = data[at + 4 : at + 8]
        (checksum,) = struct.unpack_from(">I", data, end - 4)
        if zlib.crc32(memoryview(data)[at + 4 : end - 4]) != checksum:
            return False
        names.append(name)
        if name == b"IEND":
            return names[0] == b"IHDR" and b"IDAT" in names
        at = end
    return False
