"""Do numerals stand at the tens? That tells a field from the same five yards further on."""

from __future__ import annotations

import numpy as np

from referee.calibrate.new_field.lines.line_points import LinePoints
from referee.core.field.field_profile import FIELD_LENGTH_YD, FieldProfile

NUMERAL_YD = (0.7, 2.5)  # beside the line on which a numeral stands
LEAST_POINTS, CLEAR = 10.0, 1.3  # of a numeral, and by what stands at the fives
ROWS = (0.03, 0.34)  # of the width, from each sideline, for numerals


def numerals_at_tens(seen: LinePoints, profile: FieldProfile) -> float:
    """Share of tens with a numeral, less that of goal lines and fives; 0 if none can be told."""
    points = np.concatenate([seen.upright, seen.level])
    yards = points[:, 0] / profile.length_mm_per_yd
    aside = np.minimum(points[:, 1], profile.width_mm - points[:, 1]) / profile.width_mm
    inside = (aside > ROWS[0]) & (aside < ROWS[1])
    fives = np.round(yards / 5.0) * 5.0
    off = np.abs(yards - fives)
    near = inside & (off > NUMERAL_YD[0]) & (off < NUMERAL_YD[1])
    near &= (yards > 0.0) & (yards < FIELD_LENGTH_YD)  # end zones have letters
    count = np.array([(near & (fives == mark)).sum() for mark in range(0, 101, 5)], dtype=float)
    marks = np.arange(0, 101, 5)
    count[[0, -1]] *= 2.0
    goals, tens = marks % 100 == 0, (marks % 10 == 0) & (marks % 100 > 0)
    printed, blank = float(np.median(count[tens])), float(np.median(count[marks % 10 == 5]))
    if printed < LEAST_POINTS or printed < CLEAR * blank:
        return 0.0
    there = count > (printed + blank) / 2
    return float(there[tens].mean() - there[marks % 10 == 5].mean() - there[goals].mean() / 2)
