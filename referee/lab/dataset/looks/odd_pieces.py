"""Odd pieces: bodies of random limbs, bases without figures, bases painted one by one."""

from __future__ import annotations

import colorsys
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from referee.core.roster import Player
from referee.lab.dataset.looks.asset_family import AssetFamily
from referee.lab.dataset.looks.rear_marks import choose_rear_mark, rear_mark
from referee.lab.dataset.moulds.mould import Mould, mould_body
from referee.sim.art.figures.bases import base_mesh
from referee.sim.art.figures.figures import STANDS_BACK_MM, figure_mesh
from referee.sim.art.lofts import limb
from referee.sim.art.mesh import Material, Mesh, Rgb, join, mesh_of, rotation_about, scaling
from referee.sim.art.mesh import translation as moved_by
from referee.sim.art.primitives import sphere_grid
from referee.sim.look import FigureLook, FrontMark, SceneLook, TeamLook

BARE_SHARE = 0.06
OWN_PAINT_SHARE = 0.25
SHELF_SHARE = 0.85
ALIKE_SHARE = 0.7
LEAST_FIGURE_MM = 3.0  # above the base's top, where dials and front marks end


def any_colour(rng: np.random.Generator) -> Rgb:
    """Any colour that plastic or paint comes in."""
    return colorsys.hsv_to_rgb(
        float(rng.random()), float(rng.beta(1.6, 1.2)), float(rng.uniform(0.06, 0.95))
    )


def make_pieces(
    family: AssetFamily, look: SceneLook, shelf: Sequence[Mould] = ()
) -> dict[str, Mesh]:
    """A mesh for every player; the same look and shelf give the same pieces.

    With moulds on a shelf most bodies are cast in these.
    """
    rng = np.random.default_rng([look.seed, 77])
    own_paint = rng.random() < OWN_PAINT_SHARE
    made = {p.id: _piece(p, look, family, rng, own_paint, shelf) for p in look.roster}
    return _with_rear_marks(made, look) if shelf else made


def _with_rear_marks(made: Mapping[str, Mesh], look: SceneLook) -> dict[str, Mesh]:
    """The same, with slots and paint at the rear of their bases; mostly a team's are alike."""
    rng = np.random.default_rng([look.seed, 78])
    of_team = {team: (choose_rear_mark(rng), any_colour(rng)) for team in look.teams}
    alike = rng.random() < ALIKE_SHARE
    seed = int(rng.integers(2**31))
    marked = {}
    for player in look.roster:
        kind, colour = of_team[player.team] if alike else (choose_rear_mark(rng), any_colour(rng))
        own = np.random.default_rng(seed) if alike else rng
        parts = rear_mark(player.base, look.teams[player.team], kind, colour, own)
        marked[player.id] = join([made[player.id], *parts]) if parts else made[player.id]
    return marked


def bare_players_of(meshes: Mapping[str, Mesh], look: SceneLook) -> frozenset[str]:
    """The players of whom there is only the base."""
    return frozenset(
        player.id
        for player in look.roster
        if meshes[player.id].vertices_mm[:, 2].max() < player.base.height_mm + LEAST_FIGURE_MM
    )


def _piece(
    player: Player,
    look: SceneLook,
    family: AssetFamily,
    rng: np.random.Generator,
    own_paint: bool,
    shelf: Sequence[Mould],
) -> Mesh:
    team = look.teams[player.team]
    if own_paint:
        team = replace(
            team,
            base=any_colour(rng),
            front_mark=list(FrontMark)[int(rng.integers(len(FrontMark)))],
            mark=any_colour(rng),
            dial=bool(rng.random() < 0.5),
            dial_colour=any_colour(rng),
        )
    parts = [base_mesh(player.base, team)]
    if rng.random() >= BARE_SHARE:
        body = _body(player, team, look.figures[player.id], family, rng, shelf)
        stretch = scaling(*(float(v) for v in rng.uniform(0.86, 1.16, 3)))
        place = moved_by(
            -STANDS_BACK_MM + float(rng.normal(0.0, 1.4)),
            float(rng.normal(0.0, 1.0)),
            player.base.height_mm,
        )
        parts.append(body.transformed(place @ stretch))
    return join(parts)


def _body(
    player: Player,
    team: TeamLook,
    figure: FigureLook,
    family: AssetFamily,
    rng: np.random.Generator,
    shelf: Sequence[Mould],
) -> Mesh:
    """A body from the shelf, of random limbs, or of the simulator's own moulds."""
    if shelf and rng.random() < SHELF_SHARE:
        return mould_body(shelf[int(rng.integers(len(shelf)))], team, figure, rng)
    if rng.random() < family.odd_moulds:
        return _odd_body(team, figure, rng)
    return figure_mesh(figure, team, player.number, False)


def _odd_body(team: TeamLook, figure: FigureLook, rng: np.random.Generator) -> Mesh:
    """Shoulders wider than deep, a head no further back than they are, arms, legs, a plate."""
    hips = np.array([float(rng.uniform(-3.0, 0.5)), 0.0, float(rng.uniform(8.0, 13.0))])
    chest = hips + _ahead(rng, (0.0, 6.0), (3.0, 9.0))
    head = chest + _ahead(rng, (0.2, 4.5), (1.0, 6.5))
    wide = float(rng.uniform(4.0, 7.5))
    skull = float(rng.uniform(2.4, 3.8))
    parts = [
        _ball(chest, (wide * float(rng.uniform(0.45, 0.75)), wide, 3.4), team.jersey),
        _ball((hips + chest) / 2, (3.0, 3.8, 5.0), team.jersey),
        _ball(head, (skull * float(rng.uniform(1.0, 1.25)), skull, skull), team.helmet),
        _ball(head + np.array([skull * 0.8, 0.0, -0.8]), (1.2, 1.5, 1.4), team.skin),
        _ball(np.array([0.0, 0.0, 0.5]), (7.0, 5.5, 0.6), team.jersey),
    ]
    for side in (-1.0, 1.0):
        shoulder = chest + np.array([0.0, side * wide * 0.85, 0.0])
        reach = rng.uniform([-3.0, -3.0, -8.0], [11.0, 5.0, 6.0])
        hand = shoulder + reach * [1.0, side, 1.0]
        elbow = (shoulder + hand) / 2 + [0.0, side * 1.5, -1.0]
        hand[2] = max(hand[2], 1.5)
        parts.append(limb([shoulder, elbow, hand], [1.9, 1.6, 1.3], 5, team.skin))
        foot = np.array([float(rng.uniform(-6.0, 6.0)), side * float(rng.uniform(1.5, 5.5)), 1.0])
        hip = hips + np.array([0.0, side * 2.0, 0.0])
        knee = (hip + foot) / 2 + [float(rng.uniform(0.0, 3.0)), 0.0, 0.0]
        parts.append(limb([hip, knee, foot], [2.4, 1.9, 1.5], 5, team.pants))
    turn = rotation_about((0.0, 0.0, 1.0), figure.yaw_deg)
    return join(parts).transformed(turn @ scaling(figure.scale))


def _ahead(
    rng: np.random.Generator, forward: tuple[float, float], up: tuple[float, float]
) -> np.ndarray:
    return np.array([float(rng.uniform(*forward)), 0.0, float(rng.uniform(*up))])


def _ball(centre: np.ndarray, half: tuple[float, float, float], colour: Rgb) -> Mesh:
    points, faces = sphere_grid(9, 6)
    return mesh_of(points * half + centre, faces, colour, Material.SATIN, crease_deg=80.0)
