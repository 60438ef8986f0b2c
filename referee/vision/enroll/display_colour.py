"""A description's colours made visible again, for a page or a table: about what people see."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.core.arrays import F64
from referee.loaders.teams_file import Rgb
from referee.vision.appearance.board_light import shown_light
from referee.vision.appearance.colour_densities import cells_of, coarse, coarse_cell
from referee.vision.appearance.figure_colours import (
    BASE,
    FIGURE,
    LIGHT,
    RED_GREEN,
    WEIGHT,
    YELLOW_BLUE,
    ZONE,
)

SAME_TINT = 0.12  # two tints nearer than this are one
LEAST_LEFT = 0.12  # share of a figure's samples that must be left
BOARD_LIGHT = 0.15  # linear: how bright a green board is in a picture that is exposed well


def display_colour(description: F64, zone: int, others: Sequence[F64]) -> Rgb:
    """A frequent colour of a zone that ``others``, each (CELLS,), have less of, 0 to 255."""
    rows = description[(description[:, ZONE] == zone) & (description[:, WEIGHT] > 0.0)]
    if not len(rows):
        return 128, 128, 128
    if zone == FIGURE:
        rows = _without_base(rows, description)
    blocks = coarse_cell(cells_of(rows[:, : YELLOW_BLUE + 1]))
    found, counts = np.unique(blocks, return_counts=True)
    own = counts / counts.sum()
    other = sum(coarse(each)[0][found] for each in others)
    best = found[(own * own / (own + other)).argmax()]
    light, red_green, yellow_blue = rows[blocks == best, : YELLOW_BLUE + 1].mean(axis=0)
    blue = light - 2.0 * yellow_blue / 3.0
    red = light + yellow_blue / 3.0 + red_green / 2.0
    green = light + yellow_blue / 3.0 - red_green / 2.0
    linear = np.clip(np.array([red, green, blue]), 0.0, None) ** 3 * BOARD_LIGHT
    r, g, b = (int(v) for v in np.clip(np.rint(shown_light(linear) * 255.0), 0, 255))
    return r, g, b


def _without_base(rows: F64, description: F64) -> F64:
    """A figure's samples without those that show its base, lit or in its own shadow."""
    base = description[(description[:, ZONE] == BASE) & (description[:, WEIGHT] > 0.0)]
    if not len(base):
        return rows
    apart = np.abs(_tint(rows) - np.median(_tint(base), axis=0)).max(axis=1) > SAME_TINT
    return rows[apart] if apart.mean() >= LEAST_LEFT else rows


def _tint(rows: F64) -> F64:
    """Colour without its lightness."""
    colours = rows[:, [RED_GREEN, YELLOW_BLUE]]
    return np.asarray(colours / np.maximum(rows[:, LIGHT], 0.2)[:, None])
