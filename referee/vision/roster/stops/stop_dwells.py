"""One stop, from the moment everything rests to the moment the board is switched on again.

Every dwell is linked to the one its base came from, all links at once, anew whenever something has
happened: nothing is final before the board is on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from referee.core.arrays import F32, F64, I64, Bools
from referee.vision.appearance.figure_gallery import AHEAD, TURNED, FigureGallery
from referee.vision.roster.assignment import NOBODY
from referee.vision.roster.habits.line_up_habits import LineUpHabits
from referee.vision.roster.hand_tracks import HandTracks
from referee.vision.roster.matching_costs import COAST_AHEAD_S
from referee.vision.roster.player_rows import Row, Table
from referee.vision.roster.roster_tuning import RosterTuning
from referee.vision.roster.stops import dwells
from referee.vision.roster.stops.dwell_linker import DwellLinker
from referee.vision.roster.stops.dwell_views import DwellViews
from referee.vision.roster.stops.dwells import BENCH_MM, DWELL, MOST_DWELLS, ROUGH_RAD
from referee.vision.roster.stops.line_up_names import (
    LineUpFigures,
    LineUpNames,
    LinkedDwells,
    line_up_names,
)
from referee.vision.roster.strangers import Strangers

OWN_TEAM = 5.0  # log-odds of a player's own team
LONG_AGO_S = -1e6  # before every frame
LAST_BLUR = 0.25  # mm², of a place before the stop
LAST_SWING = 0.01  # rad², of a heading before the stop
OLD_COUNT = 30.0  # sightings that a dwell before the stop counts for
SURELY = 5.0  # sightings from which a base surely stands there
ANYWHERE_MM = 300.0  # sigma of a lost player
GONE_S = 0.6  # unseen for so long a player has left its place
# Where so many bases have left their places, a new line-up is being set up.
LINE_UP_SHARE = 0.5
# Of the linking so many pieces are done in a second.
PIECES_PER_S = 120.0


class StopDwells:
    """Begins with every player where it was last seen."""

    def __init__(
        self, slots: Table, strangers: Strangers, now_s: float, tuning: RosterTuning
    ) -> None:
        self._tuning, self._strangers = tuning, strangers
        self._sides = slots["side"].copy()
        # Who waits beside the board; a name that is given later in the stop does not change that.
        self._beside = ~slots["placed"]
        self._numbers = tuning.table
        self._dwells = np.zeros(MOST_DWELLS, DWELL)
        self._views = DwellViews()
        # For each player its dwell, how surely, and its first dwell in this stop.
        self.at = np.full(len(slots), NOBODY, np.int64)
        self.sure = np.full(len(slots), np.inf)
        self.root = np.full(len(slots), NOBODY, np.int64)
        self._whose = np.full(MOST_DWELLS, NOBODY, np.int64)
        self._rivals: list[set[int]] = []
        self._linking: DwellLinker | None = None
        self._changed = self.settled = False
        self._found = np.full(MOST_DWELLS, NOBODY, np.int64)
        self._solved_s = now_s
        # For each player the dwell at which a person has said it stands, or -1.
        self._pinned = np.full(len(slots), NOBODY, np.int64)
        # The one at which a person has seen its name and left it as it is, or -1.
        self._left = np.full(len(slots), NOBODY, np.int64)
        # Players whose place is open since somebody else was named there.
        self._open = np.zeros(len(slots), np.bool_)
        # For each player the dwell at which the last line-up named it, and since when that stands.
        self._named_at = np.full(len(slots), NOBODY, np.int64)
        self._named_since_s = np.zeros(len(slots))
        # For each player and dwell the share of the stories of the last linking.
        self._shares = np.zeros((len(slots), MOST_DWELLS))
        for i, slot in enumerate(slots):
            if slot["placed"]:
                self._stand(i, slot, now_s)
            else:
                self._wait(i, slot)

    def _stand(self, i: int, slot: Row, now_s: float) -> None:
        dwell = self._row_for(i, slot)
        unseen_s = now_s - slot["seen_s"]
        dwell["heading_rad"] = slot["heading_rad"]
        # A base that was last seen moving has gone on a little.
        ahead_s = min(unseen_s, COAST_AHEAD_S)
        dwell["x_mm"] = slot["x_mm"] + ahead_s * slot["vx_mm_s"]
        dwell["y_mm"] = slot["y_mm"] + ahead_s * slot["vy_mm_s"]
        dwell["last_s"], dwell["count"] = slot["seen_s"], OLD_COUNT
        dwell["vague_mm"] = self._tuning.moving_sigma_mm_s * unseen_s
        dwell["place_var"], dwell["heading_var"] = LAST_BLUR, LAST_SWING
        dwell["rough"] = slot["heading_var"] > ROUGH_RAD**2
        if slot["lost"]:
            dwell["vague_mm"] = ANYWHERE_MM

    def _wait(self, i: int, slot: Row) -> None:
        dwell = self._row_for(i, slot)
        dwell["x_mm"] = dwell["y_mm"] = BENCH_MM
        dwell["last_s"] = LONG_AGO_S

    def _row_for(self, i: int, slot: Row) -> Row:
        k = int(np.flatnonzero(~self._dwells["live"])[0])
        self._dwells[k] = np.zeros((), DWELL)
        dwell: Row = self._dwells[k]
        dwell["live"] = dwell["named"] = True
        dwell["first_s"], dwell["owner"] = LONG_AGO_S, i
        dwell["home"], dwell["score"] = OWN_TEAM * slot["side"], 1.0
        dwell["length_mm"], dwell["width_mm"] = slot["length_mm"], slot["width_mm"]
        self._whose[k] = i
        self.at[i] = self.root[i] = k
        return dwell

    def add_frame(
        self, rows: Table, views: F32 | None, hands: HandTracks, now_s: float, passed_s: float
    ) -> I64:
        """One frame: for each player its sighting, or -1."""
        found = dwells.fit(self._dwells, rows, self._numbers)
        here = self.at[self.at != NOBODY]
        here = here[self._dwells["x_mm"][here] != BENCH_MM]
        # Where all bases rolled on unseen, none is found in its place, and yet all are in sight.
        seen = max(int((found[here] != NOBODY).sum()), len(rows))
        good = seen > self._tuning.good_frame * len(here)
        dwells.note(
            self._dwells, rows, found, hands.boxes_now_mm, now_s, passed_s, good, self._numbers
        )
        dwells.merge(self._dwells, rows, found, self.at)
        opened = dwells.open_new(self._dwells, rows, found, now_s)
        fresh = opened[opened != NOBODY]
        for k in fresh:
            self._dwells["first_s"][k] = self._strangers.since_s(self._dwells[k], now_s)
        if len(fresh):
            self._dwells["haunt"][fresh] = self._strangers.haunted(self._dwells[fresh])
        self._whose[fresh] = NOBODY
        self._views.forget(fresh)
        self._views.add(self._dwells, rows, found, views)
        self._found = found
        return self.named()

    def named(self) -> I64:
        """For each player its sighting in this frame, or -1."""
        there = (self.at != NOBODY) & (self._dwells["back_count"][self.at] == 0.0)
        return np.asarray(np.where(there, self._found[self.at], NOBODY), np.int64)

    @property
    def line_up_named(self) -> bool:
        """Whether a new line-up has been named in this stop."""
        return bool((self._named_at != NOBODY).any())

    def as_lined_up(self) -> I64:
        """The same of those who have not left the places at which the last line-up named them."""
        table, k = self._dwells, self._named_at
        there = (k != NOBODY) & table["live"][k] & ~table["closed"][k]
        there &= (table["first_s"][k] == self._named_since_s) & (table["unseen_s"][k] <= GONE_S)
        there &= table["back_count"][k] == 0.0
        return np.asarray(np.where(there, self._found[k], NOBODY), np.int64)

    def link(self, hands: HandTracks, now_s: float, passed_s: float) -> bool:
        """Go on linking, or begin anew if hands were at work; whether something has come of it."""
        if self._linking is None:
            lately = hands.last_s >= self._solved_s - self._tuning.settle_s
            anew = lately or self._changed
            each_s = self._tuning.solve_each_s if anew else self._tuning.settle_s
            open_now = not self.settled and bool((self.sure < self._tuning.certain).any())
            unsure = open_now or self._somebody_new(now_s)
            if (anew or unsure) and now_s - self._solved_s >= each_s:
                self._linking = self._begin(hands, now_s, final=False)
        if self._linking is None or not self._linking.work(math.ceil(PIECES_PER_S * passed_s)):
            return False
        self._take(self._linking)
        self._linking = None
        return True

    def _somebody_new(self, now_s: float) -> bool:
        """Whether a player has left its place and an unnamed base stands somewhere.

        It fell or rolled on after it was last seen, without any hand.
        """
        here = self.at[self.at != NOBODY]
        on_board = self._dwells["x_mm"][here] != BENCH_MM
        gone = bool((on_board & (self._dwells["unseen_s"][here] > GONE_S)).any())
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
            self._dwells,
            self._whose,
            self.root,
            hands,
            now_s,
            self._tuning,
            final=final,
        )

    def _take(self, linking: DwellLinker) -> None:
        """What came out; dwells that are others by now keep what is known of them."""
        table, old = self._dwells, linking.table
        same = table["live"] & old["live"] & (table["first_s"] == old["first_s"])
        self._whose[same] = linking.whose[same]
        table["named"][same] = linking.whose[same] != NOBODY
        best = linking.places[0]
        stands = (best != NOBODY) & same[best]
        self.at[stands] = best[stands]
        self.sure[:] = np.where(stands | (best == NOBODY), linking.sure, 0.0)
        self.settled, self._rivals = linking.settled, linking.rivals
        self._shares[:] = 0.0
        for places, weight in zip(linking.places, linking.weight, strict=True):
            there = np.flatnonzero(places != NOBODY)
            self._shares[there, places[there]] += weight
        self._shares[:, ~same] = 0.0

    def new_line_up(self) -> bool:
        """Whether most bases that stood on the board at first have left their places."""
        first = self.root[self.root != NOBODY]
        first = first[self._dwells["x_mm"][first] != BENCH_MM]
        left = self._dwells["unseen_s"][first] > GONE_S
        return len(first) > 0 and float(left.mean()) >= LINE_UP_SHARE

    def name_all(
        self, slots: Table, habits: tuple[LineUpHabits, ...], gallery: FigureGallery | None
    ) -> LineUpNames:
        """Give every base that stands there a player; return how probable each name is."""
        table = self._dwells
        solid = table["live"] & (table["count"] >= self._tuning.ripe_count)
        solid &= (table["x_mm"] != BENCH_MM) & (table["unseen_s"] <= GONE_S)
        links = LinkedDwells(
            self._shares,
            self.sure,
            self._tuning.certain,
            np.where(self._open, NOBODY, self.at),
            self._pinned,
            self._left,
            self._beside,
        )
        here = np.flatnonzero(solid & ~table["closed"])
        figures = None
        views = self._views.of(here)
        if gallery is not None and views is not None:
            figures = LineUpFigures(gallery, views)
        names = line_up_names(
            slots, table, here, links, habits, self._tuning.size_sigma_mm, figures
        )
        # Whoever is not in the line-up has no dwell, nor has who waits beside the board: links may
        # have given them one that is somebody else's now.
        self.at[:] = names.at
        given = names.at != NOBODY
        self._named_at, self._named_since_s = names.at.copy(), table["first_s"][names.at]
        self._whose[here] = NOBODY
        self._whose[names.at[given]] = np.flatnonzero(given)
        table["named"][here] = self._whose[here] != NOBODY
        return names

    def show(
        self, gallery: FigureGallery, players: I64, headings_rad: F64, sure_front: Bools
    ) -> None:
        """Have the gallery learn what these players look like where they stand.

        Only of fronts that are sure: a figure that was learned back to front would mislead.
        """
        here = players[(self.at[players] != NOBODY) & sure_front[players]]
        views = self._views.of(self.at[here])
        if views is None:
            return
        for i, view in zip(here.tolist(), views, strict=True):
            turn = float(self._dwells["heading_rad"][self.at[i]]) - float(headings_rad[i])
            seen = view[AHEAD if math.cos(turn) >= 0.0 else TURNED]
            if np.isfinite(seen).all():
                gallery.learn(i, seen)

    def figure_fronts(self, gallery: FigureGallery, headings_rad: F64) -> F64:
        """For each player log-odds that this heading is the front, by what its figure looks like.

        Zero where nobody has looked.
        """
        out = np.zeros(len(self.at))
        for side in (1.0, -1.0):
            mates = np.flatnonzero(self._sides == side)
            here = mates[self.at[mates] != NOBODY]
            views = self._views.of(self.at[here])
            if views is None:
                continue
            turns = self._dwells["heading_rad"][self.at[here]] - headings_rad[here]
            same = np.where(np.cos(turns) >= 0.0, 1.0, -1.0)
            out[here] = same * gallery.front_log_odds(mates.tolist(), views)
        return out

    def rivals(self) -> list[set[int]]:
        """Groups of players that might stand at each other's places."""
        unsure = set(np.flatnonzero(self.sure < self._tuning.certain).tolist())
        # One alone cannot be asked about: then also those that it may be taken for.
        return [
            group if len(group & unsure) == 1 else group & unsure
            for group in self._rivals
            if group & unsure
        ]

    def settle(self, players: Sequence[int]) -> None:
        """Somebody has said that these players stand where they are now taken to stand."""
        table = self._dwells
        for i in players:
            k = int(self.at[i])
            if k == NOBODY:
                continue
            mine = (self._whose == i) & (np.arange(len(table)) != k)
            table["closed"][mine] = True
            table["owner"][k], table["closed"][k] = i, False
            self.root[i] = k
            self.sure[i] = np.inf
        self._changed, self._linking = True, None

    def pin(self, players: Sequence[int], turned_out: Sequence[int]) -> None:
        """Somebody has said that these stand where they are now, and so has looked at the others.

        Those who were ``turned_out`` of their places are named anew by whatever is known.
        """
        self._left[:], self._open[:] = self.at, False
        self._left[turned_out], self._open[turned_out] = NOBODY, True
        self._pinned[turned_out] = NOBODY
        self._pinned[players] = self.at[players]
        self._changed = True

    def exchange(self, i: int, k: int) -> None:
        """Two players turn out to stand at each other's place."""
        a, b = int(self.at[i]), int(self.at[k])
        self.at[i], self.at[k] = b, a
        self._beside[[i, k]] = self._beside[[k, i]]
        for dwell, player in ((a, k), (b, i)):
            if dwell != NOBODY:
                self._whose[dwell] = player
        self._linking = None

    def dwell_of(self, i: int) -> Row | None:
        """The dwell of a player, if there is one on the board."""
        k = self.at[i]
        return None if k == NOBODY or self._dwells["x_mm"][k] == BENCH_MM else self._dwells[k]

    def moved(self) -> Bools:
        """Which players are at another place than at first."""
        return np.asarray(self.at != self.root)

    def unnamed(self, since_s: float) -> Table:
        """The dwells of nobody in which a base was surely seen until just now."""
        table = self._dwells
        solid = table["gaps_s"] < 0.3 * (table["last_s"] - table["first_s"])
        return np.asarray(table[self._nobodys() & self._seen_since(since_s) & solid])

    def _nobodys(self) -> Bools:
        table = self._dwells
        live = table["live"] & ~table["closed"]
        return np.asarray(live & ~table["named"])

    def _seen_since(self, since_s: float) -> Bools:
        table = self._dwells
        return np.asarray((table["count"] >= SURELY) & (table["last_s"] >= since_s))

    def leave(self) -> None:
        """The stop is over: what lasted and is nobody's is remembered."""
        for dwell in self._dwells[self._nobodys()]:
            self._strangers.know(dwell, float(dwell["last_s"]), float(dwell["first_s"]))
