"""Rooms by their light, the table, and what lies around."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

ROOMS = ("window", "ring light", "desk lamps", "tubes", "bulb", "low sun")
TABLES = (
    ("wood", (0.50, 0.31, 0.17)),
    ("cloth", (0.12, 0.14, 0.22)),
    ("carpet", (0.42, 0.38, 0.33)),
    ("laminate", (0.80, 0.79, 0.76)),
    ("wood", (0.24, 0.14, 0.09)),
)
THINGS = ("mug", "pencil", "paper", "switch", "dice", "bowl", "phone")
WARM, DAY, COOL = (1.0, 0.82, 0.62), (0.96, 0.98, 1.0), (0.86, 0.94, 1.0)


def draw_room(style: str, board: dict[str, Any], rng: np.random.Generator) -> dict[str, Any]:
    """One room, in the studio's words."""
    table, colour = TABLES[int(rng.integers(len(TABLES)))]
    gain = float(rng.uniform(0.8, 1.15))
    return {
        "style": style,
        "floor": board["floor"],
        "table": table,
        "table_colour": [min(1.0, c * gain) for c in colour],
        "sky": {"low sun": 0.5, "desk lamps": 0.12}.get(style, float(rng.uniform(0.25, 0.6))),
        "sky_low": [0.30, 0.27, 0.24],
        "sky_high": [0.80, 0.85, 0.92] if style in {"window", "low sun"} else [0.86, 0.80, 0.72],
        "bright_side": str(rng.choice(["X", "Y"])),
        "lamps": _lamps(style, board, rng),
        "clutter": _clutter(board, rng),
    }


def _lamps(style: str, board: dict[str, Any], rng: np.random.Generator) -> list[dict[str, Any]]:
    turn = float(rng.uniform(0.0, 2.0 * math.pi))

    def beside(far: float, high: float, angle: float = turn) -> list[float]:
        x, y = board["length"] / 2, board["width"] / 2
        return [x + far * math.cos(angle), y + far * math.sin(angle), high]

    if style == "window":
        size = [float(rng.uniform(900, 1500)), float(rng.uniform(700, 1300))]
        return [_area(beside(1700, 1100), size, 1.0, DAY, False)]
    if style == "ring light":
        high = float(rng.uniform(900.0, 1300.0))
        lamp = {"kind": "ring", "place": [0, 0, high], "size": [480.0, 12.0], "strength": 0.8}
        return [{**lamp, "colour": DAY}]
    if style == "desk lamps":
        strength = float(rng.uniform(0.35, 1.0))
        return [
            _area(beside(620, 560), [70.0, 70.0], 1.0, WARM, True),
            _area(beside(700, 620, turn + 2.4), [90.0, 90.0], strength, WARM, True),
        ]
    if style == "tubes":
        rows = (board["width"] / 2 - 420.0, board["width"] / 2 + 380.0)
        return [
            {"kind": "tube", "place": [0, y, 1900.0], "size": [1200.0, 14.0], "strength": 1.0,
             "colour": COOL} for y in rows
        ]  # fmt: skip
    if style == "bulb":
        return [_area(beside(float(rng.uniform(150, 600)), 1500), [130.0, 130.0], 1.0, WARM, True)]
    sun = {"kind": "sun", "place": beside(1500, float(rng.uniform(700, 1300))), "strength": 1.2}
    return [{**sun, "angle_deg": 0.6, "colour": (1.0, 0.88, 0.70), "bars": int(rng.integers(1, 4))}]


def _area(
    place: list[float],
    size: list[float],
    strength: float,
    colour: tuple[float, float, float],
    is_round: bool,
) -> dict[str, Any]:
    return {"kind": "area", "place": place, "size": size, "strength": strength,
            "colour": list(colour), "round": is_round}  # fmt: skip


def _clutter(board: dict[str, Any], rng: np.random.Generator) -> list[dict[str, Any]]:
    """A few things around the board, none on it."""
    x0, y0, x1, y1 = board["metal"]
    out = []
    for _ in range(int(rng.integers(2, 7))):
        if rng.random() < 0.6:
            x = float(rng.uniform(x0, x1))
            y = float(rng.choice([y0 - 130.0, y1 + 130.0]))
        else:
            x, y = float(rng.choice([x0 - 150.0, x1 + 150.0])), float(rng.uniform(y0, y1))
        out.append(
            {
                "kind": str(rng.choice(THINGS)),
                "place": [x, y],
                "turn": float(rng.uniform(0.0, 360.0)),
                "colour": [float(v) for v in rng.uniform(0.05, 0.9, 3)],
            }
        )
    return out
