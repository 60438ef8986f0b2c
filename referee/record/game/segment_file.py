"""A piece of video as it lies on the disk, finished, still being written, or cut off by a crash."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import cast

import av

from referee.core.clock import US_NS
from referee.record.video import TIME_BASE

_SIZE_BYTES, _WIDE_BYTES = 8, 16


@dataclass(frozen=True, slots=True)
class SegmentFile:
    """``t_ns`` are the instants of its pictures, within 1 us."""

    path: Path
    t_ns: tuple[int, ...]


def read_segment(path: Path, first_t_ns: int) -> SegmentFile | None:
    """What can be read of a piece, without decoding it; None if that is nothing."""
    found: list[int] = []
    try:
        with opened(path) as (box, stream):
            # A damaged place ends this early: what stands before it is good.
            found.extend(_instants_us(box, stream))
    except (av.error.FFmpegError, OSError, IndexError):
        pass
    times = tuple(first_t_ns + at_us * US_NS for at_us in sorted(found))
    return SegmentFile(path, times) if times else None


def decoded_pictures(path: Path, from_us: int) -> Iterator[tuple[int, av.VideoFrame]]:
    """Pictures and their microseconds, from the key picture before an instant on."""
    try:
        with opened(path) as (box, stream):
            base = cast("Fraction", stream.time_base)
            box.seek(round(from_us * TIME_BASE / base), stream=stream)
            for picture in box.decode(stream):
                if picture.pts is not None and not picture.is_corrupt:
                    yield round(picture.pts * base / TIME_BASE), picture
    except (av.error.FFmpegError, OSError, IndexError):
        return  # what can be read of it ends here


@contextmanager
def opened(path: Path) -> Iterator[tuple[av.container.InputContainer, av.VideoStream]]:
    """The file as a player reads it; of one without an end, what is whole."""
    whole = whole_bytes(path)
    file = str(path) if whole == path.stat().st_size else _beginning(path, whole)
    with av.open(file, mode="r") as box:
        yield box, box.streams.video[0]


def whole_bytes(path: Path) -> int:
    """Where the last fragment ends that is there from its first byte to its last."""
    length, place, end = path.stat().st_size, 0, 0
    with path.open("rb") as stream:
        while place + _SIZE_BYTES <= length:
            stream.seek(place)
            head = stream.read(_WIDE_BYTES)
            size, kind = int.from_bytes(head[:4], "big"), head[4:8]
            if size == 1:
                size = int.from_bytes(head[8:], "big")
            place += max(size, _SIZE_BYTES)
            # A fragment is its table, then its pictures.
            if place <= length and kind != b"moof":
                end = place
    return end


def _beginning(path: Path, size: int) -> io.BytesIO:
    with path.open("rb") as stream:
        return io.BytesIO(stream.read(size))


def _instants_us(box: av.container.InputContainer, stream: av.VideoStream) -> Iterator[int]:
    base = cast("Fraction", stream.time_base)
    for packet in box.demux(stream):
        if packet.pts is not None:
            yield round(packet.pts * base / TIME_BASE)
