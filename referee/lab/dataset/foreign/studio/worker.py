"""Answers requests on standard input: build a look, render a frame and say what is true of it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix

from referee.lab.dataset.foreign.studio.board import build_board
from referee.lab.dataset.foreign.studio.room import build_room
from referee.lab.dataset.foreign.studio.shapes import UNIT
from referee.lab.dataset.foreign.studio.studio_frame import StudioFrame
from referee.lab.dataset.foreign.studio.visibility import corners_of, hidden, pixels, shares_seen

ANSWER = "@blender "
SENSOR_MM = 36.0


def render(request: dict[str, Any]) -> None:
    """Build a look and one frame: linear light into an array, what is true into a JSON file."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    plan = json.loads(Path(request["plan"]).read_text(encoding="utf-8"))
    board = plan["board"]
    _settings(plan)
    _camera(plan["camera"])
    build_room(plan["room"], (board["length"] / 2, board["width"] / 2))
    build_board(board)
    told = StudioFrame(plan).set_up(plan["frame"])
    scene = bpy.context.scene
    out = Path(request["out"])
    scene.render.filepath = str(out.with_suffix(".exr"))
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(scene.render.filepath)
    columns, rows = image.size
    flat = np.empty(columns * rows * 4, dtype=np.float32)
    image.pixels.foreach_get(flat)
    np.save(out, flat.reshape(rows, columns, 4)[::-1, :, :3])
    out.with_suffix(".json").write_text(json.dumps(_truth(plan, told)), encoding="utf-8")


def _truth(plan: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    frame, pieces = plan["frame"], []
    for k, piece in enumerate(frame["pieces"]):
        kind = plan["kinds"][piece["kind"]]
        matrix = Matrix(told["matrices"][k])
        corners = corners_of(matrix, kind["length"], kind["width"], kind["top"])
        hull = told["hulls"][k]
        top, outline = shares_seen(f"base{k:04d}", matrix, kind["outline"], kind["top"])
        pieces.append(
            {
                "corners_mm": corners,
                "corners_px": pixels(corners),
                "visible": top,
                "outline_visible": outline,
                "hull_px": None if hull is None else pixels(hull),
            }
        )
    spots = [(*m["place"], m["size"][1] * 0.5) for m in frame["markers"]]
    return {
        "pieces": pieces,
        "markers_px": pixels(spots),
        "markers_hidden": [hidden(spot, "marker") for spot in spots],
        "hands_px": [pixels(hull) for hull in told["hands"]],
    }


def _settings(plan: dict[str, Any]) -> None:
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = plan["samples"]
    scene.cycles.use_adaptive_sampling = True
    scene.cycles.adaptive_threshold = 0.08
    scene.cycles.adaptive_min_samples = 2
    scene.cycles.use_denoising = True
    scene.cycles.denoiser = "OPENIMAGEDENOISE"
    scene.cycles.denoising_quality, scene.cycles.denoising_prefilter = "BALANCED", "FAST"
    scene.cycles.max_bounces = 3
    scene.cycles.caustics_reflective = scene.cycles.caustics_refractive = False
    scene.cycles.sample_clamp_indirect = 3.0
    scene.cycles.sample_clamp_direct = 30.0
    scene.cycles.seed = plan["seed"]
    scene.cycles.filter_width = 1.3
    scene.render.threads_mode, scene.render.threads = "FIXED", plan["threads"]
    scene.render.resolution_x, scene.render.resolution_y = plan["camera"]["size"]
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_mode = "RGB"
    scene.render.image_settings.color_depth = "32"
    scene.view_settings.view_transform = "Raw"


def _camera(camera: dict[str, Any]) -> None:
    """A pinhole whose axis meets the picture where the plan says."""
    wide, high = camera["size"]
    data = bpy.data.cameras.new("eye")
    data.sensor_fit, data.sensor_width = "HORIZONTAL", SENSOR_MM
    data.lens = camera["focal_px"] * SENSOR_MM / wide
    data.shift_x = (wide / 2 - (camera["centre_px"][0] + 0.5)) / wide
    data.shift_y = ((camera["centre_px"][1] + 0.5) - high / 2) / wide
    data.clip_start, data.clip_end = 0.05, 500.0
    eye = bpy.data.objects.new("eye", data)
    matrix = Matrix(camera["matrix"])
    matrix.translation *= UNIT
    eye.matrix_world = matrix
    bpy.context.scene.collection.objects.link(eye)
    bpy.context.scene.camera = eye
    bpy.context.view_layer.update()


def main() -> None:
    """Answer until standard input ends."""
    for line in sys.stdin:
        request = json.loads(line)
        try:
            COMMANDS[request["command"]](request)
            answer = {"error": ""}
        except Exception as error:  # noqa: BLE001 - whatever goes wrong is told to the asking side
            answer = {"error": f"{type(error).__name__}: {error}"}
        sys.stdout.write("\n" + ANSWER + json.dumps(answer) + "\n")
        sys.stdout.flush()


COMMANDS = {"render": render}

if __name__ == "__main__":
    main()
