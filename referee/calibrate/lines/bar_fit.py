"""The middle of a blurred bar on a ground that may differ on its two sides.

A plain centroid leans toward the brighter side; here both grounds, the bar and its middle are
solved together, and what begins beside them is told apart.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.core.arrays import F64

ROUNDS = 5
LARGEST_STEP_PX = 0.6
STIFF = 1e-3  # holds a border where it was first seen, unless the picture is clear
CREEP_PX = 0.3
BEYOND_PX = 1.0  # that a border is followed
RISE = 0.15  # of the whole contrast: by more than this, something else begins
STEEP = 1.702  # makes the logistic curve follow the Gaussian's integral


@dataclass(frozen=True, slots=True, eq=False)
class BarFits:
    """One bar per profile: middle, its sigma, contrast to the nearer ground, what is left over.

    ``bright`` is the brightness of the bar itself, by which light and shadow are told from print.
    """

    place: F64
    sigma: F64
    contrast: F64
    rest: F64
    bright: F64


def fit_bars(
    profiles: F64, offsets: F64, guess: F64, widths: F64, blur_px: float, room_px: float
) -> BarFits:
    """Bars of known width near ``guess``; ``room_px`` of ground on each side is looked at."""
    profiles, offsets = cut_out(profiles, offsets, guess, widths, room_px)
    place = guess.copy()
    window, borders = _surroundings(profiles, offsets, guess, widths, room_px)
    levels = np.zeros((len(place), 5))
    normal = np.tile(np.eye(8), (len(place), 1, 1))
    rest = np.zeros(len(place))
    keep = np.diag([1e-6] * 6 + [STIFF] * 2)
    for turn in range(ROUNDS + 1):
        shape, slope = _edges(offsets, place, widths, blur_px)
        beside, creep = _beside(offsets, borders, blur_px)
        bend = (slope @ levels[:, :3, None])[:, :, 0]
        design = np.concatenate(
            [shape, beside, bend[:, :, None], creep * levels[:, None, 3:]], axis=2
        )
        weighted = design * window[:, :, None]
        turned = weighted.transpose(0, 2, 1)
        normal = turned @ design + keep
        left = profiles - (design[:, :, :5] @ levels[:, :, None])[:, :, 0]
        solved = np.linalg.solve(normal, turned @ left[:, :, None])
        levels = levels + solved[:, :5, 0]
        if turn:
            place = place + np.clip(solved[:, 5, 0], -LARGEST_STEP_PX, LARGEST_STEP_PX)
            borders = borders + np.clip(solved[:, 6:, 0], -CREEP_PX, CREEP_PX)
        rest = (left**2 * window).sum(axis=1) / np.maximum(window.sum(axis=1) - 4.0, 1.0)
    rest = np.sqrt(rest)
    spread = np.linalg.inv(normal)[:, 5, 5]
    contrast = np.minimum(levels[:, 1] - levels[:, 0], levels[:, 1] - levels[:, 2])
    gone = ~np.isfinite(place) | (np.abs(place - guess) > widths / 2 + 1.0)
    contrast = np.where(gone, -1.0, contrast)
    # Neighbouring samples share pixels: twice as many numbers as there is news.
    sigma = np.sqrt(np.maximum(spread, 0.0) * 2.0) * np.maximum(rest, 0.003)
    return BarFits(np.where(gone, guess, place), sigma, contrast, rest, levels[:, 1])


def cut_out(
    profiles: F64, offsets: F64, guess: F64, widths: F64, room_px: float
) -> tuple[F64, F64]:
    """The samples around each guess, and their offsets."""
    step = float(offsets[1] - offsets[0])
    half = int(np.ceil((float(widths.max(initial=1.0)) / 2 + room_px) / step)) + 1
    middle = np.clip(np.round((guess - offsets[0]) / step), half, len(offsets) - 1 - half)
    at = np.maximum(middle.astype(np.int64)[:, None] + np.arange(-half, half + 1), 0)
    return np.take_along_axis(profiles, at, axis=1), offsets[at]


def _edges(offsets: F64, place: F64, widths: F64, blur_px: float) -> tuple[F64, F64]:
    """Shares of left ground, bar and right ground at every sample, and how they move with it."""
    u = offsets - place[:, None]
    first, d_first = blurred_step((u + widths[:, None] / 2) / blur_px)
    last, d_last = blurred_step((u - widths[:, None] / 2) / blur_px)
    shape = np.stack([1.0 - first, first - last, last], axis=2)
    slope = np.stack([d_first, d_last - d_first, -d_last], axis=2) / blur_px
    return shape, slope


def blurred_step(t: F64) -> tuple[F64, F64]:
    """A blurred step from 0 to 1 at zero, and its slope."""
    value = 1.0 / (1.0 + np.exp(-STEEP * np.clip(t, -20.0, 20.0)))
    return value, STEEP * value * (1.0 - value)


def _beside(offsets: F64, borders: F64, blur_px: float) -> tuple[F64, F64]:
    """A step up at either border, and how it moves with it; nothing where there is none."""
    there = np.isfinite(borders)
    sign = np.array([-1.0, 1.0])
    u = offsets[:, :, None] - np.where(there, borders, 0.0)[:, None, :]
    value, steep = blurred_step(sign * u / blur_px)
    there = np.broadcast_to(there[:, None, :], value.shape)
    return np.where(there, value, 0.0), np.where(there, -sign * steep / blur_px, 0.0)


def _surroundings(
    profiles: F64, offsets: F64, guess: F64, widths: F64, room_px: float
) -> tuple[F64, F64]:
    """Which samples are looked at, and where something brighter begins on either side, or nan.

    A border's blur reaches back to the line; left out of account, it would draw the line's middle
    away from it.
    """
    u = offsets - guess[:, None]
    edge = widths[:, None] / 2
    near = np.abs(u) <= edge + room_px
    weight = near.astype(float)
    borders = np.full((len(guess), 2), np.nan)
    slope = np.gradient(profiles, axis=1)
    rows = np.arange(len(profiles))
    height = profiles.max(axis=1) - profiles.min(axis=1)
    for side, sign in enumerate((-1.0, 1.0)):
        ground = (sign * u > edge) & near
        lowest = np.argmin(np.where(ground, profiles, np.inf), axis=1)
        beyond = ground & (sign * (offsets - offsets[rows, lowest][:, None]) > 0.0)
        steepest = np.argmax(np.where(beyond, sign * slope, 0.0), axis=1)
        rise = (profiles * beyond).max(axis=1) - profiles[rows, lowest]
        steps = beyond.any(axis=1) & (rise > RISE * height)
        where = offsets[rows, steepest]
        borders[:, side] = np.where(steps, where, np.nan)
        past = sign * (offsets - where[:, None]) > BEYOND_PX
        weight[steps[:, None] & past & ground] = 0.0
    return weight, borders
