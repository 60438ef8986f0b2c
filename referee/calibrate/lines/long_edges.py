"""Edges that run along the whole field: where sidelines, bands and borders begin and end.

Seen through a camera that is roughly right, across the field at many places along it. What is
there at most of them, at the same distance, is print; figures, letters and shadows are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from referee.camera.camera_model import CameraModel
from referee.core.arrays import F32, F64, Bools

GRID_MM = 0.5
HALF = 2  # samples on each side whose means are compared
LEAST_STEP = 0.03  # of brightness
SHARE = 0.2  # of the clearest step at the same place along the field
NEAR = 2  # samples by which edges of neighbouring places may differ
LEAST_COVER = 0.35  # of the places along the field, for an edge to be one
SHOWN = 0.25  # of the places must be in the picture
STANDS_OUT = 2.0  # against what is usual, so that texture is no edge


@dataclass(frozen=True, slots=True)
class LongEdge:
    """Where it runs, whether brightness rises there toward larger coordinates (1) or falls (-1),
    and at what share of the places it was seen.
    """

    place_mm: float
    step: int
    cover: float


def view_across(grey: F32, camera: CameraModel, axis: int, run_mm: F64, places_mm: F64) -> F32:
    """Brightness as (run, places), nan outside the picture; ``axis`` is that of the places."""
    along, across = np.meshgrid(run_mm, places_mm, indexing="ij")
    flat = np.stack([along, across] if axis == 1 else [across, along], axis=-1)
    at = camera.project(np.concatenate([flat, np.zeros((*flat.shape[:2], 1))], axis=-1))
    x, y = (at[..., k].astype(np.float32) for k in (0, 1))
    return np.asarray(
        cv2.remap(
            grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=float("nan")
        ),
        dtype=np.float32,
    )


def long_edges(seen: F32, places_mm: F64) -> tuple[LongEdge, ...]:
    """Edges that are there at most places along the field; ``seen`` is (run, places)."""
    run = np.cumsum(np.nan_to_num(seen), axis=1)
    run = np.concatenate([np.zeros((len(seen), 1), np.float32), run], axis=1)
    rise = np.zeros_like(seen)
    inner = slice(HALF, seen.shape[1] - HALF)
    middle = np.arange(seen.shape[1])[inner]
    rise[:, inner] = run[:, middle + HALF] - 2.0 * run[:, middle] + run[:, middle - HALF]
    rise /= HALF
    blank = cv2.dilate(np.isnan(seen).astype(np.uint8), np.ones((1, 2 * HALF + 1), np.uint8)) > 0
    rise[blank] = 0.0
    there = (~blank).mean(axis=0)
    shown = there > SHOWN
    if not shown.any():
        return ()
    floor = np.maximum(LEAST_STEP, SHARE * np.abs(rise).max(axis=1, keepdims=True))
    found: list[LongEdge] = []
    for sign in (1, -1):
        one = sign * rise
        top = cv2.dilate(one, np.ones((1, 2 * NEAR + 1), np.uint8))
        hit = (one >= top) & (one > floor)
        wide = cv2.dilate(hit.astype(np.uint8), np.ones((1, 2 * NEAR + 1), np.uint8))
        cover = np.where(shown, wide.mean(axis=0) / np.maximum(there, SHOWN), 0.0)
        least = max(LEAST_COVER, STANDS_OUT * float(np.median(cover[shown])))
        found += _tops(cover, hit, places_mm, sign, least)
    return tuple(sorted(found, key=lambda e: e.place_mm))


def _tops(cover: F64, hit: Bools, places_mm: F64, sign: int, least: float) -> Iterator[LongEdge]:
    """Where more is seen than nearby, to a fraction of the grid."""
    smooth = np.convolve(cover, np.ones(3) / 3, "same")
    for k in np.nonzero(smooth >= least)[0]:
        low, high = max(0, k - 2 * NEAR), k + 2 * NEAR + 1
        if smooth[k] < smooth[low:high].max() or (smooth[low:k] == smooth[k]).any():
            continue
        close = slice(max(0, k - NEAR), k + NEAR + 1)
        weight = hit[:, close].sum(axis=0)
        if weight.any():
            # A step between two samples lies half a sample before the second.
            place = float((weight * places_mm[close]).sum() / weight.sum()) - GRID_MM / 2
            yield LongEdge(place, sign, float(min(1.0, cover[k])))
