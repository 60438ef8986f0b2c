"""The cardboard grandstand and scoreboard that clip to a board's far side."""

from __future__ import annotations

import math

import numpy as np

from referee.core.field.field_profile import FieldProfile
from referee.sim.art.mesh import FloatArray, Material, Mesh, Rgb, join, mesh_of
from referee.sim.art.primitives import box
from referee.sim.art.print.lettering import STYLES, text_polygons
from referee.sim.look import FieldLook

ROWS = 12
SEAT_MM = 4.5
LEAN_DEG = 24.0
CARD: Rgb = (0.78, 0.77, 0.72)
SCOREBOARD: Rgb = (0.10, 0.12, 0.12)
BULBS: Rgb = (0.95, 0.80, 0.30)


def stadium_meshes(profile: FieldProfile, look: FieldLook) -> list[Mesh]:
    """Nothing, a grandstand (1), or a grandstand with a scoreboard (2), beyond the far rim."""
    if look.stadium == 0:
        return []
    far = profile.metal_far_y_mm + look.rim_width_mm
    middle = (profile.metal_left_x_mm + profile.metal_right_x_mm) / 2
    half = (profile.metal_right_x_mm - profile.metal_left_x_mm) * 0.36
    foot = np.array([middle, far + 2.0, look.rim_height_mm * 0.3])
    meshes = [_stand(foot, half, look)]
    if look.stadium > 1:
        meshes.append(_scoreboard(foot, look))
    return meshes


def _stand(foot: FloatArray, half_mm: float, look: FieldLook) -> Mesh:
    """Rows of spectators in the home and away colours, printed on a card that leans back."""
    rng = np.random.default_rng([look.seed, 31])
    seats = int(2 * half_mm // SEAT_MM)
    up = _up()
    u, v = np.meshgrid(np.arange(seats + 1) * SEAT_MM - half_mm, np.arange(ROWS + 1) * SEAT_MM)
    points = foot + u.reshape(-1, 1) * np.array([1.0, 0.0, 0.0]) + v.reshape(-1, 1) * up
    k = (np.arange(ROWS)[:, None] * (seats + 1) + np.arange(seats)).reshape(-1)
    above = k + seats + 1
    lower, upper = np.stack([k, k + 1, above + 1], 1), np.stack([k, above + 1, above], 1)
    crowd = np.array([look.left_end_zone, look.right_end_zone, CARD, (0.30, 0.30, 0.32)])
    paint = crowd[rng.integers(0, len(crowd), len(k))] * rng.uniform(0.7, 1.2, (len(k), 1))
    colours = np.clip(np.concatenate([paint, paint]), 0.0, 1.0).astype(np.float32)
    front = mesh_of(points, np.concatenate([lower, upper]), colours, Material.MATTE)
    top = foot + ROWS * SEAT_MM * up
    rail = box(
        (top[0] - half_mm, top[1], top[2] - 2.0),
        (top[0] + half_mm, top[1] + 1.5, top[2] + 2.0),
        CARD,
    )
    return join([front, rail.painted(material=Material.MATTE)])


def _scoreboard(foot: FloatArray, look: FieldLook) -> Mesh:
    """A dark panel above the stand with the two names and a score."""
    up = _up()
    low = foot + up * (ROWS * SEAT_MM + 1.0) + np.array([0.0, -0.6, 0.0])
    across = np.array([1.0, 0.0, 0.0])
    corners = [
        low - across * 70,
        low + across * 70,
        low + across * 70 + up * 26,
        low - across * 70 + up * 26,
    ]
    panel = mesh_of(corners, [(0, 1, 2), (0, 2, 3)], SCOREBOARD, Material.SATIN)
    out = np.cross(across, up)
    parts = [panel]
    words = (
        (look.left_text or "HOME", -38.0),
        (look.right_text or "GUEST", 38.0),
        ("00 - 00", 0.0),
    )
    for text, x in words:
        height = 5.5 if x else 9.0
        ink = text_polygons(text, STYLES[6], (x, 17.0 if x else 10.0), height, 0.0, 44.0).ink
        for shape in ink:
            flat = low + shape[:, :1] * across + shape[:, 1:] * up + out * 0.3
            fan = [(0, k, k + 1) for k in range(1, len(flat) - 1)]
            parts.append(mesh_of(flat, fan, BULBS, Material.MATTE))
    return join(parts)


def _up() -> FloatArray:
    lean = math.radians(LEAN_DEG)
    return np.array([0.0, math.sin(lean), math.cos(lean)])
