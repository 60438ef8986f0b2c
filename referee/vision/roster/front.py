"""Which end of a base is its front: evidence over time, in log-odds, carried by the player.

Three witnesses speak, and each may say only so much: the picture, the line-up (teams face each
other) and the way the base creeps (it goes where its front points, when nobody pushes it). Frames
of one view are nearly one piece of evidence, and a figure that misleads does so in every view; how
often pictures were right of a player is learned from his way. Turning is continuous, so what was
known a frame ago is known now.
"""

from __future__ import annotations

import math

import numpy as np

from referee.core.base_shape import FloatArray
from referee.core.compiled import compiled
from referee.vision.roster.assignment import IntArray
from referee.vision.roster.tables import (
    ANCHOR_X,
    ANCHOR_Y,
    ANCHORED,
    CREEP,
    LINE_UP,
    LOST,
    PICTURE,
    PLACED,
    RIGHT,
    S_FRONT,
    SEEN_S,
    SET_BY_HAND,
    SIDE,
    VIEW,
    VIEW_H,
    VIEW_N,
    VIEW_X,
    VIEW_Y,
    VX,
    VY,
    WRONG,
    H,
    X,
    Y,
)
from referee.vision.roster.tuning import Tuning

# How likely a half turn was missed between two sightings, and how far a hand turns on the spot.
SURPRISE = 1e-5
SET_SWING_RAD, SURPRISE_SET = 1.2, 0.1
STRAIGHT = 0.8  # cosine: a base that creeps goes along its axis, within its drift
# Of every player pictures are believed as if they had been right and wrong of him so often before.
RIGHT_BEFORE, WRONG_BEFORE = 3.0, 0.3
LEAST_TRUST, FORGET, KNOWN_BY_CREEP, FIRST_FRAMES = -0.8, 0.95, 4.0, 3.0
# All frames of one view together say so much more than the mean of them.
VIEW_WORTH = 2.0
TURNS_WITH_HIM = (PICTURE, LINE_UP, CREEP)

(
    SPIN,
    MOST_VIEW,
    VIEW_MM,
    VIEW_RAD,
    MOST_PICTURE,
    MOST_LINE_UP,
    MOST_CREEP,
    STEP_MM,
    EACH,
    FREE_MM,
    FLIP_AT,
    SHARE,
    TOP_SPEED,
) = range(13)


def constants(tuning: Tuning) -> FloatArray:
    """The numbers the compiled part needs."""
    return np.array(
        [
            tuning.spin_sigma_rad_s,
            tuning.view_most,
            tuning.view_mm,
            math.radians(tuning.view_deg),
            tuning.picture_most,
            tuning.line_up_most,
            tuning.creep_most,
            tuning.creep_step_mm,
            tuning.creep_each,
            tuning.free_mm,
            tuning.flip_at,
            tuning.velocity_share,
            tuning.top_speed_mm_s,
        ]
    )


@compiled
def take(
    slots: FloatArray,
    seen: FloatArray,
    found: IntArray,
    now_s: float,
    moving: bool,
    powered: bool,
    c: FloatArray,
) -> None:
    """Move every player who was sighted to his sighting, and weigh what it says of his front."""
    for i in range(slots.shape[0]):
        j = found[i]
        if j >= 0:
            _arrive(slots[i], seen[j], now_s, moving, c)
    for i in range(slots.shape[0]):
        if found[i] >= 0:
            _creep(slots, i, powered, c)


