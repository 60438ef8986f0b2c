"""What the two teams wear, and the plastic they stand on."""

from __future__ import annotations

from typing import Any

import numpy as np

UNIFORMS: tuple[dict[str, tuple[float, float, float]], ...] = (
    {"jersey": (0.70, 0.08, 0.10), "trousers": (0.86, 0.85, 0.80), "helmet": (0.68, 0.07, 0.09)},
    {"jersey": (0.93, 0.93, 0.92), "trousers": (0.80, 0.66, 0.30), "helmet": (0.83, 0.68, 0.28)},
    {"jersey": (0.08, 0.16, 0.45), "trousers": (0.90, 0.90, 0.90), "helmet": (0.92, 0.92, 0.93)},
    {"jersey": (0.10, 0.33, 0.20), "trousers": (0.92, 0.78, 0.18), "helmet": (0.92, 0.77, 0.16)},
    {"jersey": (0.07, 0.07, 0.08), "trousers": (0.62, 0.63, 0.66), "helmet": (0.66, 0.67, 0.70)},
    {"jersey": (0.92, 0.42, 0.10), "trousers": (0.93, 0.92, 0.90), "helmet": (0.90, 0.38, 0.08)},
    {"jersey": (0.34, 0.16, 0.50), "trousers": (0.92, 0.80, 0.30), "helmet": (0.33, 0.15, 0.48)},
    {"jersey": (0.40, 0.66, 0.86), "trousers": (0.94, 0.94, 0.94), "helmet": (0.10, 0.18, 0.42)},
    {"jersey": (0.95, 0.83, 0.15), "trousers": (0.08, 0.10, 0.22), "helmet": (0.07, 0.09, 0.20)},
    {"jersey": (0.36, 0.22, 0.13), "trousers": (0.88, 0.82, 0.68), "helmet": (0.93, 0.50, 0.14)},
)
SKINS = ((0.80, 0.60, 0.48), (0.55, 0.36, 0.25), (0.36, 0.22, 0.15), (0.86, 0.68, 0.56))
# base colours of both teams (None: the jersey's, "turf": like the ground), share seen through
BASE_DRESSES: tuple[tuple[Any, Any, float], ...] = (
    ((0.10, 0.38, 0.16), (0.10, 0.38, 0.16), 0.0),
    ((0.93, 0.92, 0.88), (0.93, 0.92, 0.88), 0.0),
    ((0.06, 0.06, 0.07), (0.92, 0.91, 0.88), 0.0),
    ("turf", "turf", 0.0),
    (None, None, 0.0),
    ((0.75, 0.85, 0.80), (0.75, 0.85, 0.80), 0.55),
    ((0.88, 0.72, 0.12), (0.70, 0.09, 0.09), 0.0),
    ((0.14, 0.48, 0.24), (0.14, 0.48, 0.24), 0.4),
)


def draw_teams(
    dress: tuple[Any, Any, float], board: dict[str, Any], rng: np.random.Generator
) -> dict[str, Any]:
    """Both teams, in the studio's words."""
    two = rng.choice(len(UNIFORMS), 2, replace=False)
    unpainted = rng.random() < 0.15
    chips, gloss = float(rng.uniform(0.0, 0.7)), float(rng.uniform(0.1, 0.9))
    return {
        team: _team(UNIFORMS[int(k)], base, dress[2], board, (unpainted, chips, gloss), rng)
        for team, k, base in zip(("home", "away"), two, dress[:2], strict=True)
    }


def _team(
    wear: dict[str, tuple[float, float, float]],
    base: Any,
    clear: float,
    board: dict[str, Any],
    paint: tuple[bool, float, float],
    rng: np.random.Generator,
) -> dict[str, Any]:
    unpainted, chips, gloss = paint
    jersey = list(wear["jersey"])
    dark = sum(jersey) < 1.4
    numerals = [0.95, 0.95, 0.94] if dark else list(wear["helmet"] if sum(wear["helmet"]) < 1.4
                                                    else (0.08, 0.08, 0.1))  # fmt: skip
    skin = SKINS[int(rng.integers(len(SKINS)))]
    parts = {
        "jersey": jersey,
        "trousers": list(wear["trousers"]),
        "helmet": list(wear["helmet"]),
        "skin": list(skin),
        "socks": jersey if rng.random() < 0.5 else [0.9, 0.9, 0.9],
        "shoes": [0.07, 0.07, 0.07] if rng.random() < 0.7 else [0.9, 0.9, 0.9],
        "mask": [0.75, 0.75, 0.76] if rng.random() < 0.5 else [0.12, 0.12, 0.13],
        "trim": numerals,
        "ball": [0.42, 0.20, 0.10],
    }
    if unpainted:
        parts = dict.fromkeys(parts, jersey) | {"trim": numerals}
    ground = board["turf"] if base == "turf" else base
    return {
        **parts,
        "under": [0.85, 0.82, 0.74],
        "gloss": gloss,
        "chips": chips,
        "base": list(jersey if ground is None else ground),
        "base_gloss": float(rng.uniform(0.2, 0.9)),
        "clear": clear,
        "dial": [0.9, 0.85, 0.3] if rng.random() < 0.5 else [0.85, 0.85, 0.85],
        "mark": [0.95, 0.95, 0.9],
    }
