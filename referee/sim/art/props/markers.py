"""The small things that lie on a field. Marker frame: z up from the board, long axis along x."""

from __future__ import annotations

import math

import numpy as np

from referee.sim.art.lofts import loft, oval
from referee.sim.art.mesh import Material, Mesh, Rgb, join
from referee.sim.art.primitives import relief
from referee.sim.board_state import MarkerKind

LEATHER: Rgb = (0.40, 0.20, 0.10)
FELT_BROWN: Rgb = (0.34, 0.19, 0.11)
LACE: Rgb = (0.92, 0.91, 0.87)
ORANGE: Rgb = (0.95, 0.36, 0.06)
CAPS: dict[MarkerKind, Rgb] = {
    MarkerKind.RED_MAGNET: (0.80, 0.09, 0.08),
    MarkerKind.YELLOW_MAGNET: (0.93, 0.78, 0.10),
    MarkerKind.GREEN_MAGNET: (0.08, 0.55, 0.22),
}


def marker_mesh(kind: MarkerKind) -> Mesh:
    """One marker of this kind."""
    if kind is MarkerKind.BALL_MAGNET:
        return _ball_magnet()
    if kind is MarkerKind.FELT_BALL:
        return _felt_ball()
    if kind is MarkerKind.ORANGE_PYLON:
        return _pylon()
    return _map_magnet(CAPS[kind])


def _ball_magnet() -> Mesh:
    """A moulded football cut flat along its length, with laces and end bands."""
    stations = (
        (-5.4, 0.25),
        (-4.5, 1.45),
        (-3.5, 2.15),
        (-2.9, 2.48),
        (0.0, 3.1),
        (2.9, 2.48),
        (3.5, 2.15),
        (4.5, 1.45),
        (5.4, 0.25),
    )
    rings = []
    for x, r in stations:
        ring = oval((x, 0, 0.35), (0, r, 0), (0, 0, r * 0.95), 14)
        ring[:, 2] = np.maximum(ring[:, 2], 0.0)
        rings.append(ring)
    bands = [LEATHER, LEATHER, LACE, LEATHER, LEATHER, LACE, LEATHER, LEATHER]
    body = loft(rings, bands, Material.GLOSSY, crease_deg=60.0)
    seam = relief(_strip(-1.7, 1.7, 0.16), 2.9, 3.42, LACE)
    stitches = [
        relief(_strip(-0.09, 0.09, 0.62) + np.array([x, 0.0]), 2.8, 3.38, LACE)
        for x in (-1.2, -0.4, 0.4, 1.2)
    ]
    return join([body, seam, *stitches])


def _strip(x0: float, x1: float, half_width: float) -> np.ndarray:
    w = half_width
    return np.array([[x0, -w], [x1, -w], [x1, w], [x0, w]])


def _felt_ball() -> Mesh:
    """A scrap of brown felt, oval, thick as a coin, with a fuzzy edge."""
    sides = 26
    angles = 2.0 * math.pi * np.arange(sides) / sides
    fuzz = 1.0 + 0.05 * np.cos(7.0 * angles + 0.6) + 0.04 * np.cos(11.0 * angles + 2.0)
    rings = []
    for z, share in ((0.0, 0.97), (0.5, 1.02), (1.2, 0.96), (1.7, 0.72)):
        ring = np.stack(
            [4.6 * share * fuzz * np.cos(angles), 2.9 * share * fuzz * np.sin(angles)], axis=1
        )
        rings.append(np.column_stack([ring, np.full(sides, z)]))
    return loft(rings, FELT_BROWN, Material.FELT, crease_deg=60.0)


def _map_magnet(colour: Rgb) -> Mesh:
    """A push-pin magnet: a waisted plastic cap."""
    stations = (
        (0.0, 3.6),
        (1.2, 3.7),
        (1.9, 3.1),
        (4.2, 2.1),
        (6.0, 2.5),
        (7.2, 3.2),
        (7.9, 3.15),
        (8.3, 2.6),
    )
    rings = [oval((0, 0, z), (r, 0, 0), (0, r, 0), 18) for z, r in stations]
    return loft(rings, colour, Material.GLOSSY, crease_deg=35.0)


def _pylon() -> Mesh:
    """A soft square post with a weighted foot."""
    stations = ((0.0, 3.2), (0.8, 3.2), (1.0, 2.0), (11.5, 1.75), (11.9, 1.4))
    rings = [oval((0, 0, z), (r, 0, 0), (0, r, 0), 12, 7.0) for z, r in stations]
    return loft(rings, ORANGE, Material.SATIN, crease_deg=35.0)
