"""Sightings that belong to no player: clutter, hands, or a player that has just been set down.

A stranger is remembered from frame to frame, so that it can be looked at before it is taken for a
player. Where one stood before is remembered too: what was already there while a player was still
seen elsewhere cannot be that player.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.core.arrays import F64
from referee.core.turns import turn_rad
from referee.vision.roster.assignment import nearest_pairs
from referee.vision.roster.player_rows import Row, Table
from referee.vision.roster.roster_tuning import RosterTuning

SAME_MM = 5.0  # a sighting nearer than this is of the same thing
SAME_RAD = math.radians(20.0)  # if its axis is turned by no more than this
MOST_HOME = 6.0  # log-odds of the team
MOST_FRONT = 4.0  # log-odds of the front
MOST_SPOTS = 64  # places that are remembered
BREAK_S = 1.0  # after so long a place counts as taken anew
FAR_S = 0.5  # what was away for longer may be further off, and may as well be something else
EACH_VISIT = 1.0  # log-odds that something haunts a place, for each time it was there
MOST_VISITS = 5.0  # log-odds


@dataclass
class Stranger:
    """One such thing; ``row`` is its last sighting, ``since_s`` when its spot was first taken."""

    row: Row
    since_s: float
    first_s: float
    last_s: float
    home: float
    front: float
    length_mm: float
    width_mm: float
    count: int = 1

    def again(self, row: Row, now_s: float, tuning: RosterTuning) -> None:
        """Sighted once more."""
        turn = turn_rad(self.row["heading_rad"], row["heading_rad"])
        same = abs(turn) <= math.pi / 2
        self.row = row.copy()
        if not same:
            self.row["heading_rad"] = (row["heading_rad"] + math.pi) % (2.0 * math.pi)
        fresh = min(1.0, (now_s - self.last_s) / tuning.picture_s)
        front = self.front + fresh * (row["front"] if same else -row["front"])
        self.front = max(-MOST_FRONT, min(MOST_FRONT, front))
        self.home = max(-MOST_HOME, min(MOST_HOME, self.home + fresh * float(row["home"])))
        self.count += 1
        share = 1.0 / min(self.count, 20)
        self.length_mm += share * (float(row["length_mm"]) - self.length_mm)
        self.width_mm += share * (float(row["width_mm"]) - self.width_mm)
        self.last_s = now_s

    def ripe(self, now_s: float, tuning: RosterTuning) -> bool:
        """Looked at long enough, and there in this frame."""
        long_enough = self.last_s - self.first_s >= tuning.ripe_s
        return self.last_s == now_s and self.count >= tuning.ripe_count and long_enough


@dataclass
class _StrangerPlace:
    x_mm: float
    y_mm: float
    axis_rad: float
    since_s: float
    last_s: float
    visits: int = 1

    def fits(self, row: Row) -> bool:
        """Whether a sighting is of this spot."""
        if abs(row["x_mm"] - self.x_mm) > SAME_MM or abs(row["y_mm"] - self.y_mm) > SAME_MM:
            return False
        turn = (row["heading_rad"] - self.axis_rad + math.pi / 2) % math.pi - math.pi / 2
        return bool(abs(turn) <= SAME_RAD)


class Strangers:
    """All of them, and the spots where earlier ones were."""

    def __init__(self, tuning: RosterTuning) -> None:
        self._tuning = tuning
        self._spots: list[_StrangerPlace] = []
        self.here: list[Stranger] = []

    def update(self, rows: Sequence[Row], now_s: float) -> None:
        """Find the sightings of this frame among those known; what is not seen fades."""
        pairs = []
        for k, stranger in enumerate(self.here):
            gate = SAME_MM + self._tuning.top_speed_mm_s * min(now_s - stranger.last_s, FAR_S)
            for j, row in enumerate(rows):
                far = _apart(stranger.row, row)
                if far <= gate:
                    pairs.append((far, k, j))
        found = nearest_pairs(pairs)
        for k, j in found.items():
            self.here[k].again(rows[j], now_s, self._tuning)
        forget_s = self._tuning.forget_s
        for stranger in self.here:
            if now_s - stranger.last_s > forget_s:
                self._remember(stranger, now_s)
        self.here = [s for s in self.here if now_s - s.last_s <= forget_s]
        used = set(found.values())
        self.here += [self._meet(row, now_s) for j, row in enumerate(rows) if j not in used]

    def drop(self, stranger: Stranger) -> None:
        """It has turned out to be a player."""
        self.here = [s for s in self.here if s is not stranger]

    def know(self, row: Row, now_s: float, since_s: float = -math.inf) -> None:
        """Something that is no player lies here, from the beginning or since an instant."""
        spot = self._spot_of(row)
        if spot is not None:
            if now_s - spot.last_s > BREAK_S:
                spot.since_s = since_s
            spot.last_s = now_s
            spot.visits += 1
            return
        axis = float(row["heading_rad"]) % math.pi
        self._spots.append(
            _StrangerPlace(float(row["x_mm"]), float(row["y_mm"]), axis, since_s, now_s)
        )
        if len(self._spots) > MOST_SPOTS:
            self._spots.remove(min(self._spots, key=lambda s: s.last_s))

    def rest(self, now_s: float) -> None:
        """A stop begins: strangers followed until now are remembered by their places."""
        for stranger in self.here:
            self._remember(stranger, now_s)
        self.here = []

    def haunted(self, rows: Table) -> F64:
        """For each sighting the log-odds that it is what comes and goes at its place."""
        out = np.zeros(len(rows))
        haunts = [spot for spot in self._spots if spot.visits > 1]
        if haunts:
            for k, row in enumerate(rows):
                visits = [s.visits for s in haunts if s.fits(row)]
                out[k] = min(EACH_VISIT * max(visits, default=0), MOST_VISITS)
        return out

    def since_s(self, row: Row, now_s: float) -> float:
        """Since when something has been seen there without a long break."""
        spot = self._spot_of(row)
        return spot.since_s if spot and now_s - spot.last_s < BREAK_S else now_s

    def _meet(self, row: Row, now_s: float) -> Stranger:
        return Stranger(
            row.copy(),
            self.since_s(row, now_s),
            now_s,
            now_s,
            float(row["home"]),
            float(row["front"]),
            float(row["length_mm"]),
            float(row["width_mm"]),
        )

    def _remember(self, stranger: Stranger, now_s: float) -> None:
        if stranger.count >= self._tuning.ripe_count:
            self.know(stranger.row, now_s, stranger.since_s)

    def _spot_of(self, row: Row) -> _StrangerPlace | None:
        return next((spot for spot in self._spots if spot.fits(row)), None)


def _apart(a: Row, b: Row) -> float:
    return float(np.hypot(a["x_mm"] - b["x_mm"], a["y_mm"] - b["y_mm"]))
