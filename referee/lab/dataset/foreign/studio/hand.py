"""A coach's hand and forearm: bones given flesh, in a sleeve."""

from __future__ import annotations

import math
from typing import Any

import bpy
import numpy as np

from referee.lab.dataset.foreign.studio.materials import plastic, skin, table_top
from referee.lab.dataset.foreign.studio.shapes import UNIT

# Hand frame: fingertips meet at the origin, the arm leaves toward -x and rises.
# One branching chain of joints: place, thickness across and in height, and the joint it grows from.
HandJoint = tuple[tuple[float, float, float], float, float, int]
HAND: tuple[HandJoint, ...] = (
    ((-240.0, 0.0, 86.0), 26.0, 22.0, -1),
    ((-165.0, 0.0, 66.0), 23.0, 17.0, 0),
    ((-132.0, 0.0, 59.0), 26.0, 17.0, 1),
    ((-100.0, -15.0, 53.0), 20.0, 15.0, 2),
    ((-98.0, 15.0, 53.0), 20.0, 15.0, 2),
    ((-72.0, -30.0, 47.0), 11.5, 11.5, 3),
    ((-66.0, -10.0, 50.0), 11.5, 11.5, 3),
    ((-68.0, 10.0, 49.0), 11.0, 11.0, 4),
    ((-76.0, 29.0, 44.0), 10.0, 10.0, 4),
    ((-40.0, -27.0, 38.0), 8.8, 8.8, 5),
    ((-30.0, -9.0, 40.0), 9.0, 9.0, 6),
    ((-34.0, 10.0, 38.0), 8.6, 8.6, 7),
    ((-48.0, 27.0, 32.0), 7.8, 7.8, 8),
    ((-14.0, -16.0, 14.0), 7.6, 7.6, 9),
    ((-6.0, -5.0, 12.0), 7.8, 7.8, 10),
    ((-10.0, 9.0, 12.0), 7.4, 7.4, 11),
    ((-26.0, 23.0, 14.0), 6.8, 6.8, 12),
    ((-8.0, -10.0, 2.0), 6.0, 6.0, 13),
    ((0.0, -2.0, 0.0), 6.2, 6.2, 14),
    ((-4.0, 8.0, 2.0), 6.0, 6.0, 15),
    ((-118.0, -32.0, 48.0), 14.0, 13.0, 2),
    ((-82.0, -50.0, 34.0), 11.0, 11.0, 20),
    ((-46.0, -44.0, 20.0), 9.6, 9.6, 21),
    ((-18.0, -28.0, 5.0), 7.6, 7.6, 22),
)
SLEEVE: tuple[HandJoint, ...] = (
    ((-188.0, 0.0, 72.0), 32.0, 28.0, -1),
    ((-300.0, 0.0, 101.0), 39.0, 36.0, 0),
    ((-640.0, 0.0, 195.0), 47.0, 45.0, 1),
)
WATCH: tuple[HandJoint, ...] = (
    ((-170.0, 0, 67.0), 25.5, 19.5, -1),
    ((-182.0, 0, 70.0), 25.5, 19.5, 0),
)


def build_hand(hand: dict[str, Any]) -> list[Any]:
    """The hand, then the sleeve, in board millimetres; ``hand`` says where the tips meet."""
    flesh = [_limb(hand, HAND, skin(hand["skin"]))]
    if hand["watch"]:
        flesh.append(_limb(hand, WATCH, plastic((0.08, 0.08, 0.09), 0.6)))
    cloth = table_top("cloth", hand["sleeve"]) if hand["sleeved"] else skin(hand["skin"])
    sleeve = _limb(hand, SLEEVE, cloth)
    sleeve.name = "sleeve"
    return [*flesh, sleeve]


def _limb(hand: dict[str, Any], joints: tuple[HandJoint, ...], material: Any) -> Any:
    mesh = bpy.data.meshes.new("hand")
    turn = math.radians(hand["arm_deg"] + 180.0)
    c, s = math.cos(turn), math.sin(turn)
    rows = np.array([joint[0] for joint in joints]) * (1.0, -1.0 if hand["left"] else 1.0, 1.0)
    rows = rows @ np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]) + hand["place"]
    mesh.from_pydata(
        [tuple(float(v) * UNIT for v in row) for row in rows],
        [(joint[3], k) for k, joint in enumerate(joints) if joint[3] >= 0],
        [],
    )
    thing = bpy.data.objects.new("hand", mesh)
    bpy.context.scene.collection.objects.link(thing)
    thing.modifiers.new("skin", "SKIN").use_smooth_shade = True
    for vertex, joint in zip(mesh.skin_vertices[0].data, joints, strict=True):
        vertex.radius = (joint[1] * UNIT, joint[2] * UNIT)
    mesh.skin_vertices[0].data[0].use_root = True
    soft = thing.modifiers.new("soft", "SUBSURF")
    soft.levels = soft.render_levels = 2
    bpy.context.view_layer.update()
    graph = bpy.context.evaluated_depsgraph_get()
    done = bpy.data.meshes.new_from_object(thing.evaluated_get(graph))
    thing.modifiers.clear()
    thing.data = done
    done.materials.clear()
    done.materials.append(material)
    for face in done.polygons:
        face.use_smooth = True
    return thing
