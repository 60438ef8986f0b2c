"""Pictures printed at midfield: inks and polygons in units of the logo's radius."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from referee.sim.art.mesh import FloatArray, Rgb

Layer = tuple[Rgb, list[FloatArray]]

WHITE: Rgb = (0.94, 0.94, 0.92)
NAVY: Rgb = (0.08, 0.13, 0.32)
RED: Rgb = (0.72, 0.10, 0.12)
LEATHER: Rgb = (0.42, 0.22, 0.11)
GOLD: Rgb = (0.85, 0.66, 0.18)


def logo_layers(kind: int) -> list[Layer]:
    """The inks of one logo, first printed first; 0 has none."""
    if kind == 0:
        return []
    return _LOGOS[(kind - 1) % len(_LOGOS)]()


def _ring(radius: float, x: float = 0.0, y: float = 0.0, squash: float = 1.0) -> FloatArray:
    angles = np.linspace(0.0, 2.0 * math.pi, 72, endpoint=False)
    return np.stack([x + radius * np.cos(angles), y + radius * squash * np.sin(angles)], axis=1)


def _star(radius: float, points: int = 5, depth: float = 0.40) -> FloatArray:
    angles = math.pi / 2 + math.pi * np.arange(2 * points) / points
    r = np.where(np.arange(2 * points) % 2 == 0, radius, radius * depth)
    return np.stack([r * np.cos(angles), r * np.sin(angles)], axis=1)


def _football(scale: float) -> FloatArray:
    t = np.linspace(-1.0, 1.0, 40)
    arc = 0.56 * (1.0 - t * t) ** 0.75
    upper = np.stack([t, arc], axis=1)
    return np.concatenate([upper[::-1], np.stack([t, -arc], axis=1)[1:-1]]) * scale


def _bar(x0: float, y0: float, x1: float, y1: float) -> FloatArray:
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])


def _star_disc() -> list[Layer]:
    return [
        (WHITE, [_ring(1.0)]),
        (NAVY, [_ring(0.92)]),
        (WHITE, [_star(0.86)]),
        (RED, [_star(0.62)]),
    ]


def _ball_badge() -> list[Layer]:
    laces = [_bar(-0.34, -0.03, 0.34, 0.03)]
    laces += [_bar(x - 0.03, -0.13, x + 0.03, 0.13) for x in (-0.27, -0.09, 0.09, 0.27)]
    bands = [_bar(s * 0.62 - 0.05, -0.32, s * 0.62 + 0.05, 0.32) for s in (-1, 1)]
    return [(WHITE, [_football(1.0)]), (LEATHER, [_football(0.93)]), (WHITE, laces + bands)]


def _shield() -> list[Layer]:
    t = np.linspace(0.0, 1.0, 16)
    right = np.stack([0.8 * (1.0 - t**2.2), 0.5 - 1.5 * t], axis=1)
    edge = np.concatenate([[[-0.8, 0.85], [0.0, 1.0], [0.8, 0.85]], right])
    shape = np.concatenate([edge, (right * (-1.0, 1.0))[::-1]])
    stripes = [_bar(x - 0.07, -0.62, x + 0.07, 0.28) for x in (-0.36, 0.0, 0.36)]
    stars = [_star(0.15) + np.array([x, 0.60]) for x in (-0.46, 0.0, 0.46)]
    return [
        (WHITE, [shape]),
        (NAVY, [shape * 0.92]),
        (RED, [_bar(-0.60, -0.62, 0.60, 0.28)]),
        (WHITE, stripes + stars),
    ]


def _compass() -> list[Layer]:
    return [(GOLD, [_star(1.0, 8, 0.55)]), (NAVY, [_ring(0.62)]), (GOLD, [_star(0.5, 4, 0.3)])]


def _helmet() -> list[Layer]:
    angles = np.radians(np.linspace(-20.0, 200.0, 40))
    dome = np.stack([0.86 * np.cos(angles) - 0.05, 0.80 * np.sin(angles) + 0.05], axis=1)
    jaw = np.array([[-0.80, -0.62], [-0.30, -0.78], [0.10, -0.62], [0.18, -0.12]])
    shell = np.concatenate([dome, jaw])
    mask = [
        _bar(0.14, -0.34, 0.98, -0.25),
        _bar(0.14, -0.60, 0.90, -0.51),
        _bar(0.86, -0.60, 0.95, -0.02),
    ]
    ear = _ring(0.10, 0.0, -0.22)
    return [
        (WHITE, [shell * 1.06]),
        (RED, [shell]),
        (WHITE, [ear, *mask, _star(0.28) + np.array([-0.3, 0.3])]),
    ]


def _target() -> list[Layer]:
    return [
        (WHITE, [_ring(1.0)]),
        (RED, [_ring(0.8)]),
        (WHITE, [_ring(0.56)]),
        (NAVY, [_ring(0.34)]),
    ]


_LOGOS: tuple[Callable[[], list[Layer]], ...] = (
    _star_disc,
    _ball_badge,
    _shield,
    _compass,
    _helmet,
    _target,
)
LOGO_COUNT = len(_LOGOS)
