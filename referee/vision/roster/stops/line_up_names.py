"""Names for a new line-up: every base that stands there gets a player, and no two the same.

Nothing is withheld. What speaks for a name is its team, its base, what its figure looks like, what
hands did, and where the player stood in earlier line-ups; how sure it is of all that is a
probability.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from referee.core.arrays import F32, F64, I64, Bools
from referee.vision.appearance.figure_gallery import FigureGallery, facing_view
from referee.vision.roster.assignment import NOBODY, best_pairs
from referee.vision.roster.habits.line_up_habits import LineUpHabits, places_playing_right
from referee.vision.roster.player_rows import Table

# Every player on the board has a base, whatever that looks like: log-odds.
PLACED = 40.0
# All frames of a dwell together say so much more of its team than the mean of them.
FRAMES_SAY = 2.5
WORST_TEAM = 12.0  # log-odds against another team, at most
WORST_SIZE = 6.0  # log-odds against another size, at most
# What hands did, as the links of dwells tell it, is wrong in such a share of cases. In 17 line-ups
# of four development games with the real eyes 10 of 15 sure links were right, 65 of 261 others.
LINK_WRONG = 0.3  # where no other story is nearly as likely
LINK_UNSURE = 0.75  # where one is
# A name once given is kept unless so much speaks for another one: log-odds.
KEPT = 1.0
# A name that a person has given stays on its base: log-odds.
PINNED = 30.0
# Whoever corrects a name looks at the others, and leaves what is right: log-odds.
LEFT = 3.0
# Who waited beside the board before is so much less likely to be in a line-up: log-odds. By a coach
# who changes one or two of a team in one play of six.
BESIDE = 2.5
# Every base of a line-up is somebody, however little is known.
SOMEBODY = 1.0
# Nothing but a person's word is surer than this.
MOST_SURE = 0.99
# So many of a team are on the field.
A_SIDE = 11
# The worst of the scores of a base's sightings, and as far from 1 the best: no look is surer.
LEAST_SCORE = 0.05
# Nobody is offered as somebody else whose probability at a place is less.
LEAST_OTHER = 0.02


@dataclass(frozen=True)
class LinkedDwells:
    """What the links of dwells say: for each player and dwell a share of the stories, and margins.

    ``before`` are the dwells that the players have been given so far, ``pinned`` those that a
    person has given them, ``left`` those that a person has seen and not corrected; -1 for none.
    ``beside`` are the players who waited beside the board as the stop began.
    """

    shares: F64
    margins: F64
    certain: float
    before: I64
    pinned: I64
    left: I64
    beside: Bools


@dataclass(frozen=True)
class LineUpFigures:
    """What the figures of a line-up look like, each both ways round, and what players look like.

    Which way round is the right one is told by the figure itself, the pictures and the line-up.
    """

    gallery: FigureGallery
    views: F32

    def log_likelihoods(self, rows: I64, sides: F64, bases: Table, home_faces: float) -> F64:
        """(players, bases): how well each base's figure looks like each player."""
        out = np.zeros((len(rows), len(bases)))
        for side in (1.0, -1.0):
            mine = np.flatnonzero(sides == side)
            players = rows[mine].tolist()
            fronts = bases["front"] + self.gallery.front_log_odds(players, self.views)
            seen = [
                facing_view(view, float(heading), float(front), side * home_faces)
                for view, heading, front in zip(
                    self.views, bases["heading_rad"], fronts, strict=True
                )
            ]
            if seen:
                out[mine] = self.gallery.log_likelihoods(players, np.stack(seen))
        return out


@dataclass(frozen=True)
class LineUpNames:
    """For each player its dwell or -1, and the probability that the base there is this player.

    ``other`` is the row of the player who is the second likeliest there, or -1: nobody else.
    """

    at: I64
    probability: F64
    other: I64


