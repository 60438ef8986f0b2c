"""Which parts of a picture moving things and their shadows can change: only those are traced."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.camera.camera_model import CameraModel
from referee.lab.pathtrace.pinhole import Pinhole
from referee.sim.art.mesh import FloatArray
from referee.sim.render.light.lamps import GOBO, SIZE, X, Z

CONTACT_MM = 14.0  # how far the soft darkness around a thing reaches
JOIN_WASTE = 1.25


@dataclass(frozen=True, slots=True)
class ChangedBox:
    """Left, top (inside), right, bottom (outside) in pixels."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def area(self) -> int:
        """Pixels inside."""
        return (self.right - self.left) * (self.bottom - self.top)

    def with_(self, other: ChangedBox) -> ChangedBox:
        """The box around both."""
        return ChangedBox(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


def touched_box(
    low_mm: FloatArray,
    high_mm: FloatArray,
    lamps: FloatArray,
    camera: CameraModel,
    pinhole: Pinhole,
) -> ChangedBox | None:
    """The box around a thing (bounds in board mm) and its shadows, None if out of the picture."""
    around = np.array([CONTACT_MM, CONTACT_MM, 0.0])
    low, high = low_mm - around, high_mm + around
    corners = np.array(
        [(x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])]
    )
    points = [corners]
    for lamp in lamps:
        reach = 0.0 if lamp[GOBO] else float(lamp[SIZE]) / 2
        for dx, dy in ((-reach, -reach), (-reach, reach), (reach, -reach), (reach, reach)):
            eye = lamp[X : Z + 1] + np.array([dx, dy, 0.0])
            share = corners[:, 2:] / np.maximum(eye[Z - X] - corners[:, 2:], 1.0)
            shadow = corners + (corners - eye) * share
            points.append(shadow * (1.0, 1.0, 0.0))
    seen = pinhole.project(camera, np.concatenate(points))
    box = ChangedBox(
        max(0, math.floor(seen[:, 0].min())),
        max(0, math.floor(seen[:, 1].min())),
        min(pinhole.width_px, math.ceil(seen[:, 0].max()) + 1),
        min(pinhole.height_px, math.ceil(seen[:, 1].max()) + 1),
    )
    return box if box.right > box.left and box.bottom > box.top else None


def joined_boxes(boxes: Sequence[ChangedBox]) -> list[ChangedBox]:
    """Fewer boxes: two become one where that costs little more pixels; every box has a cost."""
    rest = list(boxes)
    done = False
    while not done:
        done = True
        for i in range(len(rest)):
            for j in range(len(rest) - 1, i, -1):
                both = rest[i].with_(rest[j])
                if both.area <= JOIN_WASTE * (rest[i].area + rest[j].area):
                    rest[i] = both
                    del rest[j]
                    done = False
    return rest
