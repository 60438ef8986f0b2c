"""A look as files that the Blender worker reads: meshes, print, table, lamps, camera."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from referee.core.field.field_profile import FieldProfile
from referee.lab.pathtrace.pinhole import Pinhole
from referee.lab.pathtrace.window_mask import lamp_size_behind, window_mask_of
from referee.sim.art.mesh import Material, Mesh, linear
from referee.sim.art.print.board_print import paint_board
from referee.sim.art.props.clutter import TABLE_Z_MM, clutter_ground_mm, clutter_mesh
from referee.sim.art.props.stadium import stadium_meshes
from referee.sim.look import SceneLook
from referee.sim.render.empty_scene import SKY_BGR
from referee.sim.render.light.lamps import BLUE, GOBO, RED, SIZE, X, Z, pack_lamps
from referee.sim.render.table import rim_mesh, table_colours

PRINT_PX_PER_MM = 6.0
TABLE_PX_PER_MM = 1.0
TABLE_REACH_MM = 700.0
MIN_LAMP_MM = 2.0
# How each material answers light, in Blender's terms.
SURFACES: dict[Material, dict[str, float]] = {
    Material.MATTE: {"Roughness": 0.95, "Specular IOR Level": 0.15},
    Material.SATIN: {"Roughness": 0.42, "Specular IOR Level": 0.45},
    Material.GLOSSY: {"Roughness": 0.16, "Specular IOR Level": 0.55, "Coat Weight": 0.35},
    Material.TRANSLUCENT: {"Roughness": 0.20, "Specular IOR Level": 0.6},
    Material.BASE_TOP: {"Roughness": 0.45, "Specular IOR Level": 0.5, "follows gloss": 1.0},
    Material.METAL: {"Roughness": 0.38, "Metallic": 0.85},
    Material.FELT: {"Roughness": 1.0, "Specular IOR Level": 0.05, "Sheen Weight": 0.5},
    Material.SKIN: {"Roughness": 0.48, "Specular IOR Level": 0.4, "Subsurface Weight": 0.25},
}


def write_scene(folder: Path, profile: FieldProfile, look: SceneLook, pinhole: Pinhole) -> Path:
    """Everything that stands still, as one archive and two pictures."""
    middle = [profile.goal_to_goal_mm / 2, profile.width_mm / 2, 0.0]
    lamps = pack_lamps(look, profile)
    masks = [m for m in (window_mask_of(lamp) for lamp in lamps) if m is not None]
    still = [rim_mesh(profile, look)]
    still += stadium_meshes(profile, look.field)
    still += [clutter_mesh(c, clutter_ground_mm(c, profile)) for c in look.clutter]
    settings = {
        "seed": look.seed,
        "threads": 1,
        "camera": {
            "size": [pinhole.width_px, pinhole.height_px],
            "focal_px": pinhole.focal_px,
            "centre_px": [pinhole.cx_px, pinhole.cy_px],
            "rotation": look.camera.rotation_matrix.tolist(),
            "position_mm": look.camera.position_mm.tolist(),
        },
        "sky": [float(v) for v in (look.ambient * SKY_BGR)[::-1]],
        "lamps": [
            {
                "position_mm": lamp[X : Z + 1].tolist(),
                "aim_mm": middle,
                "size_mm": max(
                    MIN_LAMP_MM, lamp_size_behind(lamp) if lamp[GOBO] else float(lamp[SIZE])
                ),
                "light": lamp[BLUE : RED + 1][::-1].tolist(),
            }
            for lamp in lamps[: len(look.lamps)]
        ],
        "planes": [_sheet(folder, profile, look), _table(folder, profile, look)],
        "surfaces": _surfaces(),
    }
    arrays: dict[str, Any] = {"settings": json.dumps(settings), "masks": len(masks)}
    arrays |= {f"mask_{k}": m for k, m in enumerate(masks)}
    arrays |= mesh_arrays(still, [0.3] * len(still))
    path = folder / "scene.npz"
    np.savez(path, **arrays)
    return path


def write_pieces(folder: Path, name: str, meshes: Sequence[Mesh], gloss: Sequence[float]) -> Path:
    """The meshes of things that move, in the order in which they are placed later."""
    path = folder / f"{name}.npz"
    settings = json.dumps({"surfaces": _surfaces()})
    np.savez(path, **{"settings": settings, **mesh_arrays(meshes, gloss)})
    return path


def mesh_arrays(meshes: Sequence[Mesh], gloss: Sequence[float]) -> dict[str, Any]:
    """Meshes as named arrays, colours in linear light."""
    arrays: dict[str, Any] = {"meshes": len(meshes)}
    for k, (mesh, shine) in enumerate(zip(meshes, gloss, strict=True)):
        arrays |= {
            f"mesh_{k}_vertices": mesh.vertices_mm,
            f"mesh_{k}_triangles": mesh.triangles,
            f"mesh_{k}_normals": mesh.normals,
            f"mesh_{k}_colours": linear(mesh.colours),
            f"mesh_{k}_materials": mesh.materials,
            f"mesh_{k}_alpha": mesh.alpha,
            f"mesh_{k}_gloss": float(shine),
        }
    return arrays


def _surfaces() -> dict[str, dict[str, float]]:
    return {str(int(kind)): values for kind, values in SURFACES.items()}


def _sheet(folder: Path, profile: FieldProfile, look: SceneLook) -> dict[str, Any]:
    image, x0, y0 = paint_board(profile, look.field, PRINT_PX_PER_MM)
    path = folder / "print.png"
    cv2.imwrite(str(path), image)
    rows, columns = image.shape[:2]
    x1, y1 = x0 + columns / PRINT_PX_PER_MM, y0 + rows / PRINT_PX_PER_MM
    return {
        "bounds_mm": [x0, y0, x1, y1],
        "z_mm": 0.0,
        "picture": str(path),
        "roughness": 0.62 - 0.45 * look.field.gloss,
        "specular": 0.3 + 0.3 * look.field.gloss,
    }


def _table(folder: Path, profile: FieldProfile, look: SceneLook) -> dict[str, Any]:
    x0, x1 = profile.metal_left_x_mm - TABLE_REACH_MM, profile.metal_right_x_mm + TABLE_REACH_MM
    y0, y1 = profile.metal_near_y_mm - TABLE_REACH_MM, profile.metal_far_y_mm + TABLE_REACH_MM
    step = 1.0 / TABLE_PX_PER_MM
    x, y = np.meshgrid(np.arange(x0 + step / 2, x1, step), np.arange(y1 - step / 2, y0, -step))
    colours = table_colours(look, np.stack([x, y], axis=-1).astype(np.float32))
    path = folder / "table.png"
    c = np.clip(colours, 0.0, 1.0)
    encoded = np.where(c <= 0.0031308, 12.92 * c, 1.055 * c ** (1 / 2.4) - 0.055)
    cv2.imwrite(str(path), np.round(encoded * 255.0).astype(np.uint8))
    return {
        "bounds_mm": [x0, y0, x1, y1],
        "z_mm": TABLE_Z_MM,
        "picture": str(path),
        "roughness": 0.5,
        "specular": 0.35,
    }
