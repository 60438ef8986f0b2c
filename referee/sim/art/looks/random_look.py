"""Looks drawn at random over every setting, so that nothing trained on them learns one night."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from referee.core.field.field_profile import FieldProfile
from referee.core.roster import Roster, Team
from referee.sim.art.looks.camera_framing import frame_camera
from referee.sim.art.looks.palette import (
    BASES,
    DIALS,
    END_ZONES,
    MARKS,
    SKINS,
    SLEEVES,
    TABLES,
    TURFS,
    UNIFORMS,
)
from referee.sim.art.looks.random_light import random_lamps, random_sensor, white_level
from referee.sim.art.mesh import Rgb
from referee.sim.art.print.lettering import STYLES
from referee.sim.art.print.logos import LOGO_COUNT
from referee.sim.art.props.clutter_places import scatter_clutter
from referee.sim.look import (
    ClutterKind,
    FieldLook,
    FigureBuild,
    FigureLook,
    FrontMark,
    SceneLook,
    Stance,
    TeamLook,
)

T = TypeVar("T")

SIZES_PX = ((1920, 1080), (1280, 720), (1600, 1200), (2560, 1440))
RIMS: tuple[Rgb, ...] = ((0.55, 0.57, 0.60), (0.12, 0.12, 0.13), (0.85, 0.84, 0.80))
BORDERS: tuple[Rgb, ...] = ((0.88, 0.88, 0.86), (0.80, 0.78, 0.70))
TEXTS = ("HOME", "VISITORS", "TOUCHDOWN", "GAME DAY", "ELECTRIC", "")


def random_look(
    profile: FieldProfile,
    roster: Roster,
    rng: np.random.Generator,
    size_px: tuple[int, int] | None = (1920, 1080),
) -> SceneLook:
    """One look out of a wide range; ``size_px`` None draws the picture's size as well."""
    width, height = size_px or pick(rng, SIZES_PX)
    first, second = (int(k) for k in rng.choice(len(UNIFORMS), 2, replace=False))
    turf = TURFS[int(rng.choice(len(TURFS), p=_mostly_first(len(TURFS))))]
    field = _field(rng, turf.turf, turf.stripe, turf.line, (first, second))
    home, away = _team(rng, first, field.turf), _team(rng, second, field.turf)
    if rng.random() < 0.3:
        away = replace(away, base=home.base, base_alpha=home.base_alpha)
    if rng.random() < 0.5:
        away = replace(away, front_mark=home.front_mark, dial=home.dial)
    spread = float(rng.choice([1.0, 6.0, 14.0], p=[0.3, 0.5, 0.2]))
    count = int(rng.integers(0, 8))
    kinds = list(ClutterKind)
    clutter = scatter_clutter(
        profile,
        rng,
        [pick(rng, kinds) for _ in range(count)],
        on_board_share=float(rng.choice([0.0, 0.35])),
        rim_mm=field.rim_width_mm + 3.0,
    )
    lamps = random_lamps(profile, rng)
    ambient = float(rng.uniform(0.10, 0.48))
    return SceneLook(
        roster=roster,
        camera=frame_camera(profile, rng, width, height),
        field=field,
        teams={Team.HOME: home, Team.AWAY: away},
        figures={p.id: _figure(rng, spread) for p in roster},
        lamps=lamps,
        ambient=ambient,
        table=near(rng, pick(rng, TABLES), 0.05),
        table_texture=int(rng.integers(0, 3)),
        clutter=clutter,
        sensor=random_sensor(rng, white_level(profile, lamps, ambient), field.turf),
        sleeve=near(rng, pick(rng, SLEEVES), 0.05),
        hand_skin=near(rng, pick(rng, SKINS), 0.03),
        seed=int(rng.integers(0, 2**31)),
    )


