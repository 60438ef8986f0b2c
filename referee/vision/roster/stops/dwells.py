"""At a stop nothing moves by itself: whatever stands somewhere stays there until a hand comes.

A dwell is one base at one place, from the first to the last instant it was seen there. This module
keeps the table of dwells; it does not decide which player each one belongs to.
"""

from __future__ import annotations

import math

import numpy as np

from referee.core.arrays import F64, I64
from referee.core.compiler import compiled
from referee.core.turns import axis_turn_rad, turn_rad
from referee.vision.roster.assignment import NOBODY, best_pairs
from referee.vision.roster.hand_tracks import is_hidden
from referee.vision.roster.player_rows import Row, Table

# A dwell: one base at one place, from the first to the last instant it was seen there.
DWELL = np.dtype(
    [
        ("x_mm", np.float64),
        ("y_mm", np.float64),
        ("heading_rad", np.float64),
        ("place_var", np.float64),  # variances of its mean place and heading
        ("heading_var", np.float64),
        ("vague_mm", np.float64),  # how unsure its place is
        ("first_s", np.float64),
        ("last_s", np.float64),
        ("count", np.float64),  # sightings
        ("unseen_s", np.float64),  # in view but unseen since ``last_s``
        ("hidden_s", np.float64),  # hidden since ``last_s``
        ("gaps_s", np.float64),  # in view but unseen before ``last_s``
        # What it looks like: log-odds of team and front, and its size.
        ("home", np.float64),
        ("front", np.float64),
        ("length_mm", np.float64),
        ("width_mm", np.float64),
        ("score", np.float64),  # how sure it is that a base is there, as a mean of its sightings
        ("haunt", np.float64),  # log-odds that it is what comes and goes at its place
        ("back_count", np.float64),  # sightings since it was away, and the last of them
        ("back_s", np.float64),
        ("owner", np.int64),  # the player that certainly stands there, or -1
        ("live", np.bool_),  # the row is used
        ("closed", np.bool_),  # its player is known to be elsewhere
        ("named", np.bool_),  # it is some player's
        ("rough", np.bool_),  # it was rough from the first
    ]
)
MOST_DWELLS = 160

BENCH_MM = -1e5  # where players beside the board are
SAME_MM = 5.0  # a sighting farther away is of another base
SAME_RAD = math.radians(20.0)  # or one turned by more
TOO_VAGUE_MM = 3.0  # a dwell that is not looked for
NEAR_SOMEBODY_MM = 12.0  # two bases never stand nearer
OVER_S = 0.5  # unseen for so long a dwell is over
ROUGH_RAD = 0.06  # sigma of a heading that the detector alone saw
MOST_FRAMES = 20.0  # that a mean counts
LEAST_BLUR = 1e-3  # mm²
LEAST_SWING = 1e-5  # rad²
MANY_SIGMAS = 2.5  # of place and heading within which it is the same base
MOST_BLUR_MM = 7.0  # that these may reach
FLEETING = 3  # sightings below which a dwell may fade
FADE_S = 0.5  # unseen
# Where there is no hand its box is farther away than this.
MOST_MM = 1e5
AWAY_S = 0.25  # out of sight
BACK = 3.0  # sightings that show it is there again
HALF = 0.5  # sightings that a rough one counts for


@compiled
def fit(dwells: Table, rows: Table, numbers: Table) -> I64:
    """For each dwell the sighting that shows it is still there, or -1."""
    c = numbers[0]
    kept = np.empty(dwells.shape[0], np.int64)
    count = 0
    cost = np.full((dwells.shape[0], rows.shape[0]), 1.0)
    for k in range(dwells.shape[0]):
        if (
            not dwells[k]["live"]
            or dwells[k]["vague_mm"] > TOO_VAGUE_MM
            or dwells[k]["unseen_s"] > OVER_S
        ):
            continue
        if _misfits(dwells[k], rows, c, cost[count]):
            kept[count] = k
            count += 1
    chosen = best_pairs(cost[:count])
    found = np.full(dwells.shape[0], NOBODY, np.int64)
    for a in range(count):
        found[kept[a]] = chosen[a]
    return found


