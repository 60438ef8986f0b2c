"""Where a ball lies and which way: an oval laid over what differs from the board around it.

The oval has the size that the marker is known to have. Where too little of what differs fits it,
the middle of the ball's paint is taken, and which way it lies is not said.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.arrays import F32, F64, Bools
from referee.core.geometry.marker import BALL_SIZES_MM
from referee.vision.appearance.board_light import light_at
from referee.vision.frame.marker_paint import (
    FAR_MM,
    INNER_MM,
    LACE_MM,
    PAINTS,
    RING_MM,
    painted,
    shown_hsv,
    unlike_around,
    white,
)
from referee.vision.sighting import MarkerSighting, Thing

SIZES_MM = {Thing(name): size for name, size in BALL_SIZES_MM.items()}
# Of balls, whose middle is sought: half of a felt's, low in a magnet, whose foot is widest.
HEIGHT_MM = 0.8
ROUNDS = 2  # the second looks at the same things from the middle that the first found
STEP_MM = 0.5
RING_STEP = 13  # one place in so many tells what the ring looks like
MOST_MOVED_MM = 3.0  # what lies further from where the detector saw it is something else
TURN_DEG = 7.5  # ovals are tried so far apart
# What differs and the oval share so much of what they cover together, from where on the oval is
# believed: the sigmas of its heading, and of its place in x and y (docs/passes.md).
BELIEVED: tuple[tuple[float, float, float], ...] = ((0.75, 4.0, 0.25), (0.65, 8.0, 0.35))
# Of less than this much of an oval a part is hidden, and any oval may fit the rest.
LEAST_WHOLE = 0.75
# Else a ball lies in the middle of its paint; the detector's own middle is off by more.
PAINT_SIGMA_MM = 0.8
LEAST_PAINT_MM2 = 8.0  # of less paint the middle says little

_SIDE = np.arange(-FAR_MM, FAR_MM + STEP_MM / 2, STEP_MM)
_PLACES = np.stack([v.ravel() for v in np.meshgrid(_SIDE, _SIDE)], axis=1)
_FAR = np.hypot(*_PLACES.T)
_INNER, _LACE = _FAR <= INNER_MM, _FAR < LACE_MM
_RING = np.flatnonzero(_FAR > RING_MM)[::RING_STEP]
_TEMPLATE_MM = 6.0  # half the side of the picture of an oval
_TURNS = np.arange(0.0, 180.0, TURN_DEG)


@dataclass(frozen=True, slots=True)
class _Oval:
    """An oval laid over a mask; ``share`` is what both cover of what either covers.

    ``whole`` is how much the mask covers of what an oval does.
    """

    share: float
    whole: float
    x_mm: float
    y_mm: float
    heading_deg: float


def placed_balls(
    image: Image, camera: CameraModel, markers: Sequence[MarkerSighting]
) -> tuple[MarkerSighting, ...]:
    """The same markers; balls where they lie, and which way, as far as the picture shows it."""
    return tuple(
        _placed(image, camera, each) if each.kind in SIZES_MM else each for each in markers
    )


def _placed(image: Image, camera: CameraModel, ball: MarkerSighting) -> MarkerSighting:
    found: _Oval | None = None
    x_mm, y_mm = ball.x_mm, ball.y_mm
    for _ in range(ROUNDS):
        masks = _masks(_light(image, camera, x_mm, y_mm))
        ovals = [_laid_over(mask, _OVALS[ball.kind]) for mask in masks if mask.any()]
        found = max(ovals, key=lambda each: each.share, default=None)
        if found is None:
            break
        x_mm, y_mm = x_mm + found.x_mm, y_mm + found.y_mm
    near = math.hypot(x_mm - ball.x_mm, y_mm - ball.y_mm) <= MOST_MOVED_MM
    near &= found is not None and found.whole >= LEAST_WHOLE
    for share, turn_deg, sigma_mm in BELIEVED:
        if found is not None and near and found.share >= share:
            lies = replace(ball, heading_deg=found.heading_deg % 180.0, heading_sigma_deg=turn_deg)
            return replace(lies, x_mm=x_mm, y_mm=y_mm, sigma_mm=sigma_mm)
    return _amid_paint(image, camera, ball)


def _amid_paint(image: Image, camera: CameraModel, ball: MarkerSighting) -> MarkerSighting:
    x_mm, y_mm = ball.x_mm, ball.y_mm
    for _ in range(ROUNDS):
        _, paint = _masks(_light(image, camera, x_mm, y_mm))
        if paint.sum() * STEP_MM**2 < LEAST_PAINT_MM2:
            return ball
        dx_mm, dy_mm = _PLACES[paint].mean(axis=0)
        x_mm, y_mm = x_mm + float(dx_mm), y_mm + float(dy_mm)
        if math.hypot(x_mm - ball.x_mm, y_mm - ball.y_mm) > MOST_MOVED_MM:
            return ball
    return replace(ball, x_mm=x_mm, y_mm=y_mm, sigma_mm=PAINT_SIGMA_MM)


def _light(image: Image, camera: CameraModel, x_mm: float, y_mm: float) -> F64:
    points = _PLACES + np.array([x_mm, y_mm])
    return np.nan_to_num(light_at(image, camera, np.c_[points, np.full(len(points), HEIGHT_MM)]))


def _masks(light: F64) -> tuple[Bools, Bools]:
    """Places that differ from the ring around, and those of them that have a ball's paint."""
    hue, saturation, value = shown_hsv(light)
    own = unlike_around(light, _INNER, _RING)
    felt = painted(hue, saturation, value, PAINTS[Thing.FELT_BALL])
    return own, own & (felt | (white(saturation, value) & _LACE))


