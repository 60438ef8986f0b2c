"""The board shakes: every player is followed from frame to frame."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from referee.core.arrays import F64, I64
from referee.vision.roster import matching_costs, roster_fronts
from referee.vision.roster.assignment import IMPOSSIBLE, NOBODY, best_pairs, margins
from referee.vision.roster.player_rows import Row, Table
from referee.vision.roster.roster_memory import RosterMemory
from referee.vision.roster.roster_tuning import RosterTuning
from referee.vision.roster.strangers import Stranger

# Unseen for longer than this in a heap, two of a team may have changed places.
LONG_UNSEEN_S = 0.45
# A player that was seen just now and is where it is due is not compared with others.
STEADY_S = 0.1  # unseen for less than this
GOOD_FIT = 7.0  # log-odds
DUE_S = 0.2  # unseen for less than this a player must be where it is due
LOST_S = 1.0  # unseen for more than this it is looked for anywhere
# Where all others of its team are seen, or it fits no other who is lost, a base of that team can be
# nobody else, and is not waited for.
ALL_SEEN_S = 0.1  # within this
NEARLY_CERTAIN = 3.5  # log-odds against any other of the lost, and against being nobody
LOOK_EACH_S = 0.1  # between searches for lost players
# Two bases never stand nearer to each other than this.
NEAR_SOMEBODY_MM = 12.0
WORST_SIZE = 6.0  # log-odds against another size, at most
WORST_TEAM = 12.0  # log-odds against another team, at most
TOO_FAR = -8.0  # log-odds of a place out of reach
# So much more do its frames together say of its team than their sum that is kept.
FRAMES_SAY = 2.0
START_MM = 10.0  # sigma of a place at once
# How readily a stranger is nobody: the longer it is there, the less.
NOBODY_FIRST = 2.0  # log-odds after no sighting
NOBODY_EACH = 0.3  # log-odds less for each sighting
NOBODY_LEAST = -6.0  # log-odds


class MovingRoster:
    """Works on what is known; in every frame each player gets its own raw sighting or none."""

    def __init__(self, known: RosterMemory) -> None:
        self._known = known
        self._looked_s = -np.inf

    def frame(self, rows: Table, *, powered: bool) -> I64:
        """For each player its sighting, or -1."""
        known = self._known
        haunted = known.strangers.haunted(rows)
        cost = matching_costs.costs(known.slots, rows, haunted, known.now_s, known.numbers)
        found = best_pairs(cost)
        open_now = self._weigh(cost, found)
        roster_fronts.move_players(
            known.slots, rows, found, known.now_s, True, powered, known.numbers
        )
        for group in open_now:
            self._ask(group)
        self._look_again(rows, found)
        return found

    def _weigh(self, cost: F64, found: I64) -> list[set[int]]:
        """Take back what might as well be otherwise; returns groups that were open for too long.

        The next frames mostly tell apart two players that one frame does not.
        """
        known = self._known
        unseen_s = known.now_s - known.slots["seen_s"]
        taken = np.flatnonzero(found != NOBODY)
        fit = np.full(len(found), np.inf)
        fit[taken] = -cost[taken, found[taken]]
        wanted = taken[(unseen_s[taken] > STEADY_S) | (fit[taken] < GOOD_FIT)]
        if not len(wanted):
            return []
        best = found.copy()
        more, others = margins(cost, best, wanted)
        found[fit < known.tuning.least_fit] = NOBODY
        groups = []
        for i in wanted[more[wanted] < known.tuning.certain]:
            changed = np.flatnonzero(best != others[i])
            matched = changed[best[changed] != NOBODY]
            if unseen_s[matched].max(initial=0.0) <= LONG_UNSEEN_S:
                found[matched] = np.where(more[i] < known.tuning.hold, NOBODY, found[matched])
            elif len(changed) > 1 and found[i] != NOBODY:
                groups.append({int(k) for k in changed})
        return groups

    def _look_again(self, rows: Table, found: I64) -> None:
        """Look for lost players among the strangers; ``found`` gets their sightings."""
        known = self._known
        slots, strangers = known.slots, known.strangers
        unseen_s = known.now_s - slots["seen_s"]
        placed = slots["placed"]
        due = slots[placed & (unseen_s < DUE_S) & (slots["lost"] == 0)]
        taken = found[found != NOBODY]
        spare = [j for j in range(len(rows)) if j not in taken]
        spare = [j for j in spare if not _near(rows[j], rows[taken]) and not _near(rows[j], due)]
        strangers.update([rows[j] for j in spare], known.now_s)
        ripe = [s for s in strangers.here if s.ripe(known.now_s, known.tuning)]
        away = np.where(slots["lost"] > 0, np.inf, unseen_s)
        lost = [int(i) for i in np.flatnonzero(placed & (away > DUE_S))]
        if not ripe or not lost or known.now_s - self._looked_s < LOOK_EACH_S:
            return
        self._looked_s = known.now_s
        haunted = strangers.haunted(np.array([s.row for s in ripe]))
        cost = _lost_costs(slots, lost, ripe, haunted, known.tuning)
        pairs = best_pairs(cost)
        more, others = margins(cost, pairs, np.arange(len(pairs)))
        missing = placed & (away > ALL_SEEN_S)
        for a, b in enumerate(pairs.tolist()):
            mates = missing & (slots["side"] == slots["side"][lost[a]])
            alone = int(mates.sum()) == 1
            # Who has just been missed is not among the lost yet, and might be the stranger.
            all_lost = not (mates & (away <= DUE_S)).any()
            enough = known.tuning.hold if alone else NEARLY_CERTAIN
            wait_s = DUE_S if all_lost and more[a] >= enough else LOST_S
            if b == NOBODY or away[lost[a]] < wait_s:
                continue
            changed = np.flatnonzero(pairs != others[a])
            stranger = ripe[b]
            lasted_s = stranger.last_s - stranger.first_s
            known.set_down(lost[a], stranger.row, stranger.front, lasted_s)
            strangers.drop(stranger)
            found[lost[a]] = next(j for j in spare if rows["x_mm"][j] == stranger.row["x_mm"])
            if more[a] < known.tuning.certain and len(changed) > 1:
                self._ask({lost[int(k)] for k in changed})

    def _ask(self, group: set[int]) -> None:
        """Ask the coach which player of a group stands where one of them is seen now."""
        known = self._known
        gone = {i for i in group if known.slots["seen_s"][i] < known.now_s}
        known.ask(group, gone)


def _near(row: Row, others: Table) -> bool:
    """Whether another sighted player stands there."""
    apart_mm = np.hypot(others["x_mm"] - row["x_mm"], others["y_mm"] - row["y_mm"])
    return bool((apart_mm < NEAR_SOMEBODY_MM).any())


def _lost_costs(
    slots: Table,
    lost: Sequence[int],
    strangers: Sequence[Stranger],
    haunted: F64,
    tuning: RosterTuning,
) -> F64:
    """The cost of each pair of lost player and stranger, against unseen and nobody.

    ``haunted`` are for each stranger log-odds that it is what comes and goes at its place.
    """
    cost = np.full((len(lost), len(strangers)), IMPOSSIBLE)
    for a, i in enumerate(lost):
        for b, stranger in enumerate(strangers):
            if slots["lost"][i] or stranger.since_s >= slots["seen_s"][i]:
                likely = _lost_looks(slots[i], stranger, tuning) + _lost_place(
                    slots[i], stranger, tuning
                )
                nobody = max(NOBODY_FIRST - NOBODY_EACH * stranger.count, NOBODY_LEAST)
                cost[a, b] = nobody + haunted[b] - likely
    return cost


def _lost_looks(slot: Row, stranger: Stranger, tuning: RosterTuning) -> float:
    own = 1.0 / (1.0 + math.exp(-FRAMES_SAY * slot["side"] * stranger.home))
    longer, wider = stranger.length_mm - slot["length_mm"], stranger.width_mm - slot["width_mm"]
    size = min(0.5 * (longer**2 + wider**2) / tuning.size_sigma_mm**2, WORST_SIZE)
    return max(math.log(2.0 * own), -WORST_TEAM) - float(size)


def _lost_place(slot: Row, stranger: Stranger, tuning: RosterTuning) -> float:
    far = math.hypot(stranger.row["x_mm"] - slot["x_mm"], stranger.row["y_mm"] - slot["y_mm"])
    unseen_s = stranger.last_s - slot["seen_s"]
    if not slot["lost"] and far > 2.0 * START_MM + tuning.top_speed_mm_s * unseen_s:
        return TOO_FAR
    sigma = START_MM + tuning.moving_sigma_mm_s * unseen_s
    spread = 2.0 * sigma * sigma
    likely = math.log(tuning.board_mm2 / (math.pi * spread)) - far * far / spread
    if slot["lost"]:  # a hand may have put it anywhere
        return math.log(0.5 + 0.5 * math.exp(likely))
    return max(float(likely), TOO_FAR)
