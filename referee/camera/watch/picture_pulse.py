"""Whether new pictures come in time. All instants are given by the caller."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

import numpy as np

from referee.camera.frame_source import Frame, Image
from referee.camera.watch.camera_notice import CameraNoticeKind
from referee.core.clock import MS_NS, S_NS

# A sensor's noise never repeats, but a driver may hand the same picture out twice in dim light. So
# old pictures count by time: said once they last, and before the next one would make it too long.
FROZEN_NS = 150 * MS_NS
LONGEST_NS = 200 * MS_NS
# A driver may hand out a ring of old buffers, and a camera may write its clock into each picture.
REMEMBERED = 4  # pictures that a new one is compared with
TILE = 8  # samples a side, compared together
SMALL = 1 / 16  # of all tiles may differ, and the picture is still an old one
LATE_NS = 250 * MS_NS  # from capture to the look
SILENT_NS = 300 * MS_NS  # without any picture
STEP = 16  # every sixteenth pixel tells pictures apart
DARK = 24  # the brightest parts of a picture through a cap or a hand
PLAIN = 4.0  # spread of grey values of a picture that shows nothing


class PicturePulse:
    """Remembers when the last picture came and when the last one that differs was taken."""

    def __init__(self) -> None:
        self._seen: deque[Image] = deque(maxlen=REMEMBERED)
        self._new_ns = 0
        self._repeats = False
        self._last_ns: int | None = None
        self._every_ns = 0

    def frozen(self, frame: Frame) -> bool:
        """Whether the picture has been the same for too long; cheap enough for every frame."""
        if frame.t_ns == self._last_ns:  # this frame was counted already
            return self._stands(frame)
        thin = _thin(frame)
        self._repeats = any(_is_old(thin, seen) for seen in self._seen)
        if self._repeats:
            self._every_ns = frame.t_ns - (self._last_ns or frame.t_ns)
        else:
            self._seen.append(thin)
            self._new_ns = frame.t_ns
        self._last_ns = frame.t_ns
        return self._stands(frame)

    def complaints(self, frame: Frame, now_ns: int) -> Iterator[tuple[CameraNoticeKind, str]]:
        """A kind and a sentence for each fault: frozen, late or blocked."""
        if self.frozen(frame):
            still_s = (frame.t_ns - self._new_ns) / S_NS
            text = f"The picture has been the same for {still_s:.1f} s: plug the camera in again."
            yield CameraNoticeKind.FROZEN, text
        if now_ns - frame.t_ns > LATE_NS:
            late_ms = (now_ns - frame.t_ns) / MS_NS
            text = f"Pictures arrive {late_ms:.0f} ms late: close other programs, or ask for less."
            yield CameraNoticeKind.LATE, text
        thin = _thin(frame)
        brightest = float(np.percentile(thin.max(axis=2), 99.0))
        if brightest < DARK or float(thin.mean(axis=2).std()) < PLAIN:
            yield (
                CameraNoticeKind.BLOCKED,
                "The camera sees nothing: look for a cap, a hand or the lamp.",
            )

    def silence(self, now_ns: int) -> Iterator[tuple[CameraNoticeKind, str]]:
        """A kind and a sentence if no picture came for 300 ms."""
        if self._last_ns is not None and now_ns - self._last_ns > SILENT_NS:
            for_s = (now_ns - self._last_ns) / S_NS
            yield (
                CameraNoticeKind.LATE,
                f"No picture for {for_s:.1f} s: look at the camera's cable.",
            )

    def _stands(self, frame: Frame) -> bool:
        """Whether pictures have been old for too long, or would be with the next one."""
        for_ns = frame.t_ns - self._new_ns
        too_long = for_ns >= FROZEN_NS or for_ns + self._every_ns > LONGEST_NS
        return self._repeats and too_long


def _is_old(thin: Image, seen: Image) -> bool:
    """Whether a picture is one that was seen, but for a small part such as a clock."""
    if thin.shape != seen.shape:
        return False
    differs = (thin != seen).any(axis=2)
    if not differs.any():
        return True
    down, across = (np.arange(0, side, TILE) for side in differs.shape)
    tiles = np.logical_or.reduceat(np.logical_or.reduceat(differs, down, 0), across, 1)
    return bool(tiles.mean() <= SMALL)


def _thin(frame: Frame) -> Image:
    return np.ascontiguousarray(frame.image[::STEP, ::STEP])
