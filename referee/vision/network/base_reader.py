"""The reader: front, fallen, base, for every base that was found in a frame."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from referee.camera.camera_model import CameraModel
from referee.core.arrays import U8
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose
from referee.vision.network.crop_network import CropNetwork, compiled_crop_network, crops_of
from referee.vision.network.crops import CropPlan
from referee.vision.network.reader_card import checked_reader


@dataclass(frozen=True, slots=True)
class BaseReading:
    """Three probabilities from one frame.

    ``front``: the heading is right and not turned by 180 degrees. ``fallen``: the figure lies.
    ``base``: there is a piece here at all, upright or fallen; where there is none, the other two
    mean nothing.
    """

    front: float
    fallen: float
    base: float


class BaseReader:
    """Looks at bases one by one, at the picture's full resolution."""

    def __init__(self, camera: CameraModel, network: CropNetwork, plan: CropPlan) -> None:
        self._camera, self._network, self._plan = camera, network, plan

    def read(
        self, image: U8, poses: Sequence[Pose], shapes: Sequence[BaseShape] | None = None
    ) -> tuple[BaseReading, ...]:
        """A reading for every pose; shapes say how high the bases' tops lie."""
        crops, leans = crops_of(image, self._camera, poses, shapes, self._plan)
        if not len(crops):
            return ()
        logits = self._network(crops, leans)
        return tuple(BaseReading(*(_probability(float(v)) for v in row)) for row in logits)


def load_reader(folder: Path, camera: CameraModel, threads: int = 2) -> BaseReader:
    """The reader in a model folder, after checking its hash."""
    data, card = checked_reader(folder)
    return BaseReader(camera, compiled_crop_network(data, threads), card.plan)


def _probability(logit: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-60.0, min(60.0, logit))))
