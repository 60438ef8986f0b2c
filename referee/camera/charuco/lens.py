"""A lens without the camera's place, and its JSON file: it stays true when the camera is moved."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import numpy as np

from referee.core.arrays import F64
from referee.core.errors import BadValue, PlainWord
from referee.core.settings.settings_table import SettingsTable
from referee.loaders.formats.atomic_file import write_text
from referee.loaders.formats.json_table import read_json

FORMAT = "referee.lens"
VERSION = 1
MAX_BYTES = 1_000_000
COUNT = 9  # fx fy cx cy k1 k2 p1 p2 k3
MOST_COEFFICIENT = 1000.0
ROUND = 1e-6  # of the largest eigenvalue, by which a covariance may miss being one


@dataclass(frozen=True, slots=True)
class Lens:
    """Focal lengths, principal point and distortion (k1 k2 p1 p2 k3) for one size of picture.

    ``rms_px`` is what was left over where it was measured; ``sigma_px`` is how far a point may be
    off for a typical place of the picture because the lens is not known better. ``covariance`` is
    that of the nine numbers in the order fx fy cx cy k1 k2 p1 p2 k3.
    """

    width_px: int
    height_px: int
    fx_px: float
    fy_px: float
    cx_px: float
    cy_px: float
    distortion: tuple[float, float, float, float, float]
    source: str
    rms_px: float
    sigma_px: float
    covariance: tuple[tuple[float, ...], ...] | None = None
    views: int = 0
    camera_id: str = "unknown"
    day: date | None = None

    @property
    def camera_matrix(self) -> F64:
        """OpenCV's 3 x 3 camera matrix."""
        return np.array(
            [[self.fx_px, 0.0, self.cx_px], [0.0, self.fy_px, self.cy_px], [0.0, 0.0, 1.0]]
        )

    def scaled(self, width_px: int, height_px: int) -> Lens:
        """The lens for pictures scaled to this size; raises `BadValue` for other proportions."""
        across, down = width_px / self.width_px, height_px / self.height_px
        if abs(across / down - 1.0) > 0.01:
            seen = f"{self.width_px} x {self.height_px}"
            allowed = f"one measured in pictures of the proportions {width_px} x {height_px}"
            raise BadValue("the lens", PlainWord(f"measured in pictures of {seen}"), allowed)
        by = np.array([across, down, across, down, 1.0, 1.0, 1.0, 1.0, 1.0])
        known = self.covariance
        spread = None if known is None else np.outer(by, by) * np.asarray(known)
        return replace(
            self,
            width_px=width_px,
            height_px=height_px,
            fx_px=self.fx_px * across,
            fy_px=self.fy_px * down,
            # Pixels are counted from the middle of the first, pictures are scaled from its corner.
            cx_px=(self.cx_px + 0.5) * across - 0.5,
            cy_px=(self.cy_px + 0.5) * down - 0.5,
            rms_px=self.rms_px * across,
            sigma_px=self.sigma_px * across,
            covariance=None if spread is None else tuple(tuple(map(float, r)) for r in spread),
        )


def write_lens(path: Path, lens: Lens) -> None:
    """Write the file whole; the name should end in ``.lens.json``."""
    values = {
        "format": FORMAT,
        "version": VERSION,
        "camera_id": lens.camera_id,
        "date": lens.day.isoformat() if lens.day else None,
        "image_size_px": [lens.width_px, lens.height_px],
        "camera_matrix": lens.camera_matrix.tolist(),
        "distortion": list(lens.distortion),
        "source": lens.source,
        "views": lens.views,
        "rms_px": lens.rms_px,
        "sigma_px": lens.sigma_px,
        "covariance": lens.covariance,
    }
    write_text(path, json.dumps(values, indent=2, allow_nan=False, ensure_ascii=False) + "\n")


def read_lens(path: Path) -> Lens:
    """The lens in a file; raises `BadValue` with a sentence if it holds none."""
    table = read_json(path, "the lens", "a lens in JSON, *.lens.json", MAX_BYTES)
    table.choice("format", (FORMAT,))
    table.whole("version", VERSION, VERSION)
    width, height = (int(v) for v in _numbers(table, "image_size_px", 2, 16.0, 16384.0))
    matrix = _numbers(table, "camera_matrix", 9, -1e6, 1e6)
    for focal in matrix[0], matrix[4]:
        if not 0.1 * width < focal < 100.0 * width:
            allowed = "focal lengths from 0.1 to 100 widths of the picture"
            raise table.error("camera_matrix", matrix, allowed)
    k1, k2, p1, p2, k3 = _numbers(table, "distortion", 5, -MOST_COEFFICIENT, MOST_COEFFICIENT)
    return Lens(
        width_px=width,
        height_px=height,
        fx_px=matrix[0],
        fy_px=matrix[4],
        cx_px=matrix[2],
        cy_px=matrix[5],
        distortion=(k1, k2, p1, p2, k3),
        source=table.text("source", 80),
        rms_px=table.number("rms_px", 0.0, 100.0),
        sigma_px=table.number("sigma_px", 0.0, 1000.0),
        covariance=_covariance(table),
        views=table.whole("views", 0, 100_000),
        camera_id=table.text("camera_id", 200),
        day=_day(table),
    )


def _covariance(table: SettingsTable) -> tuple[tuple[float, ...], ...] | None:
    if table.raw("covariance") is None:
        return None
    values = np.reshape(_numbers(table, "covariance", COUNT * COUNT, -1e12, 1e12), (COUNT, COUNT))
    own = np.linalg.eigvalsh((values + values.T) / 2)
    if not np.allclose(values, values.T, rtol=1e-6) or own[0] < -ROUND * max(own[-1], 1.0):
        raise table.error(
            "covariance", PlainWord("not one"), "a covariance of nine numbers, or null"
        )
    return tuple(tuple(float(v) for v in row) for row in values)


def _day(table: SettingsTable) -> date | None:
    value = table.raw("date")
    if value is None:
        return None
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        raise table.error("date", value, "a date such as 2025-11-03") from None


def _numbers(table: SettingsTable, key: str, count: int, low: float, high: float) -> list[float]:
    """Numbers, however they are nested, as one row."""
    value = table.raw(key)
    flat: list[float] = []
    waiting = [value]
    while waiting:
        one = waiting.pop(0)
        if isinstance(one, list):
            waiting = [*one, *waiting]
        elif isinstance(one, (int, float)) and not isinstance(one, bool):
            flat.append(float(one))
    if len(flat) != count or not all(math.isfinite(v) and low <= v <= high for v in flat):
        allowed = f"{count} finite numbers from {low:g} to {high:g}"
        raise table.error(key, value, allowed)
    return flat
