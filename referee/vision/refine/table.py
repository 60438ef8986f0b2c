"""The outlines and approximate poses of one frame as arrays for the compiled loops."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.core.base_shape import BaseShape, FloatArray
from referee.core.gap import edges_of
from referee.core.pose import Pose
from referee.vision.refine.ring import ring_of


@dataclass(frozen=True, slots=True)
class Guess:
    """A base of known outline and about where it is: from the detector or from the last frame."""

    shape: BaseShape
    pose: Pose


@dataclass(frozen=True, slots=True)
class Table:
    """One row per guess; the skeletons' edge tables lie one after the other in ``edges``."""

    shapes: tuple[BaseShape, ...]
    poses: FloatArray
    rings: FloatArray
    heights_mm: FloatArray
    reaches_mm: FloatArray
    radii_mm: FloatArray
    edges: FloatArray
    firsts: npt.NDArray[np.int64]


def table_of(guesses: Sequence[Guess]) -> Table:
    """The guesses as arrays."""
    shapes = tuple(guess.shape for guess in guesses)
    edges = [edges_of(shape) for shape in shapes]
    return Table(
        shapes=shapes,
        poses=np.array(
            [(g.pose.x_mm, g.pose.y_mm, math.radians(g.pose.heading_deg)) for g in guesses]
        ),
        rings=np.stack([ring_of(shape) for shape in shapes]),
        heights_mm=np.array([shape.height_mm for shape in shapes]),
        reaches_mm=np.array([shape.reach_mm for shape in shapes]),
        radii_mm=np.array([shape.radius_mm for shape in shapes]),
        edges=np.concatenate(edges),
        firsts=np.cumsum([0, *(len(table) for table in edges)]).astype(np.int64),
    )
