"""The level tops of bases as convex outlines: one face each instead of a fan of triangles.

Only a true edge is drawn with finer looks; the seams of a fan cost as much and show nothing.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from referee.sim.render.arrays import F32, I32
from referee.sim.render.faces.raster import EDGED

LEVEL_MM = 1e-4  # faces this close in height are one plane
STRAIGHT = -1e-6  # a turn that is hardly one still counts as convex


class TopOutlines(NamedTuple):
    """Outlines run clockwise seen from above, as the picture's rows run down."""

    ring: I32  # corners of all outlines, one after the other
    ring_range: I32  # (tops + 1,)
    part: I32
    colours: F32
    anchors: I32  # (tops, 3) corners far from each other
    weights: F32  # (ring corners, 3): light at the anchors from the light at the corners

    @property
    def longest(self) -> int:
        """Corners of the outline that has most."""
        return int(np.diff(self.ring_range).max(initial=3))


def find_top_outlines(
    vertices: F32, triangles: I32, kind: npt.NDArray[np.uint8], part: I32, colours: F32
) -> TopOutlines:
    """Join the level faces of each part; what does not make a convex outline stays triangles."""
    groups: dict[tuple[int, int, bytes], list[int]] = {}
    for t in np.flatnonzero(kind == EDGED):
        z = round(float(vertices[triangles[t, 0], 2]) / LEVEL_MM)
        groups.setdefault((int(part[t]), z, colours[t].tobytes()), []).append(int(t))
    rings: list[list[int]] = []
    owners: list[int] = []
    for faces in groups.values():
        whole = _outline(vertices, triangles[faces])
        found = [whole] if whole else [[int(v) for v in triangles[t]] for t in faces]
        rings += [ring[::-1] for ring in found]
        owners += [faces[0]] * len(found)
    return TopOutlines(
        ring=np.array([v for ring in rings for v in ring], dtype=np.int32),
        ring_range=np.cumsum([0, *(len(ring) for ring in rings)]).astype(np.int32),
        part=part[owners].astype(np.int32),
        colours=np.ascontiguousarray(colours[owners], dtype=np.float32).reshape(-1, 3),
        anchors=np.array([_anchors(vertices[r]) for r in rings], dtype=np.int32).reshape(-1, 3),
        weights=_all_weights(vertices, rings),
    )


def _outline(vertices: F32, triangles: I32) -> list[int] | None:
    """The one convex ring around triangles, or None."""
    directed = {(int(t[k]), int(t[(k + 1) % 3])) for t in triangles for k in range(3)}
    border = {a: b for a, b in directed if (b, a) not in directed}
    if len(border) < 3:
        return None
    ring = [next(iter(border))]
    while (after := border.get(ring[-1])) is not None and after != ring[0]:
        if len(ring) == len(border):
            return None
        ring.append(after)
    if after is None or len(ring) != len(border):
        return None
    points = vertices[ring, :2].astype(float)
    along = np.roll(points, -1, axis=0) - points
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    nxt = np.roll(along, -1, axis=0)
    turns = along[:, 0] * nxt[:, 1] - along[:, 1] * nxt[:, 0]
    return ring if turns.min() > STRAIGHT and _area(points) > 0.0 else None


def _area(points: npt.NDArray[np.float64]) -> float:
    x, y = points[:, 0], points[:, 1]
    return float(0.5 * (x * np.roll(y, -1) - y * np.roll(x, -1)).sum())


def _anchors(points: F32) -> tuple[int, int, int]:
    """Positions in a ring of three corners that span a large triangle, in the ring's order."""
    flat = points[:, :2].astype(float)
    first = int(np.argmax(((flat - flat.mean(axis=0)) ** 2).sum(axis=1)))
    second = int(np.argmax(((flat - flat[first]) ** 2).sum(axis=1)))
    a, b = flat[second] - flat[first]
    away = np.abs(a * (flat[:, 1] - flat[first, 1]) - b * (flat[:, 0] - flat[first, 0]))
    i, j, k = sorted((first, second, int(np.argmax(away))))
    return i, j, k


def _all_weights(vertices: F32, rings: list[list[int]]) -> F32:
    """Light is fitted by a plane over each outline; these are its values at the anchors."""
    rows = []
    for ring in rings:
        points = vertices[ring, :2].astype(float)
        flat = np.column_stack([points - points.mean(axis=0), np.ones(len(ring))])
        rows.append((flat[list(_anchors(vertices[ring]))] @ np.linalg.pinv(flat)).T)
    return np.ascontiguousarray(
        np.concatenate(rows) if rows else np.zeros((0, 3)), dtype=np.float32
    )
