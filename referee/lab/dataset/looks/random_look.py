"""Random looks for training, more varied than the simulator's, from one family's assets."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster, Team
from referee.lab.dataset.looks.asset_family import AssetFamily
from referee.lab.dataset.looks.odd_pieces import any_colour
from referee.sim.art.looks.palette import TURFS, UNIFORMS
from referee.sim.art.looks.random_look import near, pick, random_look
from referee.sim.art.mesh import Rgb
from referee.sim.look import (
    Clutter,
    ClutterKind,
    FieldLook,
    FigureBuild,
    FigureLook,
    Lamp,
    SceneLook,
    TeamLook,
)

SIZES_PX = ((800, 450), (960, 540), (1280, 720), (1920, 1080))
SIZE_SHARES = (0.2, 0.4, 0.25, 0.15)
YAW_SPREADS_DEG = (2.0, 8.0, 18.0)
# Things scaled to about the size of a base: what a detector takes for one.
DECOYS = (
    (ClutterKind.CARD, 0.30),
    (ClutterKind.FIGURE_BOX, 0.13),
    (ClutterKind.PHONE, 0.19),
    (ClutterKind.DIE, 1.0),
)


def draw_random_look(
    profile: FieldProfile,
    roster: Roster,
    family: AssetFamily,
    rng: np.random.Generator,
    size_px: tuple[int, int] | None = None,
) -> SceneLook:
    """A look of this family; ``size_px`` None draws the picture's size as well."""
    size = size_px or SIZES_PX[int(rng.choice(len(SIZES_PX), p=SIZE_SHARES))]
    look = random_look(profile, roster, rng, size)
    field = _field(look.field, family, rng)
    teams = {team: _team(look.teams[team], field.turf, family, rng) for team in Team}
    spread = YAW_SPREADS_DEG[int(rng.integers(len(YAW_SPREADS_DEG)))]
    hard = rng.random() < 0.2
    lamps = tuple(_lamp(lamp, family, hard) for lamp in look.lamps)
    kept = tuple(c for c in look.clutter if c.kind is not ClutterKind.SPARE_BASE)
    return replace(
        look,
        field=field,
        teams=teams,
        figures={p.id: _figure(family, spread, rng) for p in roster},
        lamps=lamps,
        ambient=float(rng.uniform(0.03, 0.10)) if hard else look.ambient,
        clutter=kept + _decoys(profile, rng),
    )


def _field(drawn: FieldLook, family: AssetFamily, rng: np.random.Generator) -> FieldLook:
    turf = TURFS[pick(rng, family.turfs)]
    odd = rng.random() < family.odd_colours
    ground = any_colour(rng) if odd else near(rng, turf.turf, 0.045)
    names = [UNIFORMS[pick(rng, family.uniforms)].name for _ in range(2)]
    return replace(
        drawn,
        turf=ground,
        turf_stripe=None if rng.random() < 0.4 else near(rng, ground, 0.03),
        line=any_colour(rng) if rng.random() < 0.1 else drawn.line,
        left_end_zone=any_colour(rng) if odd else drawn.left_end_zone,
        right_end_zone=any_colour(rng) if odd else drawn.right_end_zone,
        left_text=names[0] if drawn.left_text else "",
        right_text=names[1] if drawn.right_text else "",
        numeral_font=pick(rng, family.numeral_fonts),
        centre_logo=pick(rng, family.logos),
        stadium=pick(rng, family.stadiums),
    )


def _team(drawn: TeamLook, turf: Rgb, family: AssetFamily, rng: np.random.Generator) -> TeamLook:
    wear = UNIFORMS[pick(rng, family.uniforms)]
    cloth = [wear.jersey, wear.pants, wear.helmet, wear.numerals]
    if rng.random() < family.odd_colours:
        cloth = [any_colour(rng) for _ in cloth]
    kind = rng.random()
    base = drawn.base
    if kind < 0.2:
        base = near(rng, turf, 0.06)  # board-coloured, as many are
    elif kind < 0.2 + family.odd_colours:
        base = any_colour(rng)
    jersey, pants, helmet, numerals = (near(rng, c, 0.03) for c in cloth)
    return replace(drawn, jersey=jersey, pants=pants, helmet=helmet, numerals=numerals, base=base)


def _figure(family: AssetFamily, spread_deg: float, rng: np.random.Generator) -> FigureLook:
    stances = family.stances
    builds = list(FigureBuild)
    return FigureLook(
        stance=stances[int(rng.integers(len(stances)))],
        build=builds[int(rng.integers(len(builds)))],
        scale=float(rng.uniform(0.82, 1.2)),
        yaw_deg=float(rng.normal(0.0, spread_deg)),
        lean_deg=float(abs(rng.normal(0.0, 3.5))),
        lean_toward_deg=float(rng.uniform(0.0, 360.0)),
        mirror=bool(rng.random() < 0.5),
    )


def _lamp(lamp: Lamp, family: AssetFamily, hard: bool) -> Lamp:
    return replace(
        lamp,
        gobo=family.gobo if lamp.gobo else 0,
        size_mm=min(lamp.size_mm, 30.0) if hard else lamp.size_mm,
    )


def _decoys(profile: FieldProfile, rng: np.random.Generator) -> tuple[Clutter, ...]:
    out = []
    for _ in range(int(rng.choice([0, 0, 2, 5, 8]))):
        kind, scale = DECOYS[int(rng.integers(len(DECOYS)))]
        x = float(rng.uniform(profile.metal_left_x_mm, profile.metal_right_x_mm))
        y = float(rng.uniform(profile.metal_near_y_mm, profile.metal_far_y_mm))
        size = scale * float(rng.uniform(0.6, 1.3))
        out.append(Clutter(kind, x, y, float(rng.uniform(0.0, 360.0)), any_colour(rng), size))
    return tuple(out)
