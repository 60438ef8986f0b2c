"""A camera that somebody looks through on the set-up page, and that is let go when nobody does."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

import cv2
import numpy as np

from referee.calibrate.lines.ridges import grey_of
from referee.calibrate.search.level_look import look_level
from referee.camera.devices.camera_settings import CameraRequest
from referee.camera.frame_source import CameraLost, Frame, FrameSource, Image, NoFrame
from referee.core.closing import Closing
from referee.core.errors import BadValue, PlainWord
from referee.core.field.field_profile import FieldProfile
from referee.system_clock import clock_s
from referee.web.server.page_app import JsonValues
from referee.web.server.page_files import jpeg_of
from referee.web.setup.steps.error_sentence import sentence_of
from referee.web.setup.steps.picture_aid import FocusAid, level_values, light_values

CameraOpening = Callable[[str | None, CameraRequest], AbstractContextManager[FrameSource]]

SHOWN_PX = 960  # width
QUALITY = 75  # of the JPEG, of 100
EVERY_S = 0.25  # between two pictures that are shown
LEVEL_S = 3.0  # between two looks at how the camera hangs
WAIT_S = 1.0
# A page that has not asked for so long is closed, hidden, or on a computer that sleeps.
LEFT_S = 8.0
LONGEST_S = 300.0
SILENT_S = 10.0  # without a picture, while some are taken to calibrate or enrol from
OFF = "The live picture is off."
AGAIN = "Look at the live picture, then try again."
OPENING = "The camera is being opened."
TIME_IS_UP = "Five minutes are up and the camera was let go. Press again to look on."


@dataclass(frozen=True, slots=True)
class LiveWish:
    """Which camera, what is asked of it, and over which field; ``focal_px`` of a calibration."""

    camera: str | None
    request: CameraRequest
    profile: FieldProfile
    focal_px: float | None = None

    def same_camera(self, other: LiveWish) -> bool:
        """Whether the camera that is open will do."""
        return (self.camera, self.request) == (other.camera, other.request)


class _Collection:
    """Pictures that are taken for a calibration or an enrolment: every so many, so many."""

    def __init__(self, count: int, every: int) -> None:
        self._count, self._every = count, every
        self.seen = 0
        self.frames: list[Frame] = []

    @property
    def full(self) -> bool:
        return len(self.frames) >= self._count

    def offer(self, frame: Frame) -> None:
        self.seen += 1
        if not self.full and self.seen % self._every == 0:
            self.frames.append(frame)


class LiveCamera(Closing):
    """Looks through one camera at a time, in threads of its own, as long as somebody asks."""

    def __init__(self, opening: CameraOpening, clock: Callable[[], float] = clock_s) -> None:
        self._opening, self._clock = opening, clock
        self._news = threading.Condition()
        self._switching = threading.Lock()
        self._wish: LiveWish | None = None
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None
        self._asked_s = 0.0
        self._words, self._live = OFF, False
        self._number = 0
        self._image: Image | None = None
        self._jpeg = b""
        self._focus = FocusAid()
        self._light: JsonValues = {}
        self._level: JsonValues = {}
        self._collection: _Collection | None = None

    @property
    def running(self) -> bool:
        """Whether a camera is open, or being opened."""
        thread = self._thread
        return thread is not None and thread.is_alive()

    def look(self, wish: LiveWish) -> None:
        """Look through this camera; another one is let go first."""
        with self._switching:
            before, self._wish = self._wish, wish
            if self.running and before is not None and wish.same_camera(before):
                return
            self.close()
            self._begin(wish)

    def _begin(self, wish: LiveWish) -> None:
        with self._news:
            self._asked_s = self._clock()
            self._words, self._live = OPENING, False
            self._image, self._jpeg = None, b""
            self._focus, self._light, self._level = FocusAid(), {}, {}
            self._ending = threading.Event()
            what = (wish, self._ending)
            self._thread = threading.Thread(target=self._run, args=what, name="live", daemon=True)
            self._thread.start()

    def values(self, after: int) -> tuple[JsonValues, bytes]:
        """What there is to see; the picture only if it is newer than ``after``. Asking counts."""
        with self._news:
            self._asked_s = self._clock()
            return self._values(), self._jpeg if self._number > after else b""

    def _values(self) -> JsonValues:
        image = self._image
        return {
            "running": self.running,
            "live": self._live,
            "words": self._words,
            "number": self._number,
            "size_px": None if image is None else [image.shape[1], image.shape[0]],
            "focus": self._focus.values if self._live else {},
            "light": self._light,
            "level": self._level,
        }

    def wait(self, wanted: Callable[[JsonValues], bool], timeout_s: float) -> bool:
        """Wait until what there is to see is as wanted; False if that takes too long."""
        with self._news:
            return self._news.wait_for(lambda: wanted(self._values()), timeout_s)

    def collect(self, count: int, every: int) -> list[Frame]:
        """So many pictures, one of every so many; raises `BadValue` if they do not come."""
        collection = _Collection(count, every)
        with self._news:
            self._collection = collection
            while not collection.full and self._another(collection.seen):
                pass
            self._collection = None
            words = self._words
        if not collection.full:
            why = words.rstrip(".") or "It gave no picture for a while"
            allowed = "a camera that gives pictures"
            raise BadValue("the camera", PlainWord("silent"), allowed, sentence=f"{why}. {AGAIN}")
        return collection.frames

    def _another(self, seen: int) -> bool:
        """Wait for one more picture than that; whether it came."""

        def news() -> bool:
            taking = self._collection
            return taking is None or taking.seen > seen or not self.running

        return self._news.wait_for(news, SILENT_S) and self.running

    def close(self) -> None:
        """Let the camera go; a second call does nothing."""
        thread = self._thread
        self._ending.set()
        if thread is not None and thread is not threading.current_thread():
            thread.join(2.0 * WAIT_S + 2.0)
        self._thread = None

    def _run(self, wish: LiveWish, ending: threading.Event) -> None:
        said = OFF
        level = threading.Thread(target=self._watch_level, args=(ending,), daemon=True)
        try:
            with self._opening(wish.camera, wish.request) as camera:
                level.start()
                said = self._look_through(camera, ending)
        except (BadValue, CameraLost, OSError) as error:
            said = sentence_of(error)
        finally:
            ending.set()
            with self._news:
                if self._ending is ending:  # else another camera is looked through by now
                    self._words, self._live, self._thread = said, False, None
                self._news.notify_all()

    def _look_through(self, camera: FrameSource, ending: threading.Event) -> str:
        """Take pictures until it is over; why it is over."""
        began_s, shown_s = self._clock(), float("-inf")
        while not ending.is_set():
            now_s = self._clock()
            if now_s - began_s > LONGEST_S:
                return TIME_IS_UP
            if now_s - self._asked_s > LEFT_S and self._collection is None:
                return OFF
            try:
                frame = camera.newest(WAIT_S)
            except NoFrame as error:
                with self._news:
                    self._words = f"{str(error).rstrip('.') or 'The camera gives no picture'}."
                    self._live = False
                    self._news.notify_all()
                continue
            self._take(frame, show=now_s - shown_s >= EVERY_S)
            if now_s - shown_s >= EVERY_S:
                shown_s = now_s
        return OFF

    def _take(self, frame: Frame, *, show: bool) -> None:
        with self._news:
            taking = self._collection is not None
            if self._collection is not None:
                self._collection.offer(frame)
                self._news.notify_all()
        if not show or taking:  # whoever waits for pictures waits for nothing else
            return
        image = frame.image
        focus, light, jpeg = self._focus.then(image), light_values(image), _small_jpeg(image)
        with self._news:
            self._image, self._jpeg = image, jpeg
            self._focus, self._light = focus, light
            self._number += 1
            self._words, self._live = "", True
            self._news.notify_all()

    def _watch_level(self, ending: threading.Event) -> None:
        looked = None
        while not ending.wait(LEVEL_S):
            image, wish = self._image, self._wish
            if image is None or image is looked or wish is None:
                continue
            looked = image
            values = level_values(look_level(grey_of(image), wish.profile, wish.focal_px))
            with self._news:
                self._level = values
                self._news.notify_all()


def _small_jpeg(image: Image) -> bytes:
    height, width = image.shape[:2]
    share = min(1.0, SHOWN_PX / width)
    size = (round(width * share), max(1, round(height * share)))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return jpeg_of(np.asarray(small, dtype=np.uint8), QUALITY)
