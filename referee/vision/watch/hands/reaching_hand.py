"""A hand that reaches over a board that runs, seen in the very frames that show it.

Looks of the detector are as far apart as the computer needs. This is quick enough for every frame:
a small picture is compared with the one a moment ago. What has changed otherwise than by light, is
broader than anything that creeps, and comes from beyond the board, is taken for a hand.
"""

from __future__ import annotations

from collections import deque

import cv2
import numpy as np
import numpy.typing as npt

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Frame, Image
from referee.core.clock import MS_NS
from referee.core.field.field_profile import FieldProfile
from referee.vision.frame.board_scale import board_scale_px_per_mm
from referee.vision.watch.hands.unlike_light import unlike_light

# The width of the small picture; a base of 28 mm is then 5 or 6 pixels long.
WIDE_PX = 240
# Of the rows that go into one of the small picture so many are read: the camera's grain is averaged
# well enough, and most of the frame's memory is left alone.
ROWS_READ = 2
# A frame is compared with one that is at least so old: a base creeps 30 mm in that time at most, a
# hand that comes in has come far. A frame that shows a hand is none to compare with, for so long.
BEFORE_NS = 200 * MS_NS
HELD_NS = 1_000 * MS_NS
# What changed has to be so broad everywhere that it counts. A palm or an arm is; a base that moves,
# with its figure, is not.
BROAD_MM = 34.0
# So much of it lies above the board: a hand without its fingers.
LEAST_MM2 = 2_000.0
# So many frames in a row have to show it; one is enough where the next may come too late.
FRAMES = 2
LATE_NS = 100 * MS_NS
# Pieces so near to each other, in pixels of the small picture, are one thing.
JOINS = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
# The outermost pixels of the small picture: what touches them comes from outside, also where the
# board fills the whole picture.
RIM_PX = 3
# Along each side of the board so many points are drawn: a lens bends it.
SIDE_POINTS = 12


class ReachingHand:
    """Feed it every frame, in order. ``board`` None: the board fills the picture."""

    def __init__(self, camera: CameraModel, board: FieldProfile | None) -> None:
        self._wide = min(WIDE_PX, camera.width_px)
        self._high = max(1, round(self._wide * camera.height_px / camera.width_px))
        self._above, self._outside = self._places(camera, board)
        px_per_mm = board_scale_px_per_mm(camera) * self._wide / camera.width_px
        broad = max(2, round(BROAD_MM * px_per_mm))
        self._brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (broad, broad))
        self._least_px = LEAST_MM2 * px_per_mm**2
        self._before: deque[tuple[int, Image]] = deque()
        # Frames in a row that show a hand, and when the newest frame was taken, 0: there was none.
        self._frames = self._newest_ns = 0
        # When a hand was seen last, until a look has shown that none is there any more.
        self._seen_ns: int | None = None

    def update(self, frame: Frame, *, powered: bool) -> bool:
        """Whether a hand reaches over the board; only ever noticed while the board is powered."""
        now = self._small(frame.image)
        before = self._reference(frame.t_ns)
        late = bool(self._newest_ns) and frame.t_ns - self._newest_ns >= LATE_NS
        self._newest_ns = frame.t_ns
        covered = powered and before is not None and self.covered(before, now)
        self._frames = self._frames + 1 if covered else 0
        if self._frames >= FRAMES or (covered and late):
            self._seen_ns = frame.t_ns
        self._remember(frame.t_ns, now, covered=covered)
        return self._seen_ns is not None

    def looked(self, t_ns: int, *, hands: bool) -> None:
        """A look of the detector at the frame of ``t_ns``: one without hands is believed."""
        if not hands and self._seen_ns is not None and t_ns > self._seen_ns:
            self._seen_ns = None

    def covered(self, before: Image, now: Image) -> bool:
        """Whether something broad has come over the board from outside, between small pictures."""
        changed = unlike_light(before, now)
        if int(np.count_nonzero(changed)) < self._least_px:
            return False
        broad = cv2.morphologyEx(changed, cv2.MORPH_OPEN, self._brush)
        # A hand is in pieces where it covers what looks like it: these belong together.
        count, labels = cv2.connectedComponents(cv2.morphologyEx(changed, cv2.MORPH_CLOSE, JOINS))
        above = np.bincount(labels[self._above & (broad > 0)], minlength=count)
        outside = np.bincount(labels[self._outside], minlength=count)
        return bool(((outside > 0) & (above >= self._least_px))[1:].any())

    def _small(self, image: Image) -> Image:
        step = max(1, image.shape[0] // self._high // ROWS_READ)
        size = self._wide, self._high
        small = cv2.resize(image[step // 2 :: step], size, interpolation=cv2.INTER_AREA)
        return np.asarray(small, dtype=np.uint8)

    def _remember(self, t_ns: int, now: Image, *, covered: bool) -> None:
        """Keep this frame for later ones; one that shows a hand only if that stays for long."""
        if covered and t_ns - self._before[-1][0] < HELD_NS:
            return
        self._before.append((t_ns, now))
        while len(self._before) > 1 and self._before[1][0] <= t_ns - BEFORE_NS:
            self._before.popleft()

    def _reference(self, t_ns: int) -> Image | None:
        """The picture of a moment ago; None: there is none yet."""
        if not self._before or t_ns - self._before[0][0] < BEFORE_NS:
            return None
        return self._before[0][1]

    def _places(
        self, camera: CameraModel, board: FieldProfile | None
    ) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """Which pixels show the board's metal, and which what is beyond it."""
        above = np.ones((self._high, self._wide), np.uint8)
        if board is not None:
            px = camera.project(_rim_of(board)) * (self._wide / camera.width_px)
            above[:] = 0
            cv2.fillPoly(above, [np.round(px).astype(np.int32)], 1)
        outside = above == 0
        outside[:RIM_PX] = outside[-RIM_PX:] = True
        outside[:, :RIM_PX] = outside[:, -RIM_PX:] = True
        return above > 0, outside


def _rim_of(board: FieldProfile) -> npt.NDArray[np.float64]:
    """Points along the edge of the metal, once around, in mm."""
    left, right = board.metal_left_x_mm, board.metal_right_x_mm
    near, far = board.metal_near_y_mm, board.metal_far_y_mm
    corners = np.array([(left, near), (right, near), (right, far), (left, far)])
    ways = np.roll(corners, -1, axis=0) - corners
    shares = np.linspace(0.0, 1.0, SIDE_POINTS, endpoint=False)
    around = (corners[:, None] + shares[:, None] * ways[:, None]).reshape(-1, 2)
    return np.column_stack([around, np.zeros(len(around))])
