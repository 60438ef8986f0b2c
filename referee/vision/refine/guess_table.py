"""The outlines and approximate poses of one frame as arrays for the compiled loops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.core.arrays import F64, I64
from referee.core.geometry.base_shape import BaseShape
from referee.core.geometry.gap import edges_of
from referee.core.geometry.pose import Pose
from referee.vision.refine.edges.outline_ring import ring_of


@dataclass(frozen=True, slots=True)
class PoseGuess:
    """A base of known outline and about where it is: from the detector or from the last frame."""

    shape: BaseShape
    pose: Pose


@dataclass(frozen=True, slots=True)
class GuessTable:
    """One row per guess; the skeletons' edge tables lie one after the other in ``edges``."""

    shapes: tuple[BaseShape, ...]
    poses: F64
    rings: F64
    heights_mm: F64
    reaches_mm: F64
    radii_mm: F64
    edges: F64
    firsts: I64

    def at(self, poses: F64) -> GuessTable:
        """The same outlines at other places."""
        return replace(self, poses=poses)

    def each_at(self, poses: F64) -> GuessTable:
        """Every outline at several places, (bases, places, 3), as bases that stand alone."""
        bases, places = poses.shape[:2]
        again = np.repeat(np.arange(bases), places)
        return replace(
            self,
            poses=poses.reshape(-1, 3),
            rings=self.rings[again],
            heights_mm=self.heights_mm[again],
        )


def guess_table_of(guesses: Sequence[PoseGuess], before: GuessTable | None = None) -> GuessTable:
    """The guesses as arrays; from frame to frame it is mostly the same outlines ``before``."""
    shapes = tuple(guess.shape for guess in guesses)
    poses = np.array([(g.pose.x_mm, g.pose.y_mm, g.pose.heading_deg) for g in guesses])
    poses[:, 2] = np.radians(poses[:, 2])
    if before is not None and _same(shapes, before.shapes):
        return before.at(poses)
    edges = [edges_of(shape) for shape in shapes]
    return GuessTable(
        shapes=shapes,
        poses=poses,
        rings=np.stack([ring_of(shape) for shape in shapes]),
        heights_mm=np.array([shape.height_mm for shape in shapes]),
        reaches_mm=np.array([shape.reach_mm for shape in shapes]),
        radii_mm=np.array([shape.radius_mm for shape in shapes]),
        edges=np.concatenate(edges),
        firsts=np.cumsum([0, *(len(table) for table in edges)]).astype(np.int64),
    )


def _same(shapes: Sequence[BaseShape], others: Sequence[BaseShape]) -> bool:
    return len(shapes) == len(others) and all(a is b for a, b in zip(shapes, others, strict=True))
