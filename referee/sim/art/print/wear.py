"""What years of play leave on a printed sheet: faded ink, scratches, stains, rubbed spots, grain.

Everything is drawn in board mm from the print's own seed, so a board looks the same at any size.
"""

from __future__ import annotations

import math

import cv2
import numpy as np

from referee.sim.art.mesh import Float32, FloatArray, Rgb
from referee.sim.art.print.canvas import Canvas

BARE_METAL: Rgb = (0.60, 0.61, 0.60)


def ink_hold(canvas: Canvas, rng: np.random.Generator, wear: float) -> Float32:
    """How much of each ink sticks: patchy where hands and bases rubbed it off."""
    blotches = smooth_noise(canvas, rng, 45.0, 3)
    speckle = smooth_noise(canvas, rng, 2.2, 2)
    worn = np.clip((blotches * 0.7 + speckle * 0.55 - 0.75 + 0.62 * wear) * 2.4, 0.0, 1.0)
    return np.asarray(1.0 - worn * (0.25 + 0.6 * wear) * min(1.0, wear * 2.5), dtype=np.float32)


def age_print(canvas: Canvas, rng: np.random.Generator, wear: float) -> None:
    """Grain of the print, then stains, rubbed paint and scratches; none on a sheet without wear."""
    tone = (
        1.0
        + 0.05 * (smooth_noise(canvas, rng, 80.0, 2) - 0.5)
        + 0.06 * (smooth_noise(canvas, rng, 1.1, 2) - 0.5)
    )
    canvas.light *= tone[:, :, None].astype(np.float32)
    if wear == 0.0:
        return
    for _ in range(rng.poisson(5.0 * wear)):
        _stain(canvas, rng)
    flakes = smooth_noise(canvas, rng, 3.0, 4) * 0.75 + smooth_noise(canvas, rng, 60.0, 2) * 0.25
    chipped = np.clip((flakes - 0.86 + 0.13 * wear) * 22.0, 0.0, 1.0)
    canvas.tint((chipped * (0.35 + 0.5 * wear)).astype(np.float32), BARE_METAL)
    for _ in range(rng.poisson(8.0 + 110.0 * wear)):
        _scratch(canvas, rng, wear)


def smooth_noise(
    canvas: Canvas, rng: np.random.Generator, grain_mm: float, octaves: int
) -> Float32:
    """Smooth noise from 0 to 1 over the sheet; ``grain_mm`` is the size of its largest spots."""
    width, height = canvas.size_px
    out = np.zeros((height, width), dtype=np.float32)
    total = 0.0
    for octave in range(octaves):
        cell_px = grain_mm * canvas.px_per_mm / 2**octave
        weight = 0.55**octave
        grid = rng.random(
            (math.ceil(height / cell_px) + 3, math.ceil(width / cell_px) + 3), dtype=np.float32
        )
        move = np.array([[1.0 / cell_px, 0.0, 1.0], [0.0, 1.0 / cell_px, 1.0]])
        out += weight * cv2.warpAffine(
            grid, move, (width, height), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        )
        total += weight
    return np.clip((out / total - 0.5) * 1.5 + 0.5, 0.0, 1.0)


def _scratch(canvas: Canvas, rng: np.random.Generator, wear: float) -> None:
    start = _anywhere(canvas, rng)
    heading = rng.uniform(0.0, 2.0 * math.pi)
    length = rng.gamma(1.6, 14.0 + 30.0 * wear)
    bend = rng.normal(0.0, 0.01)
    steps = np.linspace(0.0, length, 7)
    angle = heading + bend * steps
    line = start + np.cumsum(
        np.stack([np.cos(angle), np.sin(angle)], axis=1) * length / len(steps), axis=0
    )
    width = rng.uniform(0.06, 0.22)
    side = np.stack([-np.sin(angle), np.cos(angle)], axis=1) * (
        width / 2 * np.sin(np.linspace(0.15, math.pi - 0.15, 7))[:, None]
    )
    ribbon = np.concatenate([line - side, (line + side)[::-1]])
    shade = rng.uniform(0.25, 0.85)
    canvas.polygons([ribbon], (shade, shade, shade * 0.97), rng.uniform(0.15, 0.7), worn=False)


def _stain(canvas: Canvas, rng: np.random.Generator) -> None:
    """A drop of something, or the ring a cup leaves."""
    middle = _anywhere(canvas, rng)
    radius = rng.uniform(3.0, 26.0)
    angles = np.linspace(0.0, 2.0 * math.pi, 60, endpoint=False)
    wobble = np.ones(60)
    for k in (2, 3, 5):
        wobble += rng.normal(0.0, 0.05) * np.cos(k * angles + rng.uniform(0.0, 6.3))
    edge = np.stack([np.cos(angles), np.sin(angles)], axis=1) * (radius * wobble)[:, None]
    colour = ((0.20, 0.13, 0.07), (0.55, 0.50, 0.40), (0.12, 0.12, 0.12))[rng.integers(3)]
    strength = rng.uniform(0.05, 0.20)
    if radius > 18.0:
        ring = [
            np.stack([edge[k], edge[(k + 1) % 60], edge[(k + 1) % 60] * 0.95, edge[k] * 0.95])
            for k in range(60)
        ]
        canvas.polygons([middle + q for q in ring], colour, strength, worn=False)
        return
    for share in (1.0, 0.86, 0.6):
        canvas.polygons([middle + edge * share], colour, strength * 0.5, worn=False)


def _anywhere(canvas: Canvas, rng: np.random.Generator) -> FloatArray:
    width, height = canvas.size_px
    return np.array(
        [
            canvas.x0_mm + rng.random() * width / canvas.px_per_mm,
            canvas.y0_mm - rng.random() * height / canvas.px_per_mm,
        ]
    )