@compiled
def _misfits(dwell: Row, rows: Table, c: Row, cost: F64) -> bool:
    """Write how badly each sighting fits to a dwell; whether any does."""
    touched, fits = dwell["hidden_s"] >= c["hidden_s"], False
    for j in range(rows.shape[0]):
        cost[j] = 1.0
        far = math.hypot(rows[j]["x_mm"] - dwell["x_mm"], rows[j]["y_mm"] - dwell["y_mm"])
        if far > 2.0 * NEAR_SOMEBODY_MM:
            continue
        blur = MANY_SIGMAS * math.sqrt(dwell["place_var"] + 0.5 * (rows[j]["xx"] + rows[j]["yy"]))
        turn = abs(axis_turn_rad(rows[j]["heading_rad"] - dwell["heading_rad"]))
        gate, swing = SAME_MM + 2.0 * dwell["vague_mm"], SAME_RAD
        if rows[j]["hh"] > ROUGH_RAD**2:
            gate, swing = max(gate, NEAR_SOMEBODY_MM), math.pi
        if touched:
            gate = c["untouched_mm"] + min(blur, MOST_BLUR_MM) + 2.0 * dwell["vague_mm"]
            blur = MANY_SIGMAS * math.sqrt(dwell["heading_var"] + rows[j]["hh"])
            swing = math.radians(c["untouched_deg"]) + min(blur, SAME_RAD)
        if far <= gate and turn <= swing:
            cost[j], fits = -20.0 + far + 5.0 * turn, True
    return fits


@compiled
def note(
    dwells: Table,
    rows: Table,
    found: I64,
    boxes: F64,
    now_s: float,
    passed_s: float,
    good: bool,
    numbers: Table,
) -> None:
    """Write down what was seen, what is hidden, and what could be seen but was not."""
    c = numbers[0]
    hands = bool((np.abs(boxes[:, 0]) < MOST_MM).any())
    for k in range(dwells.shape[0]):
        dwell = dwells[k]
        if not dwell["live"]:
            continue
        if found[k] != NOBODY:
            if _is_there(dwell, rows[found[k]], now_s, hands):
                _again(dwell, rows[found[k]], now_s)
        elif is_hidden(dwell["x_mm"], dwell["y_mm"], boxes, c["hand_margin_mm"]):
            dwell["hidden_s"] += passed_s
        elif good:
            dwell["unseen_s"] += passed_s
        brief = dwell["owner"] < 0 and not dwell["named"] and dwell["count"] < FLEETING
        if brief and now_s - dwell["last_s"] > FADE_S:
            dwell["live"] = False


@compiled
def _is_there(dwell: Row, row: Row, now_s: float, hands: bool) -> bool:
    """Whether a sighting at its place shows that the base still stands there.

    A base that a hand carries past is rough, and what was away for a moment must be seen again and
    again, or one false sighting would hold the place of somebody who has left it.
    """
    if hands and row["hh"] > ROUGH_RAD**2 and not dwell["rough"]:
        dwell["back_count"] = max(dwell["back_count"], HALF)
        return False
    if dwell["unseen_s"] + dwell["hidden_s"] <= AWAY_S:
        dwell["back_count"] = 0.0
        return True
    if now_s - dwell["back_s"] > FADE_S:
        dwell["back_count"] = 0.0
    dwell["back_count"] += 1.0
    dwell["back_s"] = now_s
    return bool(dwell["back_count"] >= BACK)


@compiled
def _again(dwell: Row, row: Row, now_s: float) -> None:
    """It stands where the mean of its sightings is, the exact ones counting most.

    So a base that a hand lifts, of which the sightings are rough, does not take its dwell along.
    """
    blur, swing = 0.5 * (row["xx"] + row["yy"]), row["hh"]
    turn = turn_rad(dwell["heading_rad"], row["heading_rad"])
    same = abs(turn) <= math.pi / 2
    if not same:
        turn = axis_turn_rad(turn)
    share = dwell["place_var"] / (dwell["place_var"] + max(blur, LEAST_BLUR))
    dwell["x_mm"] += share * (row["x_mm"] - dwell["x_mm"])
    dwell["y_mm"] += share * (row["y_mm"] - dwell["y_mm"])
    dwell["place_var"] = max((1.0 - share) * dwell["place_var"], blur / MOST_FRAMES)
    share = dwell["heading_var"] / (dwell["heading_var"] + max(swing, LEAST_SWING))
    dwell["heading_rad"] += share * turn
    dwell["heading_var"] = max((1.0 - share) * dwell["heading_var"], swing / MOST_FRAMES)
    dwell["count"] += 1.0
    share = 1.0 / min(dwell["count"], 200.0)
    dwell["front"] += share * ((row["front"] if same else -row["front"]) - dwell["front"])
    dwell["home"] += (row["home"] - dwell["home"]) / (min(dwell["count"], MOST_FRAMES) + 1.0)
    share = 1.0 / min(dwell["count"], MOST_FRAMES)
    dwell["length_mm"] += share * (row["length_mm"] - dwell["length_mm"])
    dwell["width_mm"] += share * (row["width_mm"] - dwell["width_mm"])
    dwell["score"] += share * (row["score"] - dwell["score"])
    dwell["gaps_s"] += dwell["unseen_s"]
    dwell["unseen_s"] = dwell["hidden_s"] = dwell["vague_mm"] = dwell["back_count"] = 0.0
    dwell["last_s"] = now_s


