"""Two bases that come at each other at a known speed: every gap is known without measuring."""

from __future__ import annotations

from referee.calls.frame import BoardFrame
from tests.calls.plays import film

# A50 comes from the right at 24 mm/s, head on; their middles are 27.8 mm apart when they meet.
SPEED_MM_S, MEET_S, AT_MM = 24.0, 1.0125, 400.0
LENGTH_MM, STRAIGHT_HALF_MM = 27.8, 8.3
SIGMA_MM, SIGMA_DEG = 0.12, 0.5
MOVES = {
    "H22": [(0, AT_MM, 160, 0)],
    "A50": [
        (0, AT_MM + LENGTH_MM + SPEED_MM_S * MEET_S, 160, 180),
        (MEET_S, AT_MM + LENGTH_MM, 160, 180),
    ],
    "A90": [(0, 700, 20, 90), (2.0, 700, 60, 90)],
}


def gap_mm(t_s: float) -> float:
    return max(SPEED_MM_S * (MEET_S - t_s), 0.0)


def boards(noise: float = 0.0, **more) -> list[BoardFrame]:
    """Two seconds at 30 frames/s; without noise the stated sigmas are as small as can be."""
    sigma = {"sigma_mm": SIGMA_MM * noise or 1e-6, "sigma_deg": SIGMA_DEG * noise or 1e-6}
    return film(MOVES, 2.0, **sigma, **more)
