"""Pictures and videos that a person names on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from referee.camera.frame_source import Frame, Image
from referee.core.errors import BadValue, PlainWord
from referee.loaders.formats.png import is_png, is_whole
from referee.record.video import read_video

VIDEO_ENDINGS = (".mp4", ".mov", ".mkv", ".avi", ".webm", ".m4v")


def is_video(path: Path) -> bool:
    """Whether a file is a video, by its ending."""
    return path.suffix.lower() in VIDEO_ENDINGS


def video_frames(path: Path, every_ns: int = 0) -> Iterator[Frame]:
    """The frames of a video, at least so far apart."""
    if not path.is_file():
        raise BadValue("the video", PlainWord("missing"), "a video file", str(path))
    due_ns = 0
    for frame in read_video(path):
        if frame.t_ns >= due_ns:
            due_ns = frame.t_ns + every_ns
            yield frame


def read_picture(path: Path) -> Image:
    """A picture file as BGR. OpenCV itself opens no names beyond ASCII on Windows."""
    try:
        data = path.read_bytes()
    except OSError as error:
        reason = PlainWord(f"not readable ({(error.strerror or str(error)).lower()})")
        raise BadValue("the picture", reason, "a picture file", str(path)) from None
    image = None
    if is_png(data) and not is_whole(data):
        broken = "cut off or damaged"
    elif data:
        image = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
        broken = "not a picture that can be read"
    else:
        broken = "empty"
    if image is None:
        raise BadValue("the picture", PlainWord(broken), "a PNG or JPEG file", str(path))
    return np.asarray(image, dtype=np.uint8)
