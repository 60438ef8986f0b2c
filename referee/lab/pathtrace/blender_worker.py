"""What scripts inside Blender's Python share: answering requests, Cycles, the pinhole, the light.

It imports nothing else of the project, so that Blender may live in an environment of its own (it
insists on an older numpy).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import bpy
import numpy as np

from referee.lab.pathtrace import ANSWER

SENSOR_MM = 36.0


def answer_requests(commands: Mapping[str, Callable[[dict[str, Any]], None]]) -> None:
    """Until standard input ends: a request a line, JSON; its answer is one line on standard output.

    The answer's ``error`` is empty where all went well.
    """
    for line in sys.stdin:
        request = json.loads(line)
        try:
            commands[request["command"]](request)
            answer = {"error": ""}
        except Exception as error:  # noqa: BLE001 - whatever goes wrong is told to the asking side
            answer = {"error": f"{type(error).__name__}: {error}"}
        # Blender may have begun a line of its own.
        sys.stdout.write("\n" + ANSWER + json.dumps(answer) + "\n")
        sys.stdout.flush()


def use_cycles(scene: Any, camera: dict[str, Any], seed: int, threads: int) -> None:
    """Path tracing on the processor, without noise, to linear light in an EXR file."""
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.use_denoising = True
    scene.cycles.denoiser = "OPENIMAGEDENOISE"
    scene.cycles.caustics_reflective = scene.cycles.caustics_refractive = False
    scene.cycles.seed = seed
    scene.render.threads_mode = "FIXED"
    scene.render.threads = threads
    scene.render.resolution_x, scene.render.resolution_y = camera["size"]
    scene.render.image_settings.file_format = "OPEN_EXR"
    scene.render.image_settings.color_mode = "RGB"
    scene.render.image_settings.color_depth = "32"
    scene.view_settings.view_transform = "Raw"


def hang_pinhole(scene: Any, camera: dict[str, Any], near: float, far: float) -> Any:
    """The scene's camera, a pinhole with its principal point anywhere; it still wants its matrix.

    Pixel (0, 0) is the middle of a pixel. ``near`` and ``far`` clip, in Blender's units.
    """
    width, height = camera["size"]
    data = bpy.data.cameras.new("eye")
    data.sensor_fit = "HORIZONTAL"
    data.sensor_width = SENSOR_MM
    data.lens = camera["focal_px"] * SENSOR_MM / width
    data.shift_x = (width / 2 - (camera["centre_px"][0] + 0.5)) / width
    data.shift_y = ((camera["centre_px"][1] + 0.5) - height / 2) / width
    data.clip_start, data.clip_end = near, far
    eye = bpy.data.objects.new("eye", data)
    scene.collection.objects.link(eye)
    scene.camera = eye
    return eye


def render_light(scene: Any, out: Path) -> None:
    """Render linear light (rows, columns, 3), red first, into the ``.npy`` file ``out``."""
    picture = out.with_suffix(".exr")
    scene.render.filepath = str(picture)
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(scene.render.filepath)
    columns, rows = image.size
    flat = np.empty(columns * rows * 4, dtype=np.float32)
    image.pixels.foreach_get(flat)
    bpy.data.images.remove(image)
    picture.unlink()
    np.save(out, flat.reshape(rows, columns, 4)[::-1, :, :3])
