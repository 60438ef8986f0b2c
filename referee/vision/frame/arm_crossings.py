"""Arms that reach in over the board's edge, told by the edge itself.

Along each side of a board the edge looks the same: print, rim and table, side by side. Where all of
it looks otherwise at once, over the width of an arm, an arm lies over it: whatever its sleeve looks
like. A base at the edge changes the print alone, a cup only the table. Where the table looks
otherwise by itself, bases side by side would be an arm: what a base changes of the print is left
out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.arrays import F32, F64, Bools
from referee.core.field.field_profile import FieldProfile
from referee.vision.appearance.board_light import linear
from referee.vision.frame.board_scale import board_scale_px_per_mm

COARSE_PX_PER_MM = 0.33
ACROSS_MM = np.arange(-36.0, 43.0, 6.0)  # from the metal's edge, outward
STEP_MM = 8.0  # along the edge
CORNER_MM = 4.0
# From the middle of a base so far the print is hidden by the base, its figure or their shadow.
HIDES_MM = 24.0
# How far a colour is from the usual one: in units of what is usual, and what that is at least.
FEWEST_SEEN = 8  # of the places across the edge that the picture shows
DARKEST = 0.002
LEAST_SPREAD = np.array([0.05, 0.03, 0.03])
OWN_SPREAD = np.array([0.03, 0.02, 0.02])  # on top of what was measured
SIGMA = 1.4826  # of a median of distances
OTHER_PAINT = 2.0  # in units of the spread
OTHER_LIGHT = 2.5  # in units of the spread
COVERED = 0.66  # of the places across the edge look otherwise
NARROWEST_MM = 40.0  # of what an arm covers of the edge
SMOOTH = np.ones(3) / 3.0


@dataclass(frozen=True, slots=True)
class ArmCrossing:
    """Where an arm lies over the edge: the ends of that part, and the way in, in board mm.

    ``covered`` is the share of the edge there that looks otherwise.
    """

    start_mm: tuple[float, float]
    end_mm: tuple[float, float]
    inward: tuple[float, float]
    covered: float

    @property
    def corners_mm(self) -> F64:
        """The strip across the edge that is looked at there, (4, 2), once around."""
        ends, inward = np.array([self.start_mm, self.end_mm]), np.array(self.inward)
        deep, out = ends - inward * ACROSS_MM[0], ends - inward * ACROSS_MM[-1]
        return np.stack([deep[0], deep[1], out[1], out[0]])


@dataclass(frozen=True)
class _EdgeSide:
    """One side of the board: places along it, and the pixels of the strip across it."""

    places_mm: F64  # (places, 2)
    print_mm: F64  # (places, across, 2), where there is print; elsewhere not a number
    inward: tuple[float, float]
    px: F32  # (places, across, 2), of the coarse picture
    inside: Bools


class BoardEdge:
    """The edge of a board before a calibrated camera."""

    def __init__(self, camera: CameraModel, board: FieldProfile) -> None:
        self.factor = max(1, round(board_scale_px_per_mm(camera) / COARSE_PX_PER_MM))
        self.size = camera.width_px // self.factor, camera.height_px // self.factor
        self._sides = [self._side(camera, places, inward) for places, inward in _outline_mm(board)]

    def coarse(self, image: Image) -> Image:
        """The picture, small: what is wide as an arm is enough."""
        return np.asarray(cv2.resize(image, self.size, interpolation=cv2.INTER_AREA), np.uint8)

    def to_coarse(self, px: F64) -> F32:
        """From pixels of the picture to those of the coarse one."""
        return np.asarray((px + 0.5) / self.factor - 0.5, dtype=np.float32)

    def crossings(self, coarse: Image, bases_mm: F64) -> tuple[ArmCrossing, ...]:
        """Every arm over the edge; ``bases_mm`` (n, 2) are the middles of bases that are seen."""
        return tuple(each for side in self._sides for each in _crossings(side, coarse, bases_mm))

    def _side(self, camera: CameraModel, places: F64, inward: tuple[float, float]) -> _EdgeSide:
        points = places[:, None, :] - np.array(inward) * ACROSS_MM[None, :, None]
        flat = np.concatenate([points, np.zeros((*points.shape[:2], 1))], axis=2)
        px = self.to_coarse(camera.project(flat))
        inside = ((px >= -0.5) & (px <= np.array(self.size) - 0.5)).all(axis=2)
        printed = np.where((ACROSS_MM <= 0.0)[None, :, None], points, np.nan)
        return _EdgeSide(places, printed, inward, px, np.asarray(inside))


def edge_features(colours: Image) -> F64:
    """Light as eyes see it, and two differences of colour that shade leaves alone."""
    light = np.cbrt(linear(colours) + DARKEST)
    blue, green, red = np.moveaxis(light, -1, 0)
    level = (blue + green + red) / 3.0
    scale = level + 0.1
    return np.stack([level, (red - green) / scale, ((red + green) / 2.0 - blue) / scale], axis=-1)


def unlike_usual(seen: F64, usual: F64, spread: F64) -> Bools:
    """Whether features are far from the usual ones."""
    far = np.abs(seen - usual) / np.maximum(spread, LEAST_SPREAD)
    return np.asarray(
        (np.hypot(far[..., 1], far[..., 2]) > OTHER_PAINT) | (far[..., 0] > OTHER_LIGHT)
    )


def _crossings(side: _EdgeSide, coarse: Image, bases_mm: F64) -> Iterator[ArmCrossing]:
    shown = cv2.remap(
        coarse, side.px[..., 0], side.px[..., 1], cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE
    )
    seen = edge_features(np.asarray(shown, dtype=np.uint8))
    usual = np.median(seen, axis=0)
    spread = SIGMA * np.median(np.abs(seen - usual), axis=0) + OWN_SPREAD
    odd = unlike_usual(seen, usual, spread) & side.inside
    for base in bases_mm:
        odd &= ~(np.hypot(*np.moveaxis(side.print_mm - base, -1, 0)) < HIDES_MM)
    count = side.inside.sum(axis=1)
    share = np.where(count >= FEWEST_SEEN, odd.sum(axis=1) / np.maximum(count, 1), 0.0)
    covered = np.convolve(share, SMOOTH, "same") >= COVERED
    edges = np.flatnonzero(np.diff(np.concatenate([[False], covered, [False]]).astype(int)))
    for first, beyond in edges.reshape(-1, 2):
        if (beyond - first) * STEP_MM >= NARROWEST_MM:
            a, b = side.places_mm[first], side.places_mm[beyond - 1]
            yield ArmCrossing(
                (float(a[0]), float(a[1])),
                (float(b[0]), float(b[1])),
                side.inward,
                float(share[first:beyond].mean()),
            )


def _outline_mm(board: FieldProfile) -> Iterator[tuple[F64, tuple[float, float]]]:
    """Places along the four sides of the metal, and the way in from each."""
    left, right = board.metal_left_x_mm, board.metal_right_x_mm
    near, far = board.metal_near_y_mm, board.metal_far_y_mm
    x = np.arange(left + CORNER_MM, right - CORNER_MM, STEP_MM)
    y = np.arange(near + CORNER_MM, far - CORNER_MM, STEP_MM)
    yield np.c_[x, np.full(len(x), near)], (0.0, 1.0)
    yield np.c_[x, np.full(len(x), far)], (0.0, -1.0)
    yield np.c_[np.full(len(y), left), y], (1.0, 0.0)
    yield np.c_[np.full(len(y), right), y], (-1.0, 0.0)
