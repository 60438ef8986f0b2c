"""Small builders of Blender things from millimetres: prisms, sheets, tubes, eggs, words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import bmesh
import bpy
import numpy as np

UNIT = 0.01  # Blender units in a millimetre
StudioPoint = Sequence[float] | np.ndarray


def put(name: str, data: Any, material: Any = None) -> Any:
    """An object in the scene."""
    thing = bpy.data.objects.new(name, data)
    if material is not None:
        data.materials.append(material)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def from_bmesh(name: str, shape: Any, material: Any = None, smooth: bool = False) -> Any:
    """An object of what was modelled; ``shape`` is freed."""
    mesh = bpy.data.meshes.new(name)
    if smooth:
        for face in shape.faces:
            face.smooth = True
    shape.to_mesh(mesh)
    shape.free()
    return put(name, mesh, material)


def prism(
    name: str, outline: Sequence[StudioPoint], low: float, high: float, bevel: float, material: Any
) -> Any:
    """An outline from ``low`` to ``high`` with its upper edge broken by ``bevel``."""
    shape = bmesh.new()
    foot = [shape.verts.new((x * UNIT, y * UNIT, low * UNIT)) for x, y in outline]
    bottom = shape.faces.new(foot)
    grown = bmesh.ops.extrude_face_region(shape, geom=[bottom])["geom"]
    top = [v for v in grown if isinstance(v, bmesh.types.BMVert)]
    bmesh.ops.translate(shape, verts=top, vec=(0.0, 0.0, (high - low) * UNIT))
    bmesh.ops.recalc_face_normals(shape, faces=shape.faces)
    if bevel > 0.0:
        edges = [e for e in shape.edges if all(v in top for v in e.verts)]
        bmesh.ops.bevel(
            shape, geom=edges, offset=bevel * UNIT, segments=2, profile=0.6, affect="EDGES"
        )
    return from_bmesh(name, shape, material)


def sheets(name: str, outlines: Sequence[Sequence[StudioPoint]], z: float, material: Any) -> Any:
    """Level faces at one height, as one object."""
    shape = bmesh.new()
    for outline in outlines:
        shape.faces.new([shape.verts.new((x * UNIT, y * UNIT, z * UNIT)) for x, y in outline])
    bmesh.ops.recalc_face_normals(shape, faces=shape.faces)
    for face in shape.faces:
        if face.normal.z < 0.0:
            face.normal_flip()
    return from_bmesh(name, shape, material)


def box(name: str, low: StudioPoint, high: StudioPoint, material: Any, bevel: float = 0.0) -> Any:
    """A block between two corners."""
    outline = [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]
    return prism(name, outline, low[2], high[2], bevel, material)


def egg(
    shape: Any, centre: StudioPoint, radii: StudioPoint, lean_deg: float = 0.0, fine: int = 3
) -> list[Any]:
    """A stretched ball added to a model, leaning forward; its vertices."""
    ball = bmesh.ops.create_icosphere(shape, subdivisions=fine, radius=1.0)["verts"]
    c, s = math.cos(math.radians(lean_deg)), math.sin(math.radians(lean_deg))
    for v in ball:
        x, y, z = (v.co[i] * radii[i] for i in range(3))
        v.co = [
            (centre[0] + x * c + z * s) * UNIT,
            (centre[1] + y) * UNIT,
            (centre[2] - x * s + z * c) * UNIT,
        ]
    return list(ball)


def tube(name: str, points: Sequence[StudioPoint], radius: float, material: Any) -> Any:
    """A round bar along points."""
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions = "3D"
    curve.bevel_depth = radius * UNIT
    curve.bevel_resolution = 2
    line = curve.splines.new("POLY")
    line.points.add(len(points) - 1)
    for vertex, point in zip(line.points, points, strict=True):
        vertex.co = (*(v * UNIT for v in point), 1.0)
    return put(name, curve, material)


def words(
    name: str,
    text: str,
    size: float,
    place: StudioPoint,
    turn_deg: float,
    material: Any,
    *,
    font: str = "",
    thick: float = 0.0,
    shear: float = 0.0,
    squeeze: float = 1.0,
) -> Any:
    """Lettering, centred on its place and level, ``size`` high."""
    curve = bpy.data.curves.new(name, "FONT")
    curve.body = text
    if font:
        curve.font = bpy.data.fonts.load(font, check_existing=True)
    curve.size = size * UNIT / 0.72  # a capital is about 0.72 of the font's size
    curve.align_x, curve.align_y = "CENTER", "CENTER"
    curve.extrude = thick * UNIT
    curve.shear = shear
    curve.resolution_u = 4
    thing = put(name, curve, material)
    thing.location = [v * UNIT for v in place]
    thing.rotation_euler = (0.0, 0.0, math.radians(turn_deg))
    thing.scale = (squeeze, 1.0, 1.0)
    return thing


def ring(centre: StudioPoint, radius: float, count: int, squash: float = 1.0) -> list[StudioPoint]:
    """Points on a circle or an oval."""
    turns = (2.0 * math.pi * k / count for k in range(count))
    return [
        (centre[0] + radius * math.cos(a), centre[1] + radius * squash * math.sin(a)) for a in turns
    ]
