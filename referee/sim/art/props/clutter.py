"""Cups, dice, phones and other things that are no part of the game. Own frame: z up."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from referee.core.field.areas import areas_of
from referee.core.field.field_profile import FieldProfile
from referee.core.geometry.base_shape import rounded_rectangle
from referee.sim.art.figures.bases import base_mesh
from referee.sim.art.lofts import limb, loft, oval
from referee.sim.art.mesh import (
    Material,
    Mesh,
    Rgb,
    join,
    rotation_about,
    scaling,
    translation,
)
from referee.sim.art.primitives import box, prism, relief
from referee.sim.look import Clutter, ClutterKind, TeamLook

TABLE_Z_MM = -45.0  # the sheet of a board with its box and motor lies this high above the table
DARK: Rgb = (0.07, 0.07, 0.08)
COFFEE: Rgb = (0.13, 0.07, 0.04)
PAPER: Rgb = (0.93, 0.92, 0.88)


def clutter_ground_mm(clutter: Clutter, profile: FieldProfile) -> float:
    """What a thing stands on: the sheet if its middle is over it, else the table."""
    return 0.0 if areas_of(profile).metal.covers(clutter.x_mm, clutter.y_mm) else TABLE_Z_MM


def clutter_mesh(clutter: Clutter, ground_mm: float = 0.0) -> Mesh:
    """One thing in the board frame, standing on the plane z = ``ground_mm``."""
    place = (
        translation(clutter.x_mm, clutter.y_mm, ground_mm)
        @ rotation_about((0.0, 0.0, 1.0), clutter.heading_deg)
        @ scaling(clutter.scale)
    )
    return _MAKERS[clutter.kind](clutter.colour).transformed(place)


def _cup(colour: Rgb) -> Mesh:
    """A mug from outside and inside, with coffee and a handle."""
    stations = (
        (0.0, 36.0),
        (3.0, 38.5),
        (88.0, 40.0),
        (91.0, 39.0),
        (90.0, 37.2),
        (62.0, 36.6),
    )
    rings = [oval((0, 0, z), (r, 0, 0), (0, r, 0), 30) for z, r in stations]
    mug = loft(rings, colour, Material.GLOSSY, crease_deg=40.0)
    surface = oval((0, 0, 0), (36.7, 0, 0), (0, 36.7, 0), 30)[:, :2]
    drink = relief(surface, 62.0, 63.5, COFFEE, Material.GLOSSY)
    angles = np.radians(np.linspace(-75.0, 75.0, 8))
    path = [np.array([38.0 + 26.0 * math.cos(a), 0.0, 47.0 + 27.0 * math.sin(a)]) for a in angles]
    return join([mug, drink, limb(path, [5.5] * 8, 8, colour, Material.GLOSSY)])


def _die(colour: Rgb) -> Mesh:
    """A die that shows five, with softened corners."""
    half = 8.0
    stations = ((0.0, half - 1.2), (1.0, half), (2 * half - 1.0, half), (2 * half, half - 1.2))
    cube = loft(
        [oval((0, 0, z), (r, 0, 0), (0, r, 0), 20, 9.0, 0.5) for z, r in stations],
        colour,
        Material.GLOSSY,
    )
    pip = (0.95, 0.95, 0.93) if sum(colour) < 1.5 else DARK
    spots = [(0.0, 0.0), (4.0, 4.0), (-4.0, 4.0), (4.0, -4.0), (-4.0, -4.0)]
    pips = [
        relief(oval((x, y, 0), (1.5, 0, 0), (0, 1.5, 0), 10)[:, :2], 15.9, 16.05, pip)
        for x, y in spots
    ]
    return join([cube, *pips])


def _phone(colour: Rgb) -> Mesh:
    """Face up, screen dark, camera dot."""
    body = prism(_rounded(75.0, 36.0, 8.0), 0.0, 8.2, colour, Material.GLOSSY, 1.0)
    screen = relief(_rounded(72.5, 33.5, 6.0), 8.0, 8.3, (0.02, 0.02, 0.03), Material.GLOSSY)
    return join([body, screen])


def _card(colour: Rgb) -> Mesh:
    """A playing card or a play sheet: print on paper."""
    sheet = prism(_rounded(44.0, 31.5, 3.0), 0.0, 0.4, PAPER, Material.SATIN)
    frame = relief(_rounded(38.0, 26.0, 1.5), 0.35, 0.44, colour)
    lines = [
        relief(np.array([[-30.0, y], [x, y], [x, y + 2.2], [-30.0, y + 2.2]]), 0.4, 0.5, DARK)
        for y, x in ((12.0, 22.0), (4.0, 28.0), (-4.0, 14.0), (-12.0, 25.0))
    ]
    return join([sheet, frame, *lines])


def _stick(colour: Rgb) -> Mesh:
    """A passing stick: a flat ruler with yard ticks."""
    body = prism(_rounded(62.0, 7.0, 3.0), 0.0, 2.4, colour, Material.GLOSSY, 0.4)
    ticks = [
        relief(
            np.array([[x - 0.35, -6.6], [x + 0.35, -6.6], [x + 0.35, y], [x - 0.35, y]]),
            2.3,
            2.45,
            DARK,
        )
        for k, x in enumerate(np.arange(-55.0, 56.0, 5.5))
        for y in (-1.0 if k % 5 == 0 else -3.6,)
    ]
    return join([body, *ticks])


def _figure_box(colour: Rgb) -> Mesh:
    """An open cardboard box with walls and dividers."""
    w, d, h, t = 95.0, 60.0, 42.0, 2.0
    inside = tuple(min(1.0, c * 0.7 + 0.2) for c in colour)
    pale = (inside[0], inside[1], inside[2])
    walls = [
        box((-w, -d, 0), (w, -d + t, h), colour, Material.MATTE),
        box((-w, d - t, 0), (w, d, h), colour, Material.MATTE),
        box((-w, -d + t, 0), (-w + t, d - t, h), colour, Material.MATTE),
        box((w - t, -d + t, 0), (w, d - t, h), colour, Material.MATTE),
        box((-w + t, -d + t, 0), (w - t, d - t, 2.0), pale, Material.MATTE),
    ]
    walls += [
        box((x - 0.8, -d + t, 2.0), (x + 0.8, d - t, h * 0.8), pale, Material.MATTE)
        for x in (-48.0, 0.0, 48.0)
    ]
    return join(walls)


def _pen(colour: Rgb) -> Mesh:
    path = [np.array([x, 0.0, 5.2]) for x in (-70.0, -66.0, -8.0, -7.0, 56.0, 66.0, 70.0)]
    grey = (0.75, 0.75, 0.76)
    bands = [colour, colour, grey, (0.9, 0.9, 0.9), grey, grey]
    barrel = limb(path, [4.4, 5.1, 5.1, 4.7, 4.4, 1.8, 0.7], 12, bands, Material.GLOSSY)
    clip = box((-66.0, -1.0, 9.6), (-28.0, 1.0, 10.8), grey, Material.METAL)
    return join([barrel, clip])


def _spare_base(colour: Rgb) -> Mesh:
    """A base without a figure: the most base-like thing that is not in play."""
    plain = TeamLook(colour, colour, colour, colour, base=colour, dial=True)
    return base_mesh(rounded_rectangle("spare", 27.8, 20.6, 2.0), plain)


def _rounded(half_x: float, half_y: float, radius: float) -> np.ndarray:
    return np.concatenate(
        [
            np.array([sx * (half_x - radius), sy * (half_y - radius)])
            + radius * np.stack([np.cos(a), np.sin(a)], axis=1)
            for sx, sy, a in (
                (1, 1, np.linspace(0.0, math.pi / 2, 5)),
                (-1, 1, np.linspace(math.pi / 2, math.pi, 5)),
                (-1, -1, np.linspace(math.pi, 1.5 * math.pi, 5)),
                (1, -1, np.linspace(1.5 * math.pi, 2.0 * math.pi, 5)),
            )
        ]
    )


_MAKERS: dict[ClutterKind, Callable[[Rgb], Mesh]] = {
    ClutterKind.CUP: _cup,
    ClutterKind.DIE: _die,
    ClutterKind.PHONE: _phone,
    ClutterKind.CARD: _card,
    ClutterKind.STICK: _stick,
    ClutterKind.FIGURE_BOX: _figure_box,
    ClutterKind.PEN: _pen,
    ClutterKind.SPARE_BASE: _spare_base,
}
