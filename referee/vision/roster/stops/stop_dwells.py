"""One stop, from the moment everything rests to the moment the board is switched on again.

Every stay is linked to the one its base came from, all links at once, anew whenever something has
happened: nothing is final before the board is on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from referee.core.geometry.base_shape import FloatArray
from referee.vision.roster.assignment import NOBODY, IntArray
from referee.vision.roster.hand_tracks import HandTracks
from referee.vision.roster.matching_costs import COAST_AHEAD_S
from referee.vision.roster.player_rows import (
    LENGTH,
    LOST,
    PLACED,
    SEEN_S,
    SIDE,
    SWING,
    VX,
    VY,
    WIDTH,
    H,
    X,
    Y,
)
from referee.vision.roster.roster_tuning import RosterTuning
from referee.vision.roster.stops import dwells
from referee.vision.roster.stops.dwell_linker import DwellLinker
from referee.vision.roster.stops.dwells import (
    BACK_COUNT,
    BENCH_MM,
    CLOSED,
    COUNT,
    DWELL_COLUMNS,
    FIRST,
    GAPS_S,
    HAUNT,
    K_BLUR,
    K_HOME,
    K_LENGTH,
    K_SWING,
    K_WIDTH,
    LAST,
    LIVE,
    MOST_DWELLS,
    NAMED,
    OWNER,
    ROUGH,
    ROUGH_RAD,
    UNSEEN_S,
    VAGUE,
)
from referee.vision.roster.stops.link_hypotheses import BoolArray
from referee.vision.roster.strangers import Strangers

OWN_TEAM, LONG_AGO_S = 5.0, -1e6
LAST_BLUR, LAST_SWING = 0.25, 0.01  # mm² and rad²
OLD_COUNT, SURELY = 30.0, 5.0
ANYWHERE_MM = 300.0
GONE_S = 0.6
# Of the linking so many pieces are done in a second.
PIECES_PER_S = 120.0
# Frames of a base that stands still say much the same: their mean counts, and that a few times.
SAYINGS, MOST_FRAMES = 3.0, 50.0


class StopDwells:
    """Begins with everybody where he was last seen."""

    def __init__(
        self, slots: FloatArray, strangers: Strangers, now_s: float, tuning: RosterTuning
    ) -> None:
        self._tuning, self._strangers = tuning, strangers
        self._c = dwells.constants(tuning)
        self._stays = np.zeros((MOST_DWELLS, DWELL_COLUMNS))
        self._cues = np.zeros((MOST_DWELLS, len(slots)))
        # For each player the stay he is at, how surely, and the stay he was at first.
        self.at = np.full(len(slots), NOBODY, np.int64)
        self.sure = np.full(len(slots), np.inf)
        self.root = np.full(len(slots), NOBODY, np.int64)
        self._whose = np.full(MOST_DWELLS, NOBODY, np.int64)
        self._rivals: list[set[int]] = []
        self._linking: DwellLinker | None = None
        self._changed = self.settled = False
        self._found = np.full(MOST_DWELLS, NOBODY, np.int64)
        self._solved_s = now_s
        for i, slot in enumerate(slots):
            if slot[PLACED]:
                self._stand(i, slot, now_s)
            else:
                self._wait(i, slot, expected=False)

    def _stand(self, i: int, slot: FloatArray, now_s: float) -> None:
        stay = self._row_for(i, slot)
        unseen_s = now_s - slot[SEEN_S]
        stay[[X, Y, H]] = slot[[X, Y, H]]
        # Who was last seen on his way has gone on a little.
        stay[[X, Y]] += min(unseen_s, COAST_AHEAD_S) * slot[[VX, VY]]
        stay[LAST], stay[COUNT] = slot[SEEN_S], OLD_COUNT
        stay[VAGUE] = self._tuning.moving_sigma_mm_s * unseen_s
        stay[K_BLUR], stay[K_SWING] = LAST_BLUR, LAST_SWING
        stay[ROUGH] = float(slot[SWING] > ROUGH_RAD**2)
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
        self.at[i] = self.root[i] = k
        return np.asarray(stay)

    def announce(self, leaves: int, comes: int, slot: FloatArray) -> None:
        """One goes to the bench, another is about to be set down."""
        for player in (leaves, comes):
            self._stays[self.root[player], CLOSED] = 1.0
            self._stays[self.at[player], CLOSED] = 1.0
        self.at[leaves] = NOBODY
        self._wait(comes, slot, expected=True)
        self._changed, self._linking = True, None

    def see(
        self, rows: FloatArray, cues: FloatArray, hands: HandTracks, now_s: float, passed_s: float
    ) -> IntArray:
        """One frame: for each player the sighting that is his, or -1."""
        found = dwells.fit(self._stays, rows, self._c)
        here = self.at[self.at != NOBODY]
        here = here[self._stays[here, X] != BENCH_MM]
        # Where everybody has rolled on unseen nobody is found in his place, and all are in sight.
        seen = max(int((found[here] != NOBODY).sum()), len(rows))
        good = seen > self._tuning.good_frame * len(here)
        dwells.note(self._stays, rows, found, hands.boxes_now_mm, now_s, passed_s, good, self._c)
        dwells.merge(self._stays, rows, found, self.at)
        opened = dwells.open_new(self._stays, rows, found, now_s)
        fresh = opened[opened != NOBODY]
        for k in fresh:
            self._stays[k, FIRST] = self._strangers.since_s(self._stays[k], now_s)
        if len(fresh):
            self._stays[fresh, HAUNT] = self._strangers.haunted(self._stays[fresh])
        self._cues[fresh], self._whose[fresh] = 0.0, NOBODY
        if cues.any():
            for k in np.flatnonzero(found != NOBODY):
                share = 1.0 / min(self._stays[k, COUNT], MOST_FRAMES)
                self._cues[k] += share * (SAYINGS * cues[found[k]] - self._cues[k])
        self._found = found
        return self.found()

    def found(self) -> IntArray:
        """For each player the sighting of this frame that is his, or -1."""
        there = (self.at != NOBODY) & (self._stays[self.at, BACK_COUNT] == 0.0)
        return np.asarray(np.where(there, self._found[self.at], NOBODY), np.int64)

    def work(self, hands: HandTracks, now_s: float, passed_s: float) -> bool:
        """Go on linking, or begin anew if hands were at work; whether something has come of it."""
        if self._linking is None:
            lately = hands.last_s >= self._solved_s - self._tuning.settle_s
            anew = lately or self._changed
            each_s = self._tuning.solve_each_s if anew else self._tuning.settle_s
            unsure = bool((self.sure < self._tuning.certain).any()) or self._somebody_new(now_s)
            if (anew or unsure) and now_s - self._solved_s >= each_s:
                self._linking = self._begin(hands, now_s, final=False)
        if self._linking is None or not self._linking.work(math.ceil(PIECES_PER_S * passed_s)):
            return False
        self._take(self._linking)
        self._linking = None
        return True

    def _somebody_new(self, now_s: float) -> bool:
        """Whether somebody is gone from his place and a base of nobody stands: he fell or rolled on
        after the last that was seen of him, without any hand.
        """
        here = self.at[self.at != NOBODY]
        on_board = self._stays[here, X] != BENCH_MM
        gone = bool((on_board & (self._stays[here, UNSEEN_S] > GONE_S)).any())
        return gone and bool((self._nobodys() & self._seen_since(now_s - GONE_S)).any())

    def finish(self, hands: HandTracks, now_s: float) -> None:
        """Link everything for the last time."""
        linking = self._begin(hands, now_s, final=True)
        linking.work()
        linking.learn(hands)
        self._take(linking)
        self._linking = None

    def _begin(self, hands: HandTracks, now_s: float, *, final: bool) -> DwellLinker:
        self._solved_s, self._changed = now_s, False
        return DwellLinker(
            self._stays,
            self._cues,
            self._whose,
            self.root,
            hands,
            now_s,
            self._tuning,
            final=final,
        )

    def _take(self, linking: DwellLinker) -> None:
        """What came out; stays that are others by now keep what is known of them."""
        table, old = self._stays, linking.table
        same = (table[:, LIVE] > 0.0) & (old[:, LIVE] > 0.0) & (table[:, FIRST] == old[:, FIRST])
        self._whose[same] = linking.whose[same]
        table[same, NAMED] = linking.whose[same] != NOBODY
        best = linking.places[0]
        stands = (best != NOBODY) & same[best]
        self.at[stands] = best[stands]
        self.sure[:] = np.where(stands | (best == NOBODY), linking.sure, 0.0)
        self.settled, self._rivals = linking.settled, linking.rivals

    def rivals(self) -> list[set[int]]:
        """Groups of players who might stand at each other's places."""
        unsure = set(np.flatnonzero(self.sure < self._tuning.certain).tolist())
        # One alone cannot be asked about: then also whom he may be taken for.
        return [
            group if len(group & unsure) == 1 else group & unsure
            for group in self._rivals
            if group & unsure
        ]

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
            self.root[i] = k
            self.sure[i] = np.inf
        self._changed, self._linking = True, None

    def exchange(self, i: int, k: int) -> None:
        """Two players turn out to stand at each other's place."""
        a, b = int(self.at[i]), int(self.at[k])
        self.at[i], self.at[k] = b, a
        for stay, player in ((a, k), (b, i)):
            if stay != NOBODY:
                self._whose[stay] = player
        self._linking = None

    def stay_of(self, i: int) -> FloatArray | None:
        """The stay of a player, if there is one on the board."""
        k = self.at[i]
        return None if k == NOBODY or self._stays[k, X] == BENCH_MM else self._stays[k]

    def moved(self) -> BoolArray:
        """Who is at another place than at first."""
        return np.asarray(self.at != self.root)

    def unnamed(self, since_s: float) -> FloatArray:
        """The stays of nobody in which a base was surely seen until just now."""
        table = self._stays
        solid = table[:, GAPS_S] < 0.3 * (table[:, LAST] - table[:, FIRST])
        return np.asarray(table[self._nobodys() & self._seen_since(since_s) & solid])

    def _nobodys(self) -> BoolArray:
        table = self._stays
        live = (table[:, LIVE] > 0.0) & (table[:, CLOSED] == 0.0)
        return np.asarray(live & (table[:, NAMED] == 0.0))

    def _seen_since(self, since_s: float) -> BoolArray:
        table = self._stays
        return np.asarray((table[:, COUNT] >= SURELY) & (table[:, LAST] >= since_s))

    def leave(self) -> None:
        """The stop is over: what lasted and is nobody's is remembered."""
        for stay in self._stays[self._nobodys()]:
            self._strangers.know(stay, float(stay[LAST]), float(stay[FIRST]))
