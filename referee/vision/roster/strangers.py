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

from referee.core.base_shape import FloatArray
from referee.vision.roster.tables import (
    S_FRONT,
    S_HOME,
    S_LENGTH,
    S_WIDTH,
    H,
    X,
    Y,
)
from referee.vision.roster.tuning import Tuning

SAME_MM, SAME_RAD = 5.0, math.radians(20.0)
MOST_HOME = 6.0
MOST_SPOTS = 64


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

    def again(self, row: FloatArray, now_s: float, tuning: Tuning) -> None:
        """Sighted once more."""
        turn = (row[H] - self.row[H] + math.pi) % (2.0 * math.pi) - math.pi
        same = abs(turn) <= math.pi / 2
        self.row = row.copy()
        if not same:
            self.row[H] = (row[H] + math.pi) % (2.0 * math.pi)
        fresh = min(1.0, (now_s - self.last_s) / tuning.picture_s)
        front = self.front + fresh * (row[S_FRONT] if same else -row[S_FRONT])
        self.front = max(-tuning.picture_most, min(tuning.picture_most, front))
        self.home = max(-MOST_HOME, min(MOST_HOME, self.home + fresh * float(row[S_HOME])))
        self.count += 1
        share = 1.0 / min(self.count, 20)
        self.length_mm += share * (float(row[S_LENGTH]) - self.length_mm)
        self.width_mm += share * (float(row[S_WIDTH]) - self.width_mm)
        self.last_s = now_s

    def ripe(self, now_s: float, tuning: Tuning) -> bool:
        """Looked at long enough, and there in this frame."""
        long_enough = self.last_s - self.first_s >= tuning.ripe_s
        return self.last_s == now_s and self.count >= tuning.ripe_count and long_enough


@dataclass
class _Spot:
    x_mm: float
    y_mm: float
    axis_rad: float
    since_s: float
    last_s: float


class Strangers:
    """All of them, and the spots where earlier ones were."""

    def __init__(self, tuning: Tuning) -> None:
        self._tuning = tuning
        self._spots: list[_Spot] = []
        self.here: list[Stranger] = []

    def update(self, rows: Sequence[FloatArray], now_s: float, *, moving: bool) -> None:
        """Find the sightings of this frame among those known; what is not seen fades."""
        pairs = []
        for k, stranger in enumerate(self.here):
            gate = SAME_MM
            if moving:
                gate += self._tuning.top_speed_mm_s * (now_s - stranger.last_s)
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
                self._remember(stranger)
        self.here = [s for s in self.here if now_s - s.last_s <= forget_s]
        self.here += [self._meet(row, now_s) for j, row in enumerate(rows) if j not in used]

    def drop(self, stranger: Stranger) -> None:
        """It has turned out to be a player."""
        self.here = [s for s in self.here if s is not stranger]

    def know(self, x_mm: float, y_mm: float, axis_rad: float, now_s: float) -> None:
        """Something that is no player lies here, from the beginning."""
        self._spots.append(_Spot(x_mm, y_mm, axis_rad, -math.inf, now_s))

    def _meet(self, row: FloatArray, now_s: float) -> Stranger:
        spot = self._spot_of(row)
        since = spot.since_s if spot else now_s
        return Stranger(
            row.copy(),
            since,
            now_s,
            now_s,
            float(row[S_HOME]),
            float(row[S_FRONT]),
            float(row[S_LENGTH]),
            float(row[S_WIDTH]),
        )

    def _remember(self, stranger: Stranger) -> None:
        row = stranger.row
        spot = self._spot_of(row)
        if spot is not None:
            spot.last_s = stranger.last_s
            return
        axis = float(row[H]) % math.pi
        self._spots.append(
            _Spot(float(row[X]), float(row[Y]), axis, stranger.since_s, stranger.last_s)
        )
        if len(self._spots) > MOST_SPOTS:
            self._spots.remove(min(self._spots, key=lambda s: s.last_s))

    def _spot_of(self, row: FloatArray) -> _Spot | None:
        for spot in self._spots:
            turn = (row[H] - spot.axis_rad + math.pi / 2) % math.pi - math.pi / 2
            near = math.hypot(row[X] - spot.x_mm, row[Y] - spot.y_mm) <= SAME_MM
            if near and abs(turn) <= SAME_RAD:
                return spot
        return None


def _apart(a: FloatArray, b: FloatArray) -> float:
    return float(np.hypot(a[X] - b[X], a[Y] - b[Y]))
