"""The lens from views of a sheet, with its covariance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

import cv2
import numpy as np

from referee.camera.charuco.lens import COUNT, Lens
from referee.camera.charuco.sheet_view import SheetView
from referee.core.arrays import F64
from referee.core.errors import BadValue, PlainWord

LEAST_VIEWS = 4
OUTLIER = 4.0  # times the usual miss: a corner under a thumb or at a bent edge
LEAST_LEFT = 6  # corners of a view that must remain
WORTH_K3 = 9.0  # gain in squared sigmas that a further coefficient must bring
MOST_RMS_PX = 2.0  # that the views may disagree by
SOURCE = "sheet"
ROUNDS = 4  # of leaving out what does not fit


@dataclass(frozen=True)
class _LensFit:
    """OpenCV's answer with its misses, view by view."""

    rms_px: float
    matrix: F64
    distortion: F64
    turns: tuple[F64, ...]
    moves: tuple[F64, ...]
    misses: tuple[F64, ...]


def solve_lens(
    views: Sequence[SheetView], camera_id: str = "unknown", day: date | None = None
) -> Lens:
    """The lens that these views agree on; raises `BadValue` with a sentence if they tell none."""
    if len(views) < LEAST_VIEWS:
        seen = PlainWord(f"seen in {len(views)} pictures")
        raise BadValue("the sheet", seen, f"{LEAST_VIEWS} or more, from different sides")
    sizes = sorted({v.size_px for v in views})
    if len(sizes) > 1:
        both = ", ".join(f"{w} x {h}" for w, h in sizes)
        raise BadValue(
            "the pictures", PlainWord(f"of different sizes ({both})"), "pictures of one size"
        )
    kept = list(views)
    for _ in range(ROUNDS):
        fit = _fit(kept, cv2.CALIB_FIX_K3)
        clean = _without_outliers(kept, fit)
        if sum(len(v.ids) for v in clean) == sum(len(v.ids) for v in kept):
            break
        kept = clean
        if len(kept) < LEAST_VIEWS:
            raise _bad(fit)
    fit = _better(kept, fit)
    if fit.rms_px > MOST_RMS_PX or not _believable(fit, sizes[0]):
        raise _bad(fit)
    width, height = sizes[0]
    k1, k2, p1, p2, k3 = (float(v) for v in fit.distortion[:5])
    lens = Lens(
        width_px=width,
        height_px=height,
        fx_px=float(fit.matrix[0, 0]),
        fy_px=float(fit.matrix[1, 1]),
        cx_px=float(fit.matrix[0, 2]),
        cy_px=float(fit.matrix[1, 2]),
        distortion=(k1, k2, p1, p2, k3),
        source=SOURCE,
        rms_px=fit.rms_px,
        sigma_px=0.0,
        views=len(kept),
        camera_id=camera_id,
        day=day,
    )
    spread = _covariance(kept, fit)
    known = tuple(tuple(float(v) for v in row) for row in spread)
    return replace(lens, covariance=known, sigma_px=_worth_px(lens, spread))


def _fit(views: Sequence[SheetView], flags: int) -> _LensFit:
    points = [np.c_[v.corners_mm, np.zeros(len(v.ids))].astype(np.float32) for v in views]
    pixels = [v.corners_px.astype(np.float32) for v in views]
    rms, matrix, distortion, turns, moves = cv2.calibrateCamera(
        points, pixels, views[0].size_px, None, None, flags=flags
    )
    misses: list[F64] = [
        np.asarray(pixel, dtype=float)
        - cv2.projectPoints(point, turn, move, matrix, distortion)[0].reshape(-1, 2)
        for point, pixel, turn, move in zip(points, pixels, turns, moves, strict=True)
    ]
    coefficients = np.r_[np.ravel(distortion), np.zeros(5)][:5]
    places = [tuple(np.asarray(v, dtype=float) for v in values) for values in (turns, moves)]
    inner = np.asarray(matrix, dtype=float)
    return _LensFit(float(rms), inner, coefficients, places[0], places[1], tuple(misses))


