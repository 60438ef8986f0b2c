"""At a stop nothing moves by itself: whatever stands somewhere stays there until a hand comes.

A stay is one base at one place, from the first to the last instant it was seen there. Which stay is
whose is not decided here.
"""

from __future__ import annotations

import math

import numpy as np

from referee.core.compiler import compiled
from referee.core.geometry.base_shape import FloatArray
from referee.core.turns import axis_turn_rad, turn_rad
from referee.vision.roster.assignment import NOBODY, IntArray, best_pairs
from referee.vision.roster.hand_tracks import is_hidden
from referee.vision.roster.player_rows import (
    S_FRONT,
    S_HH,
    S_HOME,
    S_LENGTH,
    S_WIDTH,
    S_XX,
    S_YY,
    H,
    X,
    Y,
)
from referee.vision.roster.roster_tuning import RosterTuning

# Columns of a stay, the first three as of a sighting. Three are in seconds: in view but unseen
# since LAST, hidden since LAST, and in view but unseen in between.
FIRST, LAST, COUNT, UNSEEN_S, HIDDEN_S, GAPS_S = range(3, 9)
K_HOME, K_FRONT, K_LENGTH, K_WIDTH = range(9, 13)  # what it looks like
OWNER, NAMED, VAGUE = range(13, 16)  # a player for certain or -1; some player's; unsure place (mm)
LIVE, CLOSED = 16, 17  # whether the row is used; whether its player is known to be elsewhere
K_BLUR, K_SWING = 18, 19  # variances of its mean place and heading
ROUGH, HAUNT = 20, 21  # whether it was rough from the first; log-odds that it is what haunts there
BACK_COUNT, BACK_S = 22, 23  # sightings since it was away, and the last of them
DWELL_COLUMNS = 24
MOST_DWELLS = 160

BENCH_MM = -1e5
SAME_MM, SAME_RAD = 5.0, math.radians(20.0)
TOO_VAGUE_MM = 3.0
NEAR_SOMEBODY_MM = 12.0
OVER_S = 0.5
ROUGH_RAD = 0.06
MOST_FRAMES = 20.0
LEAST_BLUR, LEAST_SWING = 1e-3, 1e-5
MANY_SIGMAS, MOST_BLUR_MM = 2.5, 7.0
FLEETING = 3
FADE_S = 0.5
# Where there is no hand its box is farther away than this.
MOST_MM = 1e5
# Out of sight for longer than this, so many sightings show that it is there again.
AWAY_S, BACK, HALF = 0.25, 3.0, 0.5

NEAR, NEAR_RAD, LONG_HIDDEN_S, MARGIN = range(4)


def constants(tuning: RosterTuning) -> FloatArray:
    """The numbers the compiled part needs."""
    return np.array(
        [
            tuning.untouched_mm,
            math.radians(tuning.untouched_deg),
            tuning.hidden_s,
            tuning.hand_margin_mm,
        ]
    )


@compiled
def fit(stays: FloatArray, rows: FloatArray, c: FloatArray) -> IntArray:
    """For each stay the sighting that shows it is still there, or -1."""
    kept = np.empty(stays.shape[0], np.int64)
    count = 0
    cost = np.full((stays.shape[0], rows.shape[0]), 1.0)
    for k in range(stays.shape[0]):
        if stays[k, LIVE] == 0.0 or stays[k, VAGUE] > TOO_VAGUE_MM or stays[k, UNSEEN_S] > OVER_S:
            continue
        if _misfits(stays[k], rows, c, cost[count]):
            kept[count] = k
            count += 1
    chosen = best_pairs(cost[:count])
    found = np.full(stays.shape[0], NOBODY, np.int64)
    for a in range(count):
        found[kept[a]] = chosen[a]
    return found


