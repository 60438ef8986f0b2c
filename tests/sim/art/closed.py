"""What it means for a mesh to be a solid, asked independently of how meshes are made."""

from __future__ import annotations

from collections import Counter

import numpy as np

from referee.sim.art.mesh import Mesh


def open_edges(mesh: Mesh) -> int:
    """Edges that are not met exactly once in each direction."""
    _, place = np.unique(np.round(mesh.vertices_mm, 4), axis=0, return_inverse=True)
    corners = place.reshape(-1)[mesh.triangles]
    edges = Counter(
        (int(t[k]), int(t[(k + 1) % 3]))
        for t in corners
        for k in range(3)
        if t[k] != t[(k + 1) % 3]
    )
    return sum(1 for (a, b), n in edges.items() if n != edges.get((b, a), 0))


def volume_mm3(mesh: Mesh) -> float:
    """Signed volume: positive where the outside is outside."""
    a, b, c = (mesh.vertices_mm[mesh.triangles[:, k]].astype(float) for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6.0)


def disagreeing_normals(mesh: Mesh) -> int:
    """Triangles with a corner whose smooth normal points to the other side."""
    flat = mesh.face_normals
    smooth = mesh.normals[mesh.triangles]
    return int((np.einsum("ij,ikj->ik", flat, smooth).min(axis=1) < -0.01).sum())
