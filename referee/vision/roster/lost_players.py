"""Players whom nobody saw for long while the board shakes, among strangers who creep there."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from referee.core.geometry.base_shape import FloatArray
from referee.vision.roster.assignment import IMPOSSIBLE
from referee.vision.roster.player_rows import LENGTH, LOST, SEEN_S, SIDE, WIDTH, X, Y
from referee.vision.roster.roster_tuning import RosterTuning
from referee.vision.roster.strangers import Stranger

WORST_SIZE, WORST_TEAM, TOO_FAR = 6.0, 12.0, -8.0
# So much more do its frames together say of its team than their sum that is kept.
FRAMES_SAY = 2.0
START_MM = 10.0
# How readily a stranger is nobody: the longer it is there, the less.
NOBODY_FIRST, NOBODY_EACH, NOBODY_LEAST = 2.0, 0.3, -6.0


def lost_costs(
    slots: FloatArray,
    lost: Sequence[int],
    strangers: Sequence[Stranger],
    haunted: FloatArray,
    tuning: RosterTuning,
) -> FloatArray:
    """The cost of each pair of lost player and stranger, against unseen and nobody.

    ``haunted`` are for each stranger log-odds that it is what comes and goes at its place.
    """
    cost = np.full((len(lost), len(strangers)), IMPOSSIBLE)
    for a, i in enumerate(lost):
        for b, stranger in enumerate(strangers):
            if slots[i, LOST] or stranger.since_s >= slots[i, SEEN_S]:
                likely = _looks(slots[i], stranger, tuning) + _place(slots[i], stranger, tuning)
                nobody = max(NOBODY_FIRST - NOBODY_EACH * stranger.count, NOBODY_LEAST)
                cost[a, b] = nobody + haunted[b] - likely
    return cost


def _looks(slot: FloatArray, stranger: Stranger, tuning: RosterTuning) -> float:
    own = 1.0 / (1.0 + math.exp(-FRAMES_SAY * slot[SIDE] * stranger.home))
    off = (stranger.length_mm - slot[LENGTH]) ** 2 + (stranger.width_mm - slot[WIDTH]) ** 2
    size = min(0.5 * off / tuning.size_sigma_mm**2, WORST_SIZE)
    return max(math.log(2.0 * own), -WORST_TEAM) - float(size)


def _place(slot: FloatArray, stranger: Stranger, tuning: RosterTuning) -> float:
    far = math.hypot(stranger.row[X] - slot[X], stranger.row[Y] - slot[Y])
    unseen_s = stranger.last_s - slot[SEEN_S]
    if not slot[LOST] and far > 2.0 * START_MM + tuning.top_speed_mm_s * unseen_s:
        return TOO_FAR
    sigma = START_MM + tuning.moving_sigma_mm_s * unseen_s
    spread = 2.0 * sigma * sigma
    likely = math.log(tuning.board_mm2 / (math.pi * spread)) - far * far / spread
    if slot[LOST]:  # a hand may have put him anywhere
        return math.log(0.5 + 0.5 * math.exp(likely))
    return max(float(likely), TOO_FAR)