@compiled
def _arrive(slot: FloatArray, seen: FloatArray, now_s: float, moving: bool, c: FloatArray) -> None:
    unseen_s = now_s - slot[SEEN_S]
    if moving and unseen_s > 0.0:
        share = c[SHARE]
        slot[VX] += share * ((seen[X] - slot[X]) / unseen_s - slot[VX])
        slot[VY] += share * ((seen[Y] - slot[Y]) / unseen_s - slot[VY])
        speed = math.hypot(slot[VX], slot[VY])
        if speed > c[TOP_SPEED]:
            slot[VX] *= c[TOP_SPEED] / speed
            slot[VY] *= c[TOP_SPEED] / speed
    else:
        slot[VX] = slot[VY] = 0.0
    turn = (seen[H] - slot[H] + math.pi) % (2.0 * math.pi) - math.pi
    same = abs(turn) <= math.pi / 2
    _keep(slot, abs(turn) if same else math.pi - abs(turn), 0.12 + c[SPIN] * unseen_s, SURPRISE)
    slot[H] = seen[H] if same else (seen[H] + math.pi) % (2.0 * math.pi)
    slot[X], slot[Y], slot[SEEN_S], slot[LOST] = seen[X], seen[Y], now_s, 0.0
    _look(slot, seen[S_FRONT] if same else -seen[S_FRONT], c)
    if evidence(slot, c) < c[FLIP_AT]:
        turn_round(slot)


@compiled
def _look(slot: FloatArray, says: float, c: FloatArray) -> None:
    """One more frame of this view, or the first of a new one."""
    turned = abs((slot[H] - slot[VIEW_H] + math.pi) % (2.0 * math.pi) - math.pi)
    moved = math.hypot(slot[X] - slot[VIEW_X], slot[Y] - slot[VIEW_Y])
    if moved > c[VIEW_MM] or c[VIEW_RAD] < turned < math.pi - c[VIEW_RAD]:
        if slot[CREEP] >= KNOWN_BY_CREEP and slot[VIEW_N] >= FIRST_FRAMES:
            slot[RIGHT] = FORGET * slot[RIGHT] + (1.0 if slot[VIEW] > 0.0 else 0.0)
            slot[WRONG] = FORGET * slot[WRONG] + (1.0 if slot[VIEW] < 0.0 else 0.0)
        slot[PICTURE] = _pictures(slot, c)
        view_anew(slot, 0.0, 0.0)
    slot[VIEW_N] += 1.0
    slot[VIEW] += (says - slot[VIEW]) / (slot[VIEW_N] + 1.0)


@compiled
def view_anew(slot: FloatArray, says: float, frames: float) -> None:
    """Forget what the last view said; of this one so many frames have been seen already."""
    slot[VIEW_X], slot[VIEW_Y], slot[VIEW_H] = slot[X], slot[Y], slot[H]
    slot[VIEW], slot[VIEW_N] = says, frames


@compiled
def _pictures(slot: FloatArray, c: FloatArray) -> float:
    trust = math.log((slot[RIGHT] + RIGHT_BEFORE) / (slot[WRONG] + WRONG_BEFORE))
    trust = max(LEAST_TRUST, min(1.0, trust / math.log(RIGHT_BEFORE / WRONG_BEFORE)))
    return _cut(
        slot[PICTURE] + trust * _cut(VIEW_WORTH * slot[VIEW], c[MOST_VIEW]), c[MOST_PICTURE]
    )


@compiled
def evidence(slot: FloatArray, c: FloatArray) -> float:
    """Log-odds that the carried front is right."""
    return float(_pictures(slot, c) + slot[LINE_UP] + slot[CREEP])


@compiled
def evidence_of(slots: FloatArray, c: FloatArray) -> FloatArray:
    """The same for all players."""
    out = np.empty(slots.shape[0])
    for i in range(slots.shape[0]):
        out[i] = evidence(slots[i], c)
    return out


@compiled
def turn_round(slot: FloatArray) -> None:
    """The evidence has tipped: the other end is the front."""
    slot[H] = (slot[H] + math.pi) % (2.0 * math.pi)
    slot[VIEW_H] = (slot[VIEW_H] + math.pi) % (2.0 * math.pi)
    slot[VIEW] = -slot[VIEW]
    for source in TURNS_WITH_HIM:
        slot[source] = -slot[source]


@compiled
def _keep(slot: FloatArray, small: float, swing: float, surprise: float) -> None:
    """Old evidence counts as far as the turn since then can be told from its opposite."""
    stay = math.exp(-0.5 * (small / swing) ** 2) + surprise
    turned = math.exp(-0.5 * ((math.pi - small) / swing) ** 2) + surprise
    for source in TURNS_WITH_HIM:
        odds = math.exp(slot[source])
        slot[source] = math.log((odds * stay + turned) / (odds * turned + stay))


