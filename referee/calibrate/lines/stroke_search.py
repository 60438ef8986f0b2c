"""How wide lines are printed and how soft their edges are, found in the picture itself."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.calibrate.lines.line_samples import LineStroke, measure_lines
from referee.calibrate.lines.printed_line import OUTER, PrintedLine, PrintedLineKind
from referee.camera.camera_model import CameraModel
from referee.core.arrays import F32
from referee.core.field.field_profile import FieldProfile

WIDTHS = (0.5, 0.65, 0.8, 1.0, 1.25, 1.6)  # by the profile's line
BLURS_PX = (0.6, 0.85, 1.2, 1.7)
KIND_WIDTHS = (0.7, 0.85, 1.0, 1.2, 1.5, 1.8)  # by the yard lines' width
KNOWN_WIDTHS = (0.85, 1.0, 1.15)  # by their own width, if it is known
USUAL_BLUR_PX = 0.9
REACH_PX = 3.0  # beside its place, that a line is looked for
STEP_MM = 30.0  # between places along it
FEWEST = 12  # places, for a width to be judged


def usual_stroke(profile: FieldProfile, *, dark: bool) -> LineStroke:
    """The line widths that the profile gives, and the usual blur."""
    widths = dict.fromkeys(PrintedLineKind, profile.line_width_mm)
    if profile.border_width_mm > 0.0:
        widths |= dict.fromkeys(OUTER, profile.border_width_mm)
    return LineStroke(widths, USUAL_BLUR_PX, dark)


def find_stroke(
    grey: F32, camera: CameraModel, lines: Sequence[PrintedLine], usual: LineStroke
) -> LineStroke:
    """The widths and softness that explain the picture best; the lines are nearly found."""
    yard = [line for line in lines if line.kind is PrintedLineKind.YARD]
    base = usual.width_mm[PrintedLineKind.YARD]
    tries = [
        LineStroke(dict.fromkeys(PrintedLineKind, base * wide), blur, usual.dark)
        for wide in WIDTHS
        for blur in BLURS_PX
    ]
    best = min(tries, key=lambda s: _misfit(grey, camera, yard, s))
    widths = dict(best.width_mm)
    for kind in (PrintedLineKind.GOAL, PrintedLineKind.SIDE, PrintedLineKind.END):
        group = [line for line in lines if line.kind is kind]
        known = usual.width_mm[kind] != base
        middle = usual.width_mm[kind] if known else widths[PrintedLineKind.YARD]
        tried = [middle * wide for wide in (KNOWN_WIDTHS if known else KIND_WIDTHS)]
        of_kind = [LineStroke({**widths, kind: wide}, best.blur_px, usual.dark) for wide in tried]
        misfits = [_misfit(grey, camera, group, s) for s in of_kind]
        if np.isfinite(min(misfits)):
            widths[kind] = of_kind[int(np.argmin(misfits))].width_mm[kind]
    return LineStroke(widths, best.blur_px, usual.dark)


def _misfit(
    grey: F32, camera: CameraModel, lines: Sequence[PrintedLine], stroke: LineStroke
) -> float:
    """The median of what the bars leave over, as a share of their contrast."""
    looked = measure_lines(grey, camera, lines, stroke, reach_px=REACH_PX, step_mm=STEP_MM)
    bars, found = looked.bars, looked.found
    if int(found.sum()) < FEWEST:
        return float("inf")
    return float(np.median(bars.rest[found] / bars.contrast[found]))
