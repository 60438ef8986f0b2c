"""The outlines of everything on the board as one table for the compiled loops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from referee.core.errors import BadValue
from referee.core.geometry.base_shape import BaseShape, FloatArray, Point
from referee.core.geometry.gap_kernel import edge_table

IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]

MAX_EDGES = 48


@dataclass(frozen=True, slots=True)
class BodyOutline:
    """A shape, and where its centre lies in the frame of the body it belongs to."""

    shape: BaseShape
    centre_mm: Point = (0.0, 0.0)

    def __post_init__(self) -> None:
        if len(self.shape.skeleton_mm) > MAX_EDGES:
            raise BadValue(
                f"the vertices of base {self.shape.name!r}",
                len(self.shape.skeleton_mm),
                f"up to {MAX_EDGES}",
            )

    @property
    def skeleton(self) -> FloatArray:
        """The skeleton in the body's frame, (n, 2)."""
        return self.shape.skeleton + np.asarray(self.centre_mm)


class OutlineArrays(NamedTuple):
    """Many outlines as compiled loops take them: a row each; radii and reaches in mm."""

    edges: FloatArray  # (rows, MAX_EDGES, 5), see `edge_table`
    counts: IntArray  # how many of the edges there are
    radii: FloatArray
    reaches: FloatArray


class OutlineTable:
    """Many outlines and their arrays; rows can be replaced."""

    def __init__(self, outlines: Sequence[BodyOutline]) -> None:
        n = len(outlines)
        self.arrays = OutlineArrays(
            np.zeros((n, MAX_EDGES, 5)),
            np.zeros(n, dtype=np.int64),
            np.zeros(n),
            np.zeros(n),
        )
        self.outlines: list[BodyOutline] = list(outlines)
        for i, outline in enumerate(outlines):
            self.put(i, outline)

    def put(self, i: int, outline: BodyOutline) -> None:
        """Give row ``i`` another outline."""
        skeleton = outline.skeleton
        self.outlines[i] = outline
        self.arrays.counts[i] = len(skeleton)
        self.arrays.edges[i] = 0.0
        self.arrays.edges[i, : len(skeleton)] = edge_table(skeleton)
        self.arrays.radii[i] = outline.shape.radius_mm
        far = float(np.hypot(skeleton[:, 0], skeleton[:, 1]).max())
        self.arrays.reaches[i] = far + outline.shape.radius_mm
