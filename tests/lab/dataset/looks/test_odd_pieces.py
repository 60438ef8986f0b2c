"""Bases that nobody stands on are known."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from referee.core.geometry.base_shape import rounded_rectangle
from referee.lab.dataset.looks.odd_pieces import bare_players_of
from referee.sim.art.figures.bases import base_mesh
from referee.sim.art.mesh import Material, join, mesh_of
from referee.sim.art.primitives import sphere_grid
from referee.sim.look import FrontMark, TeamLook


def test_a_base_with_a_dial_and_a_mark_alone_is_bare():
    shape = rounded_rectangle("b", 27.0, 20.0, 2.0, 3.0)
    paint = (0.5, 0.5, 0.5)
    team = TeamLook(*(paint,) * 4, front_mark=FrontMark.ARROW)
    base = base_mesh(shape, team)
    points, faces = sphere_grid(9, 6)
    body = mesh_of(points * 5.0 + np.array([0.0, 0.0, 12.0]), faces, paint, Material.SATIN)
    roster = [SimpleNamespace(id=name, base=shape) for name in ("H1", "H2")]
    meshes = {"H1": base, "H2": join([base, body])}
    assert bare_players_of(meshes, SimpleNamespace(roster=roster)) == {"H1"}
