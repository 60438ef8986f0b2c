"""Where things end up around a board: on the table beside the sheet, seldom on its edge."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.core.field.field_profile import FieldProfile
from referee.sim.art.mesh import Rgb
from referee.sim.look import Clutter, ClutterKind

# How far a thing reaches from its middle, and the colours it comes in.
REACH_MM = {
    ClutterKind.CUP: 44.0,
    ClutterKind.DIE: 8.0,
    ClutterKind.PHONE: 78.0,
    ClutterKind.CARD: 45.0,
    ClutterKind.STICK: 62.0,
    ClutterKind.FIGURE_BOX: 110.0,
    ClutterKind.PEN: 70.0,
    ClutterKind.SPARE_BASE: 16.0,
}
COLOURS: dict[ClutterKind, tuple[Rgb, ...]] = {
    ClutterKind.CUP: ((0.90, 0.90, 0.88), (0.70, 0.12, 0.10), (0.12, 0.22, 0.45)),
    ClutterKind.DIE: ((0.93, 0.93, 0.90), (0.75, 0.10, 0.10), (0.12, 0.12, 0.13)),
    ClutterKind.PHONE: ((0.06, 0.06, 0.07), (0.80, 0.80, 0.82)),
    ClutterKind.CARD: ((0.94, 0.93, 0.88), (0.90, 0.84, 0.62)),
    ClutterKind.STICK: ((0.90, 0.82, 0.20), (0.80, 0.80, 0.78), (0.20, 0.40, 0.75)),
    ClutterKind.FIGURE_BOX: ((0.55, 0.42, 0.28), (0.16, 0.24, 0.50), (0.30, 0.32, 0.33)),
    ClutterKind.PEN: ((0.10, 0.16, 0.55), (0.75, 0.12, 0.10), (0.10, 0.10, 0.11)),
    ClutterKind.SPARE_BASE: ((0.15, 0.45, 0.18), (0.90, 0.90, 0.88), (0.08, 0.08, 0.09)),
}
ON_BOARD = (ClutterKind.DIE, ClutterKind.SPARE_BASE, ClutterKind.CARD, ClutterKind.PEN)


def scatter_clutter(
    profile: FieldProfile,
    rng: np.random.Generator,
    kinds: Sequence[ClutterKind],
    on_board_share: float = 0.0,
    rim_mm: float = 12.0,
) -> tuple[Clutter, ...]:
    """Things beside the board (a few small ones on it), none on top of another."""
    placed: list[Clutter] = []
    for kind in kinds:
        for _ in range(20):
            on_board = kind in ON_BOARD and rng.random() < on_board_share
            x, y = _spot(profile, rng, REACH_MM[kind], on_board, rim_mm)
            if all(
                np.hypot(x - other.x_mm, y - other.y_mm) > REACH_MM[kind] + REACH_MM[other.kind]
                for other in placed
            ):
                colour = COLOURS[kind][int(rng.integers(len(COLOURS[kind])))]
                heading = float(rng.uniform(0.0, 360.0))
                scale = float(rng.uniform(0.92, 1.08))
                placed.append(Clutter(kind, x, y, heading, colour, scale))
                break
    return tuple(placed)


def _spot(
    profile: FieldProfile,
    rng: np.random.Generator,
    reach_mm: float,
    on_board: bool,
    rim_mm: float,
) -> tuple[float, float]:
    left, right = profile.metal_left_x_mm, profile.metal_right_x_mm
    near, far = profile.metal_near_y_mm, profile.metal_far_y_mm
    x = float(rng.uniform(left, right))
    if on_board:
        inside = rng.uniform(0.0, 0.06) * (far - near)
        y = near + inside if rng.random() < 0.5 else far - inside
        return x, float(y)
    away = rim_mm + reach_mm * rng.uniform(1.05, 1.5)
    if rng.random() < 0.25:
        y = float(rng.uniform(near, far))
        return (left - away, y) if rng.random() < 0.5 else (right + away, y)
    return x, float(near - away if rng.random() < 0.6 else far + away)
