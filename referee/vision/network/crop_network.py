"""What networks that look at crops of bases share: how they are cut, cards and how they are run."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.core.arrays import F32, U8
from referee.core.errors import BadValue
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose
from referee.vision.network.crops import CropPlan, crop_bases
from referee.vision.network.inference import compiled_network
from referee.vision.network.model_card import CardValues

# Crops (n, 6, size, size) and leans (n, 2) to the network's answers, (n, answers).
CropNetwork = Callable[[U8, F32], F32]
STEP = 8  # batches are filled up to multiples of this, so that few shapes are ever compiled
USUAL_TOP_MM = 3.0


def crops_of(
    image: U8,
    camera: CameraModel,
    poses: Sequence[Pose],
    shapes: Sequence[BaseShape] | None,
    plan: CropPlan,
) -> tuple[U8, F32]:
    """Crops and leans at every pose; shapes say how high the bases' tops lie."""
    wanted = (camera.height_px, camera.width_px, 3)
    if image.shape != wanted:
        rows, columns, _ = wanted
        raise BadValue("the picture", image.shape, f"{rows} x {columns} x 3 bytes")
    if shapes is None:
        tops = [USUAL_TOP_MM] * len(poses)
    else:
        tops = [shape.height_mm for _, shape in zip(poses, shapes, strict=True)]
    return crop_bases(image, camera, poses, tops, plan)


def crop_plan_of(values: CardValues) -> CropPlan:
    """The crops that a card says its network was trained on."""
    crops = values["crops"]
    return CropPlan(int(crops["size_px"]), float(crops["px_per_mm"]), float(crops["figure_mm"]))


def compiled_crop_network(data: bytes, threads: int) -> CropNetwork:
    """The network of an ONNX file, ready to run on any number of crops."""
    network = compiled_network(data, threads)

    def run(crops: U8, leans: F32) -> F32:
        count = len(crops)
        room = -count % STEP
        full = np.concatenate([crops, np.zeros((room, *crops.shape[1:]), dtype=np.uint8)])
        lean = np.concatenate([leans, np.zeros((room, 2), dtype=np.float32)])
        return network(full, lean)[:count]

    return run
