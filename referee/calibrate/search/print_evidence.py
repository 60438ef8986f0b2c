"""Evidence of the print: the share of every line that is seen, and how numerals read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from referee.calibrate.lines.line_samples import LineSamples
from referee.calibrate.lines.printed_line import PrintedLine, PrintedLineKind
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F32
from referee.core.field.field_profile import FieldProfile

CLOSE_PX = 1.5  # beside its place, that a point of a line may lie
PATCH = (56, 36)  # columns, rows of a numeral as it is compared
HALF_WIDTH_YD = 3.6  # of the board that a patch shows
TEXT_ROWS = 28  # of a patch that the numeral fills
STROKES = (2, 4, 6)  # thickness of letters in stencils, px
DIGIT_WIDTH = 0.66  # by the height of the numerals
GAP = 0.12  # from the yard line to a digit, by the height of the numerals
FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX)


@dataclass(frozen=True, slots=True)
class LineCover:
    """Share of the lines that was found where they should be: of all, and of the worse sideline."""

    score: float
    sides: float


def line_cover_of(
    samples: LineSamples, camera: CameraModel, lines: Sequence[PrintedLine]
) -> LineCover:
    """How much of the lines in the picture lies within a pixel or so of the camera's."""
    good = np.zeros(len(samples.line))
    good[samples.found] = np.abs(samples.sights.misses_px(camera)) < CLOSE_PX
    hits = np.bincount(samples.line, weights=good, minlength=len(lines))
    tried = np.bincount(samples.line, minlength=len(lines))
    # What lies outside the picture speaks neither for nor against, but half a field is no field.
    share = np.where(tried > 0, hits / np.maximum(tried, 1), 0.0)
    side = np.array([line.kind is PrintedLineKind.SIDE for line in lines])
    return LineCover(float(share.mean()), float(share[side].min()))


@dataclass(frozen=True, slots=True)
class Numerals:
    """What numerals tell: whether they stand at every ten yards, and which way they read.

    ``placed`` is the share of likeness at the tens against the fives between them; ``reads`` is
    how much better they read as printed than mirrored, in likeness from -1 to 1.
    """

    placed: float
    reads: float

    @property
    def mirrored(self) -> bool:
        """Whether numerals read from right to left, as in a mirrored picture."""
        return self.reads < -0.06

    @property
    def shifted(self) -> bool:
        """Whether numerals are clearer where this field has none."""
        return self.placed < -0.08


def read_numerals(grey: F32, camera: CameraModel, profile: FieldProfile) -> Numerals:
    """Compare what stands at every ten yards with stencils of the numbers, as is and mirrored."""
    turned, mirrored, between = [], [], []
    stencils = _stencils(profile)
    for yards in range(5, 96, 5):
        number = str(min(yards, 100 - yards))
        for far in (False, True):
            patch = _patch(grey, camera, profile, yards, far)
            if patch is None:
                continue
            if yards % 10:
                between.append(max(_likeness(patch, t) for t in stencils["ANY"]))
                continue
            forms = stencils[number]
            turned.append(max(_likeness(patch, t) for t in forms))
            mirrored.append(max(_likeness(patch, t[:, ::-1]) for t in forms))
    if not turned:
        return Numerals(0.0, 0.0)
    best = np.maximum(turned, mirrored)
    placed = float(np.mean(best)) - (float(np.mean(between)) if between else 0.0)
    return Numerals(placed, float(np.mean(np.subtract(turned, mirrored))))


def _patch(
    grey: F32, camera: CameraModel, profile: FieldProfile, yards: int, far: bool
) -> F32 | None:
    """A numeral's place seen from straight above, as its reader sees it; the line blotted out."""
    columns, rows = PATCH
    if far:
        outer, inner = profile.far_numbers_outer_y_mm, profile.far_numbers_inner_y_mm
    else:
        outer, inner = profile.near_numbers_outer_y_mm, profile.near_numbers_inner_y_mm
    margin = (inner - outer) * (rows / TEXT_ROWS - 1.0) / 2
    y = np.linspace(inner + margin, outer - margin, rows)
    reach = profile.x_mm(HALF_WIDTH_YD) * (-1.0 if far else 1.0)
    x = profile.x_mm(yards) + np.linspace(-reach, reach, columns)
    grid = np.stack([*np.meshgrid(x, y), np.zeros((rows, columns))], axis=-1)
    at = camera.project(grid)
    if not ((at >= 0.0) & (at <= (camera.width_px - 1, camera.height_px - 1))).all():
        return None
    found = cv2.remap(
        grey, at[..., 0].astype(np.float32), at[..., 1].astype(np.float32), cv2.INTER_LINEAR
    )
    blind = np.abs(x - profile.x_mm(yards)) < 1.4 * profile.line_width_mm + 0.4
    found = np.abs(found - np.median(found))
    found[:, blind] = float(np.median(found))
    return np.asarray(found, dtype=np.float32)


def _likeness(patch: F32, stencil: F32) -> float:
    """Normalised correlation, the stencil slid a little."""
    padded = cv2.copyMakeBorder(patch, 3, 3, 4, 4, cv2.BORDER_REPLICATE)
    return float(cv2.matchTemplate(padded, stencil, cv2.TM_CCOEFF_NORMED).max())


def _stencils(profile: FieldProfile) -> dict[str, list[F32]]:
    """Stencils for this field's numerals: digits as wide as lettering is, or as there is room."""
    columns = PATCH[0] / (2.0 * profile.x_mm(HALF_WIDTH_YD))
    height = profile.near_numbers_inner_y_mm - profile.near_numbers_outer_y_mm
    wide = round(min(0.36 * PATCH[0], DIGIT_WIDTH * height * columns))
    gap = round(max(2.0, min(0.05 * PATCH[0], GAP * height * columns)))
    return _made(wide, gap)


@cache
def _made(wide: int, gap: int) -> dict[str, list[F32]]:
    """The numbers in a few plain letterings, and ANY of them."""
    numbers = ("10", "20", "30", "40", "50")
    made = {
        number: [_stencil(number, s, f, wide, gap) for s in STROKES for f in FONTS]
        for number in numbers
    }
    made["ANY"] = [form for number in numbers for form in made[number][2:4]]
    return made


def _stencil(number: str, stroke: int, font: int, wide: int, gap: int) -> F32:
    """Digits astride the middle of the patch."""
    columns, rows = PATCH
    out = np.zeros((rows, columns), dtype=np.float32)
    for k, digit in enumerate(number):
        sheet = np.zeros((90, 90), dtype=np.uint8)
        cv2.putText(sheet, digit, (20, 70), font, 2.0, 255, stroke, cv2.LINE_AA)
        ink = cv2.boundingRect(cv2.findNonZero(sheet))
        crop = sheet[ink[1] : ink[1] + ink[3], ink[0] : ink[0] + ink[2]]
        share = max(3, round(wide * (0.55 if digit == "1" else 1.0)))
        drawn = cv2.resize(crop, (share, TEXT_ROWS), interpolation=cv2.INTER_AREA) / 255.0
        top, middle = (rows - TEXT_ROWS) // 2, columns // 2
        left = middle - gap - share if k == 0 else middle + gap
        out[top : top + TEXT_ROWS, left : left + share] = drawn
    return out
