"""What a place is in its line-up, in any formation: how deep, how far aside, which in the row.

A coach who puts up another formation moves some figures and leaves most in their jobs: the line
stays a line, from left to right, the passer stands behind its middle, the ends outside.
"""

from __future__ import annotations

import numpy as np

from referee.core.arrays import F64

# The row that stands nearest to the opponent is so deep, about half a base.
ROW_MM = 16.0
# Depth and distance to the side count in full up to here, and ever less beyond: a back may stand
# 40 or 90 mm deep and is a back.
DEPTH_MM = 20.0
ASIDE_MM = 25.0
# How exactly the same job is the same, as sigmas: depth and side as above, who is further left of
# all players, who is further left of those about as deep. Chosen on simulated line-ups.
SIGMAS = np.array([0.45, 0.45, 1.2, 0.7])
# A place like that of the same job is so much likelier than any other place of a line-up.
LIKELIER = 25.0
# Somebody has another job than usual.
OTHER_JOB = 0.06


def job_places(places_mm: F64) -> F64:
    """For each place of a team playing right: depth, side, order of all, order in the row."""
    ahead = places_mm[:, 0]
    # One who stands in front of everybody makes no row.
    front = np.sort(ahead)[-2] if len(ahead) > 1 else ahead[0]
    deep = np.maximum(front - ahead, -ROW_MM / 2.0)
    middle = np.median(places_mm[:, 1])
    aside = places_mm[:, 1] - middle
    further = np.sign(aside[:, None] - aside[None])
    beside = np.abs(deep[:, None] - deep[None]) < ROW_MM
    return np.column_stack(
        [
            np.arcsinh(deep / DEPTH_MM),
            np.arcsinh(aside / ASIDE_MM),
            further.sum(axis=1) / 2.0,
            (further * beside).sum(axis=1) / 2.0,
        ]
    )


def same_job(old: F64, new: F64, measures: int = len(SIGMAS)) -> F64:
    """Log-likelihoods that places of an old and of a new line-up are of the same job.

    Against any place of the line-up; the first ``measures`` of a place are compared.
    """
    apart = (old[:, None, :measures] - new[None, :, :measures]) / SIGMAS[:measures]
    likely = LIKELIER * np.exp(-0.5 * (apart**2).sum(axis=2))
    return np.asarray(np.log((1.0 - OTHER_JOB) * likely + OTHER_JOB))
