"""The plate of one board through an evening: compared with every look, renewed by every rest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.camera.frame_source import Image
from referee.core.arrays import F64, U8
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose
from referee.vision.plate.clean_plate import CleanPlate, moved_plate
from referee.vision.plate.plate_difference import PlateDifference, PlateReference
from referee.vision.plate.plate_votes import voted_plate
from referee.vision.plate.printed_edges import PrintedEdges

# What a figure on its base hides: so much wider than the base, and so high.
WIDER = 1.3
FIGURE_MM = 40.0

Standing = tuple[Pose, BaseShape]


class PlateKeeper:
    """``plate`` is what is known before, as ``camera`` sees it; None: nothing yet."""

    def __init__(self, camera: CameraModel, plate: CleanPlate | None = None) -> None:
        self._camera = camera
        self._reference = None if plate is None else PlateReference(plate)
        # The last look at a board at rest without hands, with what stood there; and whether the
        # board has been at work since.
        self._rest: tuple[Image, U8] | None = None
        self._worked = False
        self.learned = False  # whether any rest has voted

    @property
    def plate(self) -> CleanPlate | None:
        """What is known by now."""
        return None if self._reference is None else self._reference.plate

    @property
    def printed(self) -> PrintedEdges | None:
        """The same as outlines are compared with it."""
        return None if self._reference is None else self._reference.printed

    def plate_from(self, camera: CameraModel) -> CleanPlate | None:
        """The same for this camera; None if the camera hangs otherwise by now."""
        return self.plate if camera == self._camera else None

    def compare(self, image: Image) -> PlateDifference | None:
        """What a frame shows beside the plate; None: the plate says nothing of it."""
        return None if self._reference is None else self._reference.compare(image)

    def looked(
        self, image: Image, standing: Iterable[Standing], *, at_rest: bool, hands: bool
    ) -> None:
        """A look has been taken; ``standing`` are the bases that are known to stand there.

        A rest counts once, when the next one begins: the board has been at work in between.
        """
        if not at_rest:
            self._worked = self._rest is not None
            return
        if self._rest is not None and self._worked:
            self._reference = PlateReference(voted_plate(self.plate, *self._rest))
            self._rest, self._worked, self.learned = None, False, True
        if not hands:
            outlines = [hidden_px(self._camera, p, shape.corners_mm) for p, shape in standing]
            self._rest = image, covered_by(image, outlines)

    def moved(self, camera: CameraModel, board: FieldProfile | None) -> None:
        """The camera hangs otherwise from now on; of an unknown ``board`` all begins anew."""
        plate = self.plate
        if camera != self._camera and plate is not None:
            at = None if board is None else moved_plate(plate, self._camera, camera, board)
            self._reference = None if at is None else PlateReference(at)
        self._camera, self._rest, self._worked = camera, None, False


def hidden_px(camera: CameraModel, pose: Pose, corners_mm: F64) -> F64:
    """Points in the picture around a base, by its corners, and the figure on it."""
    outline = pose.to_board(WIDER * corners_mm)
    low, high = (np.c_[outline, np.full(len(outline), z)] for z in (0.0, FIGURE_MM))
    return camera.project(np.concatenate([low, high]))


def covered_by(image: Image, points_px: Sequence[F64]) -> U8:
    """1 inside the hulls of each set of points, 0 elsewhere."""
    covered = np.zeros(image.shape[:2], dtype=np.uint8)
    for points in points_px:
        cv2.fillConvexPoly(covered, cv2.convexHull(np.round(points).astype(np.int32)), 1)
    return covered
