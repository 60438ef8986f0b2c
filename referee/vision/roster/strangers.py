"""Sightings that are nobody's: clutter, hands, or a player who has just been set down somewhere.

A stranger is remembered from frame to frame, so that it can be looked at before it is taken for a
player. Where one stood before is remembered too: what was already there while a player was still
seen elsewhere cannot be that player.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from referee.core.geometry.base_shape import FloatArray
from referee.core.turns import turn_rad
from referee.vision.roster.player_rows import S_FRONT, S_HOME, S_LENGTH, S_WIDTH, H, X, Y
from referee.vision.roster.roster_tuning import RosterTuning

SAME_MM, SAME_RAD = 5.0, math.radians(20.0)
MOST_HOME, MOST_FRONT = 6.0, 4.0
MOST_SPOTS = 64
BREAK_S = 1.0
FAR_S = 0.5  # what was away for longer may be further off, and may as well be something else
EACH_VISIT, MOST_VISITS = 1.0, 5.0


@dataclass
class Stranger:
    """One such thing; ``row`` is its last sighting, ``since_s`` when its spot was first taken."""

    row: FloatArray
    since_s: float
    first_s: float
    last_s: float
    home: float
    front: float
    length_mm: float
    width_mm: float
    count: int = 1

    def again(self, row: FloatArray, now_s: float, tuning: RosterTuning) -> None:
        """Sighted once more."""
        turn = turn_rad(self.row[H], row[H])
        same = abs(turn) <= math.pi / 2
        self.row = row.copy()
        if not same:
            self.row[H] = (row[H] + math.pi) % (2.0 * math.pi)
        fresh = min(1.0, (now_s - self.last_s) / tuning.picture_s)
        front = self.front + fresh * (row[S_FRONT] if same else -row[S_FRONT])
        self.front = max(-MOST_FRONT, min(MOST_FRONT, front))
        self.home = max(-MOST_HOME, min(MOST_HOME, self.home + fresh * float(row[S_HOME])))
        self.count += 1
        share = 1.0 / min(self.count, 20)
        self.length_mm += share * (float(row[S_LENGTH]) - self.length_mm)
        self.width_mm += share * (float(row[S_WIDTH]) - self.width_mm)
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

    def fits(self, row: FloatArray) -> bool:
        """Whether a sighting is of this spot."""
        if abs(row[X] - self.x_mm) > SAME_MM or abs(row[Y] - self.y_mm) > SAME_MM:
            return False
        turn = (row[H] - self.axis_rad + math.pi / 2) % math.pi - math.pi / 2
        return bool(abs(turn) <= SAME_RAD)


class Strangers:
    """All of them, and the spots where earlier ones were."""

    def __init__(self, tuning: RosterTuning) -> None:
        self._tuning = tuning
        self._spots: list[_StrangerPlace] = []
        self.here: list[Stranger] = []

    def update(self, rows: Sequence[FloatArray], now_s: float) -> None:
        """Find the sightings of this frame among those known; what is not seen fades."""
        pairs = []
        for k, stranger in enumerate(self.here):
            gate = SAME_MM + self._tuning.top_speed_mm_s * min(now_s - stranger.last_s, FAR_S)
            for j, row in enumerate(rows):
                far = _apart(stranger.row, row)
                if far <= gate:
                    pairs.append((far, k, j))
        known: set[int] = set()
        used: set[int] = set()
        for _, k, j in sorted(pairs):
            if k not in known and j not in used:
                known.add(k)
                used.add(j)
                self.here[k].again(rows[j], now_s, self._tuning)
        forget_s = self._tuning.forget_s
        for stranger in self.here:
            if now_s - stranger.last_s > forget_s:
                self._remember(stranger, now_s)
        self.here = [s for s in self.here if now_s - s.last_s <= forget_s]
        self.here += [self._meet(row, now_s) for j, row in enumerate(rows) if j not in used]

    def drop(self, stranger: Stranger) -> None:
        """It has turned out to be a player."""
        self.here = [s for s in self.here if s is not stranger]

    def know(self, row: FloatArray, now_s: float, since_s: float = -math.inf) -> None:
        """Something that is no player lies here, from the beginning or since an instant."""
        spot = self._spot_of(row)
        if spot is not None:
            if now_s - spot.last_s > BREAK_S:
                spot.since_s = since_s
            spot.last_s = now_s
            spot.visits += 1
            return
        axis = float(row[H]) % math.pi
        self._spots.append(_StrangerPlace(float(row[X]), float(row[Y]), axis, since_s, now_s))
        if len(self._spots) > MOST_SPOTS:
            self._spots.remove(min(self._spots, key=lambda s: s.last_s))

    def rest(self, now_s: float) -> None:
        """A stop begins: who was followed until now is remembered by his place."""
        for stranger in self.here:
            self._remember(stranger, now_s)
        self.here = []

    def haunted(self, rows: FloatArray) -> FloatArray:
        """For each sighting the log-odds that it is what comes and goes at its place."""
        out = np.zeros(len(rows))
        haunts = [spot for spot in self._spots if spot.visits > 1]
        if haunts:
            for k, row in enumerate(rows):
                visits = [s.visits for s in haunts if s.fits(row)]
                out[k] = min(EACH_VISIT * max(visits, default=0), MOST_VISITS)
        return out

    def since_s(self, row: FloatArray, now_s: float) -> float:
        """Since when something has been seen there without a long break."""
        spot = self._spot_of(row)
        return spot.since_s if spot and now_s - spot.last_s < BREAK_S else now_s

    def _meet(self, row: FloatArray, now_s: float) -> Stranger:
        return Stranger(
            row.copy(),
            self.since_s(row, now_s),
            now_s,
            now_s,
            float(row[S_HOME]),
            float(row[S_FRONT]),
            float(row[S_LENGTH]),
            float(row[S_WIDTH]),
        )

    def _remember(self, stranger: Stranger, now_s: float) -> None:
        if stranger.count >= self._tuning.ripe_count:
            self.know(stranger.row, now_s, stranger.since_s)

    def _spot_of(self, row: FloatArray) -> _StrangerPlace | None:
        return next((spot for spot in self._spots if spot.fits(row)), None)


def _apart(a: FloatArray, b: FloatArray) -> float:
    return float(np.hypot(a[X] - b[X], a[Y] - b[Y]))
