"""The tilt, turn and bend of a camera that make the lines of a board straight, parallel and square.

Nothing is known of the board yet: where the points of all lines, seen from straight above, pile up
in few narrow places along both axes, the view is right. It is like focusing.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numba import njit

from referee.calibrate.lines.ridges import Ridges
from referee.camera.camera_model import CameraModel, camera_of_arrays
from referee.core.arrays import F64, I64

BINS = 2048  # of each histogram
REACH = 1.6  # half the range of the histograms, in focal lengths
# Lines that lean by less are upright or level.
TOLERANCE = math.radians(4.0)
MOST_TILT = math.radians(26.0)
COARSE_POINTS = 3000  # of lines, for the first views
CLIMBED = 8  # views from which a climb begins
USUAL_FOCAL = 0.80  # focal length by picture width: 64 degrees across


@dataclass(frozen=True, slots=True)
class OverheadView:
    """Focal length guessed; roll and tilts (radians) and k1 found; how sharp the lines are."""

    focal_px: float
    centre_px: tuple[float, float]
    roll: float
    tilt_x: float
    tilt_y: float
    k1: float
    sharpness: float = 0.0

    @property
    def turn(self) -> F64:
        """From rays of the camera to rays of one that looks straight down, unrolled."""
        ca, sa = math.cos(self.tilt_x), math.sin(self.tilt_x)
        cb, sb = math.cos(self.tilt_y), math.sin(self.tilt_y)
        cr, sr = math.cos(self.roll), math.sin(self.roll)
        about_y = np.array([[ca, 0.0, sa], [0.0, 1.0, 0.0], [-sa, 0.0, ca]])
        about_x = np.array([[1.0, 0.0, 0.0], [0.0, cb, -sb], [0.0, sb, cb]])
        about_z = np.array([[cr, -sr, 0.0], [sr, cr, 0.0], [0.0, 0.0, 1.0]])
        return np.asarray(about_z @ about_x @ about_y)

    def camera(self, size_px: tuple[int, int], zero: F64) -> CameraModel:
        """The camera that sees the board's zero at ``zero`` (3,), in mm of the flat view.

        The board's y runs up, away from the viewer.
        """
        turn = self.turn.T @ np.diag([1.0, -1.0, -1.0])
        bend = np.array([self.k1, 0.0, 0.0, 0.0, 0.0])
        focal_px = (self.focal_px, self.focal_px)
        return camera_of_arrays(size_px, focal_px, self.centre_px, bend, turn, self.turn.T @ zero)


@dataclass(frozen=True, slots=True)
class OverheadPoints:
    """Points of lines seen from straight above (in focal lengths): across x and across y."""

    upright: F64  # (n, 2) points on lines that run up and down
    upright_strength: F64
    level: F64  # (n, 2) points on lines that run from left to right
    level_strength: F64


def find_overhead_views(ridges: Ridges) -> list[OverheadView]:
    """The sharpest view and the same turned by a right angle: which is length is not known yet."""
    rays, along, weight = _rays(ridges)
    few = _sample(len(rays))
    coarse = (rays[few], along[few], weight[few])
    width, height = ridges.size_px
    focal = USUAL_FOCAL * max(width, height)
    start = OverheadView(focal, ((width - 1) / 2, (height - 1) / 2), 0.0, 0.0, 0.0, 0.0)
    tried = []
    for roll in _rolls(along, weight):
        for tilt_x in np.radians((-16.0, -8.0, 0.0, 8.0, 16.0)):
            for tilt_y in np.radians((-16.0, -8.0, 0.0, 8.0, 16.0)):
                for k1 in (-0.12, -0.04):
                    view = replace(start, roll=roll, tilt_x=tilt_x, tilt_y=tilt_y, k1=k1)
                    tried.append(_better(start, view, coarse, 9))
    tried.sort(key=lambda view: -view.sharpness)
    # A single start may end on a lesser peak.
    climbed = [_climb(view, (2.0, 4.0, 4.0, 0.04), coarse, 9) for view in tried[:CLIMBED]]
    best = max(climbed, key=lambda view: view.sharpness)
    for smooth, steps in ((5, (1.0, 2.0, 2.0, 0.02)), (3, (0.4, 0.8, 0.8, 0.01))):
        best = _climb(replace(best, sharpness=0.0), steps, (rays, along, weight), smooth)
    roll = (best.roll + math.pi / 4) % (math.pi / 2) - math.pi / 4
    return [replace(best, roll=roll), replace(best, roll=roll + math.pi / 2)]


def overhead_points(ridges: Ridges, view: OverheadView) -> OverheadPoints:
    """All points of lines as the view shows them from straight above."""
    rays, along, weight = _rays(ridges)
    kind, x, y = _seen_flat(rays, along, view.turn, view.k1, TOLERANCE)
    up, level = kind == 1, kind == 2
    return OverheadPoints(
        np.stack([x[up], y[up]], axis=1),
        weight[up],
        np.stack([x[level], y[level]], axis=1),
        weight[level],
    )


def _rays(ridges: Ridges) -> tuple[F64, F64, F64]:
    width, height = ridges.size_px
    focal = USUAL_FOCAL * max(width, height)
    rays = (ridges.at_px - ((width - 1) / 2, (height - 1) / 2)) / focal
    # No single line may outweigh the rest by being the brightest.
    return rays, ridges.along, np.sqrt(np.minimum(ridges.strength, 1.0))


def _sample(count: int) -> I64:
    return np.linspace(0, count - 1, min(count, COARSE_POINTS)).astype(np.int64)


def _rolls(along: F64, weight: F64) -> Iterator[float]:
    """Turns of the picture, modulo a right angle, in which most lines are upright or level."""
    angle = np.degrees(np.arctan2(along[:, 1], along[:, 0])) % 90.0
    count = np.bincount(angle.astype(int) % 90, weights=weight, minlength=90)
    wide = sum(np.roll(count, k) for k in range(-4, 5))
    peak = int(np.argmax(wide))
    for off in (-6.0, 0.0, 6.0):
        yield -math.radians(peak + 0.5 + off)


def _better(
    best: OverheadView, tried: OverheadView, data: tuple[F64, F64, F64], smooth: int
) -> OverheadView:
    if math.hypot(tried.tilt_x, tried.tilt_y) > MOST_TILT or not -0.3 <= tried.k1 <= 0.15:
        return best
    value = _sharpness(*data, tried.turn, tried.k1, TOLERANCE, smooth)
    return replace(tried, sharpness=value) if value > best.sharpness else best


def _climb(
    best: OverheadView, steps: tuple[float, ...], data: tuple[F64, F64, F64], smooth: int
) -> OverheadView:
    """Step along each axis, ever shorter, as long as the lines grow sharper."""
    best = _better(best, best, data, smooth)
    names = ("roll", "tilt_x", "tilt_y", "k1")
    sizes = [math.radians(s) for s in steps[:3]] + [steps[3]]
    for _ in range(4):
        for _ in range(4):
            before = best.sharpness
            for name, size in zip(names, sizes, strict=True):
                for sign in (1.0, -1.0):
                    moved = replace(best, **{name: getattr(best, name) + sign * size})
                    best = _better(best, moved, data, smooth)
            if best.sharpness == before:
                break
        sizes = [s / 2 for s in sizes]
    return best


@njit(cache=True, nogil=True)
def _seen_flat(rays, along, turn, k1, tolerance):  # type: ignore[no-untyped-def]
    n = len(rays)
    kind = np.zeros(n, dtype=np.int8)
    x, y = np.zeros(n), np.zeros(n)
    limit = math.tan(tolerance)
    for i in range(n):
        for end in range(2):
            u = rays[i, 0] + end * 1e-3 * along[i, 0]
            v = rays[i, 1] + end * 1e-3 * along[i, 1]
            r2 = u * u + v * v
            bend = 1.0 + k1 * r2
            bend = 1.0 + k1 * r2 / (bend * bend)
            u /= bend
            v /= bend
            depth = turn[2, 0] * u + turn[2, 1] * v + turn[2, 2]
            a = (turn[0, 0] * u + turn[0, 1] * v + turn[0, 2]) / depth
            b = (turn[1, 0] * u + turn[1, 1] * v + turn[1, 2]) / depth
            if end == 0:
                x[i], y[i] = a, b
            else:
                dx, dy = abs(a - x[i]), abs(b - y[i])
                if dx < limit * dy:
                    kind[i] = 1
                elif dy < limit * dx:
                    kind[i] = 2
    return kind, x, y


@njit(cache=True, nogil=True)
def _sharpness(rays, along, weight, turn, k1, tolerance, smooth):  # type: ignore[no-untyped-def]
    """How unevenly the points of upright and of level lines spread over x and over y."""
    kind, x, y = _seen_flat(rays, along, turn, k1, tolerance)
    upright, level = np.zeros(BINS), np.zeros(BINS)
    for i in range(len(x)):
        if kind[i] == 0:
            continue
        place = x[i] if kind[i] == 1 else y[i]
        where = (place + REACH) * (BINS / (2.0 * REACH))
        k = int(where)
        if where < 1.0 or k >= BINS - 1:
            continue
        share = where - k
        if kind[i] == 1:
            upright[k] += weight[i] * (1.0 - share)
            upright[k + 1] += weight[i] * share
        else:
            level[k] += weight[i] * (1.0 - share)
            level[k + 1] += weight[i] * share
    product = 1.0
    for signal in (upright, level):
        run = total = 0.0
        for k in range(BINS):
            run += signal[k]
            if k >= smooth:
                run -= signal[k - smooth]
            total += max(run, 0.0) ** 1.5
        # Yard lines are many and sidelines few: each kind counts by how it changes.
        product *= total + 1.0
    return math.sqrt(product)
