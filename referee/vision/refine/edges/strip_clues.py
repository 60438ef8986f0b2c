"""Strips as the edge reader takes them: relative to the base's own colour and its contrast."""

from __future__ import annotations

import math

import numpy as np

from referee.core.arrays import F32, U8
from referee.core.compiler import compiled
from referee.vision.refine.edges.strips import (
    INNER,
    NEIGHBOUR,
    NEIGHBOUR_OUT,
    OUTER,
    PIXEL,
    SAMPLES,
    SIDE,
)

CLUES = 3 * SAMPLES + 8
FAINTEST = 10.0  # grey levels: below this a contrast is mostly noise
STRONGEST = 4.0


@compiled
def read_clues(
    strips: F32, extras: F32, seen: U8, clues: F32, colours: F32, contrasts: F32
) -> None:
    """Fill ``clues`` (bases * points, CLUES), the own colours and the contrasts."""
    bases, points = strips.shape[0], strips.shape[1]
    for b in range(bases):
        _own_colour(strips[b], seen[b], colours[b])
        contrast = _contrast(strips[b], seen[b], colours[b])
        contrasts[b] = contrast
        for k in range(points):
            row = clues[b * points + k]
            if seen[b, k] == 0:
                row[:] = 0.0
                continue
            at = 3 * SAMPLES
            for channel in range(3):
                for j in range(SAMPLES):
                    value = (strips[b, k, channel, j] - colours[b, channel]) / contrast
                    row[channel * SAMPLES + j] = min(max(value, -STRONGEST), STRONGEST)
                row[at + 5 + channel] = (colours[b, channel] - 128.0) / 100.0
            row[at] = extras[b, k, SIDE]
            row[at + 1] = 2.0 * extras[b, k, PIXEL] - 1.0
            row[at + 2] = max(extras[b, k, NEIGHBOUR], -2.0) / 3.0
            row[at + 3] = max(extras[b, k, NEIGHBOUR_OUT], -2.0) / 3.0
            row[at + 4] = math.log(contrast / 30.0)


@compiled
def _own_colour(strips: F32, seen: U8, colour: F32) -> None:
    """The median of what lies well inside the outline: figure and dial cover less than half."""
    counts = np.zeros(256, dtype=np.int64)
    for channel in range(3):
        counts[:] = 0
        inside = 0
        for k in range(strips.shape[0]):
            if seen[k] == 0:
                continue
            for j in range(INNER[0], INNER[1]):
                counts[int(strips[k, channel, j])] += 1
                inside += 1
        below, level = 0, 0
        while level < 255 and 2 * (below + counts[level]) < inside:
            below += counts[level]
            level += 1
        colour[channel] = level + (0.5 * inside - below) / max(counts[level], 1)


@compiled
def _contrast(strips: F32, seen: U8, colour: F32) -> float:
    """How far the surroundings are from the own colour, in grey levels, never below FAINTEST."""
    total, number = 0.0, 0
    for k in range(strips.shape[0]):
        if seen[k] == 0:
            continue
        for channel in range(3):
            for j in range(OUTER[0], OUTER[1]):
                total += abs(strips[k, channel, j] - colour[channel])
                number += 1
    return total / max(number, 1) + FAINTEST
