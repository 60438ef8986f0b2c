"""A hand that reaches over the board: forearm, sleeve, palm, a thumb and four fingers that grip."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from referee.sim.art.lofts import limb, loft, oval, rounded_path
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
from referee.sim.board_state import HandState
from referee.sim.look import SceneLook

ARM_MM = 430.0  # long enough to leave any board's picture
NAIL: Rgb = (0.93, 0.76, 0.70)

# A right hand, palm down, arm along -x, thumb on +y; the pinch is the origin.
KNUCKLES = ((-57.0, 25.0, 50.0), (-51.0, 5.0, 54.0), (-55.0, -15.0, 51.0), (-63.0, -33.0, 45.0))
FINGER_RADII = (8.4, 8.8, 8.3, 7.1)
FINGER_ARCH = (13.0, 15.0, 16.0, 13.0)

# Middle, half width and half depth from the forearm to the knuckles.
BACK_OF_HAND = (
    ((-235.0, 1.0, 84.0), 34.0, 27.0),
    ((-190.0, 0.0, 75.0), 31.0, 24.0),
    ((-155.0, -2.0, 68.0), 27.5, 20.0),
    ((-134.0, -3.0, 64.0), 26.5, 18.0),
    ((-116.0, -3.0, 61.0), 29.5, 17.5),
    ((-95.0, -3.0, 58.0), 37.0, 17.5),
    ((-75.0, -4.0, 54.5), 41.0, 15.5),
    ((-60.0, -4.5, 50.0), 40.5, 12.5),
    ((-50.0, -5.0, 46.0), 36.0, 8.5),
    ((-45.0, -5.0, 43.0), 27.0, 4.0),
)


def hand_mesh(hand: HandState, look: SceneLook) -> Mesh:
    """The hand in the board frame, its pinch at (x, y, z)."""
    grip = round(min(max(hand.grip_mm, 2.0), 60.0))
    mesh = _right_hand(grip, look.hand_skin, look.sleeve)
    mirror = scaling(1.0, -1.0, 1.0) if hand.left else np.eye(4)
    turn = rotation_about((0.0, 0.0, 1.0), hand.arm_heading_deg - 180.0)
    return mesh.transformed(translation(hand.x_mm, hand.y_mm, hand.z_mm) @ turn @ mirror)


@lru_cache(maxsize=64)
def _right_hand(grip_mm: int, skin: Rgb, sleeve: Rgb) -> Mesh:
    """Thumb and index finger meet across ``grip_mm``; the others lie beside the index finger."""
    half = grip_mm / 2.0
    tips = (
        (1.0, -half - 5.0, 1.0),
        (2.0, -half - 21.0, 3.0),
        (-8.0, -half - 34.0, 9.0),
        (-24.0, -half - 42.0, 16.0),
    )
    parts = [
        _finger(np.array(k), np.array(t), r, arch, skin)
        for k, t, r, arch in zip(KNUCKLES, tips, FINGER_RADII, FINGER_ARCH, strict=True)
    ]
    parts += [_thumb(half, skin), _back_of_hand(skin), _sleeve(sleeve)]
    return join(parts)


def _finger(knuckle: FloatArray, tip: FloatArray, radius: float, arch: float, skin: Rgb) -> Mesh:
    """From inside the hand over two bent joints down to the tip."""
    reach = tip - knuckle
    lift = np.array([0.25, 0.0, 1.0]) * arch
    inside = knuckle + np.array([-16.0, 0.0, -2.0])
    first = knuckle + reach * 0.44 + lift
    second = knuckle + reach * 0.76 + lift * 0.62
    path = [inside, knuckle, first, second, tip + (tip - second) * 0.02]
    radii = [radius * s for s in (1.15, 1.22, 1.08, 0.96, 0.80)]
    finger = limb(*rounded_path(path, radii, 4), 12, skin, Material.SKIN)
    return join([finger, _nail(second, tip, radius, skin)])


def _nail(second: FloatArray, tip: FloatArray, radius: float, skin: Rgb) -> Mesh:
    along = (tip - second) / np.linalg.norm(tip - second)
    outward = np.array([0.8, 0.0, 0.6])
    outward = outward - along * float(outward @ along)
    outward /= np.linalg.norm(outward)
    side = np.cross(along, outward)
    middle = tip - along * radius * 0.15 + outward * radius * 0.62
    r, g, b = (s * 0.55 + n * 0.45 for s, n in zip(skin, NAIL, strict=True))
    rings = [
        oval(middle + outward * lift, along * radius * 0.62 * s, side * radius * 0.52 * s, 12, 2.6)
        for lift, s in ((-1.6, 1.0), (0.7, 0.95), (1.3, 0.7))
    ]
    return loft(rings, (r, g, b), Material.GLOSSY, crease_deg=60.0)


def _thumb(half_grip: float, skin: Rgb) -> Mesh:
    """From the wrist's side past the index finger to the other side of the grip."""
    path = [
        (-112.0, 14.0, 55.0),
        (-88.0, 33.0, 48.0),
        (-58.0, half_grip * 0.5 + 41.0, 36.0),
        (-26.0, half_grip * 0.8 + 27.0, 22.0),
        (0.0, half_grip + 6.0, 3.0),
    ]
    smooth = rounded_path(path, [13.0, 16.0, 12.5, 10.5, 7.6], 4)
    thumb = limb(*smooth, 12, skin, Material.SKIN)
    return join([thumb, _nail(np.array(path[3]), np.array(path[4]), 10.0, skin)])


def _back_of_hand(skin: Rgb) -> Mesh:
    """Forearm, wrist and palm as one skin."""
    middles = [c for c, _, _ in BACK_OF_HAND]
    places, widths = rounded_path(middles, [w for _, w, _ in BACK_OF_HAND], 3)
    _, depths = rounded_path(middles, [d for _, _, d in BACK_OF_HAND], 3)
    rings = [
        oval(p, (0.0, w, 0.0), (d * 0.2, 0.0, d), 20, 2.4)
        for p, w, d in zip(places, widths, depths, strict=True)
    ]
    return loft(rings, skin, Material.SKIN, crease_deg=80.0)


def _sleeve(colour: Rgb) -> Mesh:
    """Cloth with a cuff and a few folds, to beyond the picture."""
    rng = np.random.default_rng(11)
    stations = [(-188.0, 33.5), (-190.0, 39.5), (-205.0, 40.5), (-209.0, 38.5)]
    stations += [
        (-float(x), 40.0 + 0.04 * (x - 210.0) + 1.8 * (-1) ** k)
        for k, x in enumerate(range(226, round(ARM_MM) + 1, 17))
    ]
    rings = []
    for x, r in stations:
        ring = oval((x, 0.5, 61.0 - 0.20 * (x + 112.0)), (0.0, r, 0.0), (0.0, 0.0, r * 0.84), 24)
        crumple = rng.normal(0.0, 0.9, (24, 3)) if x < -210.0 else 0.0
        rings.append(ring + crumple)
    return loft(rings, colour, Material.MATTE, crease_deg=80.0)
