"""Two bases for tests of the evidence: b comes at a along x and bounces off, stops, or passes."""

from __future__ import annotations

import math

import numpy as np

from referee.calls.contact.evidence.touch_evidence import PairMotion
from tests.calls.plays import BASE

# Two fronts, 13.9 mm each.
SHUT_MM = BASE.length_mm
SIGMA_MM, SIGMA_RAD = 0.055, math.radians(0.27)


def pair_motion(place_b, fps=60.0, before_s=0.3, after_s=0.15, noise=None, off=0.0):
    """a stands at (0, 0) facing +x; b faces it, at ``place_b(t) -> (x, y)`` from time 0 on."""
    times = np.arange(-before_s, after_s, 1.0 / fps) + off / fps
    rows_a = np.zeros((len(times), 3))
    rows_b = np.array([(*place_b(t), math.pi) for t in times])
    if noise is not None:
        spread = np.array([SIGMA_MM, SIGMA_MM, SIGMA_RAD])
        rows_a = rows_a + noise.normal(size=rows_a.shape) * spread
        rows_b = rows_b + noise.normal(size=rows_b.shape) * spread
    variances = np.tile([SIGMA_MM**2, SIGMA_MM**2, SIGMA_RAD**2], (len(times), 1))
    return PairMotion(times, rows_a, rows_b, variances, variances.copy())


def comes_and_goes(t, speed=80.0, back=40.0, least_mm=0.0):
    """Head on until time 0, then back again."""
    return SHUT_MM + least_mm + (-speed * t if t < 0.0 else back * t), 0.0


def passes(t, gap_mm, speed=80.0):
    """Straight along the front of a, so far off."""
    return SHUT_MM + gap_mm, -speed * t


def stops_short(t, gap_mm, speed=80.0, since_s=-0.1):
    """Head on, and evenly to a halt so far off at time 0."""
    if t >= 0.0:
        return SHUT_MM + gap_mm, 0.0
    if t >= since_s:
        return SHUT_MM + gap_mm + speed * t * t / (-2.0 * since_s), 0.0
    return SHUT_MM + gap_mm - speed * since_s / 2.0 - speed * (t - since_s), 0.0