def _field(
    rng: np.random.Generator,
    turf: Rgb,
    stripe: Rgb | None,
    line: Rgb,
    teams: tuple[int, int],
) -> FieldLook:
    """A print nobody has seen before: greens, end zones, letters, logo, wear, gloss, rim."""
    hue = float(rng.normal(0.0, 0.012))
    light = float(rng.uniform(0.85, 1.18))
    own_names = rng.random() < 0.6
    names = [UNIFORMS[k].name if own_names else pick(rng, TEXTS) for k in teams]
    if rng.random() < 0.2:
        stripe = None
    return FieldLook(
        turf=_turned(turf, hue, light),
        turf_stripe=None if stripe is None else _turned(stripe, hue, light),
        line=near(rng, line, 0.03),
        line_width_mm=float(rng.uniform(0.7, 2.0)),
        left_end_zone=near(rng, pick(rng, (*END_ZONES, turf)), 0.04),
        right_end_zone=near(rng, pick(rng, (*END_ZONES, turf)), 0.04),
        left_text=names[0],
        right_text=names[1],
        border=near(rng, pick(rng, (*BORDERS, line)), 0.04),
        numeral_font=int(rng.integers(len(STYLES))),
        centre_logo=int(rng.integers(0, LOGO_COUNT + 1)),
        wear=float(rng.beta(1.2, 2.2)),
        gloss=float(rng.beta(1.3, 2.0)),
        rim=near(rng, pick(rng, RIMS), 0.06),
        rim_width_mm=float(rng.uniform(4.0, 16.0)),
        rim_height_mm=float(rng.uniform(2.0, 22.0)),
        stadium=int(rng.integers(0, 3)),
        seed=int(rng.integers(0, 2**31)),
    )


def _team(rng: np.random.Generator, uniform: int, turf: Rgb) -> TeamLook:
    """Colours, and the plastic of its bases: board-coloured and see-through ones among them."""
    wear = UNIFORMS[uniform]
    kind = rng.random()
    base = near(rng, turf, 0.05) if kind < 0.25 else near(rng, pick(rng, BASES), 0.05)
    return TeamLook(
        jersey=near(rng, wear.jersey, 0.03),
        pants=near(rng, wear.pants, 0.03),
        helmet=near(rng, wear.helmet, 0.03),
        numerals=wear.numerals,
        skin=near(rng, pick(rng, SKINS), 0.03),
        base=base,
        base_alpha=float(rng.uniform(0.35, 0.8)) if rng.random() < 0.18 else 1.0,
        base_gloss=float(rng.uniform(0.05, 0.95)),
        front_mark=pick(
            rng,
            (FrontMark.NONE, FrontMark.NONE, FrontMark.NONE, *list(FrontMark)),
        ),
        mark=near(rng, pick(rng, MARKS), 0.03),
        dial=bool(rng.random() < 0.55),
        dial_colour=near(rng, base if rng.random() < 0.35 else pick(rng, DIALS), 0.04),
    )


def _figure(rng: np.random.Generator, spread_deg: float) -> FigureLook:
    """Any mould, glued on more or less straight."""
    return FigureLook(
        stance=pick(rng, list(Stance)),
        build=pick(rng, list(FigureBuild)),
        scale=float(rng.uniform(0.86, 1.16)),
        yaw_deg=float(rng.normal(0.0, spread_deg)),
        lean_deg=float(abs(rng.normal(0.0, 3.0))),
        lean_toward_deg=float(rng.uniform(0.0, 360.0)),
        mirror=bool(rng.random() < 0.5),
    )


def pick(rng: np.random.Generator, choices: Sequence[T]) -> T:
    """One of them, each as likely as the others."""
    return choices[int(rng.integers(len(choices)))]


def _mostly_first(count: int) -> np.ndarray:
    """Odds that favour the usual greens, which stand first."""
    weight = np.ones(count)
    weight[: max(1, count - 3)] = 2.0
    return weight / weight.sum()


def near(rng: np.random.Generator, colour: Rgb, spread: float) -> Rgb:
    """A colour like this one; ``spread`` is the sigma of each channel."""
    r, g, b = (float(np.clip(c + rng.normal(0.0, spread), 0.02, 0.98)) for c in colour)
    return r, g, b


def _turned(colour: Rgb, hue: float, light: float) -> Rgb:
    h, s, v = colorsys.rgb_to_hsv(*colour)
    return colorsys.hsv_to_rgb((h + hue) % 1.0, s, min(0.98, v * light))
