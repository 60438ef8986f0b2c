"""Where one brightness gives way to another, with and without something beside it."""

from __future__ import annotations

import numpy as np
import pytest

from referee.calibrate.lines.edge_fit import fit_edges, strongest_steps
from tests.calibrate.lines.test_bar_fit import OFFSETS, blurred_step

BLUR_PX = 0.9


def step_at(place: float) -> np.ndarray:
    """A step from 0 to 1, as a lens draws it."""
    return blurred_step(place, BLUR_PX)


def place_of(seen: np.ndarray, sign: float) -> float:
    """Where the fit says that brightness steps."""
    signs = np.array([sign])
    guess, _ = strongest_steps(seen[None], OFFSETS, signs, 5.0)
    return float(fit_edges(seen[None], OFFSETS, guess, signs, BLUR_PX, 3.0).place[0])


@pytest.mark.parametrize("place", [-1.3, 0.0, 0.37, 2.2])
@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_an_edge_is_found_to_a_fraction_of_a_pixel(place: float, sign: float) -> None:
    seen = 0.5 + sign * 0.3 * step_at(place)
    assert place_of(seen, sign) == pytest.approx(place, abs=0.05)


@pytest.mark.parametrize("width", [2.5, 3.5, 6.0])
def test_the_other_edge_of_a_band_does_not_draw_it_aside(width: float) -> None:
    band = 0.2 + 0.6 * (step_at(-0.4) - step_at(-0.4 + width))
    assert place_of(band, 1.0) == pytest.approx(-0.4, abs=0.08)


def test_only_edges_of_the_asked_kind_count() -> None:
    band = 0.2 + 0.6 * (step_at(-2.0) - step_at(2.0))
    assert place_of(band, -1.0) == pytest.approx(2.0, abs=0.08)
