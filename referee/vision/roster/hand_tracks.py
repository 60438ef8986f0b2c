"""Hands over the board: what they hide, and where their fingers were at every instant of a stop."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from referee.core.arrays import F64
from referee.core.compiler import compiled
from referee.vision.roster.assignment import NOBODY, best_pairs, margins
from referee.vision.roster.roster_frame import HandArea

MOST_HANDS = 4  # at a time
MOST_TIPS = 2  # places where the fingers of a hand may be
LOST_HAND_S = 0.5  # a hand that was not found for so long has gone
STAYS_S = 0.12  # and for so long it still hides what it hid
MOST_FRAMES = 4096  # of a stop that are remembered
AWAY_MM = 1e6  # where a hand is that is not there
# Fingers that come so near may touch a figure.
AT_WORK_MM = 40.0
MIXED_MM = 15.0  # so much better the other way round is log-odds 1 against a mix-up
NOT_MIXED = -12.0  # log-odds
SHARE = 0.5  # of a new speed
# How well fingers are known is learned from what they certainly did, beginning as if this often.
KNOWN_BEFORE = 6.0  # touches that the first sigma counts for
LEAST_SIGMA_MM = 4.0  # of fingers
FORGET = 0.98  # share of the touches before that still counts
LUCK = 1.5  # a finger may be that much nearer by luck


class HandTracks:
    """Every hand stays itself while it is in the picture; ``begin`` forgets what they did."""

    def __init__(self, sigma_mm: float) -> None:
        self.sigma_mm = sigma_mm
        self._weight, self._squares = KNOWN_BEFORE, KNOWN_BEFORE * sigma_mm**2
        self.times_s = np.zeros(MOST_FRAMES)
        self.tips_mm = np.full((MOST_FRAMES, MOST_HANDS, MOST_TIPS, 2), AWAY_MM)
        self.boxes_mm = np.full((MOST_FRAMES, MOST_HANDS, 4), AWAY_MM)
        # Log-odds, in each frame, that hands were mixed up.
        self.mixed = np.full(MOST_FRAMES, NOT_MIXED)
        self.count = 0
        self.last_s = -math.inf
        self._seen_s = np.full(MOST_HANDS, -math.inf)
        self._boxes = np.full((MOST_HANDS, 4), AWAY_MM)
        self._speeds = np.zeros((MOST_HANDS, 4))

    def begin(self) -> None:
        """A stop begins."""
        self.count = 0

    def update(self, areas: Sequence[HandArea], now_s: float) -> None:
        """Note where they are. Past many frames, what happened long ago is forgotten."""
        if self.count == MOST_FRAMES:
            half = MOST_FRAMES // 2
            for table in (self.times_s, self.tips_mm, self.boxes_mm, self.mixed):
                table[:half] = table[half:]
            self.count = half
        k = self.count
        self.count += 1
        self.times_s[k] = now_s
        self.tips_mm[k] = self.boxes_mm[k] = AWAY_MM
        self.mixed[k] = NOT_MIXED
        for hand, area in self._follow(areas, now_s, k):
            box = np.array([area.left_mm, area.near_mm, area.right_mm, area.far_mm])
            passed_s = now_s - self._seen_s[hand]
            new = passed_s > LOST_HAND_S
            speed = 0.0 if new else (box - self._boxes[hand]) / passed_s
            self._speeds[hand] += (1.0 if new else SHARE) * (speed - self._speeds[hand])
            self._boxes[hand] = box
            self.last_s = self._seen_s[hand] = now_s
            tips = np.array(area.tips_mm[:MOST_TIPS]).reshape(-1, 2)
            self.tips_mm[k, hand, : len(tips)] = tips
        lately = now_s - self._seen_s <= STAYS_S
        self.boxes_mm[k, lately] = self._boxes[lately]

    def learn(self, off_mm: F64) -> None:
        """So far off fingers were where they certainly took or set down something."""
        for off in off_mm.tolist():
            self._weight = FORGET * self._weight + 1.0
            self._squares = FORGET * self._squares + 0.5 * (LUCK * off) ** 2
        self.sigma_mm = max(LEAST_SIGMA_MM, math.sqrt(self._squares / self._weight))

    def near(self, x_mm: float, y_mm: float, within_s: float) -> bool:
        """Whether fingers were near a place lately."""
        first = int(
            np.searchsorted(self.times_s[: self.count], self.times_s[self.count - 1] - within_s)
        )
        tips = self.tips_mm[first : self.count].reshape(-1, 2)
        return bool((np.hypot(tips[:, 0] - x_mm, tips[:, 1] - y_mm) < AT_WORK_MM).any())

    @property
    def boxes_now_mm(self) -> F64:
        """What hides figures at the moment: left, near, right, far of each hand."""
        return np.asarray(self.boxes_mm[max(self.count - 1, 0)])

    def _follow(
        self, areas: Sequence[HandArea], now_s: float, k: int
    ) -> list[tuple[int, HandArea]]:
        """Each area goes to the hand that should be nearest to it by now, all taken together."""
        recent = [h for h in range(MOST_HANDS) if now_s - self._seen_s[h] <= LOST_HAND_S]
        boxes = np.array([(a.left_mm, a.near_mm, a.right_mm, a.far_mm) for a in areas])
        here: dict[int, int] = {}
        if recent and len(areas):
            passed_s = (now_s - self._seen_s[recent])[:, None]
            due = self._boxes[recent] + passed_s * self._speeds[recent]
            apart = np.abs(due[:, None] - boxes[None]).sum(axis=2)
            found = best_pairs(apart - AWAY_MM)
            more, _ = margins(apart - AWAY_MM, found, np.arange(len(found)))
            here = {recent[a]: int(j) for a, j in enumerate(found) if j != NOBODY}
            if len(here) > 1:
                self.mixed[k] = -min(more.min() / MIXED_MM, -NOT_MIXED)
        for j in range(len(areas)):
            if j not in here.values() and len(here) < MOST_HANDS:
                free = [h for h in range(MOST_HANDS) if h not in here]
                here[min(free, key=lambda h: float(self._seen_s[h]))] = j
        return [(hand, areas[j]) for hand, j in here.items()]


@compiled
def is_hidden(x_mm: float, y_mm: float, boxes_mm: F64, margin_mm: float) -> bool:
    """Whether one of the hands lies over a place."""
    for k in range(boxes_mm.shape[0]):
        across = boxes_mm[k, 0] - margin_mm < x_mm < boxes_mm[k, 2] + margin_mm
        if across and boxes_mm[k, 1] - margin_mm < y_mm < boxes_mm[k, 3] + margin_mm:
            return True
    return False
