"""One short piece of a game's video: fragmented MP4, whole up to its last half second at any time.

Pictures stand at microseconds since the piece's first picture, whose game time is in the name of
the file, so a piece that a crash left without a row in the database still knows its instants.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import cast

import av
import cv2

from referee.camera.frame_source import Image
from referee.core.clock import US_NS
from referee.record.video import TIME_BASE

# A kill loses what stands since the last fragment.
FRAGMENT_US = 500_000
KEY_EVERY_US = 1_000_000
_NAMED = re.compile(r"([0-9]{6,})-([0-9]+)-(play|between)\.mp4")


@dataclass(frozen=True, slots=True)
class VideoEncoding:
    """How small pictures are kept: x264's ``crf`` (less is finer and larger) and ``preset``."""

    crf: int = 23
    preset: str = "ultrafast"


@dataclass(frozen=True, slots=True)
class SegmentName:
    """What the name of a piece says. ``play``: the board had power in it."""

    number: int
    first_t_ns: int
    play: bool

    @property
    def file(self) -> str:
        """The name."""
        return f"{self.number:06d}-{self.first_t_ns}-{'play' if self.play else 'between'}.mp4"


def segment_name_of(path: Path) -> SegmentName | None:
    """What a file's name says; None if it is no piece of a game's video."""
    named = _NAMED.fullmatch(path.name)
    return named and SegmentName(int(named[1]), int(named[2]), named[3] == "play")


class SegmentWriter:
    """A piece that is being written. Any of it may raise what FFmpeg or the disk raises."""

    def __init__(
        self,
        path: Path,
        size: tuple[int, int],
        fps: float,
        first_t_ns: int,
        encoding: VideoEncoding,
    ) -> None:
        self.path, self.first_t_ns, self.last_t_ns, self.frames = path, first_t_ns, first_t_ns, 0
        # x264 takes pictures of even width and height; of an odd one the last row is left out.
        self._size = size[0] // 2 * 2, size[1] // 2 * 2
        self._key_us = -KEY_EVERY_US
        options = {
            "movflags": "empty_moov+default_base_moof",
            "frag_duration": str(FRAGMENT_US),
            "flush_packets": "1",
        }
        self._box = av.open(str(path), "w", format="mp4", options=options)
        self._stream = self._opened(fps, encoding)

    def write(self, t_ns: int, image: Image) -> None:
        """Append a picture; its time lies after the one before."""
        at_us = (t_ns - self.first_t_ns) // US_NS
        width, height = self._size
        planes = cv2.cvtColor(image[:height, :width], cv2.COLOR_BGR2YUV_I420)
        picture = av.VideoFrame.from_ndarray(cast("Image", planes), format="yuv420p")
        picture.pts, picture.time_base = at_us, TIME_BASE
        if at_us - self._key_us >= KEY_EVERY_US:
            picture.pict_type = av.video.frame.PictureType.I
            self._key_us = at_us
        self._box.mux(self._stream.encode(picture))
        self.last_t_ns = t_ns
        self.frames += 1

    def close(self) -> None:
        """Everything is in the file afterwards."""
        try:
            self._box.mux(self._stream.encode(None))
        finally:
            self._box.close()

    def _opened(self, fps: float, encoding: VideoEncoding) -> av.VideoStream:
        encoder = "libx264" if "libx264" in av.codecs_available else "h264"
        options = {
            "crf": str(encoding.crf),
            "preset": encoding.preset,
            "tune": "zerolatency",
            "forced-idr": "1",
        }
        rate = Fraction(fps).limit_denominator(1001)
        stream = cast("av.VideoStream", self._box.add_stream(encoder, rate=rate, options=options))
        stream.width, stream.height = self._size
        stream.pix_fmt = "yuv420p"
        stream.codec_context.time_base = stream.time_base = TIME_BASE
        stream.codec_context.thread_count = 1
        return stream
