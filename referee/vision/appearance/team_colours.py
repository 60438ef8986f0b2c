"""Which team a figure plays for, by the colours of figure and base.

Two things are asked of a description: whose colours explain it better, and whether it looks like
anybody at all. A hand, a shadow or a neighbour that hides a figure looks like nobody, and then the
probability stays near one half whichever team explains it better.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from referee.core.arrays import F64, I64
from referee.core.errors import BadValue, PlainWord
from referee.core.probability import p_from_log_odds
from referee.core.roster import Team
from referee.vision.appearance.colour_densities import (
    CELLS,
    COARSE_CELLS,
    FEWEST,
    ZONES,
    cells_of,
    coarse,
    coarse_cell,
    counts_of,
    mixed,
    paint_of,
)
from referee.vision.appearance.figure_colours import (
    BASE,
    LIGHT,
    WEIGHT,
    YELLOW_BLUE,
    ZONE,
)

TEAMS = (Team.HOME, Team.AWAY)
GAINS = (0.75, 0.87, 1.0, 1.12, 1.25)  # cube roots of more or less light on this one figure
GAIN_SIGMA = 0.15
GAIN_SAMPLES = 10.0  # the light's prior counts as much as so many samples
SHARED = 0.8  # of both teams' base colours (Bhattacharyya): from here bases tell nothing
# What a base shares with those of its team: painted one by one, of one plastic.
OWN_PAINT = 0.43  # Bhattacharyya, painted one by one
ONE_PLASTIC = 0.55  # Bhattacharyya, of one plastic
UNKNOWN = 0.15  # share of samples that may have any colour
ANY_CELL = 1.0 / 3000.0
ANY_BLOCK = 1.0 / 375.0
# From margin to probability: fitted on rendered nights, then taken a little less sure.
SLOPE = 15.0
HIDDEN_POWER = 0.5
STRANGE_AT = 0.5  # strangeness above the usual at which a figure is half believed
STRANGE_WIDTH = 0.5  # over which that changes
USUAL_STRANGENESS = 1.1
SUREST = 0.9995
SLOPES = SLOPE * np.array([1.0, 0.7, 0.5, 0.35, 0.25, 0.15, 0.1, 0.05])
LEAST_SHARE = 0.1  # of the samples: a figure that shows less has no colours


@dataclass(frozen=True, slots=True)
class TeamLikeness:
    """How a description compares with both teams: natural logarithms for each sample.

    ``margin`` is positive for home; ``strangeness`` how unlike the better team it is (a
    Kullback-Leibler divergence); ``share`` how much of the figure was seen.
    """

    margin: float
    strangeness: float
    share: float


@dataclass(frozen=True)
class TeamColours:
    """What both teams look like: for each team the paints of its figures.

    ``usual`` is the strangeness of one's own players to the rest of their team; ``slope`` leads
    from margins to log-odds, flatter the worse these two teams are told apart.
    """

    paints: Mapping[Team, tuple[F64, ...]]
    densities: F64  # (teams, ZONES, CELLS)
    usual: float
    slope: float
    bases_tell: float  # how much bases count, from 0 to 1

    @staticmethod
    def learn(descriptions: Mapping[Team, Sequence[F64]]) -> TeamColours:
        """From one description of each figure; several of one figure are joined into one first."""
        for team in TEAMS:
            if not descriptions.get(team):
                raise BadValue(
                    f"the {team} team",
                    PlainWord("without a figure"),
                    "one figure or more to learn from",
                )
        counts = {team: [counts_of(d) for d in descriptions[team]] for team in TEAMS}
        colours = TeamColours.of_counts(counts)
        tried = [
            (team, colours.without(team, k).likeness([d])[0])
            for team in TEAMS
            if len(descriptions[team]) > 1
            for k, d in enumerate(descriptions[team])
        ]
        if not tried:
            return colours
        usual = float(np.median([like.strangeness for _, like in tried]))
        right = np.array(
            [like.margin if team is Team.HOME else -like.margin for team, like in tried]
        )
        return replace(colours, usual=usual, slope=_slope(right))

    @staticmethod
    def of_counts(
        counts: Mapping[Team, Sequence[F64]],
        usual: float = USUAL_STRANGENESS,
        slope: float = SLOPE,
    ) -> TeamColours:
        """From colour shares that were learned before."""
        paints = {team: tuple(paint_of(each) for each in counts[team]) for team in TEAMS}
        densities = np.stack([mixed(paints[team]) for team in TEAMS])
        return TeamColours(paints, densities, usual, slope, bases_tell(paints))

    def without(self, team: Team, index: int) -> TeamColours:
        """The same without one description: to ask how well it would be recognised."""
        rest = [paint for k, paint in enumerate(self.paints[team]) if k != index]
        densities = self.densities.copy()
        densities[TEAMS.index(team)] = mixed(rest)
        return replace(self, paints={**self.paints, team: tuple(rest)}, densities=densities)

    def probability(self, description: F64) -> tuple[Team | None, float]:
        """The likelier team and how likely it is; None where too little is seen."""
        return self.judge([description])[0]

    def judge(self, descriptions: Sequence[F64]) -> list[tuple[Team | None, float]]:
        """The same for all figures of a frame at once."""
        out: list[tuple[Team | None, float]] = []
        for like in self.likeness(descriptions):
            if like.share < LEAST_SHARE:
                out.append((None, 0.5))
                continue
            excess = (like.strangeness - self.usual - STRANGE_AT) / STRANGE_WIDTH
            known = 1.0 / (1.0 + math.exp(min(excess, 50.0)))
            odds = self.slope * abs(like.margin) * like.share**HIDDEN_POWER * known
            chance = min(SUREST, p_from_log_odds(min(odds, 50.0)))
            out.append((Team.HOME if like.margin > 0.0 else Team.AWAY, chance))
        return out

    def likeness(self, descriptions: Sequence[F64]) -> list[TeamLikeness]:
        """How each description compares with both teams."""
        if not descriptions:
            return []
        rows = np.concatenate(descriptions)
        sizes = np.array([len(d) for d in descriptions])
        owner = np.repeat(np.arange(len(sizes)), sizes)
        zones = rows[:, ZONE].astype(np.int64)
        weight = rows[:, WEIGHT]
        seen = np.bincount(owner, weight, len(sizes))
        telling = weight * np.where(zones == BASE, self.bases_tell, 1.0)
        colours = rows[:, LIGHT : YELLOW_BLUE + 1]
        cells = np.stack([cells_of(colours, gain) for gain in GAINS])
        logs = np.log((1.0 - UNKNOWN) * self.densities + UNKNOWN * ANY_CELL).reshape(2, -1)
        places = zones * CELLS + cells
        held = GAIN_SAMPLES * 0.5 * (np.log(GAINS) / GAIN_SIGMA) ** 2
        scores = np.array(
            [
                [
                    np.bincount(owner, log[place] * telling, len(sizes)) - hold
                    for place, hold in zip(places, held, strict=True)
                ]
                for log in logs
            ]
        )  # (teams, gains, figures)
        best = scores.max(axis=1)
        margins = (best[0] - best[1]) / np.maximum(seen, 1.0)
        winner = (margins <= 0.0).astype(np.int64)
        gains = scores.argmax(axis=1)[winner, np.arange(len(sizes))]
        shown = cells[gains[owner], np.arange(len(rows))]
        strange = self._strangeness(owner, zones, coarse_cell(shown), weight, winner)
        return [
            TeamLikeness(float(m), float(s), float(n / max(size, 1)))
            for m, s, n, size in zip(margins, strange, seen, sizes, strict=True)
        ]

    def _strangeness(self, owner: I64, zones: I64, blocks: I64, weight: F64, winner: I64) -> F64:
        """Divergence of each figure's shares of colour blocks from those of the better team."""
        count = len(winner)
        expected = (1.0 - UNKNOWN) * coarse(self.densities) + UNKNOWN * ANY_BLOCK
        expected = expected.reshape(2, ZONES, COARSE_CELLS)
        keys = (owner * ZONES + zones) * COARSE_CELLS + blocks
        keys, back = np.unique(keys, return_inverse=True)
        amount = np.bincount(back, weight, len(keys))
        part, block = np.divmod(keys, COARSE_CELLS)
        figure, zone = np.divmod(part, ZONES)
        whole = np.bincount(part, amount, count * ZONES)
        counted = (amount > 0.0) & (whole[part] >= FEWEST)
        share = amount[counted] / whole[part][counted]
        here = expected[winner[figure[counted]], zone[counted], block[counted]]
        terms = amount[counted] * np.log(share / here)
        weights = np.bincount(figure[counted], amount[counted], count)
        sums = np.bincount(figure[counted], terms, count)
        return np.asarray(sums / np.maximum(weights, 1e-9))


