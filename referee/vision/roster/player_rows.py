"""Players and sightings as rows of numbers, which is what the compiled parts work on."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from referee.core.geometry.base_shape import FloatArray
from referee.core.roster import Player, Roster, Team
from referee.vision.sighting import Sighting

# Columns of a player's row. X, Y and H are the last sighting as it was measured, the heading turned
# round where the front says so; VX and VY serve the prediction and nothing else.
X, Y, H, VX, VY, SEEN_S = range(6)
LENGTH, WIDTH, SIDE = range(6, 9)  # SIDE: +1 home, -1 away
# Log-odds that the carried front is right: pictures before, line-up, creep, and the view of now.
PICTURE, LINE_UP, CREEP, VIEW = range(9, 13)
VIEW_X, VIEW_Y, VIEW_H, VIEW_N = range(13, 17)  # where the view began, and its frames
RIGHT, WRONG = 17, 18  # views that were right and wrong of him, where his way has shown it
ANCHOR_X, ANCHOR_Y, ANCHORED = range(19, 22)
PLACED, LOST, SET_BY_HAND = range(22, 25)
NOWHERE = 2.0  # of LOST: not even near where he was last
SWING = 25  # variance of the heading last sighted
LOOKS = 26  # what teams his sightings showed lately: log-odds of his own, averaged
SLOT_COLUMNS = 27

# Columns of a sighting's row, the first three as above.
S_XX, S_XY, S_YY, S_HH = range(3, 7)
S_LENGTH, S_WIDTH, S_HOME, S_FRONT, S_SCORE = range(7, 12)
SEEN_COLUMNS = 12

MOST_TEAM, MOST_FRONT, MOST_CUE = 5.0, 3.0, 4.0


def slot_rows(roster: Roster) -> FloatArray:
    """A row for each player, nobody placed yet."""
    rows = np.zeros((len(roster), SLOT_COLUMNS))
    for row, player in zip(rows, roster, strict=True):
        row[LENGTH], row[WIDTH] = player.base.length_mm, player.base.width_mm
        row[SIDE] = side_of(player)
        row[LOOKS] = MOST_TEAM / 2.0
    return rows


def side_of(player: Player) -> float:
    """+1 for home, -1 for away."""
    return 1.0 if player.team is Team.HOME else -1.0


def sighting_rows(sightings: Sequence[Sighting]) -> FloatArray:
    """A row for each sighting."""
    rows = np.empty((len(sightings), SEEN_COLUMNS))
    for k, s in enumerate(sightings):
        pose, c = s.pose, s.covariance
        home = 0.0
        if s.team is not None:
            odds = log_odds(s.team_probability, MOST_TEAM)
            home = odds if s.team is Team.HOME else -odds
        rows[k] = (
            pose.x_mm,
            pose.y_mm,
            math.radians(pose.heading_deg),
            c[0][0],
            c[0][1],
            c[1][1],
            c[2][2],
            s.length_mm,
            s.width_mm,
            home,
            log_odds(s.front, MOST_FRONT),
            s.score,
        )
    return rows


def cue_rows(sightings: Sequence[Sighting], row_of: Mapping[str, int]) -> FloatArray:
    """What numbers or colours say of each sighting for each player, in log-likelihoods.

    Only differences count: the best player of each row has 0. They are cut off, because a number
    can be misread.
    """
    rows = np.zeros((len(sightings), len(row_of)))
    for row, sighting in zip(rows, sightings, strict=True):
        if sighting.cues:
            for player, value in sighting.cues.items():
                if player in row_of:
                    row[row_of[player]] = value
            row[:] = np.maximum(row - row.max(), -MOST_CUE)
    return rows


def log_odds(probability: float, most: float) -> float:
    """ln(p / (1 - p)), cut off at ``most`` on both sides."""
    if probability <= 0.0:
        return -most
    if probability >= 1.0:
        return most
    return max(-most, min(most, math.log(probability / (1.0 - probability))))


def in_order(sightings: Sequence[Sighting]) -> list[Sighting]:
    """The sightings in an order that is the same however they came."""
    return sorted(
        sightings,
        key=lambda s: (s.pose.x_mm, s.pose.y_mm, s.pose.heading_deg, s.score, s.front),
    )
