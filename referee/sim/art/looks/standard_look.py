"""The look of a usual game night, the same for the same seed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster, Team
from referee.sim.art.looks.camera_framing import frame_camera
from referee.sim.art.looks.palette import TURFS, UNIFORMS, Uniform
from referee.sim.art.looks.random_look import random_look
from referee.sim.art.props.clutter_places import scatter_clutter
from referee.sim.look import (
    ClutterKind,
    FieldLook,
    FigureBuild,
    FigureLook,
    FrontMark,
    Lamp,
    SceneLook,
    SensorLook,
    Stance,
    TeamLook,
)

__all__ = ["frame_camera", "random_look", "standard_look"]

WIDTH_PX, HEIGHT_PX = 1920, 1080

# A line-up's worth of moulds, in the order figures come out of the box.
USUAL_STANCES = (
    (Stance.THREE_POINT, FigureBuild.HEAVY),
    (Stance.BLOCKING, FigureBuild.HEAVY),
    (Stance.THREE_POINT, FigureBuild.REGULAR),
    (Stance.BLOCKING, FigureBuild.REGULAR),
    (Stance.BLOCKING, FigureBuild.HEAVY),
    (Stance.RUNNING, FigureBuild.REGULAR),
    (Stance.UPRIGHT, FigureBuild.REGULAR),
    (Stance.RUNNING, FigureBuild.SLIM),
    (Stance.TACKLING, FigureBuild.REGULAR),
    (Stance.REACHING, FigureBuild.SLIM),
    (Stance.TACKLING, FigureBuild.REGULAR),
)


def standard_look(profile: FieldProfile, roster: Roster, seed: int = 0) -> SceneLook:
    """A tidy table in the evening: a lamp beside it, a dim room, a webcam straight above."""
    rng = np.random.default_rng([seed, 1])
    home, away = (UNIFORMS[k] for k in _two_of_contrast(rng, seed))
    turf = TURFS[0 if seed == 0 else int(rng.integers(0, 4))]
    return SceneLook(
        roster=roster,
        camera=frame_camera(profile, None, WIDTH_PX, HEIGHT_PX),
        field=FieldLook(
            turf=turf.turf,
            turf_stripe=turf.stripe,
            line=turf.line,
            left_end_zone=_deep(home),
            right_end_zone=_deep(away),
            left_text=home.name,
            right_text=away.name,
            numeral_font=(0, 2, 3)[seed % 3],
            centre_logo=1 + seed % 6,
            wear=0.2,
            gloss=0.35,
            stadium=1,
            seed=seed,
        ),
        teams={
            Team.HOME: replace(_dressed(home), front_mark=FrontMark.NONE),
            Team.AWAY: replace(
                _dressed(away), base=(0.90, 0.90, 0.88), dial_colour=(0.75, 0.14, 0.12)
            ),
        },
        figures=_figures(roster, rng),
        lamps=_evening_lamps(profile),
        ambient=0.2,
        clutter=scatter_clutter(
            profile, rng, (ClutterKind.CUP, ClutterKind.DIE, ClutterKind.STICK)
        ),
        sensor=SensorLook(),
        seed=seed,
    )


def _two_of_contrast(rng: np.random.Generator, seed: int) -> tuple[int, int]:
    """Two uniforms a referee can tell apart from above."""
    if seed == 0:
        return 0, 5
    order = rng.permutation(len(UNIFORMS))
    first = int(order[0])
    for k in order[1:]:
        gap = np.subtract(UNIFORMS[first].jersey, UNIFORMS[int(k)].jersey)
        if float(np.abs(gap).sum()) > 0.9:
            return first, int(k)
    return first, int(order[1])


def _dressed(uniform: Uniform) -> TeamLook:
    return TeamLook(
        jersey=uniform.jersey,
        pants=uniform.pants,
        helmet=uniform.helmet,
        numerals=uniform.numerals,
    )


def _deep(uniform: Uniform) -> tuple[float, float, float]:
    """The team's strongest colour, for its end zone."""
    return min((uniform.jersey, uniform.numerals, uniform.helmet), key=sum)


def _figures(roster: Roster, rng: np.random.Generator) -> dict[str, FigureLook]:
    """Moulds by place in the team; hand-glued, so never quite straight."""
    figures = {}
    seen = {Team.HOME: 0, Team.AWAY: 0}
    for player in roster:
        stance, build = USUAL_STANCES[seen[player.team] % len(USUAL_STANCES)]
        seen[player.team] += 1
        figures[player.id] = FigureLook(
            stance=stance,
            build=build,
            scale=float(rng.normal(1.0, 0.015)),
            yaw_deg=float(rng.normal(0.0, 4.0)),
            lean_deg=float(abs(rng.normal(0.0, 1.5))),
            lean_toward_deg=float(rng.uniform(0.0, 360.0)),
            mirror=bool(rng.random() < 0.4),
        )
    return figures


def _evening_lamps(profile: FieldProfile) -> tuple[Lamp, ...]:
    middle_x, middle_y = profile.x_mm(50.0), profile.width_mm / 2
    span = profile.goal_to_goal_mm
    return (
        Lamp((middle_x - 0.62 * span, middle_y + 0.46 * span, 820.0), 110.0, 0.98),
        Lamp((middle_x + 0.7 * span, middle_y - 0.35 * span, 1900.0), 300.0, 0.14),
    )
