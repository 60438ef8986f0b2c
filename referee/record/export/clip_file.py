"""A play as a short film to hand on: MP4 for a player, GIF for a message."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import cast

import av
import cv2
import numpy as np

from referee.camera.frame_source import Frame, Image
from referee.core.clock import MS_NS
from referee.core.errors import BadValue, PlainWord
from referee.loaders.formats.atomic_file import whole_file
from referee.record.video import VideoSettings, VideoWriter

GIF, MP4 = ".gif", ".mp4"
# A GIF is for messages: small, and no quicker than viewers show it.
GIF_PX, GIF_STEP_MS = 640, 80
GIF_TIME = Fraction(1, 1000)
BGR = av.VideoFormat("bgr24")
FPS = 30.0  # what a player is told; every picture has its own time
NO_PICTURES = BadValue(
    "the play", PlainWord("without pictures"), "a game whose video was kept, at that time"
)


def check_clip_name(path: Path) -> None:
    """A `BadValue` if the name is no clip's."""
    if path.suffix.casefold() not in {GIF, MP4}:
        raise BadValue("the clip", str(path), f"a file whose name ends in {MP4} or {GIF}")


def write_clip(path: Path, frames: Iterable[Frame], slow: float = 1.0) -> int:
    """Write the pictures, so many times slower; returns how many there are."""
    check_clip_name(path)
    pictures = _slowed(frames, slow)
    first = next(pictures, None)
    if first is None:
        raise NO_PICTURES
    whole = chain((first,), pictures)
    with whole_file(path) as part:
        if path.suffix.casefold() == GIF:
            return _write_gif(part, whole)
        return _write_mp4(part, first, whole)


def _slowed(frames: Iterable[Frame], slow: float) -> Iterator[Frame]:
    began_ns: int | None = None
    for frame in frames:
        began_ns = frame.t_ns if began_ns is None else began_ns
        yield replace(frame, t_ns=round((frame.t_ns - began_ns) * slow))


def _write_mp4(path: Path, first: Frame, frames: Iterable[Frame]) -> int:
    height, width = (side - side % 2 for side in first.image.shape[:2])
    count = 0
    with VideoWriter(path, VideoSettings(width, height, FPS)) as film:
        for frame in frames:
            film.write(replace(frame, image=np.ascontiguousarray(frame.image[:height, :width])))
            count += 1
    return count


def _write_gif(path: Path, frames: Iterable[Frame]) -> int:
    """With the 256 colours that this play needs most."""
    kept, next_ns = [], 0
    for frame in frames:
        if frame.t_ns >= next_ns:
            kept.append(_small(frame))
            next_ns = frame.t_ns + GIF_STEP_MS * MS_NS
    height, width = kept[0].height, kept[0].width
    palette = _palette(kept)
    graph = av.filter.Graph()
    pictures = graph.add_buffer(width=width, height=height, format=BGR, time_base=GIF_TIME)
    side, form = palette.width, palette.format
    colours = graph.add_buffer(width=side, height=side, format=form, time_base=GIF_TIME)
    use, sink = graph.add("paletteuse", "dither=bayer"), graph.add("buffersink")
    pictures.link_to(use, 0, 0)
    colours.link_to(use, 0, 1)
    use.link_to(sink)
    graph.configure()
    colours.push(palette)
    colours.push(None)
    with av.open(str(path), "w", format="gif") as box:
        stream = box.add_stream("gif", rate=Fraction(1000, GIF_STEP_MS))
        stream.width, stream.height, stream.pix_fmt = width, height, "pal8"
        stream.codec_context.time_base = GIF_TIME
        for picture in kept:
            pictures.push(picture)
            box.mux(stream.encode(_video(sink.pull())))
        box.mux(stream.encode(None))
    return len(kept)


def _small(frame: Frame) -> av.VideoFrame:
    height, width = frame.image.shape[:2]
    scale = min(1.0, GIF_PX / width)
    size = round(width * scale), round(height * scale)
    image = cast("Image", cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA))
    picture = av.VideoFrame.from_ndarray(image, format="bgr24")
    picture.pts, picture.time_base = frame.t_ns // MS_NS, GIF_TIME
    return picture


def _palette(pictures: list[av.VideoFrame]) -> av.VideoFrame:
    graph = av.filter.Graph()
    first = pictures[0]
    source = graph.add_buffer(
        width=first.width, height=first.height, format=BGR, time_base=GIF_TIME
    )
    make, sink = graph.add("palettegen", "stats_mode=full"), graph.add("buffersink")
    source.link_to(make)
    make.link_to(sink)
    graph.configure()
    for picture in pictures:
        source.push(picture)
    source.push(None)
    return _video(sink.pull())


def _video(frame: object) -> av.VideoFrame:
    return cast("av.VideoFrame", frame)
