"""A webcam read by a thread of its own that keeps the newest picture and nothing older."""

from __future__ import annotations

import threading
from collections.abc import Callable

import cv2

from referee.camera.devices.camera_device import CameraDevice, Lister, choose_device, list_devices
from referee.camera.devices.camera_driver import CameraDriver, Opener, open_driver, opens
from referee.camera.devices.camera_settings import ActualSettings, CameraRequest, apply_request
from referee.camera.frame_source import CameraLost, Frame, NoFrame
from referee.core.clock import MS_NS, S_NS
from referee.core.errors import BadValue, PlainWord
from referee.system_clock import clock_ns

RETRY_S = 0.5  # between two tries to find a camera that was unplugged
Clock = Callable[[], int]
# Two clocks of computers and cameras drift apart by less than this share of the time.
DRIFT = 100e-6
SAME_CLOCK_NS = 2_000_000_000  # a first stamp this little before its arrival is of our clock


class StampClock:
    """Turns drivers' stamps into instants on the program's clock.

    A driver stamps with the monotonic clock (Linux), with the time since it started, or not at all.
    Which of these it is, is decided by the first stamp and then kept, so that no delay, however
    long, makes an old picture a fresh one. A stamp of another clock is moved by the shortest delay
    so far: a picture may come late, but never before it was taken.
    """

    def __init__(self) -> None:
        self._ours: bool | None = None
        self._apart_ns: int | None = None
        self._last_driver_ns = 0
        self.driver_stamps = False

    def stamp(self, arrival_ns: int, driver_ms: float) -> int:
        """The instant of capture on our clock, never after the arrival."""
        driver_ns = round(driver_ms * MS_NS) if 0.0 < driver_ms < 1e13 else 0
        self.driver_stamps = driver_ns > self._last_driver_ns
        if not self.driver_stamps:
            # A stamp that stands still or jumps back is no clock: forget the delay seen so far.
            self._apart_ns = None
            self._last_driver_ns = driver_ns
            return arrival_ns
        since_ns = driver_ns - self._last_driver_ns
        self._last_driver_ns = driver_ns
        apart_ns = arrival_ns - driver_ns
        if self._ours is None:
            self._ours = 0 <= apart_ns < SAME_CLOCK_NS
        if self._ours:
            return min(driver_ns, arrival_ns)
        if self._apart_ns is not None:
            apart_ns = min(apart_ns, self._apart_ns + round(DRIFT * since_ns))
        self._apart_ns = apart_ns
        return driver_ns + apart_ns


def plugged_in_cameras() -> tuple[CameraDevice, ...]:
    """The cameras of this computer."""
    return list_devices(opens)


class Webcam:
    """A `FrameSource` that opens its camera again after it was unplugged."""

    def __init__(
        self,
        wanted: str | None = None,
        request: CameraRequest | None = None,
        *,
        lister: Lister = plugged_in_cameras,
        opener: Opener = open_driver,
        clock: Clock = clock_ns,
        retry_s: float = RETRY_S,
    ) -> None:
        self._request = request or CameraRequest()
        self._lister, self._opener, self._clock, self._retry_s = lister, opener, clock, retry_s
        self.device = choose_device(lister(), wanted)
        driver = opener(self.device.number)
        if not driver.isOpened():
            driver.release()
            taken = PlainWord(f"not to be opened: {self.device.name}")
            allowed = "a camera that no other program uses, and that you may use"
            raise BadValue("the camera", taken, allowed)
        self.actual: ActualSettings = apply_request(driver, self._request)
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._given = -1
        self._count = 0
        self.every = 1  # of so many pictures one is decoded and given; the others are passed over
        self._lag_ns: int | None = None
        self._lost_since_ns: int | None = None
        self._closing = threading.Event()
        self._reader = threading.Thread(target=self._read, args=(driver,), daemon=True)
        self._reader.start()

    @property
    def name(self) -> str:
        """The name that is shown to people."""
        return self.device.name

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels, as the driver gives them."""
        return self.actual.width_px, self.actual.height_px

    @property
    def fps(self) -> float:
        """Frames per second that are given, as the driver says, or else as they were asked for."""
        return (self.actual.fps or self._request.fps) / self.every

    @property
    def lag_ns(self) -> int | None:
        """From capture to arrival of the last picture; None if the driver stamps none."""
        return self._lag_ns

    def newest(self, timeout_s: float) -> Frame:
        """The newest frame not given yet."""
        with self._news:
            self._news.wait_for(lambda: self._fresh() or self._closing.is_set(), timeout_s)
            if self._closing.is_set():
                raise CameraLost(f"{self.name} was closed")
            if not self._fresh() or self._newest is None:
                raise NoFrame(self._why())
            self._given = self._newest.sequence
            return self._newest

    def close(self) -> None:
        """Release the device; a second call does nothing."""
        self._closing.set()
        with self._news:
            self._news.notify_all()
        if self._reader is not threading.current_thread():
            self._reader.join(timeout=2.0)

    def _fresh(self) -> bool:
        return self._newest is not None and self._newest.sequence != self._given

    def _why(self) -> str:
        since = self._lost_since_ns
        if since is None:
            return f"{self.name} gave no picture in time"
        gone_s = (self._clock() - since) / S_NS
        return f"{self.name} has been gone for {gone_s:.0f} s: plug it in again"

    def _read(self, driver: CameraDriver) -> None:
        while not self._closing.is_set():
            self._read_until_lost(driver)
            driver.release()
            self._lost_since_ns = self._clock()
            found = self._again()
            if found is None:
                return
            driver = found
            self._lost_since_ns = None
        driver.release()

    def _read_until_lost(self, driver: CameraDriver) -> None:
        stamps, half_ns = StampClock(), _half_exposure_ns(self.actual)
        passed = 0
        while not self._closing.is_set() and driver.grab():
            arrival_ns = self._clock()
            t_ns = stamps.stamp(arrival_ns, driver.get(cv2.CAP_PROP_POS_MSEC)) - half_ns
            passed += 1
            if passed < self.every:
                continue
            passed = 0
            good, image = driver.retrieve()
            if not good:
                continue
            with self._news:
                self._newest = Frame(t_ns, image, self._count)
                self._lag_ns = arrival_ns - t_ns if stamps.driver_stamps else None
                self._count += 1
                self._news.notify_all()

    def _again(self) -> CameraDriver | None:
        """The same camera once it is plugged in again; None if this is closed before."""
        while not self._closing.is_set():
            back = [d for d in self._lister() if d.key == self.device.key]
            if back:
                driver = self._opener(back[0].number)
                if driver.isOpened():
                    self.device = back[0]
                    self.actual = apply_request(driver, self._request)
                    return driver
                driver.release()
            self._closing.wait(self._retry_s)
        return None


def _half_exposure_ns(actual: ActualSettings) -> int:
    """Half the exposure in ns: drivers stamp its end, frames carry its middle.

    0 where the exposure is automatic, because then its length is not known.
    """
    if not actual.exposure_fixed or actual.exposure_ms is None:
        return 0
    return round(actual.exposure_ms * MS_NS / 2)
