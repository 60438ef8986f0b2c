"""Which end of a base is its front: evidence over time, in log-odds, carried by the player.

Three witnesses speak, and each may say only so much: the picture (looks that mislead do so in every
frame), the line-up (teams face each other) and the way the base creeps (it goes where its front
points, when nobody pushes it). Turning is continuous, so what was known a frame ago is known now.
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
    HANDLED,
    LINE_UP,
    PICTURE,
    PICTURE_S,
    PLACED,
    S_FRONT,
    SEEN_S,
    SET_BY_HAND,
    SIDE,
    TOUCH_S,
    VACANT_S,
    VX,
    VY,
    H,
    X,
    Y,
)
from referee.vision.roster.tuning import Tuning

# How likely a half turn was missed between two sightings, and how quickly and far a hand turns.
SURPRISE, SURPRISE_BY_HAND = 1e-5, 0.003
HAND_SPIN_RAD_S, HAND_SWING_RAD = 10.0, 0.8
SET_SWING_RAD, SURPRISE_SET = 1.2, 0.1
STRAIGHT = 0.8  # cosine: a base that creeps goes along its axis, within its drift

(
    SPIN,
    GAP_S,
    MOST_PICTURE,
    MOST_LINE_UP,
    MOST_CREEP,
    STEP_MM,
    EACH,
    FREE_MM,
    FLIP_AT,
    SHARE,
    TOP_SPEED,
) = range(11)


def constants(tuning: Tuning) -> FloatArray:
    """The numbers the compiled part needs."""
    return np.array(
        [
            tuning.spin_sigma_rad_s,
            tuning.picture_s,
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
    small = abs(turn) if same else math.pi - abs(turn)
    by_hand = slot[HANDLED] != 0.0
    _carry_on(slot, small, unseen_s, by_hand, c)
    slot[H] = seen[H] if same else (seen[H] + math.pi) % (2.0 * math.pi)
    fresh = min(1.0, (now_s - slot[PICTURE_S]) / c[GAP_S])
    says = seen[S_FRONT] if same else -seen[S_FRONT]
    slot[PICTURE] = _cut(slot[PICTURE] + fresh * says, c[MOST_PICTURE])
    slot[PICTURE_S] = now_s
    if slot[PICTURE] + slot[LINE_UP] + slot[CREEP] < c[FLIP_AT]:
        turn_round(slot)
    slot[X], slot[Y], slot[SEEN_S] = seen[X], seen[Y], now_s
    slot[HANDLED] = 1.0 if slot[TOUCH_S] == now_s else 0.0
    slot[VACANT_S] = 0.0


@compiled
def turn_round(slot: FloatArray) -> None:
    """The evidence has tipped: the other end is the front."""
    slot[H] = (slot[H] + math.pi) % (2.0 * math.pi)
    slot[PICTURE], slot[LINE_UP], slot[CREEP] = -slot[PICTURE], -slot[LINE_UP], -slot[CREEP]


@compiled
def _carry_on(
    slot: FloatArray, small: float, unseen_s: float, by_hand: bool, c: FloatArray
) -> None:
    """Old evidence counts as far as the turn since then can be told from its opposite."""
    swing, surprise = 0.12 + c[SPIN] * unseen_s, SURPRISE
    if by_hand:
        swing, surprise = min(0.12 + HAND_SPIN_RAD_S * unseen_s, HAND_SWING_RAD), SURPRISE_BY_HAND
    _keep(slot, small, swing, surprise)


@compiled
def _keep(slot: FloatArray, small: float, swing: float, surprise: float) -> None:
    stay = math.exp(-0.5 * (small / swing) ** 2) + surprise
    turned = math.exp(-0.5 * ((math.pi - small) / swing) ** 2) + surprise
    for source in (PICTURE, LINE_UP, CREEP):
        odds = math.exp(slot[source])
        slot[source] = math.log((odds * stay + turned) / (odds * turned + stay))


@compiled
def set_down(
    slot: FloatArray,
    heading: float,
    picture: float,
    same_place: bool,
    home_faces: float,
    c: FloatArray,
) -> None:
    """A hand has set the figure: the picture begins anew, the team's direction is a fair guess.

    On its old place what is known of its front still counts, as far as one turns a figure.
    """
    turn = (heading - slot[H] + math.pi) % (2.0 * math.pi) - math.pi
    same = abs(turn) <= math.pi / 2
    if same_place:
        _keep(slot, abs(turn) if same else math.pi - abs(turn), SET_SWING_RAD, SURPRISE_SET)
        if not same:
            slot[CREEP] = -slot[CREEP]
    else:
        slot[CREEP] = 0.0
    slot[H] = heading
    slot[PICTURE] = picture
    slot[LINE_UP] = c[MOST_LINE_UP] * home_faces * slot[SIDE] * math.cos(heading)
    if slot[PICTURE] + slot[LINE_UP] + slot[CREEP] < 0.0:
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
        if slots[i, PLACED] == 0.0:
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
