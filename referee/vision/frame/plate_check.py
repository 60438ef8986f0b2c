"""Claims that the clean plate explains: where a frame shows the empty board, there is nothing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.core.arrays import F64
from referee.core.geometry.pose import Pose
from referee.vision.plate.plate_difference import OTHER_LIGHT, SOFT_LIGHT, PlateDifference
from referee.vision.sighting import MarkerSighting

# Of what a claim covers so much must be known, and no more of it look otherwise than the plate.
LEAST_KNOWN = 0.8
MOST_CHANGED = 0.1
# A claim's own edge is left out: what lies beside it may have changed.
INSET = 0.85
# Half the side of what a marker covers, and how high above the board that is.
MARKER_MM = 4.0
MARKER_HEIGHT_MM = 1.5
CORNERS = np.array([(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-1.0, 1.0)])


@dataclass(frozen=True)
class PlateCheck:
    """One frame's difference to the plate, asked about claims; without one it explains nothing."""

    camera: CameraModel
    difference: PlateDifference | None

    def explains_base(self, pose: Pose, length_mm: float, width_mm: float, top_mm: float) -> bool:
        """Whether the empty board is seen where a base of this size would stand."""
        sides = np.array([length_mm, width_mm])
        return self._explains(pose.to_board(INSET / 2.0 * CORNERS * sides), top_mm)

    def explains_marker(self, marker: MarkerSighting) -> bool:
        """Whether the empty board is seen where a marker would lie."""
        middle = np.array([marker.x_mm, marker.y_mm])
        return self._explains(middle + MARKER_MM * CORNERS, MARKER_HEIGHT_MM)

    def explains_strip(self, corners_mm: F64) -> bool:
        """Whether a strip across board, rim and table, corners (4, 2), looks as it does when empty.

        A wide sleeve is like light that changes: for hands the light has to be the same as well.
        """
        return self._explains(corners_mm, 0.0, SOFT_LIGHT)

    def explains_box(self, box_px: tuple[float, float, float, float]) -> bool:
        """Whether a box of the picture looks as it does when empty, in the same light."""
        left, top, right, bottom = box_px
        corners = np.array([(left, top), (right, top), (right, bottom), (left, bottom)])
        return self._same(corners, SOFT_LIGHT)

    def _explains(self, corners_mm: F64, height_mm: float, least: int = OTHER_LIGHT) -> bool:
        points = np.c_[corners_mm, np.full(len(corners_mm), height_mm)]
        return self._same(self.camera.project(points), least)

    def _same(self, corners_px: F64, least: int) -> bool:
        if self.difference is None:
            return False
        known, changed = self.difference.shares(corners_px, least)
        return known >= LEAST_KNOWN and changed <= MOST_CHANGED
