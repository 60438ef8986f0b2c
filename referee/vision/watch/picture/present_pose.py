"""Where something stands now that was found in an earlier frame: its picture is sought again."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.arrays import F32, F64
from referee.core.geometry.pose import Pose

# Half the side of the piece of picture that is looked for, and how far around it is searched.
PIECE_MM = 17.0
FASTEST_MM_S = 300.0
LEAST_SEARCH_MM = 4.0
MOST_SEARCH_MM = 45.0
ALIKE = 0.6  # correlation
SMALLER = 2  # times: it need not be exact, and has to be quick
# A place a sigma from where it is due has to be so much more alike; squares of sigmas, at most.
UNEXPECTED = 0.03
FAR = 9.0


@dataclass(frozen=True, slots=True)
class PictureMatch:
    """Where a picture was found, how alike it is there, and how alike at the place in question.

    ``worth`` is how alike it is, less what the way from where it was due speaks against it.
    """

    pose: Pose
    alike: float
    worth: float
    alike_there: float


def present_pose(
    before: Image, now: Image, passed_s: float, camera: CameraModel, pose: Pose, top_mm: float
) -> Pose | None:
    """The pose in the present frame, good enough to be refined; None where it cannot be found."""
    found = picture_match(before, now, passed_s, camera, pose, top_mm)
    return found.pose if found is not None and found.alike >= ALIKE else None


def picture_match(
    before: Image,
    now: Image,
    passed_s: float,
    camera: CameraModel,
    pose: Pose,
    top_mm: float,
    *,
    near: Pose | None = None,
    there: Pose | None = None,
    piece_mm: float = PIECE_MM,
    due_mm: float = math.inf,
    turned_deg: float = 0.0,
) -> PictureMatch | None:
    """The best match of what was at ``pose`` in ``before``; None where it lies outside.

    It is sought around ``near``, None: around ``pose``. ``there`` is the place in question.
    ``due_mm``: a sigma of how far from ``near`` it is expected; of two that are about as much alike
    the nearer one is meant. ``turned_deg``: it is sought as it looks turned by so much.
    """
    near = pose if near is None else near
    there = near if there is None else there
    points = [(p.x_mm, p.y_mm, top_mm) for p in (pose, near, there)]
    middle, due, asked, beside = camera.project([*points, (pose.x_mm + 1, pose.y_mm, top_mm)])
    px_per_mm = float(np.hypot(*(beside - middle)))
    half = max(4, round(piece_mm * px_per_mm))
    way_mm = min(max(FASTEST_MM_S * passed_s, LEAST_SEARCH_MM), MOST_SEARCH_MM)
    around = max(2, math.ceil(way_mm * px_per_mm))
    column, row = (round(float(v)) for v in middle)
    height, width = now.shape[:2]
    left, right = max(column - half, 0), min(column + half + 1, width)
    top, bottom = max(row - half, 0), min(row + half + 1, height)
    if right - left <= half or bottom - top <= half:
        return None
    over, down = (round(float(v)) for v in due - middle)
    far_left, far_top = max(left + over - around, 0), max(top + down - around, 0)
    far_right, far_bottom = max(right + over + around, 0), max(bottom + down + around, 0)
    if min(far_right, width) <= far_left or min(far_bottom, height) <= far_top:
        return None  # it is due beyond the picture
    piece = _small(_turned(before, camera, pose, top_mm, turned_deg, (left, top, right, bottom)))
    place = _small(now[far_top:far_bottom, far_left:far_right])
    if place.shape[0] < piece.shape[0] or place.shape[1] < piece.shape[1]:
        return None
    alike = cv2.matchTemplate(place, piece, cv2.TM_CCOEFF_NORMED)
    wanted = alike
    if math.isfinite(due_mm):
        start = np.array([left + over - far_left, top + down - far_top]) / SMALLER
        wanted = alike - _farther(alike.shape, start, due_mm * px_per_mm / SMALLER)
    _, _, _, (at_x, at_y) = cv2.minMaxLoc(wanted)
    best = float(alike[at_y, at_x])
    if not math.isfinite(best):
        return None
    found = np.array(
        [at_x + _top_of(alike[at_y].tolist(), at_x), at_y + _top_of(alike[:, at_x].tolist(), at_y)]
    )
    shift = (far_left, far_top) + found * SMALLER - (left, top)
    x_mm, y_mm = camera.to_plane(middle + shift, top_mm)
    at = np.rint((asked - middle + (left, top) - (far_left, far_top)) / SMALLER).astype(int)
    inside = 0 <= at[0] < alike.shape[1] and 0 <= at[1] < alike.shape[0]
    beside_it = float(alike[at[1], at[0]]) if inside else -1.0
    found_at = Pose(float(x_mm), float(y_mm), pose.heading_deg + turned_deg)
    return PictureMatch(found_at, best, float(wanted[at_y, at_x]), beside_it)


def _turned(
    before: Image,
    camera: CameraModel,
    pose: Pose,
    top_mm: float,
    turned_deg: float,
    box: tuple[int, int, int, int],
) -> Image:
    """A piece of a picture (left, top, right, bottom), turned on the board around ``pose``."""
    left, top, right, bottom = box
    if turned_deg == 0.0:
        return before[top:bottom, left:right]
    x, y = pose.x_mm, pose.y_mm
    middle, east, north = camera.project([(x, y, top_mm), (x + 1, y, top_mm), (x, y + 1, top_mm)])
    axes = np.column_stack([east - middle, north - middle])
    c, s = math.cos(math.radians(turned_deg)), math.sin(math.radians(turned_deg))
    # Where each pixel of the turned piece comes from.
    back = axes @ np.array([[c, s], [-s, c]]) @ np.linalg.inv(axes)
    start = middle + back @ (np.array([left, top]) - middle)
    return np.asarray(
        cv2.warpAffine(
            before,
            np.column_stack([back, start]),
            (right - left, bottom - top),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )


def _farther(shape: tuple[int, ...], start: F64, sigma_px: float) -> F32:
    """What distance from where something is due speaks against each place, as a correlation."""
    down, across = np.ogrid[: shape[0], : shape[1]]
    squares = (across - start[0]) ** 2 + (down - start[1]) ** 2
    return np.asarray(UNEXPECTED * np.minimum(squares / sigma_px**2, FAR), np.float32)


def _small(part: Image) -> Image:
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    size = max(1, grey.shape[1] // SMALLER), max(1, grey.shape[0] // SMALLER)
    return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _top_of(line: list[float], at: int) -> float:
    """How far beside ``at`` the top of a parabola through it and its neighbours lies."""
    if not 0 < at < len(line) - 1:
        return 0.0
    before, here, after = line[at - 1 : at + 2]
    bend = before - 2.0 * here + after
    return 0.5 * (before - after) / bend if bend < 0.0 else 0.0
