"""Triangles with colours: the one shape language that both renderers read. Lengths in mm, z up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np
import numpy.typing as npt

Float32 = npt.NDArray[np.float32]
FloatArray = npt.NDArray[np.float64]
Rgb = tuple[float, float, float]

WELD_MM = 1e-4


class Material(IntEnum):
    """How a surface answers light."""

    MATTE = 0
    SATIN = 1
    GLOSSY = 2
    TRANSLUCENT = 3
    BASE_TOP = 4  # the upper face of a base: its visible share is part of the truth
    METAL = 5
    FELT = 6
    SKIN = 7


@dataclass(frozen=True, slots=True)
class Mesh:
    """Triangles, counter-clockwise from outside; colours are sRGB 0 to 1 per triangle."""

    vertices_mm: Float32
    triangles: npt.NDArray[np.int32]
    colours: Float32
    materials: npt.NDArray[np.uint8]
    normals: Float32
    alpha: Float32

    def __len__(self) -> int:
        return len(self.triangles)

    @property
    def bounds_mm(self) -> tuple[Float32, Float32]:
        """Lowest and highest corner."""
        return self.vertices_mm.min(axis=0), self.vertices_mm.max(axis=0)

    @property
    def face_normals(self) -> FloatArray:
        """Unit normals of the triangles."""
        return _face_normals(self.vertices_mm.astype(float), self.triangles)

    def transformed(self, matrix: npt.ArrayLike) -> Mesh:
        """Moved by a 4 x 4 matrix; a mirroring matrix keeps the outside outside."""
        m = np.asarray(matrix, dtype=float)
        turn = m[:3, :3]
        vertices = self.vertices_mm @ turn.T + m[:3, 3]
        normals = self.normals @ np.linalg.inv(turn)
        normals = normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
        triangles = self.triangles
        if np.linalg.det(turn) < 0.0:
            triangles = np.ascontiguousarray(triangles[:, ::-1])
        return replace(
            self,
            vertices_mm=vertices.astype(np.float32),
            normals=normals.astype(np.float32),
            triangles=triangles,
        )

    def painted(
        self,
        colour: Rgb | None = None,
        material: Material | None = None,
        alpha: float | None = None,
    ) -> Mesh:
        """The same shape in another colour, material or translucency."""
        n = len(self.triangles)
        return replace(
            self,
            colours=self.colours if colour is None else _rows(colour, n),
            materials=self.materials if material is None else np.full(n, material, dtype=np.uint8),
            alpha=self.alpha if alpha is None else np.full(n, alpha, dtype=np.float32),
        )


def mesh_of(
    vertices_mm: npt.ArrayLike,
    triangles: npt.ArrayLike,
    colour: Rgb | Float32 = (0.5, 0.5, 0.5),
    material: Material = Material.SATIN,
    alpha: float = 1.0,
    crease_deg: float = 40.0,
) -> Mesh:
    """A mesh whose normals run smoothly across edges flatter than ``crease_deg``."""
    points = np.asarray(vertices_mm, dtype=float).reshape(-1, 3)
    faces = np.asarray(triangles, dtype=np.int64).reshape(-1, 3)
    _, weld = np.unique(np.round(points / WELD_MM).astype(np.int64), axis=0, return_inverse=True)
    corner_of = weld.reshape(-1)[faces]
    whole = (
        (corner_of[:, 0] != corner_of[:, 1])
        & (corner_of[:, 1] != corner_of[:, 2])
        & (corner_of[:, 2] != corner_of[:, 0])
    )
    faces, corner_of = faces[whole], corner_of[whole]
    n = len(faces)
    corner_normals = _corner_normals(points, faces, corner_of, crease_deg)
    key = np.concatenate(
        [corner_of.reshape(-1, 1), np.round(corner_normals * 1e4).astype(np.int64)], axis=1
    )
    _, first, index = np.unique(key, axis=0, return_index=True, return_inverse=True)
    colours = np.asarray(colour, dtype=np.float32)
    if colours.ndim == 2:
        colours = colours[whole]
    return Mesh(
        vertices_mm=points[faces.reshape(-1)[first]].astype(np.float32),
        triangles=index.reshape(-1, 3).astype(np.int32),
        colours=np.ascontiguousarray(np.broadcast_to(colours, (n, 3))),
        materials=np.full(n, material, dtype=np.uint8),
        normals=corner_normals[first].astype(np.float32),
        alpha=np.full(n, alpha, dtype=np.float32),
    )


def shade(colour: Rgb, factor: float) -> Rgb:
    """A colour made lighter (above 1) or darker (below 1)."""
    r, g, b = (min(1.0, max(0.0, c * factor)) for c in colour)
    return r, g, b


def linear(colour: npt.ArrayLike) -> Float32:
    """sRGB colours, 0 to 1, as linear light."""
    c = np.asarray(colour, dtype=np.float64)
    return np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4).astype(np.float32)


def join(meshes: Sequence[Mesh]) -> Mesh:
    """Several meshes as one."""
    offsets = np.cumsum([0, *(len(m.vertices_mm) for m in meshes)])[:-1]
    return Mesh(
        vertices_mm=np.concatenate([m.vertices_mm for m in meshes]),
        triangles=np.concatenate(
            [m.triangles + np.int32(o) for m, o in zip(meshes, offsets, strict=True)]
        ),
        colours=np.concatenate([m.colours for m in meshes]),
        materials=np.concatenate([m.materials for m in meshes]),
        normals=np.concatenate([m.normals for m in meshes]),
        alpha=np.concatenate([m.alpha for m in meshes]),
    )


def translation(x_mm: float, y_mm: float, z_mm: float) -> FloatArray:
    """A 4 x 4 shift."""
    m = np.eye(4)
    m[:3, 3] = x_mm, y_mm, z_mm
    return m


def rotation_about(axis: npt.ArrayLike, angle_deg: float) -> FloatArray:
    """A 4 x 4 rotation about an axis through the origin, right-handed."""
    x, y, z = np.asarray(axis, dtype=float) / np.linalg.norm(np.asarray(axis, dtype=float))
    a = math.radians(angle_deg)
    c, s, t = math.cos(a), math.sin(a), 1.0 - math.cos(a)
    m = np.eye(4)
    m[:3, :3] = [
        [t * x * x + c, t * x * y - s * z, t * x * z + s * y],
        [t * x * y + s * z, t * y * y + c, t * y * z - s * x],
        [t * x * z - s * y, t * y * z + s * x, t * z * z + c],
    ]
    return m


def scaling(x: float, y: float | None = None, z: float | None = None) -> FloatArray:
    """A 4 x 4 scaling; one number scales all three axes."""
    return np.diag([x, x if y is None else y, x if z is None else z, 1.0])


def _rows(colour: Rgb, n: int) -> Float32:
    return np.tile(np.asarray(colour, dtype=np.float32), (n, 1))


def _face_normals(
    points: FloatArray, faces: npt.NDArray[np.int32] | npt.NDArray[np.int64]
) -> FloatArray:
    a, b, c = (points[faces[:, k]] for k in range(3))
    cross = np.cross(b - a, c - a)
    return np.asarray(cross / np.maximum(np.linalg.norm(cross, axis=1, keepdims=True), 1e-12))


def _corner_normals(
    points: FloatArray,
    faces: npt.NDArray[np.int64],
    corner_of: npt.NDArray[np.int64],
    crease_deg: float,
) -> FloatArray:
    """One normal per triangle corner (3m, 3): the mean of its neighbours within the crease angle.

    Weighted by the corner's angle, so that how a flat part is cut into triangles does not matter.
    """
    flat = _face_normals(points, faces)
    weight = _corner_angles(points, faces).reshape(-1)
    owner = np.repeat(np.arange(len(faces)), 3)
    order = np.argsort(corner_of.reshape(-1), kind="stable")
    _, start, count = np.unique(corner_of.reshape(-1)[order], return_index=True, return_counts=True)
    widest = int(count.max(initial=1))
    slot = start[:, None] + np.minimum(np.arange(widest), count[:, None] - 1)
    ring = order[slot]  # corners that share a place, padded with repeats
    real = np.arange(widest) < count[:, None]
    normals = flat[owner[ring]]
    near = np.einsum("gik,gjk->gij", normals, normals) > math.cos(math.radians(crease_deg))
    share = near * (weight[ring] * real)[:, None, :]
    mean = np.einsum("gij,gjk->gik", share, normals)
    mean /= np.maximum(np.linalg.norm(mean, axis=2, keepdims=True), 1e-12)
    out = np.empty((len(owner), 3))
    out[ring[real]] = mean[real]
    return out


def _corner_angles(points: FloatArray, faces: npt.NDArray[np.int64]) -> FloatArray:
    angles = np.empty(faces.shape)
    for k in range(3):
        u = points[faces[:, (k + 1) % 3]] - points[faces[:, k]]
        v = points[faces[:, (k + 2) % 3]] - points[faces[:, k]]
        cosine = np.einsum("ij,ij->i", u, v) / np.maximum(
            np.linalg.norm(u, axis=1) * np.linalg.norm(v, axis=1), 1e-12
        )
        angles[:, k] = np.arccos(np.clip(cosine, -1.0, 1.0))
    return angles
