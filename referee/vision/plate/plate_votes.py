"""A plate that builds itself from what is uncovered during an evening: places vote, play by play.

Bases stand still for half a minute and come back to nearly the same place after an incomplete pass,
so one rest is one vote, however long it lasts, and where somebody is known to stand a vote counts
little. What stands against a place that is known, where something stands, says nothing.
"""

from __future__ import annotations

import numpy as np

from referee.camera.frame_source import Image
from referee.core.arrays import F32, U8
from referee.core.compiler import compiled
from referee.vision.plate.clean_plate import MOST_VOTES, CleanPlate

# What one rest counts, where nothing is known to stand and where something is.
OPEN_VOTES = 4
COVERED_VOTES = 1
# A place looks the same if no colour of it is further off, in grey values and as a share of it.
SAME_GREY = 12.0
SAME_SHARE = 0.1
# A place that looks the same comes nearer to what is seen by this share: noise is averaged.
BLEND = 0.25
# The camera's own change of exposure and of white is told from one pixel of so many.
EVERY = 8
# It changes no more than this from one rest to another.
MOST_GAIN = 2.0


def voted_plate(plate: CleanPlate | None, picture: Image, covered: U8) -> CleanPlate:
    """The plate after one more rest; ``covered`` is 1 where something is known to stand, else 0.

    None: there is no plate yet.
    """
    if plate is None or plate.picture.shape != picture.shape:
        votes = np.where(covered > 0, COVERED_VOTES, OPEN_VOTES).astype(np.uint8)
        return CleanPlate(picture.copy(), votes)
    picture_out, votes_out = plate.picture.copy(), plate.votes.copy()
    _vote(picture_out, votes_out, picture, _gains(plate, picture), covered)
    return CleanPlate(picture_out, votes_out)


def _gains(plate: CleanPlate, picture: Image) -> F32:
    """By what a picture's colours are multiplied to have the plate's light."""
    seen = plate.votes[::EVERY, ::EVERY] > 0
    if not seen.any():
        return np.ones(3, np.float32)
    was, now = (each[::EVERY, ::EVERY][seen] for each in (plate.picture, picture))
    gains = np.median((was + np.float32(1.0)) / (now + np.float32(1.0)), axis=0)
    return np.asarray(np.clip(gains, 1.0 / MOST_GAIN, MOST_GAIN), dtype=np.float32)


@compiled
def _vote(plate: U8, votes: U8, picture: U8, gains: F32, covered: U8) -> None:
    seen = np.empty(3, np.float32)
    for row in range(votes.shape[0]):
        for column in range(votes.shape[1]):
            same = True
            for channel in range(3):
                was = np.float32(plate[row, column, channel])
                value = min(gains[channel] * picture[row, column, channel], np.float32(255.0))
                seen[channel] = value
                same = same and abs(value - was) <= SAME_GREY + SAME_SHARE * was
            hidden = covered[row, column] > 0
            weight = COVERED_VOTES if hidden else OPEN_VOTES
            had = int(votes[row, column])
            if same:
                votes[row, column] = min(had + weight, MOST_VOTES)
                for channel in range(3):
                    was = np.float32(plate[row, column, channel])
                    plate[row, column, channel] = int(was + BLEND * (seen[channel] - was) + 0.5)
            elif had < weight:
                votes[row, column] = weight
                for channel in range(3):
                    plate[row, column, channel] = int(seen[channel] + 0.5)
            elif not hidden or had <= OPEN_VOTES:
                votes[row, column] = had - weight
