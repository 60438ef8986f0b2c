"""Video in which every frame keeps its own time, in microseconds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import cast

import av

from referee.camera.frame_source import Frame, Image
from referee.core.clock import US_NS
from referee.core.closing import Closing
from referee.core.errors import BadValue
from referee.record.video_file import VideoFile

# MP4's 32-bit edit lists and cv2 both like microseconds; a 30 Hz frame is off by less than 0.5 us.
TIME_BASE = Fraction(1, 1_000_000)


class Codec(StrEnum):
    """H264 is small; MJPEG keeps the camera's own JPEG bytes untouched."""

    H264 = "h264"
    MJPEG = "mjpeg"


@dataclass(frozen=True, slots=True)
class VideoSettings:
    """How pictures are kept. ``crf`` and ``preset`` are x264's and mean nothing to MJPEG."""

    width_px: int
    height_px: int
    fps: float
    codec: Codec = Codec.H264
    crf: int = 18
    preset: str = "veryfast"
    key_every_s: float = 1.0

    def __post_init__(self) -> None:
        if self.codec is Codec.H264 and (self.width_px % 2 or self.height_px % 2):
            size = f"{self.width_px}x{self.height_px}"
            raise BadValue("size", size, "even width and height for h264 video")


class VideoWriter(Closing):
    """One MP4 file. Times count from the first frame, which stands at 0."""

    def __init__(self, path: Path, settings: VideoSettings) -> None:
        self._settings = settings
        self._box = av.open(str(path), "w", format="mp4", options={"movflags": "+faststart"})
        self._stream = self._open_stream(settings)
        self._first_ns: int | None = None
        self._last_us = -1

    def write(self, frame: Frame) -> None:
        """Append a frame; its time must lie after the one before."""
        if self._first_ns is None:
            self._first_ns = frame.t_ns
        at_us = (frame.t_ns - self._first_ns) // US_NS
        if at_us <= self._last_us:
            raise BadValue("t_ns", frame.t_ns, "a time after the frame before")
        self._last_us = at_us
        if self._settings.codec is Codec.MJPEG:
            self._put_jpeg(frame, at_us)
        else:
            self._put_picture(frame.image, at_us)

    def close(self) -> None:
        """Write what the encoder still holds and finish the file."""
        if self._settings.codec is Codec.H264 and self._last_us >= 0:
            self._box.mux(self._stream.encode(None))
        self._box.close()

    def _open_stream(self, settings: VideoSettings) -> av.VideoStream:
        rate = Fraction(settings.fps).limit_denominator(1001)
        stream: av.VideoStream
        if settings.codec is Codec.MJPEG:
            stream = self._box.add_stream("mjpeg", rate=rate)
            stream.pix_fmt = "yuvj420p"
        else:
            encoder = "libx264" if "libx264" in av.codecs_available else "h264"
            options = {"crf": str(settings.crf), "preset": settings.preset, "bf": "0"}
            stream = cast(
                "av.VideoStream", self._box.add_stream(encoder, rate=rate, options=options)
            )
            stream.pix_fmt = "yuv420p"
            stream.codec_context.gop_size = max(1, round(settings.fps * settings.key_every_s))
            stream.codec_context.thread_count = 2
        stream.width, stream.height = settings.width_px, settings.height_px
        stream.codec_context.time_base = TIME_BASE
        stream.time_base = TIME_BASE
        return stream

    def _put_picture(self, image: Image, at_us: int) -> None:
        picture = av.VideoFrame.from_ndarray(image, format="bgr24")
        picture.pts, picture.time_base = at_us, TIME_BASE
        self._box.mux(self._stream.encode(picture))

    def _put_jpeg(self, frame: Frame, at_us: int) -> None:
        if frame.jpeg is None:
            raise BadValue("jpeg", None, "the camera's JPEG bytes with every frame for mjpeg video")
        packet = av.Packet(frame.jpeg)
        packet.stream = self._stream
        packet.time_base = TIME_BASE
        packet.pts = packet.dts = at_us
        packet.is_keyframe = True
        self._box.mux(packet)


def read_video(path: Path) -> Iterator[Frame]:
    """Every frame with its time from the start of the file; MJPEG frames keep their bytes."""
    with VideoFile(path) as film:
        yield from film
