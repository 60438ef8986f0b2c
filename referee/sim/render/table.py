"""What lies around the sheet: the metal rim, and the table in plain paint, wood or cloth."""

from __future__ import annotations

import cv2
import numpy as np

from referee.core.field.field_profile import FieldProfile
from referee.sim.art.mesh import Material, Mesh, join, linear, mesh_of
from referee.sim.art.props.clutter import TABLE_Z_MM
from referee.sim.look import SceneLook
from referee.sim.render.arrays import F32, linear_bgr


def rim_mesh(profile: FieldProfile, look: SceneLook) -> Mesh:
    """The frame around the metal: four bars with a rounded top edge, in short pieces."""
    x0, x1 = profile.metal_left_x_mm, profile.metal_right_x_mm
    y0, y1 = profile.metal_near_y_mm, profile.metal_far_y_mm
    w, h = look.field.rim_width_mm, look.field.rim_height_mm
    soft = min(1.5, 0.3 * w, 0.5 * h)
    inner = [(0.0, 0.0), (0.0, h - soft), (soft * 0.4, h - soft * 0.35), (soft, h)]
    outer = [(w - soft, h), (w - soft * 0.4, h - soft * 0.35), (w, h - soft), (w, TABLE_Z_MM)]
    profile_line = inner + outer
    bars = []
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
    for i in range(4):
        (ax, ay), (bx, by) = corners[i], corners[(i + 1) % 4]
        along = np.array([np.sign(bx - ax), np.sign(by - ay)])
        out = np.array([along[1], -along[0]])
        long = abs(bx - ax) + abs(by - ay)
        count = max(2, int(long // 15))
        rows = []
        for k in range(count + 1):
            t = k / count
            for off, z in profile_line:
                mitre = (2.0 * t - 1.0) * off
                p = np.array([ax, ay]) + along * (t * long + mitre) + out * off
                rows.append((p[0], p[1], z))
        n = len(profile_line)
        faces = []
        for k in range(count):
            for j in range(n - 1):
                a, b = k * n + j, k * n + j + 1
                c, d = a + n, b + n
                faces += [(a, b, c), (b, d, c)]
        bars.append(mesh_of(np.array(rows), np.array(faces), look.field.rim, Material.METAL))
    return join(bars)


def table_colours(look: SceneLook, far: F32) -> F32:
    """Linear BGR of the table at every pixel: plain, wood or cloth, or a photograph."""
    if look.table_photo is not None:
        return linear(look.table_photo.seen(far[..., 0], far[..., 1]))
    rng = np.random.default_rng([look.seed, 23])
    tint = linear_bgr(look.table)
    x, y = far[..., 0], far[..., 1]
    if look.table_texture == 1:
        grain = _noise(rng, x, y, 160.0, 3.0) * 0.5 + _noise(rng, x, y, 60.0, 1.6) * 0.3
        rings = np.sin(0.11 * y + 5.0 * _noise(rng, x, y, 420.0, 60.0))
        plank = np.floor((y + 900.0) / 118.0)
        shade = 0.18 * np.sin(plank * 12.9898) + 0.10 * rings + 0.35 * grain
        seam = np.abs((y + 900.0) / 118.0 - plank - 0.5) > 0.492
        value = np.clip(1.0 + shade, 0.4, 1.8) * np.where(seam, 0.45, 1.0)
    elif look.table_texture == 2:
        weave = 0.5 + 0.25 * (np.sin(x * 2.1) * np.sin(y * 2.1))
        value = 0.75 + 0.3 * weave + 0.18 * _noise(rng, x, y, 90.0, 90.0)
    else:
        value = 1.0 + 0.06 * _noise(rng, x, y, 200.0, 200.0) + 0.03 * _noise(rng, x, y, 8.0, 8.0)
    return np.ascontiguousarray((tint * value[..., None]).astype(np.float32))


def _noise(rng: np.random.Generator, x: F32, y: F32, long_mm: float, wide_mm: float) -> F32:
    """Smooth noise, about -1 to 1, with the given grain along x and y; repeats after 256 grains."""
    tile = rng.standard_normal((256, 256)).astype(np.float32)
    u = np.mod(x / long_mm, 255.0).astype(np.float32)
    v = np.mod(y / wide_mm, 255.0).astype(np.float32)
    return np.asarray(cv2.remap(tile, u, v, cv2.INTER_CUBIC), dtype=np.float32)
