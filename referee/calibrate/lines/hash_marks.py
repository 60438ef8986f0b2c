"""Hash marks: rows of short strokes, one at every yard between the goal lines and none beyond."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.calibrate.lines.long_edges import GRID_MM, view_across
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F32, F64, I64, Bools
from referee.core.field.field_profile import FieldProfile

ASIDE_YD = 0.4  # beside a mark, where there is none
OFF_MM = 1.0  # by which a mark may lie beside its place
CLEAR = 0.04  # of brightness, by which a mark stands out
BESIDE = (1.5, 3.5)  # half lengths from the middle of a mark, where it has ended
WITHIN = np.array([y for y in range(1, 100) if y % 5])
BEYOND = (np.arange(-6, 0), np.arange(101, 107))
FEWEST = 0.3  # of the marks, for them to speak
RUN_ON = 0.5  # of the marks, within and beyond
REACH = 1.6  # lengths of a mark beside its place that its ends are looked for
ALIKE = (0.6, 1.5)  # how long marks may look, by their length


def marks_seen(
    grey: F32, camera: CameraModel, profile: FieldProfile, yards: F64, y_mm: F64
) -> Bools:
    """Whether something narrow and bright stands there: (yards, places across)."""
    x, aside = profile.x_mm(1.0) * yards, profile.x_mm(ASIDE_YD)
    left, low, here, high, right = (
        view_across(grey, camera, 1, x + off, y_mm) for off in (-aside, -OFF_MM, 0.0, OFF_MM, aside)
    )
    clear = np.maximum(np.maximum(low, here), high) - np.maximum(left, right)
    return np.asarray(np.nan_to_num(clear) > CLEAR)


class HashRows:
    """The rows of hash marks, and how well they stand out if the field lies elsewhere across."""

    def __init__(self, grey: F32, camera: CameraModel, profile: FieldProfile, reach_mm: float):
        self._profile = profile
        self._y = np.arange(-reach_mm, profile.width_mm + reach_mm, GRID_MM)
        self._seen = marks_seen(grey, camera, profile, WITHIN.astype(float), self._y).mean(axis=0)

    def aside_mm(self) -> float | None:
        """How far beside their places both rows lie, as their marks' ends tell; None if unseen."""
        places = [
            self._middle_mm(y) for y in (self._profile.near_hash_y_mm, self._profile.far_hash_y_mm)
        ]
        found = [place for place in places if place is not None]
        return float(np.mean(found)) if len(found) == len(places) else None

    def _middle_mm(self, row_mm: float) -> float | None:
        """Midway between the ends of a row's marks, less where it should be."""
        length = self._profile.hash_length_mm
        off = self._y - row_mm
        near = np.abs(off) < REACH * length
        seen = self._seen[near]
        low, high = float(np.percentile(seen, 10)), float(seen.max())
        if high - low < FEWEST:
            return None
        inside = np.nonzero(seen > (low + high) / 2)[0]
        first, last = int(inside[0]), int(inside[-1])
        if not ALIKE[0] * length < (last - first + 1) * GRID_MM < ALIKE[1] * length:
            return None
        return float(off[near][first] + off[near][last]) / 2

    def stand_out(self, shift_mm: float) -> float:
        """The share of marks seen in their rows, less what is seen beside them."""
        half, total = self._profile.hash_length_mm / 2, 0.0
        for row in (self._profile.near_hash_y_mm, self._profile.far_hash_y_mm):
            off = np.abs(self._y - row - shift_mm)
            inside, beside = off < half, (off > BESIDE[0] * half) & (off < BESIDE[1] * half)
            if inside.any() and beside.any():
                total += float(self._seen[inside].mean() - self._seen[beside].mean()) / 2
        return total


@dataclass(frozen=True, slots=True)
class HashMarkShares:
    """The share of hash marks seen in their places, and of places beyond the worse goal line."""

    within: float
    beyond: float

    @property
    def clear(self) -> float:
        """What is seen within, less what is beyond; 0 if hardly any."""
        return 0.0 if self.within < FEWEST else self.within - self.beyond

    @property
    def run_on(self) -> bool:
        """Whether marks go on beyond a goal line, so that lines were counted from another one."""
        return min(self.within, self.beyond) > RUN_ON


def marks_in_place(grey: F32, camera: CameraModel, profile: FieldProfile) -> HashMarkShares:
    """Hash marks where this field has them, and where it has none."""
    half = profile.hash_length_mm / 2

    def share(yards: I64) -> float:
        seen = []
        for row in (profile.near_hash_y_mm, profile.far_hash_y_mm):
            y = row + np.arange(-BESIDE[1] * half, BESIDE[1] * half, GRID_MM)
            mark = marks_seen(grey, camera, profile, yards.astype(float), y)
            off = np.abs(y - row)
            beside = (off > BESIDE[0] * half) & (off < BESIDE[1] * half)
            seen.append(mark[:, off < half].mean(axis=1) > 0.5)
            seen[-1] &= mark[:, beside].mean(axis=1) < 0.5
        return float(np.mean(seen))

    return HashMarkShares(share(WITHIN), max(share(yards) for yards in BEYOND))
