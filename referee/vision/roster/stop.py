"""One stop, from the moment everything rests to the moment the board is switched on again.

Every stay is linked to the one its base came from, all links at once, anew whenever something has
happened: nothing is final before the board is on.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from referee.core.base_shape import FloatArray
from referee.vision.roster import carries, hypotheses, links, stays
from referee.vision.roster.assignment import NOBODY, IntArray
from referee.vision.roster.hands import Hands
from referee.vision.roster.stays import (
    BENCH_MM,
    CLOSED,
    COUNT,
    FIRST,
    GAPS_S,
    K_BLUR,
    K_HOME,
    K_LENGTH,
    K_SWING,
    K_WIDTH,
    LAST,
    LIVE,
    MOST_STAYS,
    NAMED,
    OWNER,
    STAY_COLUMNS,
    VAGUE,
)
from referee.vision.roster.strangers import Strangers
from referee.vision.roster.tables import LENGTH, LOST, PLACED, SEEN_S, SIDE, WIDTH, H, X, Y
from referee.vision.roster.tuning import Tuning

OWN_TEAM, LONG_AGO_S = 5.0, -1e6
LAST_BLUR, LAST_SWING = 0.25, 0.01  # mm² and rad²
OLD_COUNT, SURELY = 30.0, 5.0
ANYWHERE_MM = 300.0
TINY, LEAST_WEIGHT = 1e-12, 0.002
# Frames of a base that stands still say much the same: their mean counts, and that a few times.
SAYINGS, MOST_FRAMES = 3.0, 50.0


class Stop:
    """Begins with everybody where he was last seen."""

    def __init__(
        self, slots: FloatArray, strangers: Strangers, now_s: float, tuning: Tuning
    ) -> None:
        self._tuning, self._strangers = tuning, strangers
        self._c = stays.constants(tuning)
        self._link, self._carry = links.constants(tuning), carries.constants(tuning)
        self._stays = np.zeros((MOST_STAYS, STAY_COLUMNS))
        self._cues = np.zeros((MOST_STAYS, len(slots)))
        # For each player the stay he is at, how surely, and the stay he was at first.
        self.at = np.full(len(slots), NOBODY, np.int64)
        self.sure = np.full(len(slots), np.inf)
        self._root = np.full(len(slots), NOBODY, np.int64)
        self._whose = np.full(MOST_STAYS, NOBODY, np.int64)
        self._places, self._weight = self.at[None], np.ones(1)
        self._changed = False
        self._found = np.full(MOST_STAYS, NOBODY, np.int64)
        self._solved_s = now_s
        for i, slot in enumerate(slots):
            if slot[PLACED]:
                self._stand(i, slot, now_s)
            else:
                self._wait(i, slot, expected=False)

    def _stand(self, i: int, slot: FloatArray, now_s: float) -> None:
        stay = self._row_for(i, slot)
        stay[[X, Y, H]] = slot[[X, Y, H]]
        stay[LAST], stay[COUNT] = slot[SEEN_S], OLD_COUNT
        stay[VAGUE] = self._tuning.moving_sigma_mm_s * (now_s - slot[SEEN_S])
        stay[K_BLUR], stay[K_SWING] = LAST_BLUR, LAST_SWING
        if slot[LOST]:
            stay[VAGUE] = ANYWHERE_MM

    def _wait(self, i: int, slot: FloatArray, *, expected: bool) -> None:
        stay = self._row_for(i, slot)
        stay[[X, Y]] = BENCH_MM
        stay[LAST] = LONG_AGO_S
        stay[VAGUE] = float(expected)

    def _row_for(self, i: int, slot: FloatArray) -> FloatArray:
        k = int(np.flatnonzero(self._stays[:, LIVE] == 0.0)[0])
        stay = self._stays[k]
        stay[:] = 0.0
        stay[LIVE] = stay[NAMED] = 1.0
        stay[FIRST], stay[OWNER] = LONG_AGO_S, i
        stay[K_HOME] = OWN_TEAM * slot[SIDE]
        stay[K_LENGTH], stay[K_WIDTH] = slot[LENGTH], slot[WIDTH]
        self._cues[k], self._whose[k] = 0.0, i
        self.at[i] = self._root[i] = k
        return np.asarray(stay)

    def announce(self, leaves: int, comes: int, slot: FloatArray) -> None:
        """One goes to the bench, another is about to be set down."""
        for player in (leaves, comes):
            self._stays[self._root[player], CLOSED] = 1.0
            self._stays[self.at[player], CLOSED] = 1.0
        self.at[leaves] = NOBODY
        self._wait(comes, slot, expected=True)
        self._changed = True

    def see(
        self, rows: FloatArray, cues: FloatArray, hands: Hands, now_s: float, passed_s: float
    ) -> IntArray:
        """One frame: for each player the sighting that is his, or -1."""
        found = stays.fit(self._stays, rows, self._c)
        here = self.at[self.at != NOBODY]
        here = here[self._stays[here, X] != BENCH_MM]
        good = bool((found[here] != NOBODY).mean() > self._tuning.good_frame)
        stays.note(self._stays, rows, found, hands.boxes_now_mm, now_s, passed_s, good, self._c)
        stays.merge(self._stays, rows, found, self.at)
        opened = stays.open_new(self._stays, rows, found, now_s)
        fresh = opened[opened != NOBODY]
        for k in fresh:
            self._stays[k, FIRST] = self._strangers.since_s(self._stays[k], now_s)
        self._cues[fresh], self._whose[fresh] = 0.0, NOBODY
        if cues.any():
            for k in np.flatnonzero(found != NOBODY):
                share = 1.0 / min(self._stays[k, COUNT], MOST_FRAMES)
                self._cues[k] += share * (SAYINGS * cues[found[k]] - self._cues[k])
        self._found = found
        return self.found()

    def found(self) -> IntArray:
        """For each player the sighting of this frame that is his, or -1."""
        mine = np.where(self.at == NOBODY, NOBODY, self._found[self.at])
        return np.asarray(mine, np.int64)

    def due(self, hands: Hands, now_s: float) -> bool:
        """Whether it is time to link again: hands were at work since the last time."""
        lately = hands.last_s >= self._solved_s - self._tuning.settle_s
        each_s = self._tuning.solve_each_s if lately or self._changed else self._tuning.settle_s
        unsure = bool((self.sure < self._tuning.certain).any())
        return (lately or self._changed or unsure) and now_s - self._solved_s >= each_s

    def solve(self, hands: Hands, now_s: float, *, final: bool) -> None:
        """Link everything anew; ``final`` is the last time, when nothing may be waited for."""
        self._solved_s, self._changed = now_s, False
        table, tuning = self._stays, self._tuning
        about = not final and now_s - hands.last_s < tuning.settle_s
        live = (table[:, LIVE] > 0.0) & (table[:, CLOSED] == 0.0)
        fresh = live & (table[:, OWNER] < 0.0)
        fresh &= table[:, COUNT] >= (1.0 if final else tuning.ripe_count)
        fresh &= table[:, LAST] - table[:, FIRST] >= (0.0 if final else tuning.ripe_s)
        starts = np.flatnonzero(fresh)
        newest = table[starts, FIRST].max(initial=-np.inf)
        ends = np.flatnonzero(live & (table[:, LAST] < newest))
        starts = starts[np.lexsort((starts, table[starts, FIRST]))]
        n = hands.count
        self._carry[carries.SIGMA] = hands.sigma_mm
        rows, cost = links.all_links(
            table,
            ends,
            starts,
            self._cues,
            self._whose[ends],
            hands.times_s[:n],
            hands.tips_mm[:n],
            hands.boxes_mm[:n],
            hands.mixed[:n],
            about,
            self._link,
            self._carry,
        )
        told, price = hypotheses.stories(
            rows, cost, len(ends), len(starts), hands.times_s, tuning.overlap_s, tuning.busy
        )
        rooted = table[:, OWNER] >= 0.0
        owner = np.where(rooted, table[:, OWNER], NOBODY).astype(np.int64)
        places, self._whose = hypotheses.places(rows, told, ends, starts, owner, self._root)
        weight = np.exp(price[0] - price)
        self._places, self._weight = places, weight / weight.sum()
        if final:
            same = (told == told[0]) | (told[0] == NOBODY)
            likely = np.log(LEAST_WEIGHT) > np.log1p(TINY - self._weight @ same)
            done = rows[told[0][(told[0] != NOBODY) & likely]]
            done = done[done[:, hypotheses.L_TOOK] >= 0]
            hands.learn(hypotheses.off_mm(done, table, ends, starts, hands.tips_mm))
        table[:, NAMED] = self._whose != NOBODY
        self.at[:] = places[0]
        elsewhere = ((places != places[0]) * self._weight[:, None]).sum(axis=0)
        self.sure[:] = np.log1p(-elsewhere + TINY) - np.log(elsewhere + TINY)

    def rivals(self) -> list[set[int]]:
        """Groups of players who might stand at each other's places."""
        at = {int(k): i for i, k in enumerate(self.at) if k != NOBODY}
        groups: list[set[int]] = []
        for places in self._places[self._weight > LEAST_WEIGHT]:
            for i in np.flatnonzero(places != self.at):
                both = {int(i), at.get(int(places[i]), int(i))}
                joined = both.union(*(g for g in groups if g & both))
                groups = [*(g for g in groups if not g & both), joined]
        unsure = set(np.flatnonzero(self.sure < self._tuning.certain).tolist())
        return [g for g in groups if g & unsure]

    def settle(self, players: Sequence[int]) -> None:
        """Somebody has said that these players stand where they are now taken to stand."""
        table = self._stays
        for i in players:
            k = int(self.at[i])
            if k == NOBODY:
                continue
            mine = (self._whose == i) & (np.arange(len(table)) != k)
            table[mine, CLOSED] = 1.0
            table[k, OWNER], table[k, CLOSED] = float(i), 0.0
            self._root[i] = k
            self.sure[i] = np.inf
        self._changed = True

    def exchange(self, i: int, k: int) -> None:
        """Two players turn out to stand at each other's place."""
        a, b = int(self.at[i]), int(self.at[k])
        self.at[i], self.at[k] = b, a
        for stay, player in ((a, k), (b, i)):
            if stay != NOBODY:
                self._whose[stay] = player

    def stay_of(self, i: int) -> FloatArray | None:
        """The stay of a player, if there is one on the board."""
        k = self.at[i]
        return None if k == NOBODY or self._stays[k, X] == BENCH_MM else self._stays[k]

    def moved(self) -> FloatArray:
        """Who is at another place than at first."""
        return np.asarray(self.at != self._root)

    def unnamed(self, since_s: float) -> FloatArray:
        """The stays of nobody in which a base was surely seen until just now."""
        table = self._stays
        nobody = (table[:, LIVE] > 0.0) & (table[:, NAMED] == 0.0) & (table[:, CLOSED] == 0.0)
        seen = (table[:, COUNT] >= SURELY) & (table[:, LAST] >= since_s)
        solid = table[:, GAPS_S] < 0.3 * (table[:, LAST] - table[:, FIRST])
        return np.asarray(table[nobody & seen & solid])

    def leave(self) -> None:
        """The stop is over: what lasted and is nobody's is remembered."""
        table = self._stays
        nobody = (table[:, LIVE] > 0.0) & (table[:, NAMED] == 0.0) & (table[:, CLOSED] == 0.0)
        for stay in table[nobody]:
            self._strangers.know(stay, float(stay[LAST]), float(stay[FIRST]))
