"""Everything else of the print, once the yard lines are known."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from referee.calibrate.new_field.seen import Seen
from referee.calibrate.new_field.yard_lines import find_yard_lines, off_line_yd, peaks
from referee.calibrate.outcome import Unusable
from referee.core.field import END_ZONE_YD, FIELD_LENGTH_YD, FIELD_WIDTH_YD

Float = npt.NDArray[np.float64]
ON_LINE_YD = 0.35
USUAL_GAP_YD = 0.4  # between the last point of a yard line and its sideline, if none is seen
BEFORE_YD, BEYOND_YD = 0.3, 1.4  # of the last point of a yard line, its sideline
END_YD = (6.0, 14.0)
HASH_SHARE = (0.22, 0.78)  # of the width, between which rows of hash marks are looked for
LEAST_TICKS = 0.4  # of the yards between lines that must have a mark
TICK_YD = 0.25
ROW_YD = 0.9  # half as wide as a row is looked for
NUMERAL_SHARE = (0.03, 0.34)
NUMERAL_YD = 3.2
HASH_ROOM_YD = 2.0  # from a row of hash marks that numerals keep away
LEAST_POINTS = 60
USUAL_HASH_YD, USUAL_HASH_LENGTH_YD, USUAL_NUMBERS_YD = 20.0, 0.6, (7.0, 9.0)
EDGE_YD = 3.0  # how far beyond the lines the metal may end
USUAL_EDGE_YD = 2.0
YARDS_ALIKE = (0.6, 1.6)  # a yard across by a yard along, on any board
NOT_WHOLE = Unusable(
    "The lines do not make up a whole field.",
    "Take a picture that shows the whole board, both end zones and all of its sidelines.",
)


@dataclass(frozen=True)
class Layout:
    """Places of the print in yards of its length, from the left goal line; some are guessed."""

    every_yd: int
    near: float
    far: float
    left_end: float
    right_end: float
    hashes: tuple[float, float]
    hash_length: float
    near_numbers: tuple[float, float]  # outer edge, inner edge
    far_numbers: tuple[float, float]  # inner edge, outer edge
    metal: tuple[float, float, float, float]  # left, near, right, far
    guessed: tuple[str, ...]

    @property
    def width(self) -> float:
        """From sideline to sideline."""
        return self.far - self.near


def find_layout(seen: Seen) -> Layout:
    """Read the print; Unusable if there are no yard lines or sidelines."""
    yards = find_yard_lines(seen.upright[:, 0], seen.upright_weight)
    seen = replace(
        seen, upright=yards.straightened(seen.upright), level=yards.straightened(seen.level)
    )
    every = yards.every_yd
    near, far = _sidelines(seen, every)
    if not YARDS_ALIKE[0] <= (far - near) / FIELD_WIDTH_YD <= YARDS_ALIKE[1]:
        raise NOT_WHOLE
    guessed: list[str] = []
    left, right = (_end_line(seen, every, side, guessed) for side in (-1, 1))
    hashes, length = _hashes(seen, every, near, far, guessed)
    rooms = (hashes[0] - near, far - hashes[1])
    numbers = [
        _numbers(seen, every, (near, far), side, room - HASH_ROOM_YD, guessed)
        for side, room in zip((1, -1), rooms, strict=True)
    ]
    metal = _metal(seen, (left, near, right, far), guessed)
    return Layout(
        every_yd=every,
        near=near,
        far=far,
        left_end=left,
        right_end=right,
        hashes=hashes,
        hash_length=length,
        near_numbers=(near + numbers[0][0], near + numbers[0][1]),
        far_numbers=(far - numbers[1][1], far - numbers[1][0]),
        metal=metal,
        guessed=tuple(dict.fromkeys(guessed)),
    )


def _sidelines(seen: Seen, every_yd: int) -> tuple[float, float]:
    """Where yard lines end, put onto the level line that is there."""
    x, y = seen.upright.T
    inside = (x > -1.0) & (x < FIELD_LENGTH_YD + 1.0)
    on_line = inside & (off_line_yd(x, every_yd) < ON_LINE_YD)
    which = np.round(x / every_yd).astype(int)
    ends = [
        np.percentile(y[on_line & (which == k)], (0.5, 99.5))
        for k in range(100 // every_yd + 1)
        if (on_line & (which == k)).sum() > LEAST_POINTS
    ]
    if len(ends) < 3:
        raise Unusable(
            "The ends of the yard lines were not found.",
            "Take a picture of the whole empty board, without glare on its sidelines.",
        )
    low, high = np.median(np.array(ends), axis=0)
    between = (seen.level[:, 0] > 0.0) & (seen.level[:, 0] < FIELD_LENGTH_YD)
    places, piles = peaks(seen.level[between, 1], seen.level_weight[between])
    long = places[piles > 0.05 * piles.max()]
    gaps = [_gap(long, float(low), -1.0), _gap(long, float(high), 1.0)]
    known = [gap for gap in gaps if gap is not None]
    usual = float(np.mean(known)) if known else USUAL_GAP_YD
    near_gap, far_gap = (usual if gap is None else gap for gap in gaps)
    return float(low) - near_gap, float(high) + far_gap


def _gap(lines: Float, end: float, side: float) -> float | None:
    """To the first line beyond the last points of the yard lines, which end a little before it."""
    beyond = side * (lines - end)
    there = beyond[(beyond > -BEFORE_YD) & (beyond < BEYOND_YD)]
    return float(there.min()) if len(there) else None


def _end_line(seen: Seen, every_yd: int, side: int, guessed: list[str]) -> float:
    """The line nearest to ten yards behind a goal line; behind it there may be a border."""
    goal = 0.0 if side < 0 else FIELD_LENGTH_YD
    places, piles = peaks(seen.upright[:, 0], seen.upright_weight)
    behind = side * (places - goal)
    usual = float(np.median(piles[: 100 // every_yd]))
    there = (behind > END_YD[0]) & (behind < END_YD[1]) & (piles > 0.03 * usual)
    if not there.any():
        guessed.append("end zones (taken as 10 yards)")
        return goal + side * END_ZONE_YD
    return float(places[there][np.abs(behind[there] - END_ZONE_YD).argmin()])


def _hashes(
    seen: Seen, every_yd: int, near: float, far: float, guessed: list[str]
) -> tuple[tuple[float, float], float]:
    """Rows of short marks at the yards between the lines."""
    x, y = seen.upright.T
    marks = np.round(x)
    tick = (np.abs(x - marks) < TICK_YD) & (off_line_yd(x, every_yd) > 0.5)
    tick &= (marks > 0) & (marks < FIELD_LENGTH_YD)
    width = far - near
    rows = []
    for low, high in ((HASH_SHARE[0], 0.5), (0.5, HASH_SHARE[1])):
        tried = np.arange(near + low * width, near + high * width, 0.15)
        counts = [len(np.unique(marks[tick & (np.abs(y - v) < ROW_YD)])) for v in tried]
        rows.append((max(counts), float(np.median(tried[np.array(counts) == max(counts)]))))
    between = max(1, 100 - 100 // every_yd)
    if min(count for count, _ in rows) < LEAST_TICKS * between:
        guessed.append("hash marks (taken as 20 yards from the sidelines)")
        aside = USUAL_HASH_YD / FIELD_WIDTH_YD * width
        return (near + aside, far - aside), USUAL_HASH_LENGTH_YD
    groups = [y[tick & (np.abs(y - place) < ROW_YD)] for _, place in rows]
    spreads = [float(np.percentile(g, 95) - np.percentile(g, 5)) for g in groups]
    middles = [float(np.percentile(g, 95) + np.percentile(g, 5)) / 2 for g in groups]
    return (middles[0], middles[1]), max(float(np.mean(spreads)), 0.05)


def _numbers(
    seen: Seen,
    every_yd: int,
    sidelines: tuple[float, float],
    side: int,
    room: float,
    guessed: list[str],
) -> tuple[float, float]:
    """Outer and inner edge of the numerals on one side, counted from its sideline."""
    near, far = sidelines
    width = far - near
    points = np.concatenate([seen.upright, seen.level])
    aside = points[:, 1] - near if side > 0 else far - points[:, 1]
    marks = points[:, 0]
    tens = np.round(marks / 10.0) * 10.0
    close = (np.abs(marks - tens) < NUMERAL_YD) & (tens > 5.0) & (tens < 95.0)
    close &= off_line_yd(marks, every_yd) > 0.5
    close &= (aside > NUMERAL_SHARE[0] * width) & (aside < min(NUMERAL_SHARE[1] * width, room))
    if close.sum() < LEAST_POINTS:
        guessed.append("numerals (taken as on most boards)")
        outer, inner = (v / FIELD_WIDTH_YD * width for v in USUAL_NUMBERS_YD)
        return outer, inner
    outer, inner = np.percentile(aside[close], (1.5, 98.5))
    return float(outer), float(inner)


def _metal(
    seen: Seen, field: tuple[float, float, float, float], guessed: list[str]
) -> tuple[float, float, float, float]:
    """The outermost long line within a few yards of the field, or the usual border."""
    guessed.append("edges of the metal (measure them, they are not print)")
    edges = []
    for k, place in enumerate(field):
        sign = -1.0 if k < 2 else 1.0
        points, weights = (
            (seen.upright[:, 0], seen.upright_weight)
            if k % 2 == 0
            else (seen.level[:, 1], seen.level_weight)
        )
        places, piles = peaks(points, weights)
        beyond = sign * (places - place)
        there = (beyond > 0.5) & (beyond < EDGE_YD) & (piles > 0.15 * piles.max())
        away = float(beyond[there].max()) if there.any() else USUAL_EDGE_YD
        edges.append(place + sign * away)
    return edges[0], edges[1], edges[2], edges[3]
