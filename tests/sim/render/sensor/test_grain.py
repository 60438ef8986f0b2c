"""Noise comes out as its strength says, and does not brighten or darken."""

from __future__ import annotations

import numpy as np
import pytest

from referee.sim.render.sensor.grain import NOISE_EDGE, add_noise


@pytest.mark.parametrize(
    "curve", [(300.0, 0.0, 0.0), (100.0, 2.0, 0.0), (150.0, 3.0, -0.011), (-50.0, 1.0, 0.0)]
)
def test_noise_is_grain_times_strength(curve: tuple[float, float, float]) -> None:
    rng = np.random.default_rng(3)
    clean = rng.integers(40, 216, (60, 80, 3)).astype(np.uint8)
    noise = rng.integers(-127, 128, (60 + NOISE_EDGE, 80 + NOISE_EDGE, 3)).astype(np.int8)
    out = np.empty_like(clean)
    add_noise(clean, noise, 5, 9, np.array(curve, dtype=np.float32), out)
    v = clean.astype(float)
    strength = np.maximum(curve[0] + curve[1] * v + curve[2] * v * v, 0.0) / 4096.0
    expected = v + noise[5:65, 9:89] * strength
    error = out - np.clip(expected, 0.0, 255.0)
    assert np.abs(error).max() < 0.6  # half a level of rounding, and what 16 bit leave out
    assert abs(error.mean()) < 0.02


def test_values_end_at_black_and_white() -> None:
    clean = np.array([[[0, 0, 255]]], dtype=np.uint8)
    noise = np.full((1 + NOISE_EDGE, 1 + NOISE_EDGE, 3), -127, dtype=np.int8)
    noise[..., 1:] = 127
    out = np.empty_like(clean)
    add_noise(clean, noise, 0, 0, np.array((400.0, 0.0, 0.0), dtype=np.float32), out)
    assert out.tolist() == [[[0, 12, 255]]]