def _laid_over(mask: Bools, ovals: Sequence[F32]) -> _Oval:
    """The oval that fits a mask best; its heading lies between those that were tried."""
    picture = mask.reshape(len(_SIDE), len(_SIDE)).astype(np.float32)
    area = float(picture.sum())
    shares: list[float] = []
    best = _Oval(0.0, area / float(ovals[0].sum()), 0.0, 0.0, 0.0)
    for turn, oval in zip(_TURNS, ovals, strict=True):
        both = cv2.filter2D(picture, -1, oval, borderType=cv2.BORDER_CONSTANT)
        share = both / (area + float(oval.sum()) - both)
        row, column = divmod(int(share.argmax()), len(_SIDE))
        shares.append(float(share[row, column]))
        if shares[-1] > best.share:
            place = float(_SIDE[column]), float(_SIDE[row])
            best = _Oval(shares[-1], best.whole, *place, float(turn))
    k = int(np.argmax(shares))
    before, there, after = shares[k - 1], shares[k], shares[(k + 1) % len(shares)]
    bend = before - 2.0 * there + after
    beyond = 0.5 * (before - after) / bend if bend < 0.0 else 0.0
    return replace(best, heading_deg=best.heading_deg + TURN_DEG * beyond)


def _ovals(length_mm: float, width_mm: float) -> Iterator[F32]:
    """Pictures of an oval, turned in steps; its rim falls off over a step."""
    side = np.arange(-_TEMPLATE_MM, _TEMPLATE_MM + STEP_MM / 2, STEP_MM)
    x, y = np.meshgrid(side, side)
    for turn in np.radians(_TURNS):
        along = (x * np.cos(turn) + y * np.sin(turn)) / (length_mm / 2.0)
        across = (y * np.cos(turn) - x * np.sin(turn)) / (width_mm / 2.0)
        out = np.hypot(along, across)
        beyond_mm = np.hypot(x, y) * (1.0 - 1.0 / np.maximum(out, 1e-6))
        beyond_mm[out < 1e-6] = -width_mm / 2.0
        yield np.clip(0.5 - beyond_mm / STEP_MM, 0.0, 1.0).astype(np.float32)


_OVALS = {kind: tuple(_ovals(*size)) for kind, size in SIZES_MM.items()}