def _without_outliers(views: Sequence[SheetView], fit: _LensFit) -> list[SheetView]:
    """The corners that fit, of the views that keep enough of them."""
    sizes = [np.hypot(*miss.T) for miss in fit.misses]
    most = OUTLIER * max(1.2 * float(np.median(np.concatenate(sizes))), 0.05)
    left = []
    for view, size in zip(views, sizes, strict=True):
        good = size <= most
        if good.sum() >= LEAST_LEFT:
            left.append(
                replace(
                    view,
                    ids=view.ids[good],
                    corners_px=view.corners_px[good],
                    corners_mm=view.corners_mm[good],
                )
            )
    return left


def _better(views: Sequence[SheetView], plain: _LensFit) -> _LensFit:
    """The fit with k3 if k3 explains clearly more; otherwise the plain one."""
    rich = _fit(views, 0)
    count = 2 * sum(len(v.ids) for v in views)
    gain = count * ((plain.rms_px / max(rich.rms_px, 1e-9)) ** 2 - 1.0)
    return rich if gain > WORTH_K3 else plain


def _believable(fit: _LensFit, size: tuple[int, int]) -> bool:
    width, height = size
    focal = (fit.matrix[0, 0], fit.matrix[1, 1])
    middle = np.abs(fit.matrix[:2, 2] / (width, height) - 0.5).max()
    return all(0.2 * width < f < 20.0 * width for f in focal) and bool(middle < 0.4)


def _covariance(views: Sequence[SheetView], fit: _LensFit) -> F64:
    """The covariance of the nine numbers of the lens, with the poses of the sheet solved along."""
    total = np.zeros((COUNT, COUNT))
    misses, numbers = 0.0, 0
    for view, turn, move, miss in zip(views, fit.turns, fit.moves, fit.misses, strict=True):
        points = np.c_[view.corners_mm, np.zeros(len(view.ids))]
        slopes = cv2.projectPoints(points, turn, move, fit.matrix, fit.distortion)[1]
        pose, lens = slopes[:, :6], slopes[:, 6:15]
        across = pose.T @ lens
        total += lens.T @ lens - across.T @ np.linalg.solve(pose.T @ pose, across)
        misses += float((miss**2).sum())
        numbers += miss.size - 6
    if fit.distortion[4] == 0.0:
        total[8] = total[:, 8] = 0.0
        total[8, 8] = 1e12
    return np.asarray(np.linalg.inv(total) * misses / max(numbers - COUNT, 1))


def _worth_px(lens: Lens, spread: F64) -> float:
    """The error in px of a point of a board below the camera, once the camera's place is solved.

    The camera's place takes up most of a lens's error; this is the rest.
    """
    xs, ys = np.meshgrid(np.linspace(-0.95, 0.95, 11), np.linspace(-0.95, 0.95, 7))
    half = np.array([lens.width_px / lens.fx_px, lens.height_px / lens.fy_px]) / 2
    plane = np.c_[xs.ravel() * half[0], ys.ravel() * half[1], np.zeros(xs.size)] * 1000.0
    away = np.array([0.0, 0.0, 1000.0])
    slopes = cv2.projectPoints(
        plane, np.zeros(3), away, lens.camera_matrix, np.array(lens.distortion)
    )[1]
    pose, inner = slopes[:, :6], slopes[:, 6:15]
    left = inner - pose @ np.linalg.lstsq(pose, inner, rcond=None)[0]
    variance = np.einsum("ia,ab,ib->i", left, spread, left)
    return float(np.sqrt(2.0 * variance.mean()))


def _bad(fit: _LensFit) -> BadValue:
    seen = PlainWord(f"not told by these pictures (they disagree by {fit.rms_px:.1f} px)")
    allowed = "sharp pictures of one flat sheet, tilted, in every part of the picture"
    return BadValue("the lens", seen, allowed)
