"""Two teams found in figures that nobody has named: by their colours alone.

Figures are split by what they wear. Bases join in only where they then turn out to go by team, for
many a coach paints them one by one. The darker team is called home, as it is on most game nights;
the coach may swap them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.core.arrays import F64
from referee.core.roster import Team
from referee.vision.appearance.figure_colours import FIGURE, LIGHT, WEIGHT, ZONE
from referee.vision.appearance.figure_split import FEWEST_OF_A_TEAM, FigureSplit, FiguresToSplit
from referee.vision.appearance.team_colours import HIDDEN_POWER, SLOPE, SUREST

BASES_WORTH = 0.4  # as much clearer are two teams whose bases go by team
CLEAR_SCORE = 0.5  # or there are not two teams
CLEAR_SHARE = 0.85  # of the figures are surely of one team or the other, or there are not two
SURE = 0.9
TOLD = 0.8  # a figure whose team is less likely than this is nobody's


@dataclass(frozen=True)
class TwoTeams:
    """The likelier team of each figure, and how likely it is."""

    teams: tuple[Team, ...]
    chances: tuple[float, ...]

    @property
    def teams_shown(self) -> tuple[Team | None, ...]:
        """The teams of the figures that show enough of theirs."""
        pairs = zip(self.teams, self.chances, strict=True)
        return tuple(team if chance >= TOLD else None for team, chance in pairs)


def two_teams(descriptions: Sequence[F64]) -> tuple[Team | None, ...]:
    """The likelier team of each figure, or None for all of them if there are not two teams."""
    found = teams_by_colour(descriptions)
    return found.teams if found is not None else tuple(None for _ in descriptions)


def teams_by_colour(descriptions: Sequence[F64]) -> TwoTeams | None:
    """Two teams, if there are two."""
    if len(descriptions) < 2 * FEWEST_OF_A_TEAM:
        return None
    crowd = FiguresToSplit.of(descriptions)
    best = _clearest(crowd)
    if best is None:
        return None
    odds = SLOPE * best.margins * np.maximum(crowd.share, 0.0) ** HIDDEN_POWER
    if best.score < CLEAR_SCORE or np.mean(odds > math.log(SURE / (1.0 - SURE))) < CLEAR_SHARE:
        return None
    light = [
        _lightness([d for d, k in zip(descriptions, best.labels, strict=True) if k == side])
        for side in (0, 1)
    ]
    home = int(light[1] < light[0])
    chances = np.clip(1.0 / (1.0 + np.exp(-np.minimum(odds, 50.0))), 0.0, SUREST)
    return TwoTeams(
        tuple(Team.HOME if k == home else Team.AWAY for k in best.labels.tolist()),
        tuple(chances.tolist()),
    )


def _clearest(crowd: FiguresToSplit) -> FigureSplit | None:
    """The clearest split of all that were tried; with the bases' help where they have any."""
    best: FigureSplit | None = None
    tried: set[bytes] = set()
    for start, tell in crowd.starts():
        found = None if start.tobytes() in tried else crowd.split(start, tell)
        if found is None or found.labels.tobytes() in tried:
            continue
        for labels in (start, found.labels):
            tried |= {labels.tobytes(), (1 - labels).tobytes()}
        help_of_bases = crowd.bases_tell(found.labels)
        helped = crowd.split(found.labels, help_of_bases)
        if helped is None:
            continue
        score = found.score + BASES_WORTH * help_of_bases
        if best is None or score > best.score:
            best = FigureSplit(helped.labels, helped.margins, score)
    return best


def _lightness(descriptions: Sequence[F64]) -> float:
    """How light figures are, without their bases."""
    rows = np.concatenate(descriptions)
    weight = np.where(rows[:, ZONE] == FIGURE, rows[:, WEIGHT], 0.0)
    return float((rows[:, LIGHT] * weight).sum() / max(weight.sum(), 1e-9))
