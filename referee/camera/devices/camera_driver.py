"""The interface of a camera's driver, and OpenCV's drivers by platform."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Protocol

import cv2

from referee.core.arrays import U8


class CameraDriver(Protocol):
    """An opened camera, such as a `cv2.VideoCapture`."""

    def isOpened(self) -> bool:  # noqa: N802 - OpenCV's name
        """Whether there is a camera behind it."""

    def set(self, propId: int, value: float) -> bool:  # noqa: N803 - OpenCV's name
        """Ask for a value. Drivers may say yes and do otherwise, so read it back."""

    def get(self, propId: int) -> float:  # noqa: N803 - OpenCV's name
        """The value that the driver reports now."""

    def grab(self) -> bool:
        """Wait for the next picture; False when none comes any more."""

    def retrieve(self) -> tuple[bool, U8]:
        """The picture that was grabbed."""

    def release(self) -> None:
        """Release the camera."""


Opener = Callable[[int], CameraDriver]

# The first that opens is taken. DirectShow comes second: it starts quicker, but loses formats.
BACKENDS = {
    "linux": (cv2.CAP_V4L2,),
    "win32": (cv2.CAP_MSMF, cv2.CAP_DSHOW),
    "darwin": (cv2.CAP_AVFOUNDATION,),
}
ANY = (cv2.CAP_ANY,)


def open_driver(number: int) -> CameraDriver:
    """The camera with this number; not opened if no driver of this platform finds it."""
    capture = cv2.VideoCapture()
    for backend in BACKENDS.get(sys.platform, ANY):
        if capture.open(number, backend):
            break
    return capture  # type: ignore[return-value] # its stubs allow pictures of any kind


def backend_of(driver: CameraDriver) -> str:
    """The driver's name, such as V4L2."""
    number = int(driver.get(cv2.CAP_PROP_BACKEND))
    known = {
        cv2.CAP_V4L2: "V4L2",
        cv2.CAP_MSMF: "MSMF",
        cv2.CAP_DSHOW: "DSHOW",
        cv2.CAP_AVFOUNDATION: "AVFOUNDATION",
    }
    return known.get(number, "unknown")


def opens(number: int) -> bool:
    """Whether there is a camera with this number."""
    driver = open_driver(number)
    try:
        return driver.isOpened()
    finally:
        driver.release()
