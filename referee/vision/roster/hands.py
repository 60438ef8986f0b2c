"""Hands over the board: what they hide, where their fingers pause, and so what they may carry.

A hand pauses where it takes a figure and again where it sets it down, and in between it goes
straight there. Who vanished at one pause is who appears at the next one of the same hand.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from referee.core.base_shape import FloatArray
from referee.vision.roster.outcome import HandArea
from referee.vision.roster.tables import COVERED, HANDLED, TOUCH_S, X, Y
from referee.vision.roster.tuning import Tuning

LOST_HAND_S = 0.5
MOST_PAUSES = 200
SLACK_S = 0.15
# Log-odds against a carry from one pause to a later one, by how many pauses lie between.
PAUSES_BETWEEN = (0.0, -2.5)
NO_CARRY = -6.0
PAUSE_SIGMA_MM = 15.0


@dataclass
class Pause:
    """The fingers of a hand stayed for a while at one of these places."""

    places_mm: FloatArray
    from_s: float
    to_s: float
    count: int = 1

    def stay(self, places_mm: FloatArray, now_s: float) -> None:
        """Still there."""
        self.count += 1
        self.places_mm = self.places_mm + (places_mm - self.places_mm) / self.count
        self.to_s = now_s

    def far_mm(self, x_mm: float, y_mm: float) -> float:
        """How far away from somewhere."""
        return float(np.hypot(self.places_mm[:, 0] - x_mm, self.places_mm[:, 1] - y_mm).min())


@dataclass
class _Hand:
    """One hand over time. ``way`` is where its fingers may have been a moment ago."""

    area: HandArea
    seen_s: float
    way: deque[tuple[float, FloatArray]]
    paused: bool = False
    pauses: list[Pause] = field(default_factory=list)

    def move(self, area: HandArea, now_s: float, tuning: Tuning) -> None:
        """Look back a little: a hand that is nearly where it was then pauses."""
        self.area, self.seen_s = area, now_s
        while len(self.way) > 1 and self.way[1][0] <= now_s - tuning.pause_s:
            self.way.popleft()
        then_s, before = self.way[0]
        places = np.array(area.tips_mm)
        slow_mm = tuning.pause_mm + tuning.pause_mm_s * (now_s - then_s)
        moved = np.hypot(places[:, 0] - before[:, 0], places[:, 1] - before[:, 1])
        slow = bool((moved < slow_mm).all())
        if slow and self.paused:
            self.pauses[-1].stay(places, now_s)
        elif slow:
            self.pauses.append(Pause((before + places) / 2.0, then_s, now_s))
            del self.pauses[:-MOST_PAUSES]
        self.paused = slow
        self.way.append((now_s, places))


class Hands:
    """Every hand stays itself while it is in the picture."""

    def __init__(self, tuning: Tuning) -> None:
        self._tuning = tuning
        self._known: list[_Hand] = []
        self.last_s = -math.inf

    def update(self, areas: Sequence[HandArea], slots: FloatArray, now_s: float) -> None:
        """Note for every player whether he is hidden now, and whether fingers pause at him."""
        slots[:, COVERED] = 0.0
        margin, reach = self._tuning.hand_margin_mm, self._tuning.finger_reach_mm
        for hand in self._follow(areas, now_s):
            area = hand.area
            self.last_s = now_s
            across = (slots[:, X] > area.left_mm - margin) & (slots[:, X] < area.right_mm + margin)
            along = (slots[:, Y] > area.near_mm - margin) & (slots[:, Y] < area.far_mm + margin)
            slots[across & along, COVERED] = 1.0
            if hand.paused:
                for x, y in area.tips_mm:
                    near = np.hypot(slots[:, X] - x, slots[:, Y] - y) < reach
                    slots[near, HANDLED] = 1.0
                    slots[near, TOUCH_S] = now_s

    def carried(self, taken: tuple[float, float, float], put: tuple[float, float, float]) -> float:
        """Log-odds that a hand took something and put it there; each is x, y and an instant.

        It was last seen where it was taken, and first seen again where it was put.
        """
        ways = (self._one_way(hand.pauses, taken, put) for hand in self._known)
        return max(ways, default=NO_CARRY)

    def _one_way(
        self,
        pauses: Sequence[Pause],
        taken: tuple[float, float, float],
        put: tuple[float, float, float],
    ) -> float:
        reach = self._tuning.finger_reach_mm
        best = NO_CARRY
        for k, start in enumerate(pauses):
            if start.to_s < taken[2] - SLACK_S or (off := start.far_mm(*taken[:2])) > reach:
                continue
            for between, end in enumerate(pauses[k + 1 : k + 1 + len(PAUSES_BETWEEN)]):
                if end.from_s <= put[2] + SLACK_S and (too := end.far_mm(*put[:2])) <= reach:
                    apart = (off * off + too * too) / (2.0 * PAUSE_SIGMA_MM**2)
                    best = max(best, PAUSES_BETWEEN[between] - apart)
        return best

    def _follow(self, areas: Sequence[HandArea], now_s: float) -> list[_Hand]:
        """Each area goes to the hand that was nearest to it in the frames before."""
        recent = [h for h in self._known if now_s - h.seen_s <= LOST_HAND_S]
        pairs = sorted(
            (_apart(hand.area, area), k, j)
            for k, hand in enumerate(recent)
            for j, area in enumerate(areas)
        )
        here: list[_Hand] = []
        used: set[int] = set()
        for _, k, j in pairs:
            hand, area = recent[k], areas[j]
            if hand.seen_s < now_s and j not in used and len(area.tips_mm) == len(hand.way[-1][1]):
                used.add(j)
                hand.move(area, now_s, self._tuning)
                here.append(hand)
        for j, area in enumerate(areas):
            if j not in used:
                here.append(_Hand(area, now_s, deque([(now_s, np.array(area.tips_mm))])))
                self._known.append(here[-1])
        self._known = self._known[-MOST_PAUSES:]
        return here


def _apart(a: HandArea, b: HandArea) -> float:
    return (
        abs(a.left_mm - b.left_mm)
        + abs(a.right_mm - b.right_mm)
        + abs(a.near_mm - b.near_mm)
        + abs(a.far_mm - b.far_mm)
    )
