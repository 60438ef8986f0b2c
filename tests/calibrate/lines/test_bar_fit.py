"""The middle of a printed line, whatever lies beside it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from referee.calibrate.lines.bar_fit import fit_bars

OFFSETS = np.arange(-8.0, 8.01, 0.5)


def blurred_step(at: float, blur: float) -> np.ndarray:
    """A step as a lens draws it: the Gaussian's integral."""
    return np.array([0.5 * (1.0 + math.erf((u - at) / (blur * math.sqrt(2.0)))) for u in OFFSETS])


def line(middle: float, width: float, left: float, ink: float, right: float) -> np.ndarray:
    first, last = blurred_step(middle - width / 2, 0.9), blurred_step(middle + width / 2, 0.9)
    return left + (ink - left) * first + (right - ink) * last


@pytest.mark.parametrize("middle", [-1.3, 0.0, 0.4, 2.25])
@pytest.mark.parametrize("right", [0.2, 0.05, 0.4])
def test_unequal_grounds_do_not_draw_the_middle(middle: float, right: float) -> None:
    seen = line(middle, 2.4, 0.2, 0.9, right)[None]
    bars = fit_bars(seen, OFFSETS, np.array([round(middle * 2) / 2]), np.array([2.4]), 0.9, 3.0)
    assert bars.place[0] == pytest.approx(middle, abs=0.03)


def test_a_border_beyond_a_narrow_gap_does_not_draw_the_middle() -> None:
    seen = (line(0.3, 2.4, 0.2, 0.9, 0.15) + 0.6 * blurred_step(4.6, 0.9))[None]
    bars = fit_bars(seen, OFFSETS, np.array([0.5]), np.array([2.4]), 0.9, 3.0)
    assert bars.place[0] == pytest.approx(0.3, abs=0.06)


def test_a_step_without_a_line_has_no_contrast() -> None:
    seen = (0.2 + 0.6 * blurred_step(0.0, 0.9))[None]
    bars = fit_bars(seen, OFFSETS, np.array([0.0]), np.array([2.4]), 0.9, 3.0)
    assert bars.contrast[0] < 0.1


def test_noise_makes_the_middle_less_sure() -> None:
    rng = np.random.default_rng(1)
    clean = np.repeat(line(0.2, 2.4, 0.2, 0.9, 0.2)[None], 200, axis=0)
    noisy = clean + rng.normal(0.0, 0.02, clean.shape)
    bars = fit_bars(noisy, OFFSETS, np.zeros(200), np.full(200, 2.4), 0.9, 3.0)
    scatter = float(np.std(bars.place))
    assert 0.5 * scatter < float(np.median(bars.sigma)) < 3.0 * scatter
