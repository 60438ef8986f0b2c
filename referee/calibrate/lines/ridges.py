"""Thin bright (or dark) lines in a picture, as points with a direction: where print may be."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from referee.core.arrays import F32, F64, I64, U8, Bools

WIDTH_PX = 960  # lines of a board stay 1 to 5 px wide at this size
SCALES_PX = (0.9, 1.7)  # of the second derivative: half a thin and half a thick line
MOST_POINTS = 14_000
LOCAL_PX = 24.0  # contrast is judged against the surroundings this far off


@dataclass(frozen=True, slots=True)
class Ridges:
    """Points of lines: place in pixels of the whole picture, unit direction, strength."""

    at_px: F64
    along: F64
    strength: F64
    size_px: tuple[int, int]


def grey_of(picture: U8) -> F32:
    """The picture's brightness from 0 to 1, (rows, columns)."""
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(grey, dtype=np.float32) / np.float32(255.0)


def find_ridges(grey: F32, *, dark: bool = False) -> Ridges:
    """The strongest points on crests of brightness; of its valleys with ``dark``."""
    height, width = grey.shape
    share = min(1.0, WIDTH_PX / max(width, height))
    small = grey
    if share < 1.0:
        size = (round(width * share), round(height * share))
        small = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.float32)
    if dark:
        small = 1.0 - small
    strength, across_x, across_y = _crests(small)
    keep = _is_peak(strength, across_x, across_y)
    rows, columns = np.nonzero(keep)
    values = strength[rows, columns]
    if len(values) > MOST_POINTS:
        chosen = np.argpartition(values, -MOST_POINTS)[-MOST_POINTS:]
        rows, columns, values = rows[chosen], columns[chosen], values[chosen]
    nx, ny = across_x[rows, columns], across_y[rows, columns]
    shift = _offset(strength, rows, columns, nx, ny)
    at = np.stack([columns + shift * nx, rows + shift * ny], axis=1).astype(float)
    scale = np.array([width / small.shape[1], height / small.shape[0]])
    return Ridges(
        (at + 0.5) * scale - 0.5,
        np.stack([-ny, nx], axis=1).astype(float),
        values.astype(float),
        (width, height),
    )


def _crests(grey: F32) -> tuple[F32, F32, F32]:
    """How strongly brightness curves down across its crest, and the direction across."""
    best = np.zeros_like(grey)
    across_x, across_y = np.ones_like(grey), np.zeros_like(grey)
    middle = cv2.GaussianBlur(grey, (0, 0), LOCAL_PX)
    spread = np.sqrt(cv2.GaussianBlur((grey - middle) ** 2, (0, 0), LOCAL_PX)) + 0.02
    for sigma in SCALES_PX:
        smooth = cv2.GaussianBlur(grey, (0, 0), sigma)
        xx = cv2.filter2D(smooth, -1, np.array([[1.0, -2.0, 1.0]], np.float32))
        yy = cv2.filter2D(smooth, -1, np.array([[1.0], [-2.0], [1.0]], np.float32))
        cross = np.array([[0.25, 0.0, -0.25], [0.0, 0.0, 0.0], [-0.25, 0.0, 0.25]], np.float32)
        xy = cv2.filter2D(smooth, -1, cross)
        half, mean = (xx - yy) / 2, (xx + yy) / 2
        root = np.sqrt(half * half + xy * xy)
        # A crest curves down across and hardly along: blobs and corners curve both ways.
        down = np.maximum(root - mean - 2.0 * np.abs(mean + root), 0.0) * np.float32(sigma**2)
        angle = 0.5 * np.arctan2(-2.0 * xy, -2.0 * half)
        wins = down > best
        best = np.where(wins, down, best)
        across_x = np.where(wins, np.cos(angle), across_x)
        across_y = np.where(wins, np.sin(angle), across_y)
    return (best / spread).astype(np.float32), across_x, across_y


def _is_peak(strength: F32, nx: F32, ny: F32) -> Bools:
    """Points stronger than both neighbours across the line."""
    keep = strength > 0.05
    sideways = np.abs(nx) > np.abs(ny)
    diagonal = np.minimum(np.abs(nx), np.abs(ny)) > 0.41 * np.maximum(np.abs(nx), np.abs(ny))
    same = nx * ny > 0.0
    for mask, (dx, dy) in (
        (sideways & ~diagonal, (1, 0)),
        (~sideways & ~diagonal, (0, 1)),
        (diagonal & same, (1, 1)),
        (diagonal & ~same, (1, -1)),
    ):
        ahead = np.roll(strength, (-dy, -dx), axis=(0, 1))
        behind = np.roll(strength, (dy, dx), axis=(0, 1))
        keep &= ~mask | ((strength > ahead) & (strength >= behind))
    keep[:2], keep[-2:], keep[:, :2], keep[:, -2:] = False, False, False, False
    return np.asarray(keep)


def _offset(
    strength: F32,
    rows: I64,
    columns: I64,
    nx: F32,
    ny: F32,
) -> F32:
    """From the pixel to the crest, across the line, by a parabola."""
    x, y = columns.astype(np.float32), rows.astype(np.float32)
    here = strength[rows, columns]
    ahead, behind = (
        cv2.remap(strength, (x + s * nx)[:, None], (y + s * ny)[:, None], cv2.INTER_LINEAR).ravel()
        for s in (1.0, -1.0)
    )
    bend = ahead - 2.0 * here + behind
    step = np.where(bend < -1e-6, (behind - ahead) / np.minimum(2.0 * bend, -1e-6), 0.0)
    return np.asarray(np.clip(step, -0.7, 0.7))
