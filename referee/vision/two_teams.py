"""Two teams found in figures that nobody has named: by their colours alone.

The darker team is called home, as it is on most game nights; whoever knows better may swap them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from referee.core.roster import Team
from referee.vision.colours import FIGURE, LIGHT, WEIGHT, ZONE
from referee.vision.light import Float
from referee.vision.paints import ZONES, Int, coarse, counts_of, density_of
from referee.vision.teams import HIDDEN_POWER, SLOPE, TEAMS, TeamColours

FEWEST_OF_A_TEAM = 2
ROUNDS = 8
SURE = 0.9
CLEAR_SHARE = 0.85  # of the figures are surely of one team or the other, or there are not two
CLEAR_MARGIN = 0.25  # natural logarithms for each sample between the teams
VIEWS = ((0, 1), (0,), (1,))  # figure and base, figures alone, bases alone


def two_teams(descriptions: Sequence[Float]) -> tuple[Team | None, ...]:
    """The team of each figure, or None for all of them if there are not two teams."""
    nobody = tuple(None for _ in descriptions)
    if len(descriptions) < 2 * FEWEST_OF_A_TEAM:
        return nobody
    spots = np.stack([_spot(d) for d in descriptions])
    best: tuple[float, Int] | None = None
    for view in VIEWS:
        found = _settled(descriptions, _two_means(spots[:, list(view)].reshape(len(spots), -1)))
        if found is not None and (best is None or found[0] > best[0]):
            best = found
    if best is None:
        return nobody
    dark = [
        _lightness([d for d, k in zip(descriptions, best[1], strict=True) if k == side])
        for side in (0, 1)
    ]
    home = int(dark[1] < dark[0])
    return tuple(Team.HOME if k == home else Team.AWAY for k in best[1].tolist())


def _spot(description: Float) -> Float:
    """Colour shares as a point: distances between such points are Hellinger's."""
    return np.asarray(np.sqrt(coarse(density_of([counts_of(description)]).reshape(ZONES, -1))))


def _two_means(points: Float) -> Int:
    """Labels 0 and 1, started from the two points that lie furthest apart."""
    square = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    first, second = np.unravel_index(int(square.argmax()), square.shape)
    middles = points[[first, second]]
    labels = np.zeros(len(points), dtype=np.int64)
    for _ in range(30):
        far = ((points[:, None] - middles[None]) ** 2).sum(axis=2)
        labels = far.argmin(axis=1)
        if len(set(labels.tolist())) < 2:
            break
        middles = np.stack([points[labels == side].mean(axis=0) for side in (0, 1)])
    return np.asarray(labels)


def _settled(descriptions: Sequence[Float], labels: Int) -> tuple[float, Int] | None:
    """Labels on which every figure agrees though it was not asked itself, and how clearly."""
    for _ in range(ROUNDS):
        if min(np.bincount(labels, minlength=2)) < FEWEST_OF_A_TEAM:
            return None
        margins = _lone_margins(descriptions, labels)
        changed = (margins < 0.0).astype(np.int64)
        if (changed == labels).all():
            break
        labels = changed
    if min(np.bincount(labels, minlength=2)) < FEWEST_OF_A_TEAM:
        return None
    margins = _lone_margins(descriptions, labels)
    right = np.where(labels == 0, margins, -margins)
    sure = right > math.log(SURE / (1.0 - SURE)) / SLOPE
    if sure.mean() < CLEAR_SHARE or float(np.median(right)) < CLEAR_MARGIN:
        return None
    return float(right.mean()), labels


def _lone_margins(descriptions: Sequence[Float], labels: Int) -> Float:
    """For each figure: label 0 against 1, asked of all the others."""
    counts = [counts_of(d) for d in descriptions]
    sides = [[k for k, label in enumerate(labels.tolist()) if label == side] for side in (0, 1)]
    every = TeamColours.of_counts(
        {team: [counts[k] for k in side] for team, side in zip(TEAMS, sides, strict=True)}
    )
    out = np.zeros(len(counts))
    for team, side in zip(TEAMS, sides, strict=True):
        for place, k in enumerate(side):
            like = every.without(team, place).likeness([descriptions[k]])[0]
            out[k] = like.margin * like.share**HIDDEN_POWER
    return out


def _lightness(descriptions: Sequence[Float]) -> float:
    """How light figures are, without their bases."""
    rows = np.concatenate(descriptions)
    weight = np.where(rows[:, ZONE] == FIGURE, rows[:, WEIGHT], 0.0)
    return float((rows[:, LIGHT] * weight).sum() / max(weight.sum(), 1e-9))
