"""The room: a table, what lies on it, and where the light comes from."""

from __future__ import annotations

import math
from typing import Any

import bmesh
import bpy
from mathutils import Vector

from referee.lab.dataset.foreign.studio.materials import glow, linear, plastic, table_top
from referee.lab.dataset.foreign.studio.shapes import UNIT, box, egg, from_bmesh, prism, ring, tube


def build_room(room: dict[str, Any], middle: tuple[float, float]) -> None:
    """Everything around the board."""
    floor = room["floor"]
    cx, cy = middle
    box("table", (cx - 1500, cy - 1200, floor - 30), (cx + 1500, cy + 1200, floor),
        table_top(room["table"], room["table_colour"]))  # fmt: skip
    for thing in room["clutter"]:
        _clutter(thing, floor)
    _sky(room)
    for lamp in room["lamps"]:
        LAMPS[lamp["kind"]](lamp, middle)


def _sky(room: dict[str, Any]) -> None:
    """Light from all around: a ceiling, a darker floor, a bright side where the windows are."""
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    tree = world.node_tree
    place = tree.nodes.new("ShaderNodeTexCoord")
    split = tree.nodes.new("ShaderNodeSeparateXYZ")
    tree.links.new(place.outputs["Generated"], split.inputs[0])
    ramp = tree.nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = 0.35, 1.0
    ramp.color_ramp.elements[0].color = linear(room["sky_low"])
    ramp.color_ramp.elements[1].color = linear(room["sky_high"])
    side = tree.nodes.new("ShaderNodeMath")
    side.operation = "MULTIPLY_ADD"
    tree.links.new(split.outputs[room["bright_side"]], side.inputs[0])
    side.inputs[1].default_value = 0.25
    tree.links.new(split.outputs["Z"], side.inputs[2])
    tree.links.new(side.outputs[0], ramp.inputs[0])
    clouds = tree.nodes.new("ShaderNodeTexNoise")
    clouds.inputs["Scale"].default_value = 2.6
    tree.links.new(place.outputs["Generated"], clouds.inputs["Vector"])
    both = tree.nodes.new("ShaderNodeMix")
    both.data_type, both.blend_type = "RGBA", "MULTIPLY"
    both.inputs[0].default_value = 0.7
    tree.links.new(ramp.outputs["Color"], both.inputs[6])
    tree.links.new(clouds.outputs["Fac"], both.inputs[7])
    shine = tree.nodes["Background"]
    tree.links.new(both.outputs[2], shine.inputs["Color"])
    shine.inputs["Strength"].default_value = room["sky"]
    world.cycles.sampling_method, world.cycles.sample_map_resolution = "MANUAL", 128
    bpy.context.scene.world = world


def _lamp_object(lamp: dict[str, Any], data: Any, middle: tuple[float, float]) -> Any:
    thing = bpy.data.objects.new("lamp", data)
    place = Vector([v * UNIT for v in lamp["place"]])
    thing.location = place
    aim = Vector((middle[0] * UNIT, middle[1] * UNIT, 0.0)) - place
    thing.rotation_euler = aim.to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(thing)
    return thing


def _area(lamp: dict[str, Any], middle: tuple[float, float]) -> None:
    """A window or a lamp's shade: a rectangle or a disc of light."""
    data = bpy.data.lights.new("lamp", "AREA")
    data.shape = "ELLIPSE" if lamp["round"] else "RECTANGLE"
    data.size, data.size_y = (v * UNIT for v in lamp["size"])
    place = Vector([v * UNIT for v in lamp["place"]])
    far = (place - Vector((middle[0] * UNIT, middle[1] * UNIT, 0.0))).length
    data.energy = lamp["strength"] * math.pi * math.pi * far * far
    data.color = linear(lamp["colour"])[:3]
    _lamp_object(lamp, data, middle)


