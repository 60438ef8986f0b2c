"""Runs inside Blender's Python: reads scenes, renders boxes of pictures, writes linear light."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import bpy
import numpy as np

from referee.lab.pathtrace.blender_worker import (
    answer_requests,
    hang_pinhole,
    render_light,
    use_cycles,
)

MM_PER_UNIT = 100.0
SHUTTER_FRAMES = 2
MOVING = "moving "
NUDGE_PX = 0.25


def set_up(request: dict[str, Any]) -> None:
    """Empty Blender and build everything that stands still."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    data = np.load(request["scene"], allow_pickle=False)
    scene = bpy.context.scene
    settings = json.loads(str(data["settings"]))
    _render_settings(scene, settings)
    _camera(scene, settings["camera"])
    _world(scene, settings["sky"])
    for lamp in settings["lamps"]:
        _lamp(scene, lamp)
    for plane in settings["planes"]:
        _plane(scene, plane)
    for k in range(int(data["masks"])):
        _mask(scene, data[f"mask_{k}"])
    for k in range(int(data["meshes"])):
        _object(scene, f"still{k}", data, f"mesh_{k}", settings)


def load_moving(request: dict[str, Any]) -> None:
    """Load a group of meshes that move, in place of its last ones; hidden until placed."""
    group = MOVING + request["group"]
    for thing in [o for o in bpy.data.objects if o.name.startswith(group)]:
        mesh = thing.data
        bpy.data.objects.remove(thing)
        bpy.data.meshes.remove(mesh)
    data = np.load(request["meshes"], allow_pickle=False)
    settings = json.loads(str(data["settings"]))
    for k in range(int(data["meshes"])):
        _object(bpy.context.scene, f"{group}{k}", data, f"mesh_{k}", settings)


def render(request: dict[str, Any]) -> None:
    """Place the pieces and render the wanted box of the picture into a linear float array."""
    scene = bpy.context.scene
    _place(scene, request["places"])
    scene.cycles.samples = request["samples"]
    width, height = scene.render.resolution_x, scene.render.resolution_y
    left, top, right, bottom = request["box"]
    scene.render.use_border = scene.render.use_crop_to_border = True
    # Blender rounds these down: a nudge keeps the wanted pixel
    scene.render.border_min_x = (left + NUDGE_PX) / width
    scene.render.border_max_x = (right + NUDGE_PX) / width
    scene.render.border_min_y = (height - bottom + NUDGE_PX) / height
    scene.render.border_max_y = (height - top + NUDGE_PX) / height
    render_light(scene, Path(request["out"]))


def _render_settings(scene: Any, settings: dict[str, Any]) -> None:
    use_cycles(scene, settings["camera"], settings["seed"], settings["threads"])
    scene.cycles.max_bounces = 5
    scene.cycles.transparent_max_bounces = 12
    scene.cycles.use_adaptive_sampling = False
    scene.cycles.sample_clamp_indirect = 4.0
    scene.cycles.pixel_filter_type = "BLACKMAN_HARRIS"
    scene.cycles.filter_width = 1.1
    scene.render.use_persistent_data = True
    scene.render.resolution_percentage = 100
    scene.render.motion_blur_position = "CENTER"
    scene.render.motion_blur_shutter = 1.0


def _camera(scene: Any, camera: dict[str, Any]) -> None:
    eye = hang_pinhole(scene, camera, 0.01, 1000.0)
    turn = np.array(camera["rotation"])  # board to camera: x right, y down, z forward
    matrix = np.eye(4)
    matrix[:3, :3] = (np.diag([1.0, -1.0, -1.0]) @ turn).T
    matrix[:3, 3] = np.array(camera["position_mm"]) / MM_PER_UNIT
    eye.matrix_world = matrix.T.tolist()


def _world(scene: Any, sky: list[float]) -> None:
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs["Color"].default_value = (*sky, 1.0)
    scene.world = world


def _lamp(scene: Any, lamp: dict[str, Any]) -> None:
    """A round lamp that gives a facing surface in the board's middle the asked irradiance."""
    data = bpy.data.lights.new("lamp", "AREA")
    data.shape = "DISK"
    data.size = lamp["size_mm"] / MM_PER_UNIT
    place = np.array(lamp["position_mm"]) / MM_PER_UNIT
    aim = np.array(lamp["aim_mm"]) / MM_PER_UNIT - place
    far = float(np.linalg.norm(aim))
    data.energy = (math.pi * far) ** 2
    data.color = lamp["light"]
    lamp_object = bpy.data.objects.new("lamp", data)
    back = -aim / far
    side = np.cross((0.0, 1.0, 0.0), back)
    side /= np.linalg.norm(side)
    matrix = np.eye(4)
    matrix[:3, :3] = np.stack([side, np.cross(back, side), back], axis=1)
    matrix[:3, 3] = place
    lamp_object.matrix_world = matrix.T.tolist()
    scene.collection.objects.link(lamp_object)


def _plane(scene: Any, plane: dict[str, Any]) -> None:
    """A level rectangle with a picture on it; row 0 of the picture is the far edge."""
    x0, y0, x1, y1 = (v / MM_PER_UNIT for v in plane["bounds_mm"])
    z = plane["z_mm"] / MM_PER_UNIT
    mesh = bpy.data.meshes.new("plane")
    mesh.from_pydata([(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)], [], [(0, 1, 2, 3)])
    layer = mesh.uv_layers.new(name="uv")
    layer.data.foreach_set("uv", [0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0])
    material = bpy.data.materials.new("print")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    picture = nodes.new("ShaderNodeTexImage")
    picture.image = bpy.data.images.load(plane["picture"])
    picture.interpolation = "Linear"
    picture.extension = "EXTEND"
    surface = nodes["Principled BSDF"]
    links.new(picture.outputs["Color"], surface.inputs["Base Color"])
    surface.inputs["Roughness"].default_value = plane["roughness"]
    surface.inputs["Specular IOR Level"].default_value = plane["specular"]
    mesh.materials.append(material)
    scene.collection.objects.link(bpy.data.objects.new("plane", mesh))


