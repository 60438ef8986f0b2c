"""The outlines of everything on the board as one table for the compiled loops.

Row i < number of players is that player of the roster; the rows behind are marker places.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from referee.core.base_shape import BaseShape, FloatArray, Part, Point
from referee.core.errors import BadValue
from referee.core.gap_kernel import edge_table

MAX_EDGES = 48


@dataclass(frozen=True, slots=True)
class Outline:
    """A convex skeleton grown by a radius, in the frame of the body it belongs to.

    ``edge_parts`` and ``vertex_parts`` are empty where no rule cares which part was touched.
    """

    skeleton_mm: tuple[Point, ...]
    radius_mm: float
    edge_parts: tuple[Part, ...] = ()
    vertex_parts: tuple[Part, ...] = ()

    def __post_init__(self) -> None:
        if len(self.skeleton_mm) > MAX_EDGES:
            raise BadValue("skeleton_mm", len(self.skeleton_mm), f"up to {MAX_EDGES} vertices")

    @staticmethod
    def of(shape: BaseShape) -> Outline:
        """The outline of an upright base."""
        return Outline(shape.skeleton_mm, shape.radius_mm, shape.edge_parts, shape.vertex_parts)


class OutlineTable:
    """Edges, counts, radii and reaches of many outlines, rows replaceable."""

    def __init__(self, outlines: Sequence[Outline]) -> None:
        n = len(outlines)
        self.edges: FloatArray = np.zeros((n, MAX_EDGES, 5))
        self.counts: npt.NDArray[np.int64] = np.zeros(n, dtype=np.int64)
        self.radii: FloatArray = np.zeros(n)
        self.reaches: FloatArray = np.zeros(n)
        self.outlines: list[Outline] = list(outlines)
        for i, outline in enumerate(outlines):
            self.put(i, outline)

    def put(self, i: int, outline: Outline) -> None:
        """Give row ``i`` another outline."""
        skeleton = np.asarray(outline.skeleton_mm, dtype=np.float64)
        self.outlines[i] = outline
        self.counts[i] = len(skeleton)
        self.edges[i] = 0.0
        self.edges[i, : len(skeleton)] = edge_table(skeleton)
        self.radii[i] = outline.radius_mm
        self.reaches[i] = float(np.hypot(skeleton[:, 0], skeleton[:, 1]).max()) + outline.radius_mm
