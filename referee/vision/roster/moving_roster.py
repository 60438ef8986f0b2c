"""The board shakes: every player is followed from frame to frame, for nobody teleports."""

from __future__ import annotations

import numpy as np

from referee.core.geometry.base_shape import FloatArray
from referee.vision.roster import matching_costs, roster_fronts
from referee.vision.roster.assignment import NOBODY, IntArray, best_pairs, margins
from referee.vision.roster.lost_players import lost_costs
from referee.vision.roster.player_rows import LOST, PLACED, SEEN_S, X, Y
from referee.vision.roster.roster_memory import RosterMemory

# Unseen for longer than this in a heap, two of a team may have changed places.
LONG_UNSEEN_S = 0.45
# Seen just now and where he is due, nobody else is thought of.
STEADY_S, GOOD_FIT = 0.1, 7.0
# Unseen for less than this he must be where he is due, and for more he may be looked for anywhere.
DUE_S, LOST_S = 0.2, 1.0
LOOK_EACH_S = 0.1
# Two bases never stand nearer to each other than this.
NEAR_SOMEBODY_MM = 12.0


class MovingRoster:
    """Works on what is known; every frame, each player gets his own raw sighting or none."""

    def __init__(self, known: RosterMemory) -> None:
        self._known = known
        self._match = matching_costs.constants(known.tuning)
        self._looked_s = -np.inf

    def frame(self, rows: FloatArray, cues: FloatArray, *, powered: bool) -> IntArray:
        """For each player the sighting that is his, or -1."""
        known = self._known
        haunted = known.strangers.haunted(rows)
        cost = matching_costs.costs(known.slots, rows, cues, haunted, known.now_s, self._match)
        found = best_pairs(cost)
        open_now = self._weigh(cost, found)
        roster_fronts.move_players(
            known.slots, rows, found, known.now_s, True, powered, known.front
        )
        for group in open_now:
            self._ask(group)
        self._look_again(rows, found)
        return found

    def _weigh(self, cost: FloatArray, found: IntArray) -> list[set[int]]:
        """Take back what might as well be otherwise; who is open for too long is asked for.

        The next frames mostly show both of two whom one frame leaves open.
        """
        known = self._known
        unseen_s = known.now_s - known.slots[:, SEEN_S]
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

    def _look_again(self, rows: FloatArray, found: IntArray) -> None:
        """Lost players among the strangers; who is recognised gets his sighting in ``found``."""
        known = self._known
        slots, strangers = known.slots, known.strangers
        unseen_s = known.now_s - slots[:, SEEN_S]
        placed = slots[:, PLACED] > 0.0
        due = slots[placed & (unseen_s < DUE_S) & (slots[:, LOST] == 0.0)]
        taken = found[found != NOBODY]
        spare = [j for j in range(len(rows)) if j not in taken]
        spare = [j for j in spare if not _near(rows[j], rows[taken]) and not _near(rows[j], due)]
        strangers.update([rows[j] for j in spare], known.now_s)
        ripe = [s for s in strangers.here if s.ripe(known.now_s, known.tuning)]
        away = np.where(slots[:, LOST] > 0.0, np.inf, unseen_s)
        lost = [int(i) for i in np.flatnonzero(placed & (away > DUE_S))]
        if not ripe or not lost or known.now_s - self._looked_s < LOOK_EACH_S:
            return
        self._looked_s = known.now_s
        haunted = strangers.haunted(np.array([s.row for s in ripe]))
        cost = lost_costs(slots, lost, ripe, haunted, known.tuning)
        pairs = best_pairs(cost)
        more, others = margins(cost, pairs, np.arange(len(pairs)))
        for a, b in enumerate(pairs.tolist()):
            if b == NOBODY or away[lost[a]] < LOST_S:
                continue
            changed = np.flatnonzero(pairs != others[a])
            stranger = ripe[b]
            lasted_s = stranger.last_s - stranger.first_s
            known.set_down(lost[a], stranger.row, stranger.front, lasted_s)
            strangers.drop(stranger)
            found[lost[a]] = next(j for j in spare if (rows[j, :Y] == stranger.row[:Y]).all())
            if more[a] < known.tuning.certain and len(changed) > 1:
                self._ask({lost[int(k)] for k in changed})

    def _ask(self, group: set[int]) -> None:
        """Who of a group stands where one of them is seen now? Where others were, nobody stands."""
        known = self._known
        gone = {i for i in group if known.slots[i, SEEN_S] < known.now_s}
        known.ask(group, gone)


def _near(row: FloatArray, others: FloatArray) -> bool:
    """Whether somebody who is seen already stands there."""
    return bool((np.hypot(others[:, X] - row[X], others[:, Y] - row[Y]) < NEAR_SOMEBODY_MM).any())
