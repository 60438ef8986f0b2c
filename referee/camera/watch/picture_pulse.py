"""Whether new pictures come in time. All instants are given by the caller."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import numpy as np

from referee.camera.frame_source import Frame, Image
from referee.camera.watch.camera_notice import CameraNoticeKind
from referee.core.clock import MS_NS, S_NS

# A sensor's noise never repeats; a driver may hand the same picture out twice in dim light.
FROZEN_NS = 150 * MS_NS  # that the same picture must last, to be frozen
FROZEN_PICTURES = 4  # that repeat the first one
LATE_NS = 250 * MS_NS  # from capture to the look
SILENT_NS = 300 * MS_NS  # without any picture
STEP = 16  # every sixteenth pixel tells pictures apart
DARK = 24  # the brightest parts of a picture through a cap or a hand
PLAIN = 4.0  # spread of grey values of a picture that shows nothing


class PicturePulse:
    """Remembers when the last picture came and when the last one that differs was taken."""

    def __init__(self) -> None:
        self._digest: int | None = None
        self._new_ns = 0
        self._repeats = 0
        self._last_ns: int | None = None

    def frozen(self, frame: Frame) -> bool:
        """Whether the picture has been the same for too long; cheap enough for every frame."""
        if frame.t_ns == self._last_ns:  # this frame was counted already
            return self._stands(frame)
        digest = zlib.crc32(_thin(frame).tobytes())
        if digest != self._digest or self._last_ns is None:
            self._digest, self._new_ns, self._repeats = digest, frame.t_ns, 0
        else:
            self._repeats += 1
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
        return self._repeats >= FROZEN_PICTURES and frame.t_ns - self._new_ns >= FROZEN_NS


def _thin(frame: Frame) -> Image:
    return np.ascontiguousarray(frame.image[::STEP, ::STEP])
