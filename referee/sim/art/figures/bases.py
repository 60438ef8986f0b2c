"""The base under a figure: its true outline, a dial, and the marks of its front.

Base frame: z up from the underside, x toward the front, y toward the left. Whatever is moulded or
painted on the top stands at most 0.1 mm proud, so a base's edge is the outline and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from referee.core.geometry.base_shape import BaseShape
from referee.sim.art.lofts import loft, oval
from referee.sim.art.mesh import FloatArray, Material, Mesh, Rgb, join, shade
from referee.sim.art.primitives import half_plate, inset, prism, relief
from referee.sim.look import FrontMark, TeamLook

PAINT_MM = 0.04
BEVEL_MM = 0.12
BEVEL_DROP_MM = 0.03  # so shallow that the edge one sees is the outline at the top's height
ROUND_CORNERS_DEG, FLAT_TOP_DEG = 30.0, 8.0  # edges flatter than this look round
UNDERSIDE_MM = 0.7  # the body floats on its prongs by this much
CHORD_SAGITTA_MM = 0.03


def base_mesh(shape: BaseShape, team: TeamLook) -> Mesh:
    """One base of this shape in this team's plastic, without its figure."""
    parts = [_body(shape, team), *_underside(shape, team), *_ribs(shape, team)]
    if team.dial:
        parts += _dial(shape, team)
    parts += front_mark(shape, team)
    return join(parts)


def _body(shape: BaseShape, team: TeamLook) -> Mesh:
    outline = shape.outline_mm(CHORD_SAGITTA_MM)
    side = _side_material(team)
    edge_mm = shape.height_mm - BEVEL_DROP_MM
    rings = [
        np.column_stack([points, np.full(len(points), z_mm)])
        for points, z_mm in (
            (outline, UNDERSIDE_MM),
            (outline, edge_mm),
            (inset(outline, BEVEL_MM), shape.height_mm),
        )
    ]
    lower = half_plate(rings[:2], False, team.base, side, ROUND_CORNERS_DEG)
    upper = half_plate(rings[1:], True, team.base, Material.BASE_TOP, FLAT_TOP_DEG)
    return join([lower, upper]).painted(alpha=team.base_alpha)


def _side_material(team: TeamLook) -> Material:
    if team.base_alpha < 1.0:
        return Material.TRANSLUCENT
    return Material.GLOSSY if team.base_gloss > 0.5 else Material.SATIN


def _underside(shape: BaseShape, team: TeamLook) -> list[Mesh]:
    """The prongs it walks on and the rod of the dial: seen when the figure has fallen over."""
    x, y = shape.length_mm * 0.30, shape.width_mm * 0.30
    dark = shade(team.base, 0.55)
    prongs = [
        loft(
            [
                oval((sx * x, sy * y, 0.9), (0.36, 0, 0), (0, 0.36, 0), 3),
                oval((sx * x - 1.2, sy * y, 0.0), (0.22, 0, 0), (0, 0.22, 0), 3),
            ],
            dark,
        )
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]
    recess = prism(inset(shape.outline_mm(0.3), 1.6), UNDERSIDE_MM - 0.05, UNDERSIDE_MM + 0.2, dark)
    return [recess, *prongs]


def _ribs(shape: BaseShape, team: TeamLook) -> list[Mesh]:
    """Two thin ridges along the sides, as the mould leaves them."""
    light = shade(team.base, 1.12)
    y = shape.width_mm / 2 - max(1.4, shape.width_mm * 0.09)
    limit = shape.length_mm * 0.36
    back, front = _span_at(inset(shape.outline_mm(CHORD_SAGITTA_MM), 1.0), y + 0.3)
    back, front = max(back, -limit), min(front, limit)
    if front <= back:
        return []
    top = shape.height_mm + 0.07
    return [
        _bar((back, s * y), (front, s * y), 0.55, top, light).painted(alpha=team.base_alpha)
        for s in (-1, 1)
    ]


def _span_at(outline: FloatArray, y_mm: float) -> tuple[float, float]:
    """Where a line of constant y enters and leaves a convex outline."""
    a, b = outline, np.roll(outline, -1, axis=0)
    crossing = (a[:, 1] > y_mm) != (b[:, 1] > y_mm)
    a, b = a[crossing], b[crossing]
    if len(a) == 0:
        return 0.0, 0.0
    x = a[:, 0] + (b[:, 0] - a[:, 0]) * (y_mm - a[:, 1]) / (b[:, 1] - a[:, 1])
    return float(x.min()), float(x.max())