def _slope(right: F64) -> float:
    """The slope at which the margins of one's own players, positive where right, are likeliest."""
    loss = [float(np.logaddexp(0.0, -slope * right).sum()) for slope in SLOPES]
    return float(SLOPES[int(np.argmin(loss))])


def bases_tell(paints: Mapping[Team, Sequence[F64]]) -> float:
    """How much the bases of two teams say of their figures, from 0 to 1.

    Bases of the same plastic differ only by the light of their side of the board; and bases that
    were painted one by one are as unlike their own team's as the other's.
    """
    seen = {team: [p[BASE] for p in paints[team] if p[BASE].any()] for team in TEAMS}
    if not all(seen.values()):
        return 0.0
    home, away = (np.sum(seen[team], axis=0) for team in TEAMS)
    apart = (SHARED - _shared(home, away)) / SHARED
    mates = [
        _shared(own, whole - own)
        for team, whole in ((Team.HOME, home), (Team.AWAY, away))
        for own in seen[team]
        if len(seen[team]) > 1
    ]
    alike = float(np.median(mates)) if mates else ONE_PLASTIC
    plastic = (alike - OWN_PAINT) / (ONE_PLASTIC - OWN_PAINT)
    return float(np.clip(apart, 0.0, 1.0) * np.clip(plastic, 0.0, 1.0))


def _shared(a: F64, b: F64) -> float:
    """How much two distributions have in common, Bhattacharyya's way."""
    return float(np.sqrt(np.maximum(a * b, 0.0)).sum() / math.sqrt(a.sum() * b.sum()))