def line_up_names(
    slots: Table,
    dwells: Table,
    here: I64,
    links: LinkedDwells,
    habits: tuple[LineUpHabits, ...],
    size_sigma_mm: float,
    figures: LineUpFigures | None = None,
) -> LineUpNames:
    """Names for the dwells ``here``; ``habits`` are those of home and of away."""
    rows = np.arange(len(slots))
    bases = dwells[here]
    likely = _links(links, rows, here) + _looks(slots, bases, size_sigma_mm)
    likely[links.beside] -= BESIDE
    direction = home_direction(bases)
    if figures is not None:
        likely += figures.log_likelihoods(rows, slots["side"][rows], bases, direction)
    # Which of them are bases at all, and of which team: habits know nothing of that.
    solid = _solid(bases)
    found = best_pairs(-(PLACED + likely + solid[None]))
    at = np.full(len(slots), NOBODY, np.int64)
    probability = np.zeros(len(slots))
    other = np.full(len(slots), NOBODY, np.int64)
    for side, habit in zip((1.0, -1.0), habits, strict=True):
        mine = np.flatnonzero(slots["side"][rows] == side)
        theirs = found[mine][found[mine] != NOBODY]
        # No more of a team are on the field: what is least like a base is none.
        theirs = np.sort(theirs[np.argsort(-solid[theirs], kind="stable")[:A_SIDE]])
        places_mm = places_playing_right(bases[theirs], side * direction)
        shares = habit.shares(rows[mine], places_mm, likely[np.ix_(mine, theirs)])
        # As many right names as possible: not the likeliest story as a whole.
        pairs = best_pairs(-shares - SOMEBODY)
        named = pairs != NOBODY
        at[rows[mine[named]]] = here[theirs[pairs[named]]]
        sure = shares[np.flatnonzero(named), pairs[named]]
        probability[rows[mine[named]]] = MOST_SURE * sure
        other[rows[mine]] = second_names(rows[mine], shares, pairs)
    pinned = (links.pinned != NOBODY) & (links.pinned == at)
    probability[pinned] = 1.0
    return LineUpNames(at, probability, other)


def second_names(rows: I64, shares: F64, pairs: I64) -> I64:
    """For each player named by ``pairs`` the row of the second likeliest player at its place."""
    others = np.full(len(rows), NOBODY, np.int64)
    for i in np.flatnonzero(pairs != NOBODY):
        there = shares[:, pairs[i]].copy()
        there[i] = 0.0
        k = int(there.argmax())
        if there[k] >= LEAST_OTHER:
            others[i] = rows[k]
    return others


def home_direction(bases: Table) -> float:
    """+1 where home stands on the left, -1 where it stands on the right."""
    home, away = bases["x_mm"][bases["home"] > 0.0], bases["x_mm"][bases["home"] < 0.0]
    if not len(home) or not len(away):
        return 1.0
    return 1.0 if float(np.median(home)) <= float(np.median(away)) else -1.0


def _links(links: LinkedDwells, rows: I64, here: I64) -> F64:
    """Log-likelihoods from what hands did, against any base."""
    share = links.shares[np.ix_(rows, here)]
    # That somebody is beside the board was never seen, however sure the links are of it.
    sure = (links.margins[rows] >= links.certain) & ~links.beside[rows]
    wrong = np.where(sure, LINK_WRONG, LINK_UNSURE)[:, None]
    out = np.log((1.0 - wrong) * share + wrong / max(len(here), 1))
    out[links.before[rows][:, None] == here[None]] += KEPT
    out[links.left[rows][:, None] == here[None]] += LEFT
    out[links.pinned[rows][:, None] == here[None]] += PINNED
    return np.asarray(out)


def _looks(slots: Table, bases: Table, size_sigma_mm: float) -> F64:
    """Log-likelihoods from team and size of a base."""
    own = 1.0 / (1.0 + np.exp(-FRAMES_SAY * slots["side"][:, None] * bases["home"][None]))
    team = np.maximum(np.log(2.0 * own + np.exp(-WORST_TEAM)), -WORST_TEAM)
    longer = slots["length_mm"][:, None] - bases["length_mm"][None]
    wider = slots["width_mm"][:, None] - bases["width_mm"][None]
    size = np.minimum(0.5 * (longer**2 + wider**2) / size_sigma_mm**2, WORST_SIZE)
    return np.asarray(team - size)


def _solid(bases: Table) -> F64:
    """Log-odds that a dwell is a base at all: it is seen often and well, and does not flicker."""
    often = np.minimum(bases["count"] / 10.0, 3.0)
    flickers = np.minimum(bases["gaps_s"] / 0.5, 4.0)
    score = np.clip(bases["score"], LEAST_SCORE, 1.0 - LEAST_SCORE)
    well = np.log(score / (1.0 - score))
    return np.asarray(often + well - flickers - np.maximum(bases["haunt"], 0.0))
