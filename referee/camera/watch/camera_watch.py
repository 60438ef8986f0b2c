"""The watch over the camera: a look every 60 ms while frames come, and one before every snap."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame, Image
from referee.camera.watch.anchors import Anchors, choose_anchors
from referee.camera.watch.camera_notice import CameraNotice, CameraNoticeKind
from referee.camera.watch.camera_shift import CameraShift, fit_shift, measure_shift, wide_shift
from referee.camera.watch.patches import FollowedPatches, Patches, follow_patches
from referee.camera.watch.picture_pulse import PicturePulse
from referee.core.arrays import Bools
from referee.core.clock import MS_NS
from referee.core.field.field_profile import FieldProfile

# Two looks and the frames between them have to fit into the time in which power must be off.
EVERY_NS = 60 * MS_NS
AGAIN_NS = 40 * MS_NS  # what a look shows for the first time is looked at again soon
MOVED_PX = 0.5  # half of what must be noticed
SURE = 4.0  # times its sigma that a shift must be
AGREE_PX = 0.4  # two looks in a row that agree: a shaken table swings, a moved camera stays
LARGE_PX = 10.0  # beyond this the calibration no longer holds
LARGE_OF = 1920  # for a picture this wide
PATIENCE_NS = 1_500 * MS_NS  # hands may cover the print this long
UNSEEN = (
    "The print is not where it was calibrated: take hands away, and if the camera was moved, "
    "calibrate again."
)
LIGHT = (0.6, 1.6)  # of the calibration's contrast and brightness
SHARP = (0.72, 1.5)  # of the calibration's slopes, at the same contrast


@dataclass(frozen=True, slots=True)
class PrintQuality:
    """How bright and how sharp the print is now; 1 is as it was calibrated."""

    light: float
    sharpness: float

    @classmethod
    def of(cls, patches: Patches, found: FollowedPatches, seen: Bools) -> PrintQuality:
        """The medians over the anchors that are seen; blur keeps the mean, light changes it."""
        light = np.median(found.mean[seen] / np.maximum(patches.mean[seen], 1.0))
        sharpness = np.median(found.slope[seen] / np.maximum(patches.slope[seen], 1e-6))
        return cls(float(light), float(sharpness))

    def complaints(self) -> Iterator[tuple[CameraNoticeKind, str]]:
        """A kind and a sentence for each that left its range."""
        if not LIGHT[0] <= self.light <= LIGHT[1]:
            much = f"{abs(self.light - 1.0):.0%} {'darker' if self.light < 1.0 else 'brighter'}"
            yield (
                CameraNoticeKind.LIGHT,
                f"The board is {much} than when it was calibrated: fix the exposure.",
            )
        if not SHARP[0] <= self.sharpness <= SHARP[1]:
            how = "softer" if self.sharpness < 1.0 else "sharper"
            text = (
                f"The picture is {how} than when it was calibrated: fix the focus, then calibrate."
            )
            yield CameraNoticeKind.FOCUS, text


@dataclass(frozen=True, slots=True)
class WatchReport:
    """The result of one look. ``camera`` is the one to measure with from now on.

    ``shift_px`` is how far the field has moved in the picture since the last correction, None
    where it was not looked at or not seen; ``ready`` says that a snap may follow.
    """

    camera: CameraModel
    shift_px: float | None
    share: float
    ready: bool
    notices: tuple[CameraNotice, ...]


class CameraWatch:
    """Compares frames with the calibration's picture. Give it every frame; it looks when due."""

    def __init__(self, reference: Image, camera: CameraModel, board: FieldProfile) -> None:
        self.anchors: Anchors = choose_anchors(reference, camera, board)
        self.camera = camera
        self._large_px = LARGE_PX * camera.width_px / LARGE_OF
        self._mm_per_px = camera.mm_per_px
        self._pulse = PicturePulse()
        self._due_ns: int | None = None
        self._before: CameraModel | None = None
        self._seen_ns: int | None = None
        self._standing: set[CameraNoticeKind] = set()

    def update(self, frame: Frame, now_ns: int) -> WatchReport | None:
        """The report of a look if one is due or the picture is frozen; None otherwise."""
        frozen = self._pulse.frozen(frame)
        if self._due_ns is not None and frame.t_ns < self._due_ns and not frozen:
            return None
        return self.look(frame, now_ns)

    def look(self, frame: Frame, now_ns: int) -> WatchReport:
        """A look now, as before a snap: ready only if everything is as it was calibrated."""
        self._due_ns = frame.t_ns + EVERY_NS
        wrong = list(self._pulse.complaints(frame, now_ns))
        shift = None
        if not any(kind is CameraNoticeKind.BLOCKED for kind, _ in wrong):
            shift = self._shift(frame.image)
            wrong += self._judge(shift, frame.t_ns)
        went_px = None if shift is None else self._apart_px(shift.camera, self.camera)
        corrected = [pair for pair in wrong if pair[0] is CameraNoticeKind.CORRECTED]
        stays = [pair for pair in wrong if pair[0] is not CameraNoticeKind.CORRECTED]
        still = went_px is not None and (went_px < MOVED_PX or bool(corrected))
        notices = tuple(CameraNotice(frame.t_ns, *pair) for pair in corrected)
        notices += self._news(stays, frame.t_ns, still=still)
        if corrected and shift is not None:
            self.camera = shift.camera
        stops = any(CameraNotice(frame.t_ns, *pair).stops for pair in stays)
        share = 0.0 if shift is None else shift.share
        return WatchReport(self.camera, went_px, share, still and not stops, notices)

    def silence(self, now_ns: int) -> tuple[CameraNotice, ...]:
        """The notices to give if no picture came until now."""
        return self._news(self._pulse.silence(now_ns), now_ns, still=False)

    def _shift(self, image: Image) -> CameraShift | None:
        """The motion since the calibration; looked for far away only if it is not near by."""
        near = measure_shift(self.anchors, image, self.camera)
        if near is not None:
            return near
        rough = wide_shift(self.anchors, image)
        if rough is None:
            return None
        guess = np.tile(rough, (len(self.anchors.board_mm), 1))
        return fit_shift(self.anchors, follow_patches(self.anchors.patches, image, guess))

    def _judge(
        self, shift: CameraShift | None, t_ns: int
    ) -> Iterator[tuple[CameraNoticeKind, str]]:
        if shift is None:
            self._before = None
            since = t_ns if self._seen_ns is None else self._seen_ns
            self._seen_ns = since
            if t_ns - since >= PATIENCE_NS:
                yield CameraNoticeKind.UNSEEN, UNSEEN
            return
        self._seen_ns = t_ns
        yield from PrintQuality.of(self.anchors.patches, shift.followed, shift.seen).complaints()
        before, self._before = self._before, shift.camera
        went_px = self._apart_px(shift.camera, self.camera)
        sure = went_px >= max(MOVED_PX, SURE * shift.sigma_px)
        if not sure:
            return
        if shift.shift_px > self._large_px:
            # So far off, play must stop, whether the camera swings back or stays.
            far = f"{shift.shift_px:.0f} px ({shift.shift_px * self._mm_per_px:.0f} mm)"
            text = f"The camera has moved: the field lies {far} beside its place. Calibrate again."
            yield CameraNoticeKind.MOVED, text
            return
        self._due_ns = t_ns + AGAIN_NS
        if before is not None and self._apart_px(shift.camera, before) <= AGREE_PX:
            mm = went_px * self._mm_per_px
            yield (
                CameraNoticeKind.CORRECTED,
                f"The camera moved by {went_px:.1f} px ({mm:.1f} mm): corrected.",
            )

    def _apart_px(self, one: CameraModel, other: CameraModel) -> float:
        points = self.anchors.board_mm
        return float(np.hypot(*(one.project(points) - other.project(points)).T).max())

    def _news(
        self, wrong: Iterable[tuple[CameraNoticeKind, str]], t_ns: int, *, still: bool
    ) -> tuple[CameraNotice, ...]:
        """Notices that were not given yet, and one when all is well again."""
        now = dict(wrong)
        news = [
            CameraNotice(t_ns, kind, said)
            for kind, said in now.items()
            if kind not in self._standing
        ]
        if still and not now and self._standing:
            news.append(
                CameraNotice(
                    t_ns, CameraNoticeKind.WELL, "The camera sees the board as it was calibrated."
                )
            )
        self._standing = set(now) if still else self._standing | set(now)
        return tuple(news)
