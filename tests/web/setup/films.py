"""A camera that shows one picture for ever, and a board with two teams in front of it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import cv2
import numpy as np

from referee.camera.calibration import Calibration
from referee.camera.devices.camera_settings import CameraRequest
from referee.camera.frame_source import Frame, Image, NoFrame
from referee.core.geometry.pose import Pose
from referee.vision.frame.locator import Locator
from referee.vision.refine.refiner import Refiner
from tests.camera.watch.painted import BOARD, CAMERA, picture
from tests.vision.enroll.line_up import Told
from tests.vision.painted import BLUE, GREY, RED, SHAPE, row

HOME, AWAY = row(220.0, 6), row(380.0, 6, heading=180.0)


def board_with_teams() -> Image:
    """The painted field with six figures of each team on it."""
    image = picture()
    figures = [(pose, RED) for pose in HOME] + [(pose, BLUE) for pose in AWAY]
    for pose, jersey in figures:
        _fill(image, pose, SHAPE.corners_mm, SHAPE.height_mm, GREY)
        angles = np.linspace(0.0, 2.0 * np.pi, 24, endpoint=False)
        for z_mm, radius_mm in ((10.0, 7.0), (18.0, 8.5), (26.0, 5.0)):
            ring = radius_mm * np.c_[np.cos(angles), np.sin(angles)]
            _fill(image, pose, ring, z_mm, jersey)
    return image


def _fill(image: Image, pose: Pose, ring_mm: np.ndarray, z_mm: float, bgr: tuple[int, ...]) -> None:
    at = CAMERA.project(np.c_[pose.to_board(ring_mm), np.full(len(ring_mm), z_mm)])
    cv2.fillPoly(image, [np.round(at * 16).astype(np.int32)], bgr, cv2.LINE_AA, 4)


def told_locator(calibration: Calibration) -> Locator:
    """Eyes that are told where the figures stand."""
    camera = calibration.camera
    told = Told([[*HOME, *AWAY]], BOARD, camera=camera)
    return Locator(told, Refiner(camera))


class FilmCamera:
    """Gives its picture again and again, each a frame later; ``unplug`` ends that."""

    name, fps = "film", 30.0

    def __init__(self, image: Image) -> None:
        self.image = image
        self.opened = self.closed = 0
        self.asked: list[tuple[str | None, CameraRequest]] = []
        self.unplugged = threading.Event()
        self._count = 0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.image.shape[1], self.image.shape[0]

    def newest(self, _timeout_s: float) -> Frame:
        """The picture once more; a little slower than a test needs, so that others get to work."""
        if self.unplugged.wait(0.01):
            raise NoFrame("film has been gone for 2 s: plug it in again")
        self._count += 1
        return Frame(self._count * 33_000_000, self.image, self._count)

    def close(self) -> None:
        """Let go."""
        self.closed += 1

    @contextmanager
    def opening(self, name: str | None, request: CameraRequest) -> Iterator[FilmCamera]:
        """As a set-up opens a camera."""
        self.asked.append((name, request))
        self.opened += 1
        try:
            yield self
        finally:
            self.close()
