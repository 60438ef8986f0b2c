"""Players: bones given flesh by Blender's skin modifier, with helmets, masks, pads and shoes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bmesh
import bpy
import numpy as np

from referee.lab.dataset.foreign.studio.figure_poses import POSES
from referee.lab.dataset.foreign.studio.shapes import UNIT, egg, tube

JERSEY, TROUSERS, HELMET, SKIN, SOCKS, SHOES, MASK, TRIM, BALL = range(9)
SIDES = ("l", "r")
FigureJoint = np.ndarray


def build_figure(name: str, mould: dict[str, Any]) -> Any:
    """One mould as a mesh with nine paints, feet on z = 0, facing +x."""
    rng = np.random.default_rng(mould["seed"])
    joints = {
        key: np.array(value) + rng.normal(0.0, 0.35, 3)
        for key, value in POSES[mould["pose"]].items()
    }
    fat = mould["fat"]
    shape = bmesh.new()
    trunk = [joints[k] for k in ("pelvis", "waist", "chest", "neck")]
    _flesh(shape, [(trunk, [4.3 * fat, 3.9 * fat, 4.8 * fat, 2.2])], JERSEY)
    pads = [joints["shoulder_r"], _from(joints["chest"], 0, 0, 2.4), joints["shoulder_l"]]
    _flesh(shape, [(pads, [3.1 * fat, 3.5 * fat, 3.1 * fat])], JERSEY)
    legs, shanks, arms, sleeves = [], [], [], []
    for s in SIDES:
        hip, knee, ankle = (joints[f"{k}_{s}"] for k in ("hip", "knee", "ankle"))
        shoulder, elbow, hand = (joints[f"{k}_{s}"] for k in ("shoulder", "elbow", "hand"))
        legs.append(([joints["pelvis"], hip, knee], [3.6 * fat, 3.2 * fat, 2.3 * fat]))
        shanks.append(([knee, ankle], [2.0 * fat, 1.5]))
        sleeves.append(([shoulder, (shoulder + 2 * elbow) / 3], [2.5 * fat, 2.1 * fat]))
        arms.append(([(shoulder + elbow) / 2, elbow, hand], [1.8 * fat, 1.6 * fat, 1.3]))
    _flesh(shape, legs, TROUSERS)
    _flesh(shape, shanks, SOCKS)
    _flesh(shape, sleeves, JERSEY)
    _flesh(shape, arms, SKIN)
    for s in SIDES:
        _painted(shape, lambda s=s: egg(shape, joints[f"hand_{s}"], (1.7, 1.4, 1.7), 0.0, 2), SKIN)
        foot = (joints[f"ankle_{s}"] + joints[f"toe_{s}"]) / 2
        _painted(
            shape, lambda f=foot: egg(shape, _from(f, 0, 0, -0.4), (3.2, 1.6, 1.35), 0.0, 2), SHOES
        )
    _head(shape, joints, mould)
    if mould["ball"]:
        at = joints["hand_" + mould["ball"]]
        _painted(shape, lambda: egg(shape, _from(at, 0.8, 0, 0.8), (3.4, 2.0, 2.0), 20.0, 2), BALL)
    if mould["plate"]:
        _painted(shape, lambda: egg(shape, (0.0, 0.0, 0.2), (7.5, 6.5, 0.7), 0.0, 2), SHOES)
    for face in shape.faces:
        face.smooth = True
    mesh = bpy.data.meshes.new(name)
    bmesh.ops.scale(shape, vec=(mould["scale"],) * 3, verts=shape.verts)
    shape.to_mesh(mesh)
    shape.free()
    for _ in range(9):
        mesh.materials.append(None)
    return mesh


def back_of(mould: dict[str, Any]) -> tuple[list[float], list[float]]:
    """Where a number is worn: a point on the back, and the direction it looks to."""
    joints = {k: np.array(v, dtype=float) for k, v in POSES[mould["pose"]].items()}
    up = joints["neck"] - joints["waist"]
    up /= np.linalg.norm(up)
    away = np.array([-up[2], 0.0, up[0]])
    place = joints["chest"] + away * 3.9 * mould["fat"] + up * 0.4
    return (place * mould["scale"]).tolist(), away.tolist()


def _head(shape: Any, joints: dict[str, FigureJoint], mould: dict[str, Any]) -> None:
    head = joints["head"]
    face, lean = _from(head, 1.6, 0, -1.4), mould["nod"]
    _painted(shape, lambda: egg(shape, head, (5.0, 4.3, 4.7), lean), HELMET)
    _painted(shape, lambda: egg(shape, face, (3.7, 3.2, 3.4), lean, 2), SKIN)
    if mould["stripe"]:
        _painted(shape, lambda: egg(shape, head, (5.15, 0.75, 4.85), lean), TRIM)
    for low, wide in ((-1.2, 3.3), (-2.6, 3.2), (-3.8, 2.6))[: mould["bars"]]:
        turns = np.linspace(-1.45, 1.45, 9)
        arc = [_from(head, 2.3 + 3.6 * np.cos(a), wide * np.sin(a), low) for a in turns]
        _bar(shape, arc)
    if mould["bars"] > 2:
        _bar(shape, [_from(head, 5.9, 0, z) for z in (-1.2, -2.6, -3.8)])


def _from(joint: FigureJoint, x: float, y: float, z: float) -> FigureJoint:
    return np.asarray(joint + np.array([x, y, z]))


def _bar(shape: Any, points: Sequence[FigureJoint]) -> None:
    bar = tube("bar", points, 0.38, None)
    _take(shape, bar, MASK)


def _flesh(
    shape: Any, chains: Sequence[tuple[Sequence[FigureJoint], Sequence[float]]], paint: int
) -> None:
    """Round limbs along chains of joints."""
    for joints, radii in chains:
        mesh = bpy.data.meshes.new("bones")
        points = [tuple(float(v) * UNIT for v in joint) for joint in joints]
        mesh.from_pydata(points, [(k, k + 1) for k in range(len(points) - 1)], [])
        bones = bpy.data.objects.new("bones", mesh)
        bpy.context.scene.collection.objects.link(bones)
        bones.modifiers.new("skin", "SKIN")
        for vertex, r in zip(mesh.skin_vertices[0].data, radii, strict=True):
            vertex.radius = (r * UNIT, r * UNIT)
        mesh.skin_vertices[0].data[0].use_root = True
        soft = bones.modifiers.new("soft", "SUBSURF")
        soft.levels = soft.render_levels = 2
        _take(shape, bones, paint)


def _take(shape: Any, thing: Any, paint: int) -> None:
    """Add an object's evaluated form to the model and remove the object."""
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    mesh = bpy.data.meshes.new_from_object(thing.evaluated_get(graph))
    _painted(shape, lambda: shape.from_mesh(mesh), paint)
    bpy.data.meshes.remove(mesh)
    bpy.data.objects.remove(thing)


def _painted(shape: Any, add: Any, paint: int) -> None:
    before = len(shape.faces)
    add()
    shape.faces.ensure_lookup_table()
    for face in shape.faces[before:]:
        face.material_index = paint