@compiled
def merge(dwells: Table, rows: Table, found: I64, at: I64) -> None:
    """An older dwell that is seen again was there all the time: a younger one beside it is none.

    ``at`` says for each player which dwell it is at.
    """
    for k in range(dwells.shape[0]):
        if found[k] == NOBODY:
            continue
        row = rows[found[k]]
        for other in range(dwells.shape[0]):
            twin = dwells[other]
            if other == k or found[other] != NOBODY or not twin["live"] or twin["owner"] >= 0:
                continue
            near = (
                math.hypot(twin["x_mm"] - row["x_mm"], twin["y_mm"] - row["y_mm"])
                < NEAR_SOMEBODY_MM
            )
            if near and dwells[k]["first_s"] < twin["first_s"] and not dwells[k]["closed"]:
                twin["live"] = False
                for i in range(len(at)):
                    if at[i] == other:
                        at[i] = k


@compiled
def open_new(
    dwells: Table,
    rows: Table,
    found: I64,
    now_s: float,
) -> I64:
    """A dwell for every sighting that belongs to none; each one's row in ``dwells``, or -1."""
    opened = np.full(rows.shape[0], NOBODY, np.int64)
    for j in range(rows.shape[0]):
        near = False
        for k in range(dwells.shape[0]):
            if found[k] == NOBODY or not dwells[k]["live"]:
                continue
            at = rows[found[k]]
            beside = (
                math.hypot(at["x_mm"] - rows[j]["x_mm"], at["y_mm"] - rows[j]["y_mm"])
                < NEAR_SOMEBODY_MM
            )
            near = near or found[k] == j or beside
        k = _free_row(dwells)
        if near or k == NOBODY:
            continue
        dwell = dwells[k]
        _clear(dwell)
        dwell["x_mm"], dwell["y_mm"], dwell["heading_rad"] = (
            rows[j]["x_mm"],
            rows[j]["y_mm"],
            rows[j]["heading_rad"],
        )
        dwell["place_var"], dwell["heading_var"] = (
            0.5 * (rows[j]["xx"] + rows[j]["yy"]),
            rows[j]["hh"],
        )
        dwell["first_s"] = dwell["last_s"] = now_s
        dwell["count"], dwell["live"] = 1.0, True
        dwell["owner"] = NOBODY
        dwell["rough"] = rows[j]["hh"] > ROUGH_RAD**2
        dwell["home"], dwell["front"] = 0.5 * rows[j]["home"], rows[j]["front"]
        dwell["length_mm"], dwell["width_mm"] = rows[j]["length_mm"], rows[j]["width_mm"]
        dwell["score"] = rows[j]["score"]
        found[k] = j
        opened[j] = k
    return opened


@compiled
def _clear(dwell: Row) -> None:
    """Forget what an earlier base in this row was, as far as a first sighting does not say it."""
    dwell["vague_mm"] = dwell["unseen_s"] = dwell["hidden_s"] = dwell["gaps_s"] = 0.0
    dwell["haunt"] = dwell["back_count"] = dwell["back_s"] = 0.0
    dwell["closed"] = dwell["named"] = False


@compiled
def _free_row(dwells: Table) -> int:
    """An unused row; when there is none, that of the unnamed base seen longest ago; -1 if none."""
    oldest = NOBODY
    for k in range(dwells.shape[0]):
        if not dwells[k]["live"]:
            return k
        nobody = dwells[k]["owner"] < 0 and not dwells[k]["named"]
        if nobody and (oldest == NOBODY or dwells[k]["last_s"] < dwells[oldest]["last_s"]):
            oldest = k
    return oldest
