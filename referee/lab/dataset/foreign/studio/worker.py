"""Answers requests on standard input: build a look, render a frame and say what is true of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import bpy
from mathutils import Matrix

from referee.lab.dataset.foreign.studio.board import build_board
from referee.lab.dataset.foreign.studio.room import build_room
from referee.lab.dataset.foreign.studio.shapes import UNIT
from referee.lab.dataset.foreign.studio.studio_frame import StudioFrame
from referee.lab.dataset.foreign.studio.visibility import corners_of, hidden, pixels, shares_seen
from referee.lab.pathtrace.blender_worker import (
    answer_requests,
    hang_pinhole,
    render_light,
    use_cycles,
)


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
    out = Path(request["out"])
    render_light(bpy.context.scene, out)
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
    use_cycles(scene, plan["camera"], plan["seed"], plan["threads"])
    scene.cycles.samples = plan["samples"]
    scene.cycles.use_adaptive_sampling = True
    scene.cycles.adaptive_threshold = 0.08
    scene.cycles.adaptive_min_samples = 2
    scene.cycles.denoising_quality, scene.cycles.denoising_prefilter = "BALANCED", "FAST"
    scene.cycles.max_bounces = 3
    scene.cycles.sample_clamp_indirect = 3.0
    scene.cycles.sample_clamp_direct = 30.0
    scene.cycles.filter_width = 1.3


def _camera(camera: dict[str, Any]) -> None:
    eye = hang_pinhole(bpy.context.scene, camera, 0.05, 500.0)
    matrix = Matrix(camera["matrix"])
    matrix.translation *= UNIT
    eye.matrix_world = matrix
    bpy.context.view_layer.update()


COMMANDS = {"render": render}

if __name__ == "__main__":
    answer_requests(COMMANDS)
