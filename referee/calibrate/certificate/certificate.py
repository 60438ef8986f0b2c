"""The certificate of a calibration: errors in mm by place, lines, flatness, a grade, and advice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from referee.calibrate.certificate.error_map import ErrorMap
from referee.calibrate.certificate.flatness import Flatness


class CalibrationGrade(StrEnum):
    """The grades of a calibration, from good to unusable."""

    GOLD = "gold"
    SILVER = "silver"
    BRONZE = "bronze"
    REFUSED = "refused"


# The largest error anywhere on the field, at 95 of 100 places, in mm.
THRESHOLDS_MM: Mapping[CalibrationGrade, float] = {
    CalibrationGrade.GOLD: 0.5,
    CalibrationGrade.SILVER: 1.0,
    CalibrationGrade.BRONZE: 2.0,
}


def grade_of(worst_mm: float) -> CalibrationGrade:
    """The best grade whose threshold holds."""
    for grade, limit_mm in THRESHOLDS_MM.items():
        if worst_mm <= limit_mm:
            return grade
    return CalibrationGrade.REFUSED


@dataclass(frozen=True, slots=True)
class LineReport:
    """One line: the share that was seen, its misses, and its miss when left out of the fit."""

    name: str
    seen: float
    rms_px: float | None
    mean_mm: float | None
    held_out_mm: float | None


@dataclass(frozen=True, slots=True)
class LensReport:
    """The source of the lens, its focal length in px, and the sigma of that."""

    source: str
    focal_px: float
    focal_sigma: float  # as a share of the focal length


@dataclass(frozen=True, slots=True, eq=False)
class Certificate:
    """Everything that coaches should know before they trust a call."""

    grade: CalibrationGrade
    errors: ErrorMap
    gap_sigma: ErrorMap
    lines: tuple[LineReport, ...]
    lens: LensReport
    flatness: Flatness
    tilt_deg: float
    height_mm: float
    mm_per_px: float
    blur_px: float
    pictures: int
    seconds: float
    advice: tuple[str, ...]
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Numbers for a file; the maps are rows from the near sideline to the far one."""
        return {
            "verdict": self.grade.value,
            "median_error_mm": _short(self.errors.median_mm),
            "worst_error_mm": _short(self.errors.worst_mm),
            "thresholds_mm": {v.value: mm for v, mm in THRESHOLDS_MM.items()},
            "map": {
                "x_mm": [_short(v) for v in self.errors.x_mm],
                "y_mm": [_short(v) for v in self.errors.y_mm],
                "error_mm": [[_short(v) for v in row] for row in self.errors.error_mm],
                "gap_sigma_mm": [[_short(v) for v in row] for row in self.gap_sigma.error_mm],
                "height_mm": [[_short(v) for v in row] for row in self.flatness.height_mm],
            },
            "lines": [
                {
                    "name": line.name,
                    "seen": _short(line.seen),
                    "rms_px": _short(line.rms_px),
                    "mean_mm": _short(line.mean_mm),
                    "held_out_mm": _short(line.held_out_mm),
                }
                for line in self.lines
            ],
            "lens": {
                "source": self.lens.source,
                "focal_px": _short(self.lens.focal_px),
                "focal_sigma_percent": _short(100.0 * self.lens.focal_sigma),
            },
            "flatness": {
                "worst_mm": _short(self.flatness.worst_mm),
                "sigma_mm": _short(self.flatness.sigma_mm),
                "clear": self.flatness.clear,
            },
            "tilt_deg": _short(self.tilt_deg),
            "camera_height_mm": _short(self.height_mm),
            "mm_per_px": _short(self.mm_per_px),
            "blur_px": _short(self.blur_px),
            "pictures": self.pictures,
            "seconds": _short(self.seconds),
            "advice": list(self.advice),
            "notes": list(self.notes),
        }


def _short(value: float | None) -> float | None:
    return None if value is None else round(float(value), 4)
