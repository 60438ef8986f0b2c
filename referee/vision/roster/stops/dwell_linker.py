"""Naming a whole stop: every dwell is linked to the one its base came from, all links at once.

It is done piece by piece, a few pieces in each frame, so that no frame takes long.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.core.arrays import F64, I64
from referee.vision.roster.assignment import NOBODY
from referee.vision.roster.hand_tracks import HandTracks
from referee.vision.roster.player_rows import Row, Table
from referee.vision.roster.roster_tuning import RosterTuning
from referee.vision.roster.stops import dwell_links, hand_carries, link_hypotheses

TINY = 1e-12  # keeps logarithms finite
LEAST_WEIGHT = 0.005  # of a story that counts
FIRM = 7.0  # log-odds from which a link teaches how well fingers are known
TOUCHED_IN_A_PIECE = 6  # dwells
TOLD_IN_A_PIECE = 4  # dwells


class DwellLinker:
    """Made of copies: what happens meanwhile is for the next one.

    ``settled``: hands had been away for long enough that what is open stays open.
    """

    def __init__(
        self,
        table: Table,
        whose: I64,
        root: I64,
        hands: HandTracks,
        now_s: float,
        tuning: RosterTuning,
        *,
        final: bool,
    ) -> None:
        self.table, self._root = table.copy(), root.copy()
        n = hands.count
        self._times, self._mixed = hands.times_s[:n].copy(), hands.mixed[:n].copy()
        self._tips, self._boxes = hands.tips_mm[:n].copy(), hands.boxes_mm[:n].copy()
        self._sigma_mm, self._tuning = hands.sigma_mm, tuning
        self.settled = final or now_s - hands.last_s >= tuning.settle_s
        # For each story and player the dwell where it ends up; how likely each story is.
        self.places, self.weight = root[None], np.ones(1)
        self.whose = whose
        self.sure = np.full(len(root), np.inf)
        self.rivals: list[set[int]] = []
        self._off_mm = np.empty(0)
        self._pieces = self._work()
        self.done = False

    def work(self, pieces: int | None = None) -> bool:
        """Do so many pieces, or all that are left; whether it is done."""
        while not self.done and (pieces is None or pieces > 0):
            self.done = next(self._pieces, None) is None
            pieces = None if pieces is None else pieces - 1
        return self.done

    def learn(self, hands: HandTracks) -> None:
        """Tell hands how far off fingers were where they certainly took or set down something."""
        hands.learn(self._off_mm)

    def _work(self) -> Iterator[int]:
        table, tuning = self.table, self._tuning
        live = table["live"] & ~table["closed"]
        fresh = live & (table["owner"] < 0) & (table["count"] >= tuning.ripe_count)
        fresh &= table["last_s"] - table["first_s"] >= tuning.ripe_s
        starts = np.flatnonzero(fresh)
        newest = table["first_s"][starts].max(initial=-np.inf)
        ends = np.flatnonzero(live & (table["last_s"] < newest))
        starts = starts[np.lexsort((starts, table["first_s"][starts]))]
        rows, cost = np.empty((0, 6), np.int64), np.empty(0)
        bounds = [0]
        yield 1
        numbers = tuning.table
        numbers["finger_sigma_mm"] = self._sigma_mm
        c: Row = numbers[0]
        seen = (self._times, self._tips, self._boxes, c)
        take = np.empty((len(ends), self._tips.shape[1], len(self._times)))
        for k in range(0, len(ends), TOUCHED_IN_A_PIECE):
            upto = k + TOUCHED_IN_A_PIECE
            take[k:upto] = hand_carries.takes(table, ends[k:upto], *seen)
            yield 1
        put = np.empty((len(starts), self._tips.shape[1], len(self._times)))
        for k in range(0, len(starts), TOUCHED_IN_A_PIECE):
            upto = k + TOUCHED_IN_A_PIECE
            put[k:upto] = hand_carries.puts(table, starts[k:upto], *seen)
            yield 1
        vacant = dwell_links.vacancies(table, ends, not self.settled)
        found = []
        for b in range(len(starts)):
            found.append(
                dwell_links.links_to(
                    b,
                    table,
                    ends,
                    starts,
                    self._times,
                    take,
                    put,
                    self._mixed,
                    vacant,
                    c,
                )
            )
            bounds.append(bounds[-1] + len(found[-1][0]))
            yield 1
        if found:
            rows = np.concatenate([each[0] for each in found])
            cost = np.concatenate([each[1] for each in found])
        told, used, price = link_hypotheses.empty_story(len(ends), len(starts))
        how = (self._times, tuning.overlap_s, tuning.busy)
        for b in range(len(starts)):
            told, used, price = link_hypotheses.continue_stories(
                told, used, price, rows, cost, bounds[b], bounds[b + 1], *how
            )
            if b % TOLD_IN_A_PIECE == TOLD_IN_A_PIECE - 1:
                yield 1
        self._conclude(rows, cost, told, price, ends, starts)

    def _conclude(
        self,
        rows: I64,
        cost: F64,
        told: I64,
        price: F64,
        ends: I64,
        starts: I64,
    ) -> None:
        table, tuning = self.table, self._tuning
        places, self.whose = link_hypotheses.places(
            rows, told, ends, starts, table["owner"].copy(), self._root
        )
        weight = np.exp(price[0] - price)
        self.places, self.weight = places, weight / weight.sum()
        elsewhere = ((places != places[0]) * self.weight[:, None]).sum(axis=0)
        self.sure = np.log1p(-elsewhere + TINY) - np.log(elsewhere + TINY)
        more, rival = link_hypotheses.exchanges(
            rows, cost, told[0], self.whose[ends], self._times, tuning.overlap_s, tuning.busy
        )
        self.rivals = self._groups(starts, more, rival)
        for b, start in enumerate(starts):
            if self.whose[start] != NOBODY:
                self.sure[self.whose[start]] = min(self.sure[self.whose[start]], more[b])
        firm = (told[0] != NOBODY) & (more > FIRM)
        done = rows[told[0][firm]]
        done = done[done[:, link_hypotheses.L_TOOK] >= 0]
        self._off_mm = link_hypotheses.off_mm(done, table, ends, starts, self._tips)

    def _groups(self, starts: I64, more: F64, rival: I64) -> list[set[int]]:
        """Groups of players that might stand at each other's places."""
        pairs: list[set[int]] = []
        at = {int(k): i for i, k in enumerate(self.places[0]) if k != NOBODY}
        for places in self.places[self.weight > LEAST_WEIGHT]:
            changed = np.flatnonzero(places != self.places[0])
            pairs += [{int(i), at.get(int(places[i]), int(i))} for i in changed]
        for b in np.flatnonzero(more < self._tuning.certain):
            mine, other = int(self.whose[starts[b]]), int(rival[b])
            pairs.append({i for i in (mine, other) if i != NOBODY})
        groups: list[set[int]] = []
        for pair in pairs:
            if pair:
                joined = pair.union(*(g for g in groups if g & pair))
                groups = [*(g for g in groups if not g & pair), joined]
        return groups
