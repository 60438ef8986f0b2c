"""A helmet with its opening, face mask and stripe; origin at its middle, face toward +x."""

from __future__ import annotations

import math

import numpy as np

from referee.sim.art.lofts import loft, oval
from referee.sim.art.mesh import FloatArray, Material, Mesh, Rgb, join, mesh_of
from referee.sim.art.primitives import sphere_grid
from referee.sim.look import TeamLook

SHELL_MM = (3.55, 3.05, 3.4)
JAW_Z_MM = -2.75


def helmet_mesh(team: TeamLook, detailed: bool) -> Mesh:
    """The head of a figure."""
    sides, rows = (14, 8) if detailed else (10, 6)
    parts = [_shell(team, sides, rows), _stripe(_stripe_colour(team), 7 if detailed else 4)]
    if detailed:
        parts += _mask(_mask_colour(team))
    return join(parts)


def _shell(team: TeamLook, sides: int, rows: int) -> Mesh:
    sphere, faces = sphere_grid(sides, rows)
    points = sphere * np.asarray(SHELL_MM)
    points[:, 0] *= np.where(sphere[:, 0] < 0.0, 1.06, 1.0)
    points[:, 2] = np.maximum(points[:, 2], JAW_Z_MM)
    azimuth = np.degrees(np.arctan2(sphere[:, 1], sphere[:, 0]))
    height = np.degrees(np.arcsin(np.clip(sphere[:, 2], -1.0, 1.0)))
    opening = (np.abs(azimuth) < 55.0) & (height > -75.0) & (height < 12.0)
    points[opening] *= (0.80, 0.86, 0.95)
    middle = sphere[faces].mean(axis=1)
    facing = np.degrees(np.arctan2(middle[:, 1], middle[:, 0]))
    raised = np.degrees(np.arcsin(middle[:, 2] / np.linalg.norm(middle, axis=1)))
    face = (np.abs(facing) < 52.0) & (raised < 14.0) & (raised > -72.0)
    colours = np.where(face[:, None], team.skin, team.helmet).astype(np.float32)
    shell = mesh_of(points, faces, colours, Material.GLOSSY, crease_deg=46.0)
    materials = np.where(
        np.abs(shell.colours - np.array(team.helmet, dtype=np.float32)).max(axis=1) < 1e-6,
        Material.GLOSSY,
        Material.SKIN,
    ).astype(np.uint8)
    return Mesh(
        shell.vertices_mm, shell.triangles, shell.colours, materials, shell.normals, shell.alpha
    )


def _stripe(colour: Rgb, steps: int) -> Mesh:
    """A band over the crown, a hair above the shell."""
    half = np.array([0.0, 0.5, 0.0])
    rows: list[FloatArray] = []
    for angle in np.radians(np.linspace(18.0, 205.0, steps + 1)):
        c, s = math.cos(angle), math.sin(angle)
        back = 1.06 if c < 0.0 else 1.0
        centre = np.array([SHELL_MM[0] * back * c, 0.0, SHELL_MM[2] * s]) * 1.025
        rows.append(np.stack([centre - half, centre + half]))
    points = np.concatenate(rows)
    k = 2 * np.arange(steps)
    faces = np.concatenate(
        [np.stack([k, k + 1, k + 3], axis=1), np.stack([k, k + 3, k + 2], axis=1)]
    )
    return mesh_of(points, faces, colour, Material.GLOSSY, crease_deg=60.0)


def _mask(colour: Rgb) -> list[Mesh]:
    """Two bars round the face and one down the middle."""
    bars = [_rod(_arc(z, reach), 0.27, colour) for z, reach in ((-0.75, 4.35), (-1.95, 4.25))]
    down = np.array([[3.75, 0.0, 0.7], [4.4, 0.0, -0.75], [4.2, 0.0, -2.0]])
    return [*bars, _rod(down, 0.22, colour)]


def _arc(z_mm: float, reach_mm: float) -> FloatArray:
    angles = np.radians([-68.0, -36.0, 0.0, 36.0, 68.0])
    return np.stack([reach_mm * np.cos(angles), 2.95 * np.sin(angles), np.full(5, z_mm)], axis=1)


def _rod(path_mm: FloatArray, radius_mm: float, colour: Rgb) -> Mesh:
    rings = []
    for k, p in enumerate(path_mm):
        along = path_mm[min(k + 1, len(path_mm) - 1)] - path_mm[max(k - 1, 0)]
        along = along / np.linalg.norm(along)
        side = np.cross(along, (0.31, 0.17, 0.93))
        side /= np.linalg.norm(side)
        rings.append(oval(p, side * radius_mm, np.cross(along, side) * radius_mm, 3))
    return loft(rings, colour, Material.GLOSSY, crease_deg=100.0)


def _stripe_colour(team: TeamLook) -> Rgb:
    """The first of the team's colours that shows against the shell."""
    for colour in (team.numerals, team.jersey, team.pants):
        if sum(abs(a - b) for a, b in zip(colour, team.helmet, strict=True)) > 0.6:
            return colour
    return (0.9, 0.9, 0.88) if sum(team.helmet) < 1.5 else (0.1, 0.1, 0.11)


def _mask_colour(team: TeamLook) -> Rgb:
    """A mask is grey or white unless that would vanish against the shell."""
    pale = (0.86, 0.86, 0.84)
    dark = (0.22, 0.23, 0.25)
    return dark if sum(team.helmet) > 2.1 else pale