@compiled
def set_down(
    slot: FloatArray,
    x_mm: float,
    y_mm: float,
    heading: float,
    says: float,
    frames: float,
    same_place: bool,
    home_faces: float,
    c: FloatArray,
) -> None:
    """A hand has set the figure: the picture begins anew, the team's direction is a fair guess.

    On its old place what is known of its front still counts, as far as one turns a figure.
    """
    slot[X], slot[Y] = x_mm, y_mm
    turn = (heading - slot[H] + math.pi) % (2.0 * math.pi) - math.pi
    same = abs(turn) <= math.pi / 2
    if same_place:
        slot[PICTURE] = _pictures(slot, c)
        _keep(slot, abs(turn) if same else math.pi - abs(turn), SET_SWING_RAD, SURPRISE_SET)
        if not same:
            slot[PICTURE], slot[CREEP] = -slot[PICTURE], -slot[CREEP]
    else:
        slot[PICTURE] = slot[CREEP] = 0.0
    slot[H] = heading
    slot[LINE_UP] = c[MOST_LINE_UP] * home_faces * slot[SIDE] * math.cos(heading)
    view_anew(slot, says, frames)
    if evidence(slot, c) < 0.0:
        turn_round(slot)


@compiled
def _creep(slots: FloatArray, i: int, powered: bool, c: FloatArray) -> None:
    """A step along its axis by its own power says which end goes ahead."""
    if not powered or not _free(slots, i, c[FREE_MM]):
        slots[i, ANCHORED] = 0.0
        return
    if slots[i, ANCHORED] == 0.0:
        slots[i, ANCHOR_X], slots[i, ANCHOR_Y], slots[i, ANCHORED] = slots[i, X], slots[i, Y], 1.0
        return
    dx, dy = slots[i, X] - slots[i, ANCHOR_X], slots[i, Y] - slots[i, ANCHOR_Y]
    way = math.hypot(dx, dy)
    if way < c[STEP_MM]:
        return
    ahead = (dx * math.cos(slots[i, H]) + dy * math.sin(slots[i, H])) / way
    if abs(ahead) > STRAIGHT:
        slots[i, CREEP] = _cut(slots[i, CREEP] + c[EACH] * ahead, c[MOST_CREEP])
    slots[i, ANCHOR_X], slots[i, ANCHOR_Y] = slots[i, X], slots[i, Y]


@compiled
def _free(slots: FloatArray, i: int, free_mm: float) -> bool:
    for k in range(slots.shape[0]):
        if k == i or slots[k, PLACED] == 0.0:
            continue
        dx, dy = slots[k, X] - slots[i, X], slots[k, Y] - slots[i, Y]
        if dx * dx + dy * dy < free_mm * free_mm:
            return False
    return True


@compiled
def line_up(slots: FloatArray, c: FloatArray) -> float:
    """At a snap teams face each other; +1 when home stands on the left and faces right, 0 unclear.

    Only figures a hand has set since the last time: the others already said what they know.
    """
    homes, aways, home_x, away_x = 0, 0, 0.0, 0.0
    for i in range(slots.shape[0]):
        if slots[i, PLACED] == 0.0 or slots[i, LOST] != 0.0:
            continue
        if slots[i, SIDE] > 0.0:
            homes, home_x = homes + 1, home_x + slots[i, X]
        else:
            aways, away_x = aways + 1, away_x + slots[i, X]
    if homes == 0 or aways == 0:
        return 0.0
    apart = away_x / aways - home_x / homes
    if abs(apart) < c[FREE_MM] / 2.0:
        return 0.0
    direction = 1.0 if apart > 0.0 else -1.0
    for i in range(slots.shape[0]):
        if slots[i, SET_BY_HAND] != 0.0:
            slots[i, LINE_UP] = c[MOST_LINE_UP] * direction * slots[i, SIDE] * math.cos(slots[i, H])
            slots[i, SET_BY_HAND] = 0.0
    return direction


@compiled
def _cut(value: float, most: float) -> float:
    return max(-most, min(most, value))