def _mask(scene: Any, triangles_mm: np.ndarray) -> None:
    """Window bars: they throw shadows and are not seen."""
    mesh = bpy.data.meshes.new("bars")
    points = (triangles_mm.reshape(-1, 3) / MM_PER_UNIT).tolist()
    mesh.from_pydata(points, [], [(k, k + 1, k + 2) for k in range(0, len(points), 3)])
    bars = bpy.data.objects.new("bars", mesh)
    bars.visible_camera = bars.visible_diffuse = bars.visible_glossy = False
    bars.visible_transmission = False
    scene.collection.objects.link(bars)


def _object(scene: Any, name: str, data: Any, key: str, settings: dict[str, Any]) -> None:
    """One mesh, one Blender material per kind of surface in it."""
    vertices = data[f"{key}_vertices"] / MM_PER_UNIT
    faces = data[f"{key}_triangles"]
    kinds = data[f"{key}_materials"]
    alpha = data[f"{key}_alpha"]
    gloss = float(data[f"{key}_gloss"])
    mesh = bpy.data.meshes.new(name)
    mesh.vertices.add(len(vertices))
    mesh.vertices.foreach_set("co", vertices.astype(np.float32).ravel())
    mesh.loops.add(faces.size)
    mesh.loops.foreach_set("vertex_index", faces.astype(np.int32).ravel())
    mesh.polygons.add(len(faces))
    mesh.polygons.foreach_set("loop_start", np.arange(0, faces.size, 3, dtype=np.int32))
    mesh.polygons.foreach_set("loop_total", np.full(len(faces), 3, dtype=np.int32))
    mesh.polygons.foreach_set("use_smooth", np.ones(len(faces), dtype=bool))
    mesh.update()
    colours = mesh.color_attributes.new("paint", "FLOAT_COLOR", "CORNER")
    four = np.concatenate([data[f"{key}_colours"], alpha[:, None]], axis=1).astype(np.float32)
    colours.data.foreach_set("color", np.repeat(four, 3, axis=0).ravel())
    slots: dict[tuple[int, bool], int] = {}
    index = np.zeros(len(faces), dtype=np.int32)
    for k, pair in enumerate(zip(kinds.tolist(), (alpha < 0.999).tolist(), strict=True)):
        if pair not in slots:
            slots[pair] = len(slots)
            mesh.materials.append(_material(pair[0], pair[1], gloss, settings["surfaces"]))
        index[k] = slots[pair]
    mesh.polygons.foreach_set("material_index", index)
    mesh.normals_split_custom_set_from_vertices(data[f"{key}_normals"].tolist())
    thing = bpy.data.objects.new(name, mesh)
    thing.hide_render = name.startswith(MOVING)
    scene.collection.objects.link(thing)


def _material(kind: int, clear: bool, gloss: float, surfaces: dict[str, dict[str, float]]) -> Any:
    material = bpy.data.materials.new(f"surface{kind}")
    material.use_nodes = True
    nodes, links = material.node_tree.nodes, material.node_tree.links
    surface = nodes["Principled BSDF"]
    paint = nodes.new("ShaderNodeVertexColor")
    paint.layer_name = "paint"
    links.new(paint.outputs["Color"], surface.inputs["Base Color"])
    values = dict(surfaces[str(kind)])
    if values.pop("follows gloss", 0.0):
        values["Roughness"] = 0.62 - 0.5 * gloss
    if clear:
        links.new(paint.outputs["Alpha"], surface.inputs["Alpha"])
        values["Roughness"] = min(values["Roughness"], 0.25)
    for name, value in values.items():
        surface.inputs[name].default_value = value
    if values.get("Subsurface Weight"):
        surface.inputs["Subsurface Radius"].default_value = (0.06, 0.025, 0.015)
    return material


def _place(scene: Any, places: list[dict[str, Any]]) -> None:
    """Show the named pieces where they are, moving while the shutter is open."""
    for thing in scene.objects:
        if thing.name.startswith(MOVING):
            thing.hide_render = True
            thing.animation_data_clear()
    moving = False
    for place in places:
        thing = scene.objects[MOVING + place["name"]]
        thing.hide_render = False
        start, end = (np.array(m) for m in place["matrices"])
        for matrix in (start, end):
            matrix[:3, 3] /= MM_PER_UNIT
        if np.abs(start - end).max() < 1e-6:
            thing.matrix_world = start.T.tolist()
            continue
        moving = True
        for frame, matrix in ((0, start), (SHUTTER_FRAMES, end)):
            thing.matrix_world = matrix.T.tolist()
            thing.keyframe_insert("location", frame=frame)
            thing.keyframe_insert("rotation_euler", frame=frame)
        for curve in thing.animation_data.action.fcurves:
            for point in curve.keyframe_points:
                point.interpolation = "LINEAR"
    scene.render.use_motion_blur = moving
    scene.render.motion_blur_shutter = float(SHUTTER_FRAMES)
    scene.frame_set(SHUTTER_FRAMES // 2)


COMMANDS = {"set up": set_up, "load moving": load_moving, "render": render}

if __name__ == "__main__":
    answer_requests(COMMANDS)