def _dial(shape: BaseShape, team: TeamLook) -> list[Mesh]:
    """A round insert in the rear third with a rim, spokes and the notch a coach turns it by."""
    x = -shape.length_mm * 0.20
    r = min(4.6, shape.width_mm * 0.24, shape.length_mm * 0.5 + x - 1.0)
    z = shape.height_mm
    dark, light = shade(team.dial_colour, 0.45), shade(team.dial_colour, 1.1)
    parts = [
        _round(x, r, z + 0.03, dark),
        _round(x, r * 0.88, z + 0.06, team.dial_colour),
    ]
    for angle in np.radians([20.0, 110.0]):
        c, s = float(np.cos(angle)) * r * 0.78, float(np.sin(angle)) * r * 0.78
        parts.append(_bar((x - c, -s), (x + c, s), r * 0.16, z + 0.08, dark))
    return [*parts, _round(x, r * 0.24, z + 0.1, light)]


def _round(x_mm: float, radius_mm: float, top_mm: float, colour: Rgb) -> Mesh:
    ring = oval((x_mm, 0, 0), (radius_mm, 0, 0), (0, radius_mm, 0), 18)[:, :2]
    return relief(ring, top_mm - 0.1, top_mm, colour)


def front_mark(shape: BaseShape, team: TeamLook) -> list[Mesh]:
    """The parts of the mark by which a base shows its front."""
    marks: dict[FrontMark, Callable[[], list[Mesh]]] = {
        FrontMark.NONE: list,
        FrontMark.EDGE: lambda: [_front_strip(shape, team.mark, 0.0, 1.7)],
        FrontMark.BAR: lambda: [_front_strip(shape, team.mark, 2.2, 3.9)],
        FrontMark.ARROW: lambda: [_arrow(shape, team.mark)],
        FrontMark.NOTCH: lambda: [_notch(shape, team)],
        FrontMark.DOT: lambda: [_dot(shape, team.mark)],
    }
    return marks[team.front_mark]()


def _front_strip(shape: BaseShape, colour: Rgb, from_mm: float, to_mm: float) -> Mesh:
    """Paint between two distances behind the front edge, cut to the outline."""
    front = shape.length_mm / 2
    outline = inset(shape.outline_mm(CHORD_SAGITTA_MM), BEVEL_MM)
    strip = _clip_x(_clip_x(outline, front - to_mm, keep_above=True), front - from_mm, False)
    return _paint(strip, shape.height_mm, colour)


def _arrow(shape: BaseShape, colour: Rgb) -> Mesh:
    tip = shape.length_mm / 2 - 1.2
    w = shape.width_mm * 0.17
    return _paint(
        np.array([[tip, 0.0], [tip - 1.5 * w, w], [tip - 1.5 * w, -w]]), shape.height_mm, colour
    )


def _notch(shape: BaseShape, team: TeamLook) -> Mesh:
    """A dark groove across the middle of the front edge, no deeper than its own shadow."""
    front = shape.length_mm / 2 - BEVEL_MM
    w = shape.width_mm * 0.09
    corners = np.array([[front, -w], [front, w], [front - 1.6, w * 0.5], [front - 1.6, -w * 0.5]])
    return _paint(corners, shape.height_mm, shade(team.base, 0.35))


def _dot(shape: BaseShape, colour: Rgb) -> Mesh:
    r = min(1.7, shape.width_mm * 0.09)
    ring = oval((shape.length_mm / 2 - r - 1.3, 0, 0), (r, 0, 0), (0, r, 0), 14)[:, :2]
    return _paint(ring, shape.height_mm, colour)


def _paint(outline_mm: FloatArray, z_mm: float, colour: Rgb) -> Mesh:
    """A patch of paint on the top: a convex outline (n, 2), counter-clockwise."""
    return relief(outline_mm, z_mm - 0.02, z_mm + PAINT_MM, colour)


def _bar(
    start_mm: tuple[float, float],
    end_mm: tuple[float, float],
    width_mm: float,
    top_mm: float,
    colour: Rgb,
) -> Mesh:
    a, b = np.array(start_mm), np.array(end_mm)
    along = (b - a) / np.linalg.norm(b - a)
    side = np.array([-along[1], along[0]]) * width_mm / 2
    return relief(np.array([a - side, b - side, b + side, a + side]), top_mm - 0.12, top_mm, colour)


def _clip_x(outline: FloatArray, x_mm: float, keep_above: bool) -> FloatArray:
    """The part of a convex outline on one side of x = ``x_mm`` (Sutherland-Hodgman)."""
    sign = 1.0 if keep_above else -1.0
    out = []
    for a, b in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        da, db = sign * (a[0] - x_mm), sign * (b[0] - x_mm)
        if da >= 0.0:
            out.append(a)
        if (da > 0.0 > db) or (da < 0.0 < db):
            out.append(a + (b - a) * (da / (da - db)))
    return np.array(out)
