"""Rows of hash marks and of numerals, read through a camera that is known.

Each yard has a mark and each ten a numeral, so the median of all gives the row: figures, wear and
logos disturb only a few.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.calibrate.new_field.lines.board_strips import BoardStrips
from referee.core.arrays import F64
from referee.core.field.field_profile import FIELD_WIDTH_YD, FieldProfile

HASH_SHARE = (0.2, 0.49)  # of the width, where a row of hash marks is looked for
HASH_OFF_YD = 0.38  # beside a mark, where there is turf
HASH_STEP = 0.25  # of the yard lines' contrast
NUMERAL_SHARE = (0.03, 0.36)  # of the width, where a row of numerals is looked for
NUMERAL_YD = (0.8, 2.4)  # beside the line on which it stands
BLANK_YD = (0.7, 1.3)  # beside the fives between: even wide numerals do not reach there
NUMERAL_STEP = 0.2  # of the yard lines' contrast
GAP_YD = 0.7  # inside a row of hash marks that is one row
NUMERAL_GAP_YD = 4.0  # inside a row of numerals that is one row
LONGEST_MM = 40.0  # a hash mark
# On most boards, from the sideline; taken where the rows are not seen.
HASH_YD = 20.0
HASH_LENGTH_YD = 0.6
NUMBERS_YD = (7.0, 9.0)


@dataclass(frozen=True, slots=True)
class MarkRow:
    """Where a row begins and ends, counted from its own sideline in mm, and whether it was read."""

    outer_mm: float
    inner_mm: float
    read: bool

    @property
    def middle_mm(self) -> float:
        """The middle of the row, from its own sideline."""
        return (self.outer_mm + self.inner_mm) / 2


def hash_row(board: BoardStrips, *, far: bool) -> MarkRow:
    """The row of marks at the yards between the lines."""
    profile, yard = board.profile, board.profile.length_mm_per_yd
    marks = np.array([k for k in range(1, 100) if k % profile.yard_line_every_yd])
    aside = board.places(HASH_SHARE[0] * profile.width_mm, HASH_SHARE[1] * profile.width_mm)
    y = profile.width_mm - aside if far else aside
    if not len(marks):
        return _usual_hashes(profile)
    fine = 0.25 * board.camera.mm_per_px * np.arange(-2, 3)
    at = marks[:, None] * yard + fine
    on = np.mean([board.bright(at[:, k, None], y[None]) for k in range(len(fine))], axis=0)
    off = [board.bright(marks[:, None] * yard + s * HASH_OFF_YD * yard, y[None]) for s in (-1, 1)]
    signal = np.median(on - np.maximum(*off), axis=0)
    run = _run(aside, signal, HASH_STEP * board.yard_lines(50.0)[0], GAP_YD * yard)
    if run is None or run[1] - run[0] > LONGEST_MM:
        return _usual_hashes(profile)
    return MarkRow(*run, True)


def numeral_row(board: BoardStrips, *, far: bool) -> MarkRow:
    """The row of numerals at the tens, told from what stands at the fives."""
    profile, yard = board.profile, board.profile.length_mm_per_yd
    aside = board.places(NUMERAL_SHARE[0] * profile.width_mm, NUMERAL_SHARE[1] * profile.width_mm)
    y = profile.width_mm - aside if far else aside

    def uneven(mark: int, beside_yd: tuple[float, float]) -> F64:
        """The range of brightness beside a mark, on both sides of its line together."""
        reach = np.arange(*beside_yd, 0.1) * yard
        halves = [board.bright(mark * yard + s * reach[:, None], y[None]) for s in (-1, 1)]
        return np.asarray(np.percentile(np.concatenate(halves), 95, axis=0)) - np.asarray(
            np.percentile(np.concatenate(halves), 10, axis=0)
        )

    tens = np.median([uneven(k, NUMERAL_YD) for k in range(10, 100, 10)], axis=0)
    fives = np.median([uneven(k, BLANK_YD) for k in range(15, 90, 10)], axis=0)
    signal = tens - fives
    signal = np.minimum(signal, np.percentile(signal[signal > signal.max() / 3], 30))
    # Rows in which strokes of one digit meet the next have little to show: gaps are wide.
    run = _run(aside, signal, NUMERAL_STEP * board.yard_lines(50.0)[0], NUMERAL_GAP_YD * yard)
    if run is None or run[1] - run[0] < yard:
        outer, inner = (v / FIELD_WIDTH_YD * profile.width_mm for v in NUMBERS_YD)
        return MarkRow(outer, inner, False)
    return MarkRow(*run, True)


def _usual_hashes(profile: FieldProfile) -> MarkRow:
    aside = HASH_YD / FIELD_WIDTH_YD * profile.width_mm
    half = HASH_LENGTH_YD * profile.length_mm_per_yd / 2
    return MarkRow(aside - half, aside + half, False)


def _run(places: F64, signal: F64, least: float, gap_mm: float) -> tuple[float, float] | None:
    """The longest stretch above half of the peak, short gaps closed; None for a low peak."""
    top = float(signal.max())
    high = np.flatnonzero(signal > top / 2)
    if top < least:
        return None
    step = float(places[1] - places[0])
    parts = np.split(high, np.flatnonzero(np.diff(high) * step > gap_mm) + 1)
    longest = max(parts, key=lambda part: part[-1] - part[0])
    return float(places[longest[0]]) - step / 2, float(places[longest[-1]]) + step / 2
