"""A driver that gives numbered pictures when the test lets it, and a plug that can be pulled."""

from __future__ import annotations

import queue
import threading

import cv2
import numpy as np

from referee.camera.devices.camera_device import CameraDevice

DEVICE = CameraDevice(2, "C920 HD Pro Webcam", "C920 HD Pro Webcam#A1B2")
GRANTED = {
    cv2.CAP_PROP_BACKEND: float(cv2.CAP_V4L2),
    cv2.CAP_PROP_FRAME_WIDTH: 640.0,
    cv2.CAP_PROP_FRAME_HEIGHT: 480.0,
    cv2.CAP_PROP_FPS: 30.0,
    cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
    cv2.CAP_PROP_EXPOSURE: 157.0,
    cv2.CAP_PROP_AUTOFOCUS: 1.0,
    cv2.CAP_PROP_FOCUS: 30.0,
}


class FakeDriver:
    """Obeys every wish but those in ``stubborn``."""

    def __init__(self, stubborn=(), stamps=None):
        self.values = dict(GRANTED)
        self.stubborn = set(stubborn)
        self.stamps = stamps
        self.waiting: queue.Queue = queue.Queue()
        self.showing = threading.Lock()
        self.idle = threading.Event()
        self.taken = 0
        self.released = False
        self.good = True

    def isOpened(self):  # noqa: N802 - OpenCV's name
        return self.good

    def set(self, propId, value):  # noqa: N803 - OpenCV's name
        if propId not in self.stubborn:
            self.values[propId] = float(value)
        return True

    def get(self, propId):  # noqa: N803 - OpenCV's name
        if propId == cv2.CAP_PROP_POS_MSEC:
            return (
                0.0 if self.stamps is None else self.stamps[min(self.taken, len(self.stamps)) - 1]
            )
        return self.values.get(propId, 0.0)

    def show(self, *numbers):
        with self.showing:
            self.idle.clear()
            for number in numbers:
                self.waiting.put(number)

    def pull(self):
        """The plug is pulled: the next grab fails."""
        self.waiting.put(None)

    def grab(self):
        with self.showing:
            if self.waiting.empty():
                self.idle.set()
        number = self.waiting.get(timeout=10.0)
        if number is None:
            return False
        self.number = number
        self.taken += 1
        return True

    def retrieve(self):
        return True, np.full((4, 6, 3), self.number, dtype=np.uint8)

    def release(self):
        self.released = True