@compiled
def _misfits(stay: FloatArray, rows: FloatArray, c: FloatArray, cost: FloatArray) -> bool:
    """Write how badly each sighting fits to a stay; whether any does."""
    touched, fits = stay[HIDDEN_S] >= c[LONG_HIDDEN_S], False
    for j in range(rows.shape[0]):
        cost[j] = 1.0
        far = math.hypot(rows[j, X] - stay[X], rows[j, Y] - stay[Y])
        if far > 2.0 * NEAR_SOMEBODY_MM:
            continue
        blur = MANY_SIGMAS * math.sqrt(stay[K_BLUR] + 0.5 * (rows[j, S_XX] + rows[j, S_YY]))
        turn = abs(axis_turn_rad(rows[j, H] - stay[H]))
        gate, swing = SAME_MM + 2.0 * stay[VAGUE], SAME_RAD
        if rows[j, S_HH] > ROUGH_RAD**2:
            gate, swing = max(gate, NEAR_SOMEBODY_MM), math.pi
        if touched:
            gate = c[NEAR] + min(blur, MOST_BLUR_MM) + 2.0 * stay[VAGUE]
            blur = MANY_SIGMAS * math.sqrt(stay[K_SWING] + rows[j, S_HH])
            swing = c[NEAR_RAD] + min(blur, SAME_RAD)
        if far <= gate and turn <= swing:
            cost[j], fits = -20.0 + far + 5.0 * turn, True
    return fits


@compiled
def note(
    stays: FloatArray,
    rows: FloatArray,
    found: IntArray,
    boxes: FloatArray,
    now_s: float,
    passed_s: float,
    good: bool,
    c: FloatArray,
) -> None:
    """Write down what was seen, what is hidden, and what could be seen but was not."""
    hands = bool((np.abs(boxes[:, 0]) < MOST_MM).any())
    for k in range(stays.shape[0]):
        stay = stays[k]
        if stay[LIVE] == 0.0:
            continue
        if found[k] != NOBODY:
            if _is_there(stay, rows[found[k]], now_s, hands):
                _again(stay, rows[found[k]], now_s)
        elif is_hidden(stay[X], stay[Y], boxes, c[MARGIN]):
            stay[HIDDEN_S] += passed_s
        elif good:
            stay[UNSEEN_S] += passed_s
        brief = stay[OWNER] < 0.0 and stay[NAMED] == 0.0 and stay[COUNT] < FLEETING
        if brief and now_s - stay[LAST] > FADE_S:
            stay[LIVE] = 0.0


@compiled
def _is_there(stay: FloatArray, row: FloatArray, now_s: float, hands: bool) -> bool:
    """Whether a sighting at its place shows that the base still stands there.

    A base that a hand carries past is rough, and what was away for a moment must be seen again and
    again, or one false sighting would hold the place of somebody who has left it.
    """
    if hands and row[S_HH] > ROUGH_RAD**2 and stay[ROUGH] == 0.0:
        stay[BACK_COUNT] = max(stay[BACK_COUNT], HALF)
        return False
    if stay[UNSEEN_S] + stay[HIDDEN_S] <= AWAY_S:
        stay[BACK_COUNT] = 0.0
        return True
    if now_s - stay[BACK_S] > FADE_S:
        stay[BACK_COUNT] = 0.0
    stay[BACK_COUNT] += 1.0
    stay[BACK_S] = now_s
    return bool(stay[BACK_COUNT] >= BACK)


