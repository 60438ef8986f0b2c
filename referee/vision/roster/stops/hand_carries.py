"""Did a hand carry a base from the place it left to the one where a base appeared?

A hand takes it at an instant at which it may have left, and sets it down at one at which it may
have come. The best such pair of instants counts.
"""

from __future__ import annotations

import math

import numpy as np

from referee.core.arrays import F64, I64
from referee.core.compiler import compiled
from referee.vision.roster.assignment import NOBODY
from referee.vision.roster.hand_tracks import is_hidden
from referee.vision.roster.player_rows import Row, Table
from referee.vision.roster.stops.dwells import BENCH_MM

NEVER = -1e9  # log-odds of what cannot be
# A sighting may come a little late or early.
SLACK_S = 0.08
CALM_MM_S = 150.0  # fingers slower than this may take something
HURRY_MM_S = 300.0  # so much faster is log-odds 1 against it
MOST_HURRY = 2.5  # log-odds
MISSED_S = 0.12  # unseen in view for so long is log-odds 1 against it
MOST_MISSED_S = 1.0  # and for so long it is impossible
# Within so much fingers may set down what they hold without moving on.
ONE_REACH_MM = 30.0


@compiled
def takes(
    dwells: Table,
    ends: I64,
    times: F64,
    tips: F64,
    boxes: F64,
    c: Row,
) -> F64:
    """Log-odds that a hand took the base of each dwell in a frame: dwell by hand by frame."""
    out = np.full((len(ends), tips.shape[1], len(times)), NEVER)
    for a in range(len(ends)):
        dwell = dwells[ends[a]]
        if dwell["x_mm"] == BENCH_MM:
            out[a] = 0.0
            continue
        unseen_s = 0.0
        for n in range(np.searchsorted(times, dwell["last_s"] - SLACK_S), len(times)):
            if unseen_s > MOST_MISSED_S:
                break
            for m in range(tips.shape[1]):
                touch = _touch(dwell["x_mm"], dwell["y_mm"], times, tips, m, n, c)
                out[a, m, n] = touch - unseen_s / MISSED_S
            free = times[n] > dwell["last_s"] and not is_hidden(
                dwell["x_mm"], dwell["y_mm"], boxes[n], c["hand_margin_mm"]
            )
            if free and n > 0:
                unseen_s += times[n] - times[n - 1]
    return out


@compiled
def puts(
    dwells: Table,
    starts: I64,
    times: F64,
    tips: F64,
    boxes: F64,
    c: Row,
) -> F64:
    """Log-odds that a hand set down the base of each dwell in a frame: dwell by hand by frame."""
    out = np.full((len(starts), tips.shape[1], len(times)), NEVER)
    for b in range(len(starts)):
        dwell = dwells[starts[b]]
        unseen_s = 0.0
        for n in range(np.searchsorted(times, dwell["first_s"] + SLACK_S) - 1, -1, -1):
            if unseen_s > MOST_MISSED_S:
                break
            free = times[n] < dwell["first_s"] and not is_hidden(
                dwell["x_mm"], dwell["y_mm"], boxes[n], c["hand_margin_mm"]
            )
            if free and n > 0:
                unseen_s += times[n] - times[n - 1]
            for m in range(tips.shape[1]):
                touch = _touch(dwell["x_mm"], dwell["y_mm"], times, tips, m, n, c)
                out[b, m, n] = touch - unseen_s / MISSED_S
    return out


@compiled
def _touch(
    x_mm: float,
    y_mm: float,
    times: F64,
    tips: F64,
    m: int,
    n: int,
    c: Row,
) -> float:
    """How well the fingers of hand ``m`` in frame ``n`` fit to a touch of a place."""
    least, which = np.inf, 0
    for p in range(tips.shape[2]):
        far = math.hypot(tips[n, m, p, 0] - x_mm, tips[n, m, p, 1] - y_mm)
        if far < least:
            least, which = far, p
    if least > c["finger_reach_mm"]:
        return NEVER
    a, b = max(n - 1, 0), min(n + 1, len(times) - 1)
    dx = tips[b, m, which, 0] - tips[a, m, which, 0]
    dy = tips[b, m, which, 1] - tips[a, m, which, 1]
    moved = math.hypot(dx, dy)
    speed = moved / (times[b] - times[a]) if b > a and moved < 1e4 else 0.0
    hurry = min(max(speed - CALM_MM_S, 0.0) / HURRY_MM_S, MOST_HURRY)
    return float(-0.5 * (least / c["finger_sigma_mm"]) ** 2 - hurry)


@compiled
def best_carry(
    take: F64,
    put: F64,
    near: bool,
    mixed: F64,
    times: F64,
    first: int,
    last: int,
    c: Row,
) -> tuple[float, int, int]:
    """The log-odds of the best way, and the frames in which it was taken and set down.

    ``mixed`` are log-odds, in each frame, that the hand that took was mixed up with the one that
    set down; empty if they are one and the same.
    """
    best, taken, given = NEVER, -1, -1
    value, when = NEVER, -1
    cross, since = NEVER, -1  # the best so far that has changed hands
    for n in range(first, last + 1):
        if near and take[n] != NEVER and take[n] + c["carry_per_s"] * times[n] > value:
            value, when = take[n] + c["carry_per_s"] * times[n], n
        if len(mixed) and value != NEVER and value + mixed[n] > cross:
            cross, since = value + mixed[n], when
        if len(mixed) == 0:
            cross, since = value, when
        if put[n] != NEVER and cross != NEVER:
            whole = cross + put[n] - c["carry_per_s"] * times[n]
            if whole > best:
                best, taken, given = whole, since, n
        if not near and take[n] != NEVER and take[n] + c["carry_per_s"] * times[n] > value:
            value, when = take[n] + c["carry_per_s"] * times[n], n
    return best, taken, given


@compiled
def touch_spans(touches: F64) -> I64:
    """The first and the last frame in which each hand may have touched a place; -1 for none."""
    out = np.full((touches.shape[0], 2), NOBODY, np.int64)
    for m in range(touches.shape[0]):
        for n in range(touches.shape[1]):
            if touches[m, n] != NEVER:
                if out[m, 0] == NOBODY:
                    out[m, 0] = n
                out[m, 1] = n
    return out
