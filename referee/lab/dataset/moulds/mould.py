"""A figure's body in one pose, and what it is when it is moulded, painted and put on a base."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.lab.dataset.moulds.player_model import PARTS, PlayerModel
from referee.sim.art.mesh import (
    Float32,
    FloatArray,
    Material,
    Mesh,
    Rgb,
    join,
    mesh_of,
    rotation_about,
    scaling,
    shade,
    translation,
)
from referee.sim.art.primitives import sphere_grid
from referee.sim.look import FigureLook, TeamLook

# Figures are this high above their base, in mm, as their makers cast them.
_HEIGHT_MM = (22.0, 34.0)
# Points nearer than this share of the height are cast as one: moulds are coarse, pictures small.
_COARSE = 0.022
_HELMETS, _BARE_PLASTIC, _OWN_SKIN = 0.6, 0.25, 0.2
# A helmet's radius, as a share of the height.
_HELMET_RADIUS = (0.085, 0.125)
_DARKEST = 0.35
_PLATE_MM = 0.8


@dataclass(frozen=True)
class Mould:
    """``points`` at a height of 1, feet at 0, looking toward +x.

    ``parts`` and ``skin`` are those of the faces: which of `PARTS`, and the colour of its skin.
    """

    name: str
    points: FloatArray
    faces: np.ndarray
    parts: np.ndarray
    skin: FloatArray


def mould_of(player: PlayerModel, legs: int, torso: int) -> Mould:
    """A player in a pose, coarser."""
    points, faces, parts, skin, count = [], [], [], [], 0
    for part, surface, where in player.posed(legs, torso):
        picture = player.skins.get((part, surface.name))
        points.append(where)
        faces.append(surface.faces + count)
        parts.append(np.full(len(surface.faces), PARTS.index(part)))
        skin.append(_colours(picture, surface.places[surface.faces].mean(axis=1)))
        count += len(where)
    body = np.concatenate(points)
    low, high = body[:, 2].min(), body[:, 2].max()
    body = (body - [0.0, 0.0, low]) / max(high - low, 1e-6)
    body[:, :2] -= (body[:, :2].min(axis=0) + body[:, :2].max(axis=0)) / 2.0
    name = f"{player.name} {legs} {torso}"
    return _coarser(
        Mould(name, body, np.concatenate(faces), np.concatenate(parts), np.concatenate(skin))
    )


def mould_body(mould: Mould, team: TeamLook, figure: FigureLook, rng: np.random.Generator) -> Mesh:
    """The figure in mm, standing on a plate at z = 0 and looking toward +x but for its yaw."""
    colours = _paint(mould, team, rng)
    points = mould.points * [*rng.uniform(0.85, 1.2, 2), 1.0]
    # Quake's triangles run clockwise.
    body = mesh_of(points, mould.faces[:, ::-1], colours, Material.SATIN, crease_deg=60.0)
    parts = [body]
    if rng.random() < _HELMETS:
        parts.append(_helmet(points[mould.faces[mould.parts == PARTS.index("head")]], team, rng))
    height_mm = float(rng.uniform(*_HEIGHT_MM))
    cast = join(parts).transformed(translation(0.0, 0.0, _PLATE_MM) @ scaling(height_mm))
    mirror = scaling(1.0, -1.0 if figure.mirror else 1.0, 1.0)
    lean = rotation_about((rng.normal(), rng.normal(), 0.0), float(rng.normal(0.0, 5.0)))
    turn = rotation_about((0.0, 0.0, 1.0), figure.yaw_deg) @ lean @ mirror
    return join([cast.transformed(turn @ scaling(figure.scale)), _plate(team, rng)])


def _colours(picture: np.ndarray | None, places: FloatArray) -> FloatArray:
    if picture is None:
        return np.full((len(places), 3), 0.6)
    rows, columns = picture.shape[:2]
    at = np.floor((places % 1.0) * [columns, rows]).astype(int)
    return np.asarray(picture[at[:, 1] % rows, at[:, 0] % columns])


def _coarser(mould: Mould) -> Mould:
    """Points of one cell of a grid become one; what has no area left goes."""
    cells = np.round(mould.points / _COARSE).astype(np.int64)
    _, cell_of = np.unique(cells, axis=0, return_inverse=True)
    cell_of = cell_of.reshape(-1)
    count = np.bincount(cell_of)
    points = np.stack(
        [np.bincount(cell_of, weights=mould.points[:, k]) / count for k in range(3)], axis=1
    )
    faces = cell_of[mould.faces]
    whole = (
        (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 2] != faces[:, 0])
    )
    return Mould(mould.name, points, faces[whole], mould.parts[whole], mould.skin[whole])


def _paint(mould: Mould, team: TeamLook, rng: np.random.Generator) -> Float32:
    """Colours of the faces: bare plastic, by part with the skin's light and dark, or the skin."""
    luma = mould.skin @ [0.3, 0.59, 0.11]
    light = np.clip(luma / max(float(np.median(luma)), 0.05), _DARKEST, 1.6)[:, None]
    chance = rng.random()
    if chance < _OWN_SKIN:
        return np.asarray(np.clip(mould.skin * rng.uniform(0.8, 1.8), 0.0, 1.0), np.float32)
    if chance < _OWN_SKIN + _BARE_PLASTIC:
        plain = np.asarray(team.jersey if rng.random() < 0.7 else team.base)
        return np.asarray(np.clip(plain * (0.8 + 0.2 * light), 0.0, 1.0), np.float32)
    by_part = np.asarray([team.pants, team.jersey, team.skin])[mould.parts]
    depth = rng.uniform(0.1, 0.8)
    return np.asarray(np.clip(by_part * (1.0 - depth + depth * light), 0.0, 1.0), np.float32)


def _helmet(head: FloatArray, team: TeamLook, rng: np.random.Generator) -> Mesh:
    """A shell over the head with a bar before the face."""
    middle = np.median(head.reshape(-1, 3), axis=0)
    radius = float(rng.uniform(*_HELMET_RADIUS))
    points, faces = sphere_grid(10, 7)
    half = np.array([radius * rng.uniform(1.0, 1.2), radius, radius])
    shell = mesh_of(points * half + middle, faces, team.helmet, Material.GLOSSY, crease_deg=80.0)
    front = middle + np.array([half[0] * 0.85, 0.0, -0.35 * radius])
    bar = mesh_of(
        points * [0.35 * radius, 0.7 * radius, 0.12 * radius] + front,
        faces,
        shade(team.helmet, float(rng.uniform(0.2, 2.0))),
        Material.SATIN,
    )
    return join([shell, bar])


def _plate(team: TeamLook, rng: np.random.Generator) -> Mesh:
    """What holds the feet: a flat bar or disc."""
    points, faces = sphere_grid(10, 4)
    half = [float(rng.uniform(4.5, 9.0)), float(rng.uniform(3.0, 6.5)), _PLATE_MM]
    colour: Rgb = team.jersey if rng.random() < 0.5 else team.base
    return mesh_of(points * half + [0.0, 0.0, 0.3], faces, colour, Material.SATIN, crease_deg=80.0)
