"""Many meshes in one set of arrays, ready for compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from referee.sim.art.mesh import Material, Mesh
from referee.sim.render.arrays import F32, I32, U8, CornerArrays, linear_bgr
from referee.sim.render.faces.raster import EDGED, FLAT, SMALL, SOLID

LEVEL = 0.999  # the plane of a base's top is shaded flat, its bevelled edge is not
CASTS_ABOVE = 0.75  # clearer plastic lets the light through to the board
FLAT_MM2 = 12.0  # larger faces get their shadows per pixel, smaller ones per corner

# How strongly a surface mirrors lamps (at right angles) and how tight the highlight is.
_SHINE: dict[Material, tuple[float, float]] = {
    Material.MATTE: (0.010, 8.0),
    Material.SATIN: (0.035, 26.0),
    Material.GLOSSY: (0.050, 90.0),
    Material.TRANSLUCENT: (0.050, 70.0),
    Material.BASE_TOP: (0.040, 34.0),
    Material.METAL: (0.300, 40.0),
    Material.FELT: (0.002, 4.0),
    Material.SKIN: (0.025, 14.0),
}
SHINE = np.array([_SHINE[m] for m in Material], dtype=np.float32)


class MeshBatch(NamedTuple):
    """Parts share the arrays; ``vertex_part`` and ``triangle_part`` say whose each row is."""

    vertices: F32
    normals: F32
    occlusion: F32
    vertex_material: U8
    vertex_part: I32
    triangles: I32
    colours: F32
    alpha: F32
    kind: U8  # how each face is lit
    triangle_part: I32
    vertex_range: I32  # (parts + 1,)
    parts: int

    @property
    def has_translucent(self) -> bool:
        """Whether anything lets light through."""
        return bool((self.alpha < SOLID).any())

    def work(self, lamps: int) -> CornerArrays:
        """Room for what changes every frame."""
        n = len(self.vertices)

        def room(*shape: int) -> F32:
            return np.zeros((n, *shape), dtype=np.float32)

        return CornerArrays(
            room(3), room(3), room(3), room(2), room(3), room(lamps), room(lamps), room(3), room(3)
        )


@dataclass(frozen=True)
class ShadowCasters:
    """A coarser copy of a batch that throws its shadows, part after part."""

    vertices: F32
    vertex_range: I32
    triangles: I32
    triangle_range: I32


def _casters(vertices: F32, vertex_range: I32, triangles: I32, part: I32) -> ShadowCasters:
    order = np.argsort(part, kind="stable")
    sizes = np.bincount(part, minlength=len(vertex_range) - 1)
    return ShadowCasters(
        vertices,
        vertex_range,
        np.ascontiguousarray(triangles[order].astype(np.int32)),
        np.cumsum([0, *sizes]).astype(np.int32),
    )


def every_face(batch: MeshBatch) -> ShadowCasters:
    """Every face throws its own shadow."""
    return _casters(batch.vertices, batch.vertex_range, batch.triangles, batch.triangle_part)


def coarse_faces(batch: MeshBatch, cell_mm: float) -> ShadowCasters:
    """Corners that are closer than about ``cell_mm`` become one; faces that vanish are dropped."""
    seen = batch.alpha >= CASTS_ABOVE
    cells = np.floor(batch.vertices / cell_mm).astype(np.int64)
    key = np.concatenate([batch.vertex_part[:, None], cells], axis=1)
    unique, inverse = np.unique(key, axis=0, return_inverse=True)
    inverse = inverse.reshape(-1)
    count = np.bincount(inverse, minlength=len(unique))[:, None]
    total = np.zeros((len(unique), 3))
    np.add.at(total, inverse, batch.vertices)
    faces = inverse[batch.triangles[seen]]
    part = batch.triangle_part[seen]
    whole = (
        (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    )
    first = np.argmin(faces, axis=1)[:, None]
    turned = np.take_along_axis(faces, (first + np.arange(3)) % 3, axis=1)
    _, once = np.unique(turned[whole], axis=0, return_index=True)
    sizes = np.bincount(unique[:, 0], minlength=batch.parts)
    return _casters(
        np.ascontiguousarray(total / count, dtype=np.float32),
        np.cumsum([0, *sizes]).astype(np.int32),
        turned[whole][once],
        part[whole][once],
    )


def make_batch(meshes: Sequence[Mesh], occlusion: Sequence[F32] | None = None) -> MeshBatch:
    """Join meshes; high faces come first, since what is drawn later is mostly hidden by them."""
    rows = [_part(m, i, None if occlusion is None else occlusion[i]) for i, m in enumerate(meshes)]
    counts = np.cumsum([0, *(len(r.vertices) for r in rows)]).astype(np.int32)

    def joined(name: str) -> np.ndarray:
        return np.concatenate([getattr(r, name) for r in rows])

    triangles = np.concatenate([r.triangles + o for r, o in zip(rows, counts[:-1], strict=True)])
    alpha, kind = joined("alpha"), joined("kind")
    middle = joined("vertices")[triangles, 2].mean(axis=1)
    order = np.argsort(-middle, kind="stable")
    return MeshBatch(
        vertices=joined("vertices"),
        normals=joined("normals"),
        occlusion=joined("occlusion"),
        vertex_material=joined("vertex_material"),
        vertex_part=joined("vertex_part"),
        triangles=np.ascontiguousarray(triangles[order].astype(np.int32)),
        colours=np.ascontiguousarray(joined("colours")[order]),
        alpha=np.ascontiguousarray(alpha[order]),
        kind=np.ascontiguousarray(kind[order]),
        triangle_part=np.ascontiguousarray(joined("triangle_part")[order]),
        vertex_range=counts,
        parts=len(rows),
    )


def _part(mesh: Mesh, index: int, occlusion: F32 | None) -> MeshBatch:
    """Corners shared by faces of different materials are doubled: each shines in its own way."""
    n = len(mesh.vertices_mm)
    face = mesh.face_normals
    top = mesh.materials == Material.BASE_TOP
    level = top & (face[:, 2] > LEVEL)
    kinds = 2 * len(Material)
    kind = mesh.materials + len(Material) * level
    corner = mesh.triangles.astype(np.int64) * kinds + kind[:, None]
    keys, inverse = np.unique(corner.reshape(-1), return_inverse=True)
    source = keys // kinds
    triangles = inverse.reshape(-1, 3).astype(np.int32)
    vertices = mesh.vertices_mm[source].astype(np.float32)
    normals = mesh.normals[source].astype(np.float32)
    normals[keys % kinds >= len(Material)] = (0.0, 0.0, 1.0)
    a, b, c = (vertices[triangles[:, k]] for k in range(3))
    area = 0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1)
    large = (area > FLAT_MM2) | top
    solid = mesh.alpha >= SOLID
    shade = np.ones(n, dtype=np.float32) if occlusion is None else occlusion
    return MeshBatch(
        vertices=vertices,
        normals=normals,
        occlusion=shade[source].astype(np.float32),
        vertex_material=(keys % kinds % len(Material)).astype(np.uint8),
        vertex_part=np.full(len(source), index, dtype=np.int32),
        triangles=triangles,
        colours=linear_bgr(mesh.colours),
        alpha=mesh.alpha.astype(np.float32),
        kind=np.where(level & solid, EDGED, np.where(large, FLAT, SMALL)).astype(np.uint8),
        triangle_part=np.full(len(triangles), index, dtype=np.int32),
        vertex_range=np.array([0, len(source)], dtype=np.int32),
        parts=1,
    )
