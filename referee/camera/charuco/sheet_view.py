"""The sheet's corners in a picture."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from referee.camera.charuco.lens_sheet import DICTIONARY, LENS_SHEETS, LensSheet, opencv_board_of
from referee.core.arrays import F64, I64, U8

LEAST_CORNERS = 8  # of a sheet, for a view of it
LEAST_MARKERS = 4  # of a sheet, for its corners to be looked for


@dataclass(frozen=True)
class SheetView:
    """A sheet in a picture: its corners in px, the same in mm, and the picture's size."""

    sheet: LensSheet
    ids: I64
    corners_px: F64
    corners_mm: F64
    size_px: tuple[int, int]

    @property
    def spread(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of the corners."""
        low, high = self.corners_px.min(axis=0), self.corners_px.max(axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def find_sheet(image: U8) -> SheetView | None:
    """The sheet in a picture, if enough of one is seen."""
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    corners, ids, _ = _markers().detectMarkers(grey)
    if ids is None or len(ids) < LEAST_MARKERS:
        return None
    seen = [int(i) for i in np.ravel(ids)]
    sheet = max(LENS_SHEETS.values(), key=lambda s: sum(map(_own(s), seen)))
    own = [k for k, i in enumerate(seen) if _own(sheet)(i)]
    if len(own) < LEAST_MARKERS:
        return None
    detector = _charuco(sheet)
    marker_ids = np.array([[seen[k]] for k in own], dtype=np.int32)
    found_px, found, _, _ = detector.detectBoard(
        grey, markerCorners=[corners[k] for k in own], markerIds=marker_ids
    )
    if found is None or len(found) < LEAST_CORNERS:
        return None
    numbers = np.ravel(found).astype(np.int64)
    points = np.asarray(opencv_board_of(sheet).getChessboardCorners(), dtype=float)[numbers, :2]
    if np.linalg.matrix_rank(points - points.mean(axis=0), tol=1.0) < 2:
        return None  # corners on one line say almost nothing
    height, width = grey.shape[:2]
    pixels = np.asarray(found_px, dtype=float).reshape(-1, 2)
    return SheetView(sheet, numbers, pixels, points, (width, height))


def _own(sheet: LensSheet):  # type: ignore[no-untyped-def]
    return lambda i: sheet.first_marker <= i < sheet.first_marker + sheet.markers


@cache
def _markers() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), settings)


@cache
def _charuco(sheet: LensSheet) -> cv2.aruco.CharucoDetector:
    return cv2.aruco.CharucoDetector(opencv_board_of(sheet))