def _sun(lamp: dict[str, Any], middle: tuple[float, float]) -> None:
    """Low sun through a window: hard light cut by the bars between the panes."""
    data = bpy.data.lights.new("sun", "SUN")
    data.energy = lamp["strength"] * math.pi
    data.angle = math.radians(lamp["angle_deg"])
    data.color = linear(lamp["colour"])[:3]
    sun = _lamp_object(lamp, data, middle)
    way = sun.rotation_euler.to_quaternion() @ Vector((0.0, 0.0, 1.0))
    at = Vector((middle[0] * UNIT, middle[1] * UNIT, 0.0)) + way * 15.0
    for k in range(lamp["bars"]):
        for upright in (False, True):
            shape = bmesh.new()
            bmesh.ops.create_cube(shape, size=1.0)
            bar = from_bmesh("bar", shape, plastic((0.9, 0.9, 0.9), 0.2))
            bar.scale = (0.35, 40.0, 0.1) if upright else (40.0, 0.35, 0.1)
            shift = (k - (lamp["bars"] - 1) / 2) * 3.6 + 0.7
            bar.rotation_euler = sun.rotation_euler
            moved = Vector((shift, 0.0, 0.0)) if upright else Vector((0.0, shift, 0.0))
            bar.location = at + sun.rotation_euler.to_quaternion() @ moved
            bar.visible_camera = bar.visible_glossy = bar.visible_diffuse = False


def _tube_lamp(lamp: dict[str, Any], middle: tuple[float, float]) -> None:
    """Glowing tubes under the ceiling: seen as stripes in gloss."""
    shine = glow(lamp["colour"], lamp["strength"] * 60.0)
    _, y, z = lamp["place"]
    half = lamp["size"][0] / 2
    tube("tube", [(middle[0] - half, y, z), (middle[0] + half, y, z)], lamp["size"][1], shine)


def _ring_lamp(lamp: dict[str, Any], middle: tuple[float, float]) -> None:
    """A ring of light around the camera, as film makers use."""
    shine = glow(lamp["colour"], lamp["strength"] * 45.0)
    z, r = lamp["place"][2], lamp["size"][0] / 2
    points = [(x, y, z) for x, y in ring(middle, r, 33)]
    tube("ring", [*points, points[0]], lamp["size"][1], shine)


LAMPS = {"area": _area, "sun": _sun, "tube": _tube_lamp, "ring": _ring_lamp}


def _clutter(thing: dict[str, Any], floor: float) -> None:
    """Things on the table beside the board, or on the board's rails."""
    (x, y), turn = thing["place"], math.radians(thing["turn"])
    z = thing.get("z", floor)
    paint = plastic(thing["colour"], 0.35)

    def block(wide: float, deep: float, high: float, bevel: float, material: Any = paint) -> None:
        c, s = math.cos(turn), math.sin(turn)
        corners = [(-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep)]
        outline = [(x + (a * c - b * s) / 2, y + (a * s + b * c) / 2) for a, b in corners]
        prism("clutter", outline, z, z + high, bevel, material)

    kind = thing["kind"]
    if kind == "mug":
        prism("clutter", ring((x, y), 41.0, 40), z, z + 92.0, 3.0, paint)
        prism("clutter", ring((x, y), 35.0, 40), z + 92.0, z + 92.5, 0.0,
              plastic((0.1, 0.05, 0.03), 0.9))  # fmt: skip
    elif kind == "pencil":
        c, s = math.cos(turn), math.sin(turn)
        tube(
            "clutter",
            [(x - 85 * c, y - 85 * s, z + 4), (x + 85 * c, y + 85 * s, z + 4)],
            3.6,
            paint,
        )
    elif kind == "paper":
        block(148.0, 105.0, 0.3, 0.0, plastic((0.93, 0.92, 0.88), 0.1))
    elif kind == "switch":
        block(60.0, 38.0, 24.0, 3.0)
        block(12.0, 12.0, 30.0, 1.5, plastic((0.75, 0.1, 0.1), 0.5))
    elif kind == "dice":
        block(15.0, 15.0, 15.0, 1.5)
    elif kind == "bowl":
        shape = bmesh.new()
        egg(shape, (x, y, z + 30.0), (80.0, 80.0, 40.0))
        from_bmesh("clutter", shape, paint, smooth=True)
    else:
        block(120.0, 62.0, 3.0, 0.8)
