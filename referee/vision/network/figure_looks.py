"""What a figure looks like from above, as numbers: alike in any picture, unlike its team mates'.

Two descriptions are compared by their cosine, and only within a team: of a figure seen now and of
team mates seen earlier, ``scale`` times the cosines, put through a softmax, is how probable each of
them is, taken from this one look and with nothing else known. The heading must point to the front.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.core.arrays import F32, U8
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose
from referee.vision.network.crop_network import CropNetwork, compiled_crop_network, crops_of
from referee.vision.network.crops import CropPlan
from referee.vision.network.figure_card import LOOKS, checked_figures


class FigureLooks:
    """Describes figures one by one, at the picture's full resolution."""

    def __init__(
        self, camera: CameraModel, network: CropNetwork, plan: CropPlan, scale: float
    ) -> None:
        self._camera, self._network, self._plan = camera, network, plan
        self._scale = scale

    @property
    def scale(self) -> float:
        """What a cosine is multiplied by to become a log-likelihood."""
        return self._scale

    def describe(
        self, image: U8, poses: Sequence[Pose], shapes: Sequence[BaseShape] | None = None
    ) -> F32:
        """A unit vector for every pose, (n, 64); shapes say how high the bases' tops lie."""
        return self.describe_crops(*crops_of(image, self._camera, poses, shapes, self._plan))

    def describe_crops(self, crops: U8, leans: F32) -> F32:
        """The same for crops and leans that were cut already, as `crop_bases` gives them."""
        if not len(crops):
            return np.empty((0, LOOKS), dtype=np.float32)
        return self._network(crops, leans)


def load_figure_looks(folder: Path, camera: CameraModel, threads: int = 2) -> FigureLooks:
    """The figures' looks in a model folder, after checking its hash."""
    data, card = checked_figures(folder)
    return FigureLooks(camera, compiled_crop_network(data, threads), card.plan, card.scale)
