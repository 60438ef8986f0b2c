"""Videos from any camera or phone: pictures as a player shows them, each at its own instant."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import cast

import av
import numpy as np

from referee.camera.frame_source import Frame, Image
from referee.core.clock import S_NS
from referee.core.closing import Closing
from referee.core.errors import BadValue, PlainWord

QUARTER_DEG = 90


class VideoFile(Closing):
    """A video file that can be read. Times count from its first picture, which stands at 0.

    ``notes`` says, after reading, what was wrong with the file and what was done about it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.notes: list[str] = []
        self._box = _opened(path)
        try:
            self._stream = self._pictures()
            self.size = self._size()
        except BadValue:
            self._box.close()
            raise

    def close(self) -> None:
        """Let go of the file."""
        self._box.close()

    @property
    def length_ns(self) -> int | None:
        """The length the file states, in ns; None where it states none."""
        stream = self._stream
        if stream.duration is not None and stream.time_base is not None:
            return round(Fraction(stream.duration) * stream.time_base * S_NS)
        return self._box.duration * 1000 if self._box.duration is not None else None

    def __iter__(self) -> Iterator[Frame]:
        """Every picture that can be read; MJPEG pictures keep their bytes."""
        keep = self._stream.codec_context.name == "mjpeg"
        if not keep:
            self._stream.thread_type = "AUTO"
        first_ns: int | None = None
        last_ns, spoilt, late = -1, 0, 0
        for number, (picture, data) in enumerate(self._decoded(keep)):
            if picture.is_corrupt:
                spoilt += 1
                continue
            at_ns = self._instant(picture, number)
            first_ns = at_ns if first_ns is None else first_ns
            if at_ns - first_ns <= last_ns:
                late += 1
                continue
            last_ns = at_ns - first_ns
            yield Frame(last_ns, _upright(picture), number, data)
        if first_ns is None:
            raise self._bad("a video of which no picture can be read")
        if spoilt:
            self.notes.append(f"{spoilt} damaged pictures were left out")
        if late:
            self.notes.append(f"{late} pictures whose time did not go on were left out")

    def _decoded(self, keep: bool) -> Iterator[tuple[av.VideoFrame, bytes | None]]:
        """Every picture up to where the file can be read, with its JPEG bytes if they are kept."""
        last_s: float | None = None
        try:
            for packet in self._box.demux(self._stream):
                data = bytes(packet) if keep and packet.size else None
                for picture in packet.decode():
                    last_s = picture.time if picture.time is not None else last_s
                    yield picture, data
        except av.error.FFmpegError:
            where = "at its beginning" if last_s is None else f"after {last_s:.2f} s"
            self.notes.append(f"the file is damaged or cut off {where}; it was read that far")

    def _instant(self, picture: av.VideoFrame, number: int) -> int:
        if picture.pts is not None and picture.time_base is not None:
            return round(Fraction(picture.pts) * picture.time_base * S_NS)
        rate = self._stream.average_rate or self._stream.guessed_rate
        if not rate:
            raise self._bad("a video that does not say when its pictures were taken")
        return round(number * S_NS / Fraction(rate))

    def _pictures(self) -> av.VideoStream:
        streams = [s for s in self._box.streams.video if not s.disposition & _COVER]
        if not streams:
            raise self._bad("without moving pictures")
        stream = streams[0]
        if not isinstance(getattr(stream, "codec_context", None), av.VideoCodecContext):
            raise self._bad("in a format that cannot be read")
        return stream

    def _size(self) -> tuple[int, int]:
        width, height = self._stream.codec_context.width, self._stream.codec_context.height
        if width <= 0 or height <= 0:
            raise self._bad("cut off before its first picture")
        return width, height

    def _bad(self, what: str) -> BadValue:
        return _bad_video(self.path, what)


_COVER = av.stream.Disposition.attached_pic


def _opened(path: Path) -> av.container.InputContainer:
    if path.is_dir():
        raise _bad_video(path, "a folder")
    if not path.exists():
        raise _bad_video(path, "missing")
    if path.stat().st_size == 0:
        raise _bad_video(path, "empty")
    try:
        return av.open(str(path))
    except (av.error.FFmpegError, ValueError):
        raise _bad_video(path, "not a video, or cut off before its index") from None


def _bad_video(path: Path, what: str) -> BadValue:
    return BadValue("the video", PlainWord(what), "a video such as MP4, MOV or MKV", str(path))


def _upright(picture: av.VideoFrame) -> Image:
    """The picture turned as the camera says it has to be."""
    image = cast("Image", picture.to_ndarray(format="bgr24"))
    quarters = round(picture.rotation / QUARTER_DEG) % 4
    return np.ascontiguousarray(np.rot90(image, quarters)) if quarters else image
