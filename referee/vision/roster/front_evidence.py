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

from referee.core.compiler import compiled
from referee.core.geometry.base_shape import FloatArray
from referee.core.turns import turn_rad
from referee.vision.roster.player_rows import (
    CREEP,
    LINE_UP,
    LOOKS,
    LOST,
    PICTURE,
    RIGHT,
    S_FRONT,
    S_HH,
    S_HOME,
    SEEN_S,
    SET_BY_HAND,
    SIDE,
    SWING,
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
from referee.vision.roster.roster_tuning import RosterTuning

# How likely a half turn was missed between two sightings, and how far a hand turns on the spot.
SURPRISE = 1e-5
SET_SWING_RAD, SURPRISE_SET = 1.2, 0.1
# Of every player pictures are believed as if they had been right and wrong of him so often before.
RIGHT_BEFORE, WRONG_BEFORE = 3.0, 0.3
LEAST_TRUST, FORGET, KNOWN_BY_CREEP, FIRST_FRAMES = -0.8, 0.95, 4.0, 3.0
# A picture says all it can at these log-odds, and after a pause no more than for so long.
CLEAR, LONGEST_LOOK_S = 2.0, 0.2
# Whose colours he shows is learned over many seconds: a moment on the wrong base teaches nothing.
LOOKS_SHARE = 0.005
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
    PICTURES_PER_S,
) = range(14)


def constants(tuning: RosterTuning) -> FloatArray:
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
            tuning.pictures_per_s,
        ]
    )


@compiled
def move_to_sighting(
    slot: FloatArray, seen: FloatArray, now_s: float, moving: bool, c: FloatArray
) -> None:
    """Move a player to his sighting, and weigh what it says of his front."""
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
    turn = turn_rad(slot[H], seen[H])
    same = abs(turn) <= math.pi / 2
    passed_s = min(unseen_s, LONGEST_LOOK_S)
    _keep(slot, abs(turn) if same else math.pi - abs(turn), 0.12 + c[SPIN] * unseen_s, SURPRISE)
    slot[H] = seen[H] if same else (seen[H] + math.pi) % (2.0 * math.pi)
    slot[X], slot[Y], slot[SEEN_S], slot[LOST] = seen[X], seen[Y], now_s, 0.0
    slot[SWING] = seen[S_HH]
    slot[LOOKS] += LOOKS_SHARE * (slot[SIDE] * seen[S_HOME] - slot[LOOKS])
    _look(slot, seen[S_FRONT] if same else -seen[S_FRONT], passed_s, c)
    if evidence(slot, c) < c[FLIP_AT]:
        turn_round(slot)


@compiled
def _look(slot: FloatArray, says: float, passed_s: float, c: FloatArray) -> None:
    """One more frame of this view, or the first of a new one."""
    turned = abs(turn_rad(slot[VIEW_H], slot[H]))
    moved = math.hypot(slot[X] - slot[VIEW_X], slot[Y] - slot[VIEW_Y])
    if moved > c[VIEW_MM] or c[VIEW_RAD] < turned < math.pi - c[VIEW_RAD]:
        if slot[CREEP] >= KNOWN_BY_CREEP and slot[VIEW_N] >= FIRST_FRAMES:
            slot[RIGHT] = FORGET * slot[RIGHT] + (1.0 if slot[VIEW] > 0.0 else 0.0)
            slot[WRONG] = FORGET * slot[WRONG] + (1.0 if slot[VIEW] < 0.0 else 0.0)
        slot[PICTURE] = _pictures(slot, c)
        view_anew(slot, 0.0, 0.0)
    slot[VIEW_N] += 1.0
    slot[VIEW] = clamped(slot[VIEW] + picture_evidence(says, passed_s, c), c[MOST_VIEW])


@compiled
def picture_evidence(says: float, passed_s: float, c: FloatArray) -> float:
    """What pictures add in some time: frames soon after one another go wrong together."""
    return float(c[PICTURES_PER_S] * passed_s * clamped(says / CLEAR, 1.0))


@compiled
def view_anew(slot: FloatArray, says: float, frames: float) -> None:
    """Forget what the last view said; of this one so many frames have been seen already."""
    slot[VIEW_X], slot[VIEW_Y], slot[VIEW_H] = slot[X], slot[Y], slot[H]
    slot[VIEW], slot[VIEW_N] = says, frames


@compiled
def _pictures(slot: FloatArray, c: FloatArray) -> float:
    trust = math.log((slot[RIGHT] + RIGHT_BEFORE) / (slot[WRONG] + WRONG_BEFORE))
    trust = max(LEAST_TRUST, min(1.0, trust / math.log(RIGHT_BEFORE / WRONG_BEFORE)))
    return float(clamped(slot[PICTURE] + trust * slot[VIEW], c[MOST_PICTURE]))


@compiled
def evidence(slot: FloatArray, c: FloatArray) -> float:
    """Log-odds that the carried front is right."""
    return float(_pictures(slot, c) + slot[LINE_UP] + slot[CREEP])


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
    view: float,
    same_place: bool,
    home_faces: float,
    c: FloatArray,
) -> None:
    """A hand has set the figure: the picture begins anew, the team's direction is a fair guess.

    ``view`` is what pictures have said of it there. On its old place, what is known of its front
    still counts, as far as one turns a figure.
    """
    slot[X], slot[Y] = x_mm, y_mm
    turn = turn_rad(slot[H], heading)
    same = abs(turn) <= math.pi / 2
    if same_place:
        slot[PICTURE] = _pictures(slot, c)
        _keep(slot, abs(turn) if same else math.pi - abs(turn), SET_SWING_RAD, SURPRISE_SET)
        if not same:
            for source in TURNS_WITH_HIM:
                slot[source] = -slot[source]
    else:
        slot[PICTURE] = slot[CREEP] = 0.0
        slot[LINE_UP] = c[MOST_LINE_UP] * home_faces * slot[SIDE] * math.cos(heading)
        slot[SET_BY_HAND] = 1.0
    slot[H] = heading
    view_anew(slot, view, 1.0)
    if evidence(slot, c) < 0.0:
        turn_round(slot)


@compiled
def clamped(value: float, most: float) -> float:
    """A value, but no more than ``most`` on either side."""
    return max(-most, min(most, value))
