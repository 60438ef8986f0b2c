"""Pictures of a clip as JPEGs: the whole picture and what lies around the contact, enlarged.

One clip is kept at a time, decoded in a thread of its own while the first pictures are already
looked at; another clip takes its place.
"""

from __future__ import annotations

import contextlib
import threading
from dataclasses import dataclass

import cv2
import numpy as np

from referee.camera.frame_source import Image
from referee.core.errors import BadValue
from referee.record.thread_priority import lower_thread_priority
from referee.review.source.source import ReviewSource

WHOLE_PX, CLOSE_PX = 1280, 640
QUALITY = 82
WAIT_S = 20.0


@dataclass(frozen=True, slots=True)
class PictureBox:
    """A part of a picture in whole pixels."""

    left: int
    top: int
    width: int
    height: int

    def scaled(self, by: float) -> PictureBox:
        """The same part of a picture that is larger or smaller."""
        sides = (round(by * side) for side in (self.left, self.top, self.width, self.height))
        return PictureBox(*sides)

    def inside(self, width_px: int, height_px: int) -> PictureBox:
        """The same box moved, and made smaller if it must be, to lie in a picture."""
        width, height = min(self.width, width_px), min(self.height, height_px)
        left = min(max(self.left, 0), width_px - width)
        return PictureBox(left, min(max(self.top, 0), height_px - height), width, height)


@dataclass(frozen=True, slots=True)
class ClipSpan:
    """Which pictures a clip has, and what is shown enlarged of pictures that are so wide."""

    from_ns: int
    until_ns: int
    box: PictureBox
    width_px: int


class ReviewClip:
    """The pictures of one span, as far as they are decoded."""

    def __init__(self, source: ReviewSource, span: ClipSpan) -> None:
        self.span = span
        self._source = source
        self._changed = threading.Condition()
        self._jpegs: dict[int, tuple[bytes, bytes]] = {}
        self._ends = False
        self._done = False
        self._thread = threading.Thread(target=self._decode, name="review clip", daemon=True)
        self._thread.start()

    def jpegs(self, t_ns: int) -> tuple[bytes, bytes] | None:
        """The whole picture of a frame and its enlarged part; None: there is none."""
        with self._changed:
            self._changed.wait_for(lambda: t_ns in self._jpegs or self._done, WAIT_S)
            return self._jpegs.get(t_ns)

    def close(self) -> None:
        """Decode no more."""
        self._ends = True
        self._thread.join(WAIT_S)

    def _decode(self) -> None:
        lower_thread_priority()
        pictures = self._source.pictures(self.span.from_ns, self.span.until_ns)
        # A video that cannot be read any further has no further pictures.
        with contextlib.suppress(BadValue, OSError):
            for frame in pictures:
                if self._ends:
                    break
                box = self.span.box.scaled(frame.image.shape[1] / self.span.width_px)
                pair = whole_jpeg(frame.image), close_jpeg(frame.image, box)
                with self._changed:
                    self._jpegs[frame.t_ns] = pair
                    self._changed.notify_all()
        with self._changed:
            self._done = True
            self._changed.notify_all()


class ClipPictures:
    """Hands out pictures of whichever clip was asked for last."""

    def __init__(self, source: ReviewSource) -> None:
        self._source = source
        self._lock = threading.Lock()
        self._clip: ReviewClip | None = None

    def jpegs(self, span: ClipSpan, t_ns: int) -> tuple[bytes, bytes] | None:
        """The pictures of one frame of a clip."""
        with self._lock:
            if self._clip is None or self._clip.span != span:
                self._put_away()
                self._clip = ReviewClip(self._source, span)
            clip = self._clip
        return clip.jpegs(t_ns)

    def close(self) -> None:
        """Put everything away."""
        with self._lock:
            self._put_away()

    def _put_away(self) -> None:
        if self._clip is not None:
            self._clip.close()
        self._clip = None


def whole_jpeg(image: Image) -> bytes:
    """A picture no wider than a page shows it."""
    height, width = image.shape[:2]
    if width > WHOLE_PX:
        size = (WHOLE_PX, round(height * WHOLE_PX / width))
        image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return _jpeg(image)


def close_jpeg(image: Image, box: PictureBox) -> bytes:
    """A part of a picture, enlarged."""
    at = box.inside(image.shape[1], image.shape[0])
    part = image[at.top : at.top + at.height, at.left : at.left + at.width]
    size = (CLOSE_PX, max(1, round(CLOSE_PX * at.height / at.width)))
    return _jpeg(np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_CUBIC), dtype=np.uint8))


def _jpeg(image: Image) -> bytes:
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