@compiled
def _again(stay: FloatArray, row: FloatArray, now_s: float) -> None:
    """It stands where the mean of its sightings is, the exact ones counting most.

    So a base that a hand lifts, of which the sightings are rough, does not take its stay along.
    """
    blur, swing = 0.5 * (row[S_XX] + row[S_YY]), row[S_HH]
    turn = turn_rad(stay[H], row[H])
    same = abs(turn) <= math.pi / 2
    if not same:
        turn = axis_turn_rad(turn)
    share = stay[K_BLUR] / (stay[K_BLUR] + max(blur, LEAST_BLUR))
    stay[X] += share * (row[X] - stay[X])
    stay[Y] += share * (row[Y] - stay[Y])
    stay[K_BLUR] = max((1.0 - share) * stay[K_BLUR], blur / MOST_FRAMES)
    share = stay[K_SWING] / (stay[K_SWING] + max(swing, LEAST_SWING))
    stay[H] += share * turn
    stay[K_SWING] = max((1.0 - share) * stay[K_SWING], swing / MOST_FRAMES)
    stay[COUNT] += 1.0
    share = 1.0 / min(stay[COUNT], 200.0)
    stay[K_FRONT] += share * ((row[S_FRONT] if same else -row[S_FRONT]) - stay[K_FRONT])
    stay[K_HOME] += (row[S_HOME] - stay[K_HOME]) / (min(stay[COUNT], MOST_FRAMES) + 1.0)
    share = 1.0 / min(stay[COUNT], MOST_FRAMES)
    stay[K_LENGTH] += share * (row[S_LENGTH] - stay[K_LENGTH])
    stay[K_WIDTH] += share * (row[S_WIDTH] - stay[K_WIDTH])
    stay[GAPS_S] += stay[UNSEEN_S]
    stay[UNSEEN_S] = stay[HIDDEN_S] = stay[VAGUE] = stay[BACK_COUNT] = 0.0
    stay[LAST] = now_s


@compiled
def merge(stays: FloatArray, rows: FloatArray, found: IntArray, at: IntArray) -> None:
    """An older stay that is seen again was there all the time: a younger one beside it is none.

    ``at`` says for each player which stay he is at.
    """
    for k in range(stays.shape[0]):
        if found[k] == NOBODY:
            continue
        row = rows[found[k]]
        for other in range(stays.shape[0]):
            twin = stays[other]
            if other == k or found[other] != NOBODY or twin[LIVE] == 0.0 or twin[OWNER] >= 0.0:
                continue
            near = math.hypot(twin[X] - row[X], twin[Y] - row[Y]) < NEAR_SOMEBODY_MM
            if near and stays[k, FIRST] < twin[FIRST] and stays[k, CLOSED] == 0.0:
                twin[LIVE] = 0.0
                for i in range(len(at)):
                    if at[i] == other:
                        at[i] = k


@compiled
def open_new(
    stays: FloatArray,
    rows: FloatArray,
    found: IntArray,
    now_s: float,
) -> IntArray:
    """A stay for every sighting that belongs to none; each one's row in ``stays``, or -1."""
    opened = np.full(rows.shape[0], NOBODY, np.int64)
    for j in range(rows.shape[0]):
        near = False
        for k in range(stays.shape[0]):
            if found[k] == NOBODY or stays[k, LIVE] == 0.0:
                continue
            at = rows[found[k]]
            beside = math.hypot(at[X] - rows[j, X], at[Y] - rows[j, Y]) < NEAR_SOMEBODY_MM
            near = near or found[k] == j or beside
        k = _free_row(stays)
        if near or k == NOBODY:
            continue
        stay = stays[k]
        stay[:] = 0.0
        stay[X], stay[Y], stay[H] = rows[j, X], rows[j, Y], rows[j, H]
        stay[K_BLUR], stay[K_SWING] = 0.5 * (rows[j, S_XX] + rows[j, S_YY]), rows[j, S_HH]
        stay[FIRST] = stay[LAST] = now_s
        stay[COUNT] = stay[LIVE] = 1.0
        stay[OWNER] = -1.0
        stay[ROUGH] = 1.0 if rows[j, S_HH] > ROUGH_RAD**2 else 0.0
        stay[K_HOME], stay[K_FRONT] = 0.5 * rows[j, S_HOME], rows[j, S_FRONT]
        stay[K_LENGTH], stay[K_WIDTH] = rows[j, S_LENGTH], rows[j, S_WIDTH]
        found[k] = j
        opened[j] = k
    return opened


@compiled
def _free_row(stays: FloatArray) -> int:
    """An unused row; when there is none, that of the nobody who was seen longest ago."""
    oldest = NOBODY
    for k in range(stays.shape[0]):
        if stays[k, LIVE] == 0.0:
            return k
        nobody = stays[k, OWNER] < 0.0 and stays[k, NAMED] == 0.0
        if nobody and (oldest == NOBODY or stays[k, LAST] < stays[oldest, LAST]):
            oldest = k
    return oldest
