"""A base as a true-scale drawing: its outline, coloured by what the rules call each part."""

from __future__ import annotations

import math

import numpy as np

from referee.core.geometry.base_shape import BasePart, BaseShape, FloatArray
from referee.loaders.formats.vector_picture import VectorPicture

_INK, _BODY = "#222222", "#e9e6dc"
_COLOURS = {
    BasePart.FRONT: "#d22b2b",
    BasePart.FRONT_LEFT: "#e88a1c",
    BasePart.FRONT_RIGHT: "#e88a1c",
    BasePart.LEFT: "#2b6cb0",
    BasePart.RIGHT: "#2b6cb0",
    BasePart.BACK_LEFT: "#6b7a8f",
    BasePart.BACK_RIGHT: "#6b7a8f",
    BasePart.BACK: "#3f4a5a",
}
_LEGEND = (
    ("front", BasePart.FRONT),
    ("front corners", BasePart.FRONT_LEFT),
    ("sides", BasePart.LEFT),
    ("back corners", BasePart.BACK_LEFT),
    ("back", BasePart.BACK),
)


def draw_base(shape: BaseShape) -> VectorPicture:
    """The outline from above, front to the right, with its parts and sizes."""
    a, b = shape.length_mm / 2, shape.width_mm / 2
    picture = VectorPicture(-a - 7, -b - 7, a + 17, b + 5)
    picture.polygon(shape.outline_mm(), _BODY)
    for part, piece in outline_pieces(shape):
        picture.line(piece, _COLOURS[part], 0.5)
    picture.line([(-2.0, 0.0), (a * 0.5, 0.0)], _INK, 0.15)
    picture.polygon([(a * 0.5 + 1.4, 0.0), (a * 0.5, 0.6), (a * 0.5, -0.6)], _INK)
    picture.words(-2.5, -0.4, "heading", 0.9, _INK, "end")
    picture.words(0.0, -b - 3.5, f"{shape.length_mm:.2f} mm", 1.1, _INK)
    picture.line([(-a, -b - 1.8), (a, -b - 1.8)], _INK, 0.1)
    picture.words(-a - 2.0, 0.6, f"{shape.width_mm:.2f}", 1.1, _INK, "end")
    picture.words(-a - 2.0, -1.4, "mm", 1.1, _INK, "end")
    picture.line([(-a - 1.5, -b), (-a - 1.5, b)], _INK, 0.1)
    picture.words(-a - 5, b + 2.4, shape.name, 1.3, _INK, "start")
    for i, (name, part) in enumerate(_LEGEND):
        y = b - 2.0 - 2.4 * i
        picture.line([(a + 3, y + 0.5), (a + 5, y + 0.5)], _COLOURS[part], 0.5)
        picture.words(a + 6, y, name, 1.0, _INK, "start")
    return picture


def outline_pieces(shape: BaseShape) -> list[tuple[BasePart, FloatArray]]:
    """The outline cut where one part ends and the next begins: arcs and straight edges in turn."""
    points = shape.skeleton
    step = np.roll(points, -1, axis=0) - points
    facing = np.arctan2(step[:, 1], step[:, 0]) - math.pi / 2
    pieces: list[tuple[BasePart, FloatArray]] = []
    for i, corner in enumerate(points):
        sweep = (facing[i] - facing[i - 1]) % (2.0 * math.pi)
        arc = corner + shape.radius_mm * _unit(facing[i - 1] + sweep * np.linspace(0.0, 1.0, 13))
        pieces.append((shape.vertex_parts[i], arc))
        following = points[(i + 1) % len(points)]
        edge = np.array([corner, following]) + shape.radius_mm * _unit(facing[i : i + 1])
        pieces.append((shape.edge_parts[i], edge))
    return pieces


def _unit(angles: FloatArray) -> FloatArray:
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)
