"""A description's colours made visible again, for a page or a table: about what people see."""

from __future__ import annotations

import numpy as np

from referee.files.teams import Rgb
from referee.vision.colours import WEIGHT, YELLOW_BLUE, ZONE
from referee.vision.light import Float
from referee.vision.paints import cells_of, coarse, coarse_cell

BOARD_LIGHT = 0.15  # linear: how bright a green board is in a picture that is exposed well


def shown_colour(description: Float, zone: int, others: Float) -> Rgb:
    """A frequent colour of a zone that the other team has less of, 0 to 255.

    ``others`` are the other team's shares, (ZONES, CELLS).
    """
    rows = description[(description[:, ZONE] == zone) & (description[:, WEIGHT] > 0.0)]
    if not len(rows):
        return 128, 128, 128
    blocks = coarse_cell(cells_of(rows[:, : YELLOW_BLUE + 1]))
    found, counts = np.unique(blocks, return_counts=True)
    own, other = counts / counts.sum(), coarse(others[zone])[0][found]
    best = found[(own * own / (own + other)).argmax()]
    light, red_green, yellow_blue = rows[blocks == best, : YELLOW_BLUE + 1].mean(axis=0)
    blue = light - 2.0 * yellow_blue / 3.0
    red = light + yellow_blue / 3.0 + red_green / 2.0
    green = light + yellow_blue / 3.0 - red_green / 2.0
    linear = np.clip(np.array([red, green, blue]), 0.0, None) ** 3 * BOARD_LIGHT
    shown = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1.0 / 2.4) - 0.055)
    r, g, b = (int(v) for v in np.clip(np.rint(shown * 255.0), 0, 255))
    return r, g, b
