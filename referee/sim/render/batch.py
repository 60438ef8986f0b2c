"""Many meshes in one set of arrays, ready for compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.sim.art.mesh import Material, Mesh
from referee.sim.render.arrays import F32, I32, U8, linear_bgr

LEVEL = 0.999  # the plane of a base's top is shaded flat, its bevelled edge is not
FLAT_MM2 = 6.0  # larger faces get their shadows per pixel, smaller ones per corner

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


@dataclass(frozen=True)
class Batch:
    """Parts share the arrays; ``vertex_part`` and ``triangle_part`` say whose each row is."""

    vertices: F32
    normals: F32
    occlusion: F32
    vertex_material: U8
    vertex_part: I32
    triangles: I32
    colours: F32
    alpha: F32
    flat: U8
    triangle_part: I32
    vertex_range: I32  # (parts + 1,)
    parts: int

    def work(self, lamps: int) -> Work:
        """Room for what changes every frame."""
        n = len(self.vertices)

        def room(*shape: int) -> F32:
            return np.zeros((n, *shape), dtype=np.float32)

        return Work(
            room(3), room(3), room(3), room(2), room(3), room(lamps), room(lamps), room(3), room(3)
        )


@dataclass(frozen=True)
class Work:
    """Per vertex: place and normal on the board, pixel and 1/depth, motion, light."""

    place: F32
    normal: F32
    screen: F32  # column, row, 1 / depth
    motion: F32  # pixels per exposure
    ambient: F32
    diffuse: F32  # per lamp, before shadows
    mirror: F32  # per lamp, before shadows
    light: F32
    highlight: F32


def make_batch(meshes: Sequence[Mesh], occlusion: Sequence[F32] | None = None) -> Batch:
    """Join meshes; faces are ordered solid small, solid large, translucent, as they are drawn."""
    rows = [_part(m, i, None if occlusion is None else occlusion[i]) for i, m in enumerate(meshes)]
    counts = np.cumsum([0, *(len(r.vertices) for r in rows)]).astype(np.int32)

    def joined(name: str) -> np.ndarray:
        return np.concatenate([getattr(r, name) for r in rows])

    triangles = np.concatenate([r.triangles + o for r, o in zip(rows, counts[:-1], strict=True)])
    alpha, flat = joined("alpha"), joined("flat")
    order = np.argsort(flat + 2 * (alpha < 0.999), kind="stable")
    return Batch(
        vertices=joined("vertices"),
        normals=joined("normals"),
        occlusion=joined("occlusion"),
        vertex_material=joined("vertex_material"),
        vertex_part=joined("vertex_part"),
        triangles=np.ascontiguousarray(triangles[order].astype(np.int32)),
        colours=np.ascontiguousarray(joined("colours")[order]),
        alpha=np.ascontiguousarray(alpha[order]),
        flat=np.ascontiguousarray(flat[order]),
        triangle_part=np.ascontiguousarray(joined("triangle_part")[order]),
        vertex_range=counts,
        parts=len(rows),
    )


def _part(mesh: Mesh, index: int, occlusion: F32 | None) -> Batch:
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
    shade = np.ones(n, dtype=np.float32) if occlusion is None else occlusion
    return Batch(
        vertices=vertices,
        normals=normals,
        occlusion=shade[source].astype(np.float32),
        vertex_material=(keys % kinds % len(Material)).astype(np.uint8),
        vertex_part=np.full(len(source), index, dtype=np.int32),
        triangles=triangles,
        colours=linear_bgr(mesh.colours),
        alpha=mesh.alpha.astype(np.float32),
        flat=large.astype(np.uint8),
        triangle_part=np.full(len(triangles), index, dtype=np.int32),
        vertex_range=np.array([0, len(source)], dtype=np.int32),
        parts=1,
    )
