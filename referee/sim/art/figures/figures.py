"""A whole moulded figure, and the piece it makes together with its base."""

from __future__ import annotations

import numpy as np

from referee.core.roster import Player
from referee.sim.art.figures.bases import base_mesh
from referee.sim.art.figures.bodies import (
    arm_mesh,
    ball_mesh,
    foot_plate_mesh,
    leg_mesh,
    pads_mesh,
    peg_mesh,
    shoe_mesh,
    torso_mesh,
)
from referee.sim.art.figures.helmets import helmet_mesh
from referee.sim.art.figures.numbers import NumberPatch, number_mesh
from referee.sim.art.figures.skeleton import Skeleton, skeleton_of
from referee.sim.art.mesh import (
    FloatArray,
    Mesh,
    join,
    rotation_about,
    scaling,
    translation,
)
from referee.sim.look import FigureLook, SceneLook, TeamLook

STANDS_BACK_MM = 1.0  # figures stand a little behind the middle of their base


def piece_mesh(player: Player, look: SceneLook) -> Mesh:
    """Base and figure in the base frame: z up from the underside, front toward +x."""
    team = look.teams[player.team]
    figure = figure_mesh(look.figures[player.id], team, player.number)
    stand = translation(-STANDS_BACK_MM, 0.0, player.base.height_mm)
    return join([base_mesh(player.base, team), figure.transformed(stand)])


def figure_mesh(figure: FigureLook, team: TeamLook, number: int, detailed: bool = True) -> Mesh:
    """One figure standing on z = 0 and looking toward +x (turned by its own yaw and lean)."""
    bones = skeleton_of(figure.stance, figure.build)
    sides = 8 if detailed else 6
    cloth = [torso_mesh(bones, team, sides + 2), pads_mesh(bones, team, sides)]
    parts = [*cloth, _helmet(bones, team, detailed)]
    thin = 6 if detailed else 4
    parts += [arm_mesh(arm, bones, team, thin) for arm in bones.arms]
    parts += [leg_mesh(leg, bones, team, thin) for leg in bones.legs]
    parts += [
        shoe_mesh(leg, toe, bones, thin) for leg, toe in zip(bones.legs, bones.toes, strict=True)
    ]
    parts.append(foot_plate_mesh(bones, team.jersey))
    parts += [peg_mesh(leg.end, team.jersey) for leg in bones.legs if leg.end[2] > 3.5]
    ball = ball_mesh(bones)
    if ball is not None:
        parts.append(ball)
    body = join(parts).transformed(_mirror(figure))
    surface = np.concatenate(
        [m.transformed(_mirror(figure)).vertices_mm[m.triangles] for m in cloth]
    )
    digits = [
        number_mesh(number, patch, surface.astype(float), team.numerals)
        for patch in _patches(bones, figure.mirror, detailed)
    ]
    whole = join([body, *(d for d in digits if d is not None)])
    return whole.transformed(_stand(figure))


def _helmet(bones: Skeleton, team: TeamLook, detailed: bool) -> Mesh:
    face = bones.face
    left = np.cross((0.0, 0.0, 1.0), face)
    left = left / np.linalg.norm(left)
    place = np.eye(4)
    place[:3, :3] = np.stack([face, left, np.cross(face, left)], axis=1)
    place[:3, 3] = bones.head
    return helmet_mesh(team, detailed).transformed(place)


def _patches(bones: Skeleton, mirror: bool, detailed: bool) -> list[NumberPatch]:
    """Back, chest and the tops of both shoulders; numbers are never mirrored with their figure."""
    flip = np.array([1.0, -1.0 if mirror else 1.0, 1.0])
    forward, up = bones.chest_frame[0] * flip, bones.chest_frame[2] * flip
    left = np.cross(up, forward)
    chest = bones.chest * flip
    back = NumberPatch(chest - up * 1.1, -left, up, -forward, 4.6, 0.75, 4)
    front = NumberPatch(chest - up * 1.6, left, up, forward, 3.6, 0.6)
    if not detailed:
        return [NumberPatch(back.middle_mm, -left, up, -forward, 4.6, 0.75, cuts=1)]
    reach = 4.7 * bones.girth.shoulder
    shoulders = [
        NumberPatch(
            chest + left * side * reach, forward * side, left * side * -1.0, up, 2.0, 0.42, 1
        )
        for side in (-1.0, 1.0)
    ]
    return [back, front, *shoulders]


def _mirror(figure: FigureLook) -> FloatArray:
    return scaling(1.0, -1.0, 1.0) if figure.mirror else np.eye(4)


def _stand(figure: FigureLook) -> FloatArray:
    """Scale, lean (about the feet) and yaw, in this order."""
    toward = np.radians(figure.lean_toward_deg)
    axis = (-np.sin(toward), np.cos(toward), 0.0)
    lean = rotation_about(axis, figure.lean_deg)
    return np.asarray(rotation_about((0, 0, 1), figure.yaw_deg) @ lean @ scaling(figure.scale))
