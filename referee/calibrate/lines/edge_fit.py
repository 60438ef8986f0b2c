"""Where one brightness gives way to another: a blurred step, and what may turn back beside it.

An edge of a narrow band has the band's other edge for a neighbour, whose blur reaches back to it;
so both are solved together, as a bar's borders are.
"""

from __future__ import annotations

import numpy as np

from referee.calibrate.lines.bar_fit import (
    CREEP_PX,
    LARGEST_STEP_PX,
    STIFF,
    BarFits,
    blurred_step,
    cut_out,
)
from referee.core.arrays import F64

ROUNDS = 5
FAR_COST = 0.1  # of the strongest step, by which one at the end of the reach must be clearer
GUESS_PX = 1.5  # on each side, that a first guess looks at
APART_PX = 1.0  # nearer than this to the edge there is no neighbour
TURNS = 0.15  # of the edge's slope: by more than this, brightness turns back
BEYOND_PX = 1.0  # that a neighbour is followed
ASTRAY_PX = 1.5  # from its first guess, an edge is another one


def strongest_steps(profiles: F64, offsets: F64, sign: F64, reach_px: float) -> tuple[F64, F64]:
    """Where brightness rises (``sign`` 1) or falls (-1) most within reach, and by how much."""
    step = float(offsets[1] - offsets[0])
    wide = max(1, round(GUESS_PX / step))
    run = np.concatenate([np.zeros((len(profiles), 1)), np.cumsum(profiles, axis=1)], axis=1)
    middle = np.nonzero(np.abs(offsets) <= reach_px)[0]
    middle = middle[(middle >= wide) & (middle + wide <= profiles.shape[1])]
    after = (run[:, middle + wide] - run[:, middle]) / wide
    before = (run[:, middle] - run[:, middle - wide]) / wide
    clear = sign[:, None] * (after - before)
    rows = np.arange(len(profiles))
    away = np.abs(offsets[middle]) / max(reach_px, 1.0)
    best = np.argmax(clear - FAR_COST * clear.max(axis=1, keepdims=True) * away, axis=1)
    # The mean of samples on both sides of a sample's left border.
    return offsets[middle[best]] - step / 2, clear[rows, best]


def fit_edges(
    profiles: F64, offsets: F64, guess: F64, sign: F64, blur_px: float, room_px: float
) -> BarFits:
    """Steps near ``guess``: place, its sigma, how far brightness steps, and what is left over."""
    profiles, offsets = cut_out(profiles, offsets, guess, np.zeros(len(guess)), room_px)
    window, beside = _neighbours(profiles, offsets, guess, sign)
    there = np.isfinite(beside)
    place, beside = guess.copy(), np.where(there, beside, 0.0)
    levels = np.zeros((len(place), 4))
    normal = np.tile(np.eye(7), (len(place), 1, 1))
    rest = np.zeros(len(place))
    keep = np.diag([1e-6] * 5 + [STIFF] * 2)
    for turn in range(ROUNDS + 1):
        value, steep = blurred_step((offsets - place[:, None]) / blur_px)
        turned_back, creep = blurred_step((offsets[:, :, None] - beside[:, None, :]) / blur_px)
        turned_back = turned_back * there[:, None, :]
        creep = -creep / blur_px * there[:, None, :] * levels[:, None, 2:]
        shape = np.concatenate(
            [np.ones_like(value)[:, :, None], value[:, :, None], turned_back], axis=2
        )
        slope = -steep / blur_px * levels[:, 1:2]
        design = np.concatenate([shape, slope[:, :, None], creep], axis=2)
        turned = (design * window[:, :, None]).transpose(0, 2, 1)
        normal = turned @ design + keep
        left = profiles - (shape @ levels[:, :, None])[:, :, 0]
        solved = np.linalg.solve(normal, turned @ left[:, :, None])[:, :, 0]
        levels = levels + solved[:, :4]
        if turn:
            place = place + np.clip(solved[:, 4], -LARGEST_STEP_PX, LARGEST_STEP_PX)
            beside = beside + np.clip(solved[:, 5:], -CREEP_PX, CREEP_PX)
        rest = (left**2 * window).sum(axis=1) / np.maximum(window.sum(axis=1) - 4.0, 1.0)
    rest = np.sqrt(rest)
    spread = np.linalg.inv(normal)[:, 4, 4]
    contrast = sign * levels[:, 1]
    gone = ~np.isfinite(place) | (np.abs(place - guess) > ASTRAY_PX)
    # Neighbouring samples share pixels: twice as many numbers as there is news.
    sigma = np.sqrt(np.maximum(spread, 0.0) * 2.0) * np.maximum(rest, 0.003)
    bright = np.maximum(levels[:, 0], levels[:, 0] + levels[:, 1])
    return BarFits(
        np.where(gone, guess, place), sigma, np.where(gone, -1.0, contrast), rest, bright
    )


def _neighbours(profiles: F64, offsets: F64, guess: F64, sign: F64) -> tuple[F64, F64]:
    """Which samples are looked at, and where brightness turns back on either side, or nan."""
    slope = sign[:, None] * np.gradient(profiles, axis=1)
    u = offsets - guess[:, None]
    main = np.where(np.abs(u) <= APART_PX, slope, -np.inf).max(axis=1)
    window = np.ones_like(profiles)
    found = np.full((len(guess), 2), np.nan)
    rows = np.arange(len(guess))
    for side, way in enumerate((-1.0, 1.0)):
        there = way * u > APART_PX
        # The nearest of all that are steep enough: what lies behind it is not looked at.
        back = there & (-slope > TURNS * main[:, None])
        nearest = np.argmin(np.where(back, np.abs(u), np.inf), axis=1)
        run = there & (np.abs(u) <= np.abs(u[rows, nearest])[:, None] + BEYOND_PX)
        steepest = np.argmax(np.where(run & back, -slope, 0.0), axis=1)
        turns = back.any(axis=1)
        where = offsets[rows, steepest]
        found[:, side] = np.where(turns, where, np.nan)
        past = way * (offsets - where[:, None]) > BEYOND_PX
        window[turns[:, None] & past & there] = 0.0
    return window, found
