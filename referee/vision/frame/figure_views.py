"""What figures look like, for those whose front nobody knows: both ways round."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from referee.camera.frame_source import Image
from referee.core.arrays import F32
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.pose import Pose
from referee.vision.network.figure_looks import FigureLooks

# Of each figure with its heading and turned by 180 degrees: (n, 2, length).
ViewReader = Callable[[Image, Sequence[Pose], Sequence[BaseShape]], F32]


def views_both_ways(looks: FigureLooks | None) -> ViewReader | None:
    """A reader of views; None where there is no network for them."""
    if looks is None:
        return None

    def read(image: Image, poses: Sequence[Pose], shapes: Sequence[BaseShape]) -> F32:
        turned = [replace(pose, heading_deg=pose.heading_deg + 180.0) for pose in poses]
        both = looks.describe(image, [*poses, *turned], [*shapes, *shapes])
        return np.stack([both[: len(poses)], both[len(poses) :]], axis=1)

    return read
