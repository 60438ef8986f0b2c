"""A hand that reaches over the board: forearm, sleeve, palm, a thumb and four fingers that grip."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from referee.sim.art.mesh import (
    FloatArray,
    Material,
    Mesh,
    Rgb,
    join,
    rotation_about,
    scaling,
    translation,
)
from referee.sim.art.primitives import limb, loft, oval
from referee.sim.look import Look
from referee.sim.scene import HandState

ARM_MM = 430.0  # long enough to leave any board's picture
NAIL: Rgb = (0.90, 0.74, 0.68)


def hand_mesh(hand: HandState, look: Look) -> Mesh:
    """The hand in the board frame, its pinch at (x, y, z)."""
    grip = round(min(max(hand.grip_mm, 2.0), 60.0))
    mesh = _right_hand(grip, look.hand_skin, look.sleeve)
    mirror = scaling(1.0, -1.0, 1.0) if hand.left else np.eye(4)
    # The hand is modelled with its arm along -x.
    turn = rotation_about((0.0, 0.0, 1.0), hand.arm_heading_deg - 180.0)
    return mesh.transformed(translation(hand.x_mm, hand.y_mm, hand.z_mm) @ turn @ mirror)


@lru_cache(maxsize=64)
def _right_hand(grip_mm: int, skin: Rgb, sleeve: Rgb) -> Mesh:
    """Pinch at the origin, arm rising toward -x, palm down, thumb on +y: a right hand."""
    half = grip_mm / 2.0
    knuckles = [
        np.array([-46.0, 19.0, 50.0]),
        np.array([-41.0, 1.0, 55.0]),
        np.array([-45.0, -16.0, 51.0]),
        np.array([-53.0, -31.0, 44.0]),
    ]
    tips = [
        np.array([1.0, -half, 0.0]),
        np.array([4.0, -half - 3.0, 1.0]),
        np.array([-5.0, -half - 15.0, 9.0]),
        np.array([-18.0, -half - 27.0, 18.0]),
    ]
    widths = (8.6, 8.9, 8.3, 7.2)
    parts = [_finger(k, t, w, skin) for k, t, w in zip(knuckles, tips, widths, strict=True)]
    parts.append(_thumb(np.array([-2.0, half + 1.0, 1.0]), skin))
    parts += [_palm(skin), _forearm(skin), _sleeve(sleeve)]
    return join(parts)


def _finger(knuckle: FloatArray, tip: FloatArray, width: float, skin: Rgb) -> Mesh:
    """Three joints bent over an arc from knuckle to tip."""
    reach = tip - knuckle
    bulge = np.array([0.42, 0.0, 0.62]) * (92.0 - float(np.linalg.norm(reach))) * 0.34
    first = knuckle + reach * 0.42 + bulge
    second = knuckle + reach * 0.76 + bulge * 0.72
    r = width
    path = [knuckle, knuckle + (first - knuckle) * 0.55, first, second, tip + (second - tip) * 0.12]
    finger = limb(path, [r * 1.12, r * 0.96, r * 1.0, r * 0.88, r * 0.70], 9, skin, Material.SKIN)
    return join([finger, _nail(second, tip, r, skin)])


def _nail(second: FloatArray, tip: FloatArray, r: float, skin: Rgb) -> Mesh:
    along = (tip - second) / np.linalg.norm(tip - second)
    outward = np.array([0.75, 0.0, 0.66])
    outward = outward - along * float(outward @ along)
    outward /= np.linalg.norm(outward)
    side = np.cross(along, outward)
    middle = tip - along * r * 0.25 + outward * r * 0.52
    colour = (
        skin[0] * 0.6 + NAIL[0] * 0.4,
        skin[1] * 0.6 + NAIL[1] * 0.4,
        skin[2] * 0.6 + NAIL[2] * 0.4,
    )
    rings = [
        oval(middle + outward * lift, along * r * 0.62 * s, side * r * 0.5 * s, 8)
        for lift, s in ((-1.2, 1.0), (0.9, 0.95), (1.4, 0.7))
    ]
    return loft(rings, colour, Material.GLOSSY, crease_deg=50.0)


def _thumb(tip: FloatArray, skin: Rgb) -> Mesh:
    path = [
        np.array([-92.0, 22.0, 44.0]),
        np.array([-66.0, 36.0, 40.0]),
        np.array([-32.0, float(tip[1]) * 0.4 + 24.0, 28.0]),
        tip + np.array([-5.0, 3.0, 6.0]),
        tip + np.array([-1.0, 1.0, 1.0]),
    ]
    return limb(path, [15.0, 13.5, 10.2, 9.2, 7.2], 9, skin, Material.SKIN)


def _palm(skin: Rgb) -> Mesh:
    """From the wrist to the knuckles, wider toward the fingers."""
    stations = (
        ((-126.0, -3.0, 62.0), 25.0, 17.0),
        ((-108.0, -3.0, 60.0), 30.0, 18.5),
        ((-82.0, -4.0, 56.0), 36.0, 17.5),
        ((-58.0, -6.0, 51.0), 38.0, 14.5),
        ((-44.0, -7.0, 48.0), 35.0, 10.5),
    )
    rings = [oval(c, (0.0, w, 0.0), (d * 0.25, 0.0, d), 14, 2.5) for c, w, d in stations]
    return loft(rings, skin, Material.SKIN, crease_deg=70.0)


def _forearm(skin: Rgb) -> Mesh:
    path = [
        np.array([-112.0, -3.0, 61.0]),
        np.array([-132.0, -3.0, 64.0]),
        np.array([-165.0, -2.0, 70.0]),
        np.array([-215.0, 0.0, 80.0]),
    ]
    return limb(path, [22.0, 24.5, 27.5, 32.0], 14, skin, Material.SKIN, flatten=0.78)


def _sleeve(colour: Rgb) -> Mesh:
    """Cloth with a cuff and a few folds, to beyond the picture."""
    rng = np.random.default_rng(11)
    stations = [(-176.0, 33.0), (-178.0, 37.5), (-192.0, 38.0), (-195.0, 36.5)]
    stations += [
        (-float(x), 37.0 + 0.035 * (x - 195.0) + 1.6 * (-1) ** k)
        for k, x in enumerate(range(215, round(ARM_MM) + 1, 27))
    ]
    rings = []
    for x, r in stations:
        height = 62.0 + 0.20 * (-x - 112.0)
        ring = oval((x, 0.0, height), (0.0, r, 0.0), (0.0, 0.0, r * 0.84), 16)
        crumple = rng.normal(0.0, 0.7, (16, 3)) if x < -196.0 else 0.0
        rings.append(ring + crumple)
    return loft(rings, colour, Material.MATTE, crease_deg=70.0)
