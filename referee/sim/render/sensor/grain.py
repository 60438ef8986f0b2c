"""The sensor's noise: a tile larger than the picture that begins elsewhere in every frame."""

from __future__ import annotations

import cv2
import numpy as np
from numba import njit

from referee.sim.look import SensorLook
from referee.sim.render.arrays import F32, I8, U8
from referee.sim.render.sensor.sensor import TONE_TOP, TONES, tone_table

NOISE_UNIT = 28.0  # standard deviation of the noise tile
NOISE_EDGE = 64
STEEPEST = 2.6  # webcams smooth dark noise away: the tone curve amplifies it no further
WIDEST = 16000.0  # keeps sums of two within 16 bit


def noise_tile(rows: int, columns: int, seed: int) -> I8:
    """Noise larger than the picture, mostly brightness, a little smeared as after denoising."""
    rng = np.random.default_rng([seed, 11])
    shape = (rows + NOISE_EDGE, columns + NOISE_EDGE)
    grey: F32 = np.asarray(
        cv2.GaussianBlur(rng.standard_normal(shape, dtype=np.float32), (3, 3), 0.55)
    )
    coarse = rng.standard_normal((shape[0] // 2 + 1, shape[1] // 2 + 1, 3), dtype=np.float32)
    tint = cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    mixed = grey[..., None] / grey.std() + 0.45 * tint / tint.std()
    return np.clip(np.rint(mixed / mixed.std() * NOISE_UNIT), -127, 127).astype(np.int8)


def noise_curve(sensor: SensorLook) -> F32:
    """A parabola of the picture's value: noise in picture values, times 4096 / NOISE_UNIT."""
    table = tone_table().astype(float)
    linear = np.linspace(0.0, TONE_TOP, TONES)
    values = np.arange(256.0)
    light = np.interp(values, table, linear)
    slope = np.minimum(np.interp(light, linear, np.gradient(table, linear)), STEEPEST * 255.0)
    sigma = slope * np.sqrt(
        sensor.read_noise**2 + sensor.shot_noise**2 * light * max(sensor.gain, 0.1)
    )
    curve = np.polynomial.polynomial.polyfit(values, sigma, 2)
    return np.asarray(curve * 4096.0 / NOISE_UNIT, dtype=np.float32)


@njit(cache=True, nogil=True)
def add_noise(clean: U8, noise: I8, row0: int, column0: int, curve: F32, out: U8) -> None:
    """``clean`` plus noise whose strength follows the picture's value.

    In 16 bit, products by their upper half alone: twice as many at once as in 32 bit. Twice the
    noise is kept in ``twice``, since compilers that see the rounding too go back to 32 bit.
    """
    rows, wide = clean.shape[0], clean.shape[1] * 3
    low = np.int16(min(max(curve[0], -WIDEST), WIDEST))
    slope = np.int16(min(max(curve[1] * 512.0, -WIDEST), WIDEST))
    bend = np.int16(min(max(curve[2] * 262144.0, -WIDEST), WIDEST))
    flat_clean, flat_noise, flat_out = clean.reshape(-1), noise.reshape(-1), out.reshape(-1)
    twice = np.empty(wide, dtype=np.int16)
    for r in range(rows):
        first = np.uint64(r * wide)
        start = np.uint64(((r + row0) * noise.shape[1] + column0) * 3)
        for c in range(wide):
            v = np.int16(np.int16(flat_clean[first + np.uint64(c)]) << np.int16(7))
            tilt = np.int16(slope + np.int16((np.int32(v) * np.int32(bend)) >> np.int32(16)))
            strength = np.int16(low + np.int16((np.int32(v) * np.int32(tilt)) >> np.int32(16)))
            strength = max(strength, np.int16(0))
            grain = np.int16(np.int16(flat_noise[start + np.uint64(c)]) << np.int16(5))
            twice[c] = np.int16((np.int32(grain) * np.int32(strength)) >> np.int32(16))
        for c in range(wide):
            change = np.int16(twice[c] + np.int16(1)) >> np.int16(1)
            value = np.int16(np.int16(flat_clean[first + np.uint64(c)]) + change)
            value = min(max(value, np.int16(0)), np.int16(255))
            flat_out[first + np.uint64(c)] = np.uint8(value)


def frame_shift(seed: int, t_ns: int) -> tuple[int, int]:
    """Where in the noise tile a frame begins: from the seed and the time alone."""
    mixed = (t_ns * 0x9E3779B97F4A7C15 + seed * 0xC2B2AE3D27D4EB4F) & 0xFFFFFFFFFFFFFFFF
    mixed = ((mixed ^ (mixed >> 31)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    return (mixed >> 20) % NOISE_EDGE, (mixed >> 40) % NOISE_EDGE
