"""Colours that belong together: teams, boards, bases, tables, lamps. All sRGB, 0 to 1."""

from __future__ import annotations

from dataclasses import dataclass

from referee.sim.art.mesh import Rgb


@dataclass(frozen=True, slots=True)
class Uniform:
    """What a team wears."""

    name: str
    jersey: Rgb
    pants: Rgb
    helmet: Rgb
    numerals: Rgb


@dataclass(frozen=True, slots=True)
class Turf:
    """The greens (and not so greens) boards were printed in."""

    turf: Rgb
    stripe: Rgb | None
    line: Rgb


WHITE: Rgb = (0.92, 0.92, 0.90)
BLACK: Rgb = (0.07, 0.07, 0.08)
GOLD: Rgb = (0.80, 0.62, 0.22)
SILVER: Rgb = (0.62, 0.64, 0.66)

UNIFORMS = (
    Uniform("HAWKS", (0.10, 0.16, 0.42), SILVER, SILVER, WHITE),
    Uniform("REDTAILS", (0.66, 0.09, 0.10), WHITE, (0.66, 0.09, 0.10), WHITE),
    Uniform("MINERS", BLACK, GOLD, BLACK, GOLD),
    Uniform("RIVERMEN", (0.06, 0.30, 0.28), WHITE, (0.06, 0.30, 0.28), WHITE),
    Uniform("PIONEERS", WHITE, (0.10, 0.16, 0.42), WHITE, (0.10, 0.16, 0.42)),
    Uniform("FOUNDRY", WHITE, GOLD, (0.50, 0.08, 0.10), (0.50, 0.08, 0.10)),
    Uniform("COMETS", (0.86, 0.40, 0.07), WHITE, WHITE, (0.10, 0.16, 0.36)),
    Uniform("KNIGHTS", (0.30, 0.12, 0.44), GOLD, (0.30, 0.12, 0.44), WHITE),
    Uniform("LUMBERJACKS", (0.10, 0.32, 0.14), GOLD, GOLD, WHITE),
    Uniform("MARINERS", (0.45, 0.70, 0.86), WHITE, WHITE, (0.72, 0.12, 0.12)),
    Uniform("BRICKTOWN", (0.36, 0.16, 0.09), (0.86, 0.48, 0.10), (0.86, 0.48, 0.10), WHITE),
    Uniform("THUNDER", SILVER, BLACK, BLACK, BLACK),
    Uniform("WASPS", (0.90, 0.76, 0.14), BLACK, BLACK, BLACK),
    Uniform("CARDINALS", WHITE, WHITE, (0.70, 0.10, 0.12), (0.70, 0.10, 0.12)),
)

TURFS = (
    Turf((0.16, 0.42, 0.18), (0.18, 0.46, 0.20), (0.93, 0.94, 0.90)),
    Turf((0.10, 0.34, 0.16), None, (0.93, 0.94, 0.90)),
    Turf((0.24, 0.50, 0.20), (0.20, 0.44, 0.17), (0.95, 0.95, 0.92)),
    Turf((0.13, 0.40, 0.27), (0.15, 0.44, 0.30), (0.92, 0.93, 0.91)),
    Turf((0.36, 0.52, 0.22), (0.32, 0.48, 0.20), (0.93, 0.92, 0.86)),
    Turf((0.07, 0.28, 0.12), (0.09, 0.31, 0.14), (0.90, 0.90, 0.84)),
    Turf((0.30, 0.42, 0.24), None, (0.86, 0.85, 0.76)),
    Turf((0.10, 0.24, 0.52), (0.12, 0.27, 0.56), (0.95, 0.95, 0.94)),
)

BASES: tuple[Rgb, ...] = (
    (0.15, 0.45, 0.18),
    (0.10, 0.34, 0.16),
    (0.24, 0.52, 0.22),
    (0.90, 0.90, 0.88),
    (0.08, 0.08, 0.09),
    (0.72, 0.12, 0.12),
    (0.86, 0.74, 0.14),
    (0.12, 0.22, 0.55),
    (0.86, 0.42, 0.08),
    (0.48, 0.50, 0.52),
    (0.40, 0.26, 0.14),
    (0.36, 0.16, 0.50),
)

DIALS: tuple[Rgb, ...] = (
    (0.85, 0.80, 0.25),
    (0.90, 0.90, 0.88),
    (0.10, 0.10, 0.11),
    (0.75, 0.14, 0.12),
    (0.15, 0.45, 0.18),
    (0.14, 0.30, 0.66),
)

MARKS: tuple[Rgb, ...] = (
    (0.95, 0.95, 0.95),
    (0.93, 0.83, 0.15),
    (0.85, 0.12, 0.10),
    (0.08, 0.08, 0.08),
    (0.98, 0.45, 0.08),
)

SKINS: tuple[Rgb, ...] = (
    (0.55, 0.38, 0.28),
    (0.80, 0.60, 0.48),
    (0.36, 0.23, 0.16),
    (0.68, 0.48, 0.36),
    (0.90, 0.72, 0.60),
)

END_ZONES: tuple[Rgb, ...] = (
    (0.10, 0.18, 0.45),
    (0.55, 0.12, 0.12),
    (0.08, 0.08, 0.09),
    (0.80, 0.62, 0.20),
    (0.86, 0.42, 0.08),
    (0.30, 0.12, 0.44),
    (0.12, 0.36, 0.16),
    (0.90, 0.90, 0.88),
    (0.06, 0.36, 0.40),
)

TABLES: tuple[Rgb, ...] = (
    (0.42, 0.30, 0.20),
    (0.26, 0.17, 0.11),
    (0.62, 0.50, 0.36),
    (0.80, 0.78, 0.74),
    (0.16, 0.16, 0.17),
    (0.12, 0.28, 0.20),
)

SLEEVES: tuple[Rgb, ...] = (
    (0.20, 0.22, 0.30),
    (0.55, 0.12, 0.12),
    (0.80, 0.80, 0.78),
    (0.10, 0.10, 0.11),
    (0.34, 0.40, 0.28),
    (0.40, 0.52, 0.66),
)
