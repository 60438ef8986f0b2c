"""Points on the lines of a field, as a camera straight above or a leaning one would see them."""

from __future__ import annotations

import numpy as np

from referee.calibrate.new_field.seen import Seen

FIELD_YD = (100.0, 160.0 / 3.0)
WIDTH = 52.0  # in yards of the length: boards have their own scale across


def upright(x, low, high, step=0.12):
    y = np.arange(low + 0.25, high - 0.25, step)  # crests end a little before they meet a line
    return np.stack([np.full(len(y), x), y], axis=1)


def level(y, low, high, step=0.12):
    x = np.arange(low, high, step)
    return np.stack([x, np.full(len(x), y)], axis=1)


def field_points(every=5, width=WIDTH, hash_at=17.0, numbers=(6.5, 9.5), ends=(10.0, 10.4)):
    """Upright and level points, in yards of the length from the left goal line."""
    up = [upright(x, 0.0, width) for x in np.arange(0.0, 100.1, every)]
    up += [upright(x, 0.0, width) for x in (-ends[0], 100.0 + ends[1])]
    for yard in range(1, 100):
        for y in (hash_at, width - hash_at):
            if yard % every:
                up.append(upright(yard, y - 0.55, y + 0.55, 0.05))
    for ten in range(10, 100, 10):
        for low, high in (numbers, (width - numbers[1], width - numbers[0])):
            for dx in (-1.6, -0.8, 0.8, 1.6):
                up.append(upright(ten + dx, low - 0.25, high + 0.25, 0.1))
    flat = [level(y, -ends[0], 100.0 + ends[1]) for y in (0.0, width)]
    flat += [level(y, -12.5, 112.5) for y in (-1.8, width + 1.8)]  # a border around it
    return np.concatenate(up), np.concatenate(flat)


def seen(points, tilt=0.0, scale=1.0, noise=0.01, seed=0):
    """The points after a tilt along the field that nobody corrected, in another unit."""
    rng = np.random.default_rng(seed)

    def leaning(flat):
        x, y = (flat[:, 0] - 50.0) / 100.0, (flat[:, 1] - 26.0) / 100.0
        depth = 1.0 + tilt * x
        off = rng.normal(0.0, noise / 100.0, (2, len(x)))
        return scale * np.stack([x / depth + off[0], y / depth + off[1]], axis=1)

    up, flat = (leaning(p) for p in points)
    return Seen(up, np.ones(len(up)), flat, np.ones(len(flat)))
